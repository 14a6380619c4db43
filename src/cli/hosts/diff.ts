/** One line of a difference: ` ` is the same in both, `-` goes, `+` comes. */
export interface DiffLine {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** The lines that differ, with two of their neighbours on each side. Our changes are in one place, so that one block is all. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const most = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < most && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail += 1;
  const lines = (mark: DiffLine['mark'], texts: readonly string[]): DiffLine[] =>
    texts.map((text) => ({ mark, text: shortened(text.replace(/\r?\n$/, '')) }));
  return [
    ...lines(' ', old.slice(Math.max(0, head - AROUND), head)),
    ...lines('-', old.slice(head, old.length - tail)),
    ...lines('+', fresh.slice(head, fresh.length - tail)),
    ...lines(' ', old.slice(old.length - tail, old.length - tail + AROUND)),
  ];
}

const AROUND = 2;
const LONGEST = 2_000;

/** With their ends, so that a change of a line end is a change. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

const shortened = (line: string): string =>
  line.length <= LONGEST ? line : `${line.slice(0, LONGEST)}… (${line.length - LONGEST} characters more)`;
