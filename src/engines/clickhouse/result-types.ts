import { INSTANT, isDecimal, isFloat, isInt, type Shape, WIDE_DECIMAL } from './shape.ts';

/** What an aggregate of a value of this shape is; windows likewise. */
export function aggregateBase(fn: string, arg: Shape): string {
  if (fn === 'sum' && isInt(arg)) return isNarrow(arg) ? (arg.base.startsWith('U') ? 'UInt64' : 'Int64') : 'Decimal(38, 0)';
  if (fn === 'sum') return isDecimal(arg) ? 'Decimal' : arg.base;
  if (fn === 'avg') return isFloat(arg) ? 'Float64' : WIDE_DECIMAL;
  if (fn.startsWith('stddev') || fn.startsWith('var')) return 'Float64';
  if (fn === 'percentile_cont') return 'Float64';
  if (fn === 'bool_and' || fn === 'bool_or') return 'Bool';
  if (fn === 'string_agg') return 'String';
  if (fn === 'array_agg') return 'Array';
  return arg.base;
}

/** Whole numbers of at most 32 bits: 2^31 of them have a sum of 64. */
export const isNarrow = ({ base }: Shape): boolean => /^U?Int(8|16|32)$/.test(base);

/** What a cast of the plan is written as. */
export const CASTS: Record<string, string> = {
  integer: 'Int64',
  bigint: 'Int64',
  decimal: WIDE_DECIMAL,
  float: 'Float64',
  text: 'String',
  boolean: 'Bool',
  date: 'Date32',
  timestamp: INSTANT,
  uuid: 'UUID',
  json: 'String',
};

/** What functions of these results are unless told otherwise. */
export const RESULTS: Record<string, string> = {
  text: 'String',
  integer: 'Int64',
  decimal: WIDE_DECIMAL,
  float: 'Float64',
  boolean: 'UInt8',
  date: 'Date32',
  timestamp: INSTANT,
  json: 'String',
};

/** Lengths and places, which have no sign. */
export const COUNTS: ReadonlySet<string> = new Set(['length', 'position', 'array_length', 'array_position', 'json_array_length']);

/** They find nothing where what they look for is not there. */
export const MAY_MISS: ReadonlySet<string> = new Set(['json_get', 'json_text', 'array_position', 'json_array_length', 'array_length']);

/** Parts that a moment and an interval have alike. */
export const PARTS: ReadonlySet<string> = new Set([
  ...['year', 'isoyear', 'quarter', 'month', 'week', 'day', 'dayofyear', 'weekday', 'isoweekday', 'hour', 'minute'],
]);

/** Bits of a whole number's type. */
export const sizeOf = (base: string): number => Number(/\d+$/.exec(base)?.[0] ?? 64);
