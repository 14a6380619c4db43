import { styleText } from 'node:util';
import { jsonText } from './json.ts';
import { safeJson, safeText } from './safe-text.ts';

type Style = Parameters<typeof styleText>[0];

/** Where a command writes: results to standard output, everything else to standard error. */
export interface Output {
  /** Somebody reads standard output on a screen. */
  readonly isTerminal: boolean;
  /** Somebody sits there to be asked, and no script waits for JSON or CSV. */
  readonly canAsk: boolean;
  /** Columns that a line may take; without end on a pipe. */
  readonly width: number;
  line(text?: string): void;
  /** Text that must arrive as it is. */
  raw(text: string): void;
  /** CSV: as it is to a program; a screen is shown what would steer it. */
  csv(text: string): void;
  json(value: unknown): void;
  note(text: string): void;
  paint(style: Style, text: string): string;
}

export interface OutputOptions {
  readonly isColourful: boolean;
  /** A script reads the result. */
  readonly isForScript: boolean;
}

export function createOutput({ isColourful, isForScript }: OutputOptions): Output {
  const { stdin, stdout, stderr } = process;
  const isTerminal = stdout.isTTY === true;
  return {
    isTerminal,
    canAsk: isTerminal && stdin.isTTY === true && !isForScript,
    width: isTerminal ? Math.max(stdout.columns || NARROW, MIN_WIDTH) : Number.POSITIVE_INFINITY,
    line: (text = '') => void stdout.write(`${text}\n`),
    raw: (text) => void stdout.write(text),
    csv: (text) => void stdout.write(isTerminal ? safeText(text) : text),
    json: (value) => void stdout.write(`${safeJson(jsonText(value, isTerminal ? 2 : 0))}\n`),
    note: (text) => void stderr.write(`${safeText(text)}\n`),
    paint: (style, text) => (isTerminal && isColourful ? styleText(style, text) : text),
  };
}

const NARROW = 80;
const MIN_WIDTH = 20;
