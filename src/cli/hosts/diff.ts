/** One line of a difference: ` ` is the same in both, `-` goes, `+` comes. */
export interface DiffLine {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** The lines that differ, with one of their neighbours on each side. Our changes are in one place, so that one block is all. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const { head, tail } = sharedEnds(old, fresh);
  const marked = (mark: DiffLine['mark'], lines: readonly string[]): DiffLine[] =>
    lines.map((text) => ({ mark, text: text.replace(/\r?\n$/, '').replace(SECRETS, '$1…') }));
  const [gone, come] = [old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail)];
  const [from, to] = gone.length === 1 && come.length === 1 ? changedParts(gone[0] ?? '', come[0] ?? '') : [gone, come];
  return [
    ...marked(' ', old.slice(Math.max(0, head - 1), head)),
    ...marked('-', from),
    ...marked('+', to),
    ...marked(' ', old.slice(old.length - tail, old.length - tail + 1)),
  ];
}

/** How many items two lists have alike at their beginnings, and at their ends. */
function sharedEnds<T>(one: ArrayLike<T>, other: ArrayLike<T>): { readonly head: number; readonly tail: number } {
  const most = Math.min(one.length, other.length);
  let head = 0;
  while (head < most && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < most - head && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail += 1;
  return { head, tail };
}

/** Of a file that is one long line, what is around the change: the rest may be long, and hold secrets of other servers. */
function changedParts(before: string, after: string): [string[], string[]] {
  const { head, tail } = sharedEnds(before, after);
  const cut = (line: string): string[] => {
    const [start, end] = [Math.max(0, head - AROUND), Math.min(line.length, line.length - tail + AROUND)];
    return [`${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`];
  };
  return [cut(before), cut(after)];
}

const AROUND = 16;

/** A key of svc, and any bearer credential: in an entry of before, or next to it. */
const SECRETS = /\b(Bearer\s+|sk_live_|sk_mcp_|anon_)[^\s"'\\]+/gi;

/** With their ends, so that a change of a line end is a change. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
