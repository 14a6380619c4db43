import { Verbatim } from './verbatim.ts';

/** Characters from which on a text takes a good part of a millisecond to copy, to encode or to hash. */
export const LONG_TEXT = 64 * 1024;

/** Whether a field of a row is such a text, or an array of as many elements. */
export const hasLongText = (row: unknown): boolean => {
  if (typeof row !== 'object' || row === null) return false;
  for (const name in row) if (lengthOf((row as Record<string, unknown>)[name]) > LONG_TEXT) return true;
  return false;
};

const lengthOf = (value: unknown): number => {
  if (value instanceof Verbatim) return value.json.length;
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0;
};
