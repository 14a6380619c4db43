const AROUND = 30;

/** Where in a text something stands, for a person: all counts from 1, and a short piece of the line with it. */
export interface Place {
  readonly position: number;
  readonly line: number;
  readonly column: number;
  readonly near: string;
}

/** @param position counts characters, not UTF-16 units, as PostgreSQL does */
export function placeIn(text: string, position: number): Place {
  const characters = [...text];
  const before = characters.slice(0, position - 1);
  const lineStart = before.lastIndexOf('\n') + 1;
  const from = Math.max(lineStart, position - 1 - AROUND);
  const rest = characters.slice(from, position - 1 + AROUND).join('');
  return {
    position,
    line: before.filter((character) => character === '\n').length + 1,
    column: position - lineStart,
    near: rest.slice(0, rest.indexOf('\n', position - 1 - from) >>> 0),
  };
}

/** The name that starts at the place, its last part when it is qualified: `"Or ders".total` → `total`. */
export function nameAt(text: string, position: number): string | null {
  const rest = [...text].slice(position - 1).join('');
  const found = /^(?:(?:"(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_$]*)\s*\.\s*)*("(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_$]*)/u.exec(rest)?.[1];
  if (found === undefined) return null;
  return found.startsWith('"') ? found.slice(1, -1).replaceAll('""', '"') : found;
}
