import type { CompareOp } from '../../plan.ts';
import { comparisonsAt } from '../comparisons.ts';
import { after, type Ground, word } from './ground.ts';

/** "more than 5", "at least one", "exactly two", "3 or more". */
export function countAt(ground: Ground, at: number): { op: CompareOp; value: number; end: number } | null {
  const [compared] = comparisonsAt(ground, at);
  if (compared !== undefined) {
    const value = ground.tokens[compared.end]?.number ?? null;
    return value === null ? null : { op: compared.op, value, end: compared.end + 1 };
  }
  const value = ground.tokens[at]?.number ?? null;
  const more = value === null ? null : after(ground, at + 1, ['or more', 'or less', 'or fewer']);
  if (value === null || more === null) return null;
  return { op: word(ground, more - 1) === 'more' ? '>=' : '<=', value, end: more };
}

/** The end of "twice", "3 times": how often something was done, which no column holds. */
export function timesAt(ground: Ground, at: number): number | null {
  if (FOLD.has(word(ground, at))) return at + 1;
  return ground.tokens[at]?.number == null ? null : after(ground, at + 1, ['times', 'time']);
}

const FOLD = new Set(['once', 'twice', 'thrice']);
