import { Verbatim } from './verbatim.ts';

/**
 * A number literal with every digit: a number where it is written again with the same characters, its text otherwise.
 * Either way it is JSON's number. `NaN` and the infinities, which JSON lacks, are strings.
 */
export function exactNumber(text: string): number | string | Verbatim {
  if (text.length <= SAFE_LENGTH) {
    const value = Number(text);
    if (String(value) === text && Number.isFinite(value)) return value;
  }
  return IS_NUMBER.test(text) ? new Verbatim(text) : text;
}

/** A double holds any 15 significant digits (IEEE 754). */
const SAFE_LENGTH = 15;
/** All of it: what is written as it is must be one number, whatever a server sends. */
const IS_NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A whole number as types of whole numbers take it, without the zeros of a fraction: 2.0 is 2. Any other value stays as it is. */
export const withoutEmptyFraction = (value: unknown): unknown =>
  value instanceof Verbatim && EMPTY_FRACTION.test(value.json) ? new Verbatim(value.json.replace(/\.0+$/, '')) : value;

const EMPTY_FRACTION = /^-?\d+\.0+$/;

/** What a number amounts to where a double will do; null for anything else. Text of a number counts as one. */
export function approximateNumber(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint' || (value instanceof Verbatim && IS_NUMBER.test(value.json))) return Number(value);
  return null;
}
