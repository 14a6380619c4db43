import { encodeJson } from '../src/lib/encode-json.ts';
import { isHeld, readJson } from '../src/lib/read-json.ts';
import { Verbatim } from '../src/lib/verbatim.ts';
import type { Structured } from './structured.ts';

/**
 * A result for code of others that writes it by `JSON.stringify`, which cannot say a number that a double does not hold.
 * Such a number is text with every digit, and then so is every number of its column: a column has one type.
 */
export function asPlainJson(result: Structured): Structured {
  const { rows } = result;
  const told = Array.isArray(rows) ? { ...result, rows: withTextColumns(rows as unknown[][]) } : result;
  return readJson(
    encodeJson(told),
    (literal) => literal,
    (literal) => !isHeld(literal),
  ) as Structured;
}

function withTextColumns(rows: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] {
  const wide = new Set(rows.flatMap((row) => row.flatMap((cell, index) => (isWide(cell) ? [index] : []))));
  if (wide.size === 0) return rows;
  return rows.map((row) => row.map((cell, index) => (wide.has(index) && isNumber(cell) ? String(cell) : cell)));
}

const isNumber = (cell: unknown): boolean => typeof cell === 'number' || (cell instanceof Verbatim && NUMBER.test(cell.json));
const isWide = (cell: unknown): boolean => cell instanceof Verbatim && NUMBER.test(cell.json) && !isHeld(cell.json);
const NUMBER = /^-?\d/;
