import type { CompareOp } from '../../plan.ts';
import { comparisonsAt } from '../search/comparisons.ts';
import { after, type Ground, word } from './ground.ts';

/** "more than 5", "at least one", "exactly two", "3 or more". */
export function countAt(ground: Ground, at: number): { op: CompareOp; value: number; end: number } | null {
  const [compared] = comparisonsAt(ground, at);
  if (compared !== undefined) {
    const value = ground.tokens[compared.end]?.number ?? null;
    return value === null ? null : { op: compared.op, value, end: compared.end + 1 };
  }
  const value = ground.tokens[at]?.number ?? null;
  const more = value === null || FOLD.has(word(ground, at)) ? null : orMoreAt(ground, at + 1);
  return value === null || more === null ? null : { op: more.op, value, end: more.end };
}

/** "more than 3 times", "at least twice", "3 times or more": how often something was done, compared. */
export function oftenAt(ground: Ground, at: number): { op: CompareOp; value: number; end: number } | null {
  const counted = countAt(ground, at);
  if (counted !== null) {
    const times = FOLD.has(word(ground, counted.end - 1)) ? counted.end : after(ground, counted.end, ['times', 'time']);
    return times === null ? null : { ...counted, end: times };
  }
  const times = timesAt(ground, at);
  const more = times === null ? null : orMoreAt(ground, times);
  return more === null ? null : { op: more.op, value: ground.tokens[at]?.number ?? 0, end: more.end };
}

/** "or more", "or less", after what was counted or measured. */
export function orMoreAt(ground: Ground, at: number): { op: '>=' | '<='; end: number } | null {
  const more = after(ground, at, OR_MORE);
  const end = more ?? after(ground, at, OR_LESS);
  return end === null ? null : { op: more === null ? '<=' : '>=', end };
}

const OR_MORE = ['or more', 'or above', 'or over', 'or higher', 'or upwards', 'and above', 'and over', 'and up'];
const OR_LESS = ['or less', 'or fewer', 'or under', 'or below', 'or lower'];

/** The end of "twice", "3 times": how often something was done, which no column holds. */
export function timesAt(ground: Ground, at: number): number | null {
  if (FOLD.has(word(ground, at))) return at + 1;
  return ground.tokens[at]?.number == null ? null : after(ground, at + 1, ['times', 'time']);
}

const FOLD = new Set(['once', 'twice', 'thrice']);
