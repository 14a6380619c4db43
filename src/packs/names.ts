import { snakeCase } from '../lib/snake-case.ts';

const BYTES_MAX = 63;
/** Of every table of an engine (PostgreSQL manual, 5.5), and what starts as its own names do. */
const TAKEN = new Set(['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid']);

/**
 * A text as the name of a table or column: lower_snake_case, at most 63 bytes, other than those that are taken, to which it is added. `isChanged`
 * where somebody who knows the text would not expect the name.
 */
export function pickName(
  text: string,
  { instead, taken }: { readonly instead: string; readonly taken: Set<string> },
): { readonly name: string; readonly isChanged: boolean } {
  const wanted = snakeCase(text.normalize('NFC'));
  let base = cut(wanted === '' ? instead : /^\d|^pg_/.test(wanted) || TAKEN.has(wanted) ? `_${wanted}` : wanted, BYTES_MAX);
  if (base === '') base = instead;
  let name = base;
  for (let number = 2; taken.has(name); number++) name = `${cut(base, BYTES_MAX - 6)}_${number}`;
  taken.add(name);
  return { name, isChanged: name !== wanted };
}

function cut(text: string, bytesMax: number): string {
  // No character has less than a byte.
  let name = text.slice(0, bytesMax);
  while (Buffer.byteLength(name) > bytesMax) name = name.slice(0, -1);
  return name;
}
