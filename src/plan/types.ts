import type { ArithmeticOp } from './plan.ts';
import type { ScalarType } from './schema.ts';

/** What an expression yields; `null` is the bare literal, which fits everywhere. */
export type ExprType = ScalarType | 'null';

const NUMBERS: ReadonlySet<ExprType> = new Set(['integer', 'decimal', 'float']);
const MOMENTS: ReadonlySet<ExprType> = new Set(['date', 'timestamp']);

export const isNumber = (type: ExprType): boolean => NUMBERS.has(type);
export const isMoment = (type: ExprType): boolean => MOMENTS.has(type);

/** Types that the plan cannot see into (enums, citext, money): the engine has the last word on them. */
export const isOpaque = (type: ExprType): boolean => type === 'other' || type === 'null';

/** The wider of two comparable types; null when they cannot meet. */
export function meet(left: ExprType, right: ExprType): ExprType | null {
  if (left === right || right === 'null') return left;
  if (left === 'null') return right;
  if (isNumber(left) && isNumber(right)) return left === 'float' || right === 'float' ? 'float' : 'decimal';
  if (isMoment(left) && isMoment(right)) return 'timestamp';
  // An element of an array, an enum, a network address: whether they meet is found when it runs.
  if (left === 'other' || right === 'other') return 'other';
  return null;
}

/** The type of `left op right`; null when the operator does not exist for them. `/` between whole numbers is a decimal. */
export function arithmeticType(op: ArithmeticOp, left: ExprType, right: ExprType): ExprType | null {
  if (op === '||') return left === 'array' || right === 'array' ? 'array' : left === 'json' && right === 'json' ? 'json' : 'text';
  if (isOpaque(left) || isOpaque(right)) return isOpaque(left) ? right : left;
  if (op === '%') return isNumber(left) && isNumber(right) ? meet(left, right) : null;
  if (isNumber(left) && isNumber(right)) {
    const wide = left === right ? left : meet(left, right);
    return op === '/' && wide === 'integer' ? 'decimal' : wide;
  }
  if (op === '+' || op === '-') return plusMinus(op, left, right);
  if (left === 'interval' && isNumber(right)) return 'interval';
  if (op === '*' && isNumber(left) && right === 'interval') return 'interval';
  return null;
}

function plusMinus(op: '+' | '-', left: ExprType, right: ExprType): ExprType | null {
  if (left === 'date' && right === 'integer') return 'date';
  if (op === '+' && left === 'integer' && right === 'date') return 'date';
  if (op === '-' && left === 'date' && right === 'date') return 'integer';
  if (op === '-' && isMoment(left) && isMoment(right)) return 'interval';
  if (right === 'interval') return isMoment(left) ? 'timestamp' : left === 'time' || left === 'interval' ? left : null;
  if (op === '+' && left === 'interval') return isMoment(right) ? 'timestamp' : right === 'time' ? 'time' : null;
  if (op === '-' && left === 'time' && right === 'time') return 'interval';
  return null;
}

/** Whether `CAST(from AS to)` exists at all; whether a given text can be cast is found when it runs. */
export function castable(from: ExprType, to: ExprType): boolean {
  if (from === to || to === 'text' || from === 'text' || isOpaque(from)) return true;
  if (isNumber(from)) return isNumber(to) || (from === 'integer' && to === 'boolean');
  if (to === 'time' || from === 'time') return (to === 'time' ? from : to) === 'interval' || from === 'timestamp';
  return from === 'boolean' ? to === 'integer' : isMoment(from) && isMoment(to);
}
