import { COPULAS, phraseAt, wordAt } from '../english/phrase-at.ts';
import { COMPARISONS, type CompareOp } from '../english/words.ts';
import type { Value } from '../linking/mention.ts';
import type { Reader } from './state.ts';

export function comparisonsAt(reader: Reader, at: number): { op: CompareOp; end: number }[] {
  for (const { words, op } of COMPARISONS) {
    const end = phraseAt(reader, at, words);
    if (end !== null) return [{ op, end }];
  }
  return [];
}

/** Past words such as "is" and "of", but not into "at least". */
export function skipToComparison(reader: Reader, from: number): number {
  let at = from;
  while (COPULAS.has(wordAt(reader, at)) && comparisonsAt(reader, at).length === 0) at += 1;
  return at;
}

const DENIED: Record<CompareOp, CompareOp> = { '=': '<>', '<>': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' };

export const turn = (op: CompareOp, not: boolean): CompareOp => (not ? DENIED[op] : op);

/** Units after a number say nothing that the column does not, except the ones that scale it. */
export function skipUnit(reader: Reader, at: number): number {
  let end = at;
  while (UNITS.has(wordAt(reader, end)) && !SCALES.has(wordAt(reader, end))) end += 1;
  return end;
}

const UNITS = new Set([
  'dollars',
  'dollar',
  'usd',
  'euros',
  'years',
  'year',
  'old',
  'meters',
  'metres',
  'feet',
  'kg',
  'pounds',
  'minutes',
  'hours',
  'seconds',
  'days',
  'percent',
  'miles',
  'km',
  'people',
  'cm',
  'points',
  'times',
  'bytes',
  'ms',
  'milliseconds',
  'million',
  'billion',
  'thousand',
]);

const SCALES = new Set(['million', 'billion', 'thousand']);

export function numberValue(reader: Reader, at: number): Value | null {
  const number = reader.tokens[at]?.number ?? null;
  return number === null ? null : { text: String(number), quoted: false, number, hits: [] };
}
