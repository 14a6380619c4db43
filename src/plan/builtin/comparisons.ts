import { phraseAt, wordAt } from './match.ts';
import type { Reader } from './read.ts';
import type { CompareOp } from './sketch.ts';
import { COMPARISONS } from './words.ts';

export function comparisonsAt(reader: Reader, at: number): { op: CompareOp; end: number }[] {
  for (const { words, op } of COMPARISONS) {
    const end = phraseAt(reader, at, words);
    if (end !== null) return [{ op, end }];
  }
  return [];
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
