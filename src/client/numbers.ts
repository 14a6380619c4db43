import { readJson } from '../lib/read-json.ts';
import { Verbatim } from '../lib/verbatim.ts';

/**
 * How a client gives the numbers of a reply that a double does not hold; all others are numbers.
 *
 * | `numbers` | whole numbers | decimals |
 * |---|---|---|
 * | `exact` (default) | bigint | text with every digit |
 * | `text` | text, and so is every other value of a bigint or numeric column | text, likewise |
 * | `number` | the nearest double, as `JSON.parse` gives it | the nearest double |
 * | `verbatim` | `Verbatim`: the literal as it came, also where only its spelling differs (`1.50`) | likewise |
 */
export type ClientNumbers = 'exact' | 'text' | 'number' | 'verbatim';

/** Reads a reply's JSON. @throws SyntaxError */
export const READERS: Readonly<Record<ClientNumbers, (text: string) => unknown>> = {
  exact: (text) => readJson(text, (literal) => exactly(literal, BigInt)),
  text: (text) => readJson(text, (literal) => exactly(literal, String)),
  number: (text) => JSON.parse(text),
  verbatim: (text) => readJson(text, (literal) => new Verbatim(literal)),
};

function exactly(literal: string, wideWhole: (digits: string) => unknown): unknown {
  if (isDouble(literal)) return Number(literal);
  return WHOLE.test(literal) ? wideWhole(literal) : literal;
}

/** Whether a double holds a JSON number with all its digits. */
export function isDouble(literal: string): boolean {
  const value = Number(literal);
  if (WHOLE.test(literal)) return Number.isSafeInteger(value);
  // A double holds any 15 significant digits (IEEE 754); zeros that only fill a fraction are none.
  const [mantissa = ''] = literal.toLowerCase().split('e');
  const digits = (mantissa.includes('.') ? mantissa.replace(/0+$/, '') : mantissa).replace(/^-?[0.]*|[.]/g, '');
  return digits.length <= 15 && Number.isFinite(value);
}

const WHOLE = /^-?\d+$/;
