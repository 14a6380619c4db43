import type { FunctionName } from './plan.ts';
import type { ScalarType } from './schema.ts';

/** What an expression yields; `null` is the bare literal, which fits everywhere. */
export type ExprType = ScalarType | 'null';

/** What an argument may be. `same` is the type that all `same` arguments of the call share. */
type ArgumentKind = 'text' | 'number' | 'integer' | 'moment' | 'unit' | 'any' | 'same';

export interface ScalarFunction {
  readonly args: readonly ArgumentKind[];
  /** How many of `args` have to be there; the last kind repeats when `repeats`. */
  readonly required: number;
  readonly repeats?: true;
  /** A type, or `same` (the shared type of the `same` or number arguments). */
  readonly result: ScalarType | 'same';
  /** Spelling on each engine: `{0}` is the first argument, `{*}` all of them with commas. */
  readonly postgres: string;
}

/** What `date_trunc` takes as its first argument. A fixed word, never a user's string. */
export const TRUNC_UNITS = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year', 'decade'] as const;

/** Every scalar function that can be planned. `weekday` counts from Sunday = 0 to Saturday = 6. */
const SCALAR_FUNCTIONS = {
  lower: { args: ['text'], required: 1, result: 'text', postgres: 'lower({0})' },
  upper: { args: ['text'], required: 1, result: 'text', postgres: 'upper({0})' },
  trim: { args: ['text'], required: 1, result: 'text', postgres: 'btrim({0})' },
  length: { args: ['text'], required: 1, result: 'integer', postgres: 'length({0})' },
  concat: { args: ['any'], required: 1, repeats: true, result: 'text', postgres: 'concat({*})' },
  substring: { args: ['text', 'integer', 'integer'], required: 2, result: 'text', postgres: 'substr({*})' },
  abs: { args: ['number'], required: 1, result: 'same', postgres: 'abs({0})' },
  round: { args: ['number', 'integer'], required: 1, result: 'decimal', postgres: 'round({*})' },
  floor: { args: ['number'], required: 1, result: 'same', postgres: 'floor({0})' },
  ceil: { args: ['number'], required: 1, result: 'same', postgres: 'ceil({0})' },
  coalesce: { args: ['same'], required: 1, repeats: true, result: 'same', postgres: 'coalesce({*})' },
  nullif: { args: ['same', 'same'], required: 2, result: 'same', postgres: 'nullif({*})' },
  year: { args: ['moment'], required: 1, result: 'integer', postgres: 'extract(year FROM {0})::integer' },
  quarter: { args: ['moment'], required: 1, result: 'integer', postgres: 'extract(quarter FROM {0})::integer' },
  month: { args: ['moment'], required: 1, result: 'integer', postgres: 'extract(month FROM {0})::integer' },
  day: { args: ['moment'], required: 1, result: 'integer', postgres: 'extract(day FROM {0})::integer' },
  hour: { args: ['moment'], required: 1, result: 'integer', postgres: 'extract(hour FROM {0})::integer' },
  weekday: { args: ['moment'], required: 1, result: 'integer', postgres: 'extract(dow FROM {0})::integer' },
  date_trunc: { args: ['unit', 'moment'], required: 2, result: 'timestamp', postgres: 'date_trunc({*})' },
  today: { args: [], required: 0, result: 'date', postgres: 'current_date' },
  now: { args: [], required: 0, result: 'timestamp', postgres: 'now()' },
} as const satisfies Record<FunctionName, ScalarFunction>;

export const functionNamed = (name: FunctionName): ScalarFunction => SCALAR_FUNCTIONS[name];

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
  if (left === 'other') return right === 'text' ? 'other' : null;
  if (right === 'other') return left === 'text' ? 'other' : null;
  return null;
}

/** The type of `left op right`; null when the operator does not exist for them. Integer division is a decimal. */
export function arithmeticType(op: '+' | '-' | '*' | '/', left: ExprType, right: ExprType): ExprType | null {
  if (isOpaque(left) || isOpaque(right)) return isOpaque(left) ? right : left;
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
  return from === 'boolean' ? to === 'integer' : isMoment(from) && isMoment(to);
}
