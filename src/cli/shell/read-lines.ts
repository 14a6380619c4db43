import { createInterface } from 'node:readline';

type Completer = (line: string) => [string[], string];

interface Options {
  readonly prompt: string;
  readonly history: readonly string[];
  readonly completer: Completer;
  /** What was typed, or pasted, after the last line that was taken. */
  readonly begun: string;
}

export interface Typed {
  /** More than one where several were pasted at once; null at the end of input; none after Ctrl-C. */
  readonly lines: readonly string[] | null;
  readonly begun: string;
}

/**
 * One line from the terminal. The terminal is let go before what was typed is done, so that prompts and Ctrl-C of a
 * command work as they do outside of the shell.
 */
export function readLines({ prompt, history, completer, begun }: Options): Promise<Typed> {
  return new Promise((resolve) => {
    const reader = createInterface({
      input: process.stdin,
      output: process.stdout,
      prompt,
      history: [...history],
      historySize: history.length + 1,
      completer,
    });
    const lines: string[] = [];
    let isOver = false;
    const end = (typed: Typed) => {
      if (isOver) return;
      isOver = true;
      reader.close();
      process.stdin.pause();
      resolve(typed);
    };
    reader.on('line', (line) => {
      lines.push(line);
      // The other lines of a paste come in the same turn.
      if (lines.length === 1) setImmediate(() => end({ lines, begun: reader.line }));
    });
    reader.on('SIGINT', () => {
      process.stdout.write('^C\n');
      end({ lines: [], begun: '' });
    });
    reader.on('close', () => end({ lines: lines.length > 0 ? lines : null, begun: '' }));
    reader.prompt();
    if (begun !== '') reader.write(begun);
  });
}
