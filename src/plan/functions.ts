import type { FunctionName } from './plan.ts';
import type { ScalarType } from './schema.ts';

/**
 * What an argument may be. `same` is the type that all `same` arguments of the call share; `span` is a moment or an
 * interval; `format` is a literal pattern, `key` a name or position.
 */
export type ArgumentKind =
  | 'text'
  | 'number'
  | 'integer'
  | 'moment'
  | 'span'
  | 'interval'
  | 'unit'
  | 'format'
  | 'json'
  | 'key'
  | 'array'
  | 'any'
  | 'same';

export interface ScalarFunction {
  readonly args: readonly ArgumentKind[];
  /** How many of `args` have to be there; the last kind repeats when `repeats`. */
  readonly required: number;
  readonly repeats?: true;
  /** A type, or `same` (the shared type of the `same` or number arguments). */
  readonly result: ScalarType | 'same';
  /** Spelling on each engine: `{0}` is the first argument, `{*}` all of them with commas; null where the compiler has to build it. */
  readonly postgres: string | null;
  readonly clickhouse: string | null;
}

/** What `date_trunc` takes as its first argument. A fixed word, never a user's string. */
export const TRUNC_UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year', 'decade', 'century'] as const;

/** Every scalar function that can be planned. `weekday` counts from Sunday = 0 to Saturday = 6, `isoweekday` from Monday = 1 to Sunday = 7. */
const SCALAR_FUNCTIONS = {
  lower: { args: ['text'], required: 1, result: 'text', postgres: 'lower({0})', clickhouse: 'lowerUTF8({0})' },
  upper: { args: ['text'], required: 1, result: 'text', postgres: 'upper({0})', clickhouse: 'upperUTF8({0})' },
  initcap: { args: ['text'], required: 1, result: 'text', postgres: 'initcap({0})', clickhouse: 'initcapUTF8({0})' },
  trim: { args: ['text', 'text'], required: 1, result: 'text', postgres: 'btrim({*})', clickhouse: 'trimBoth({*})' },
  ltrim: { args: ['text', 'text'], required: 1, result: 'text', postgres: 'ltrim({*})', clickhouse: 'trimLeft({*})' },
  rtrim: { args: ['text', 'text'], required: 1, result: 'text', postgres: 'rtrim({*})', clickhouse: 'trimRight({*})' },
  length: { args: ['text'], required: 1, result: 'integer', postgres: 'length({0})', clickhouse: 'lengthUTF8({0})' },
  concat: { args: ['any'], required: 1, repeats: true, result: 'text', postgres: 'concat({*})', clickhouse: null },
  concat_ws: { args: ['text', 'any'], required: 2, repeats: true, result: 'text', postgres: 'concat_ws({*})', clickhouse: null },
  substring: { args: ['text', 'integer', 'integer'], required: 2, result: 'text', postgres: 'substr({*})', clickhouse: null },
  left: { args: ['text', 'integer'], required: 2, result: 'text', postgres: 'left({*})', clickhouse: null },
  right: { args: ['text', 'integer'], required: 2, result: 'text', postgres: 'right({*})', clickhouse: null },
  lpad: { args: ['text', 'integer', 'text'], required: 2, result: 'text', postgres: 'lpad({*})', clickhouse: 'leftPadUTF8({*})' },
  rpad: { args: ['text', 'integer', 'text'], required: 2, result: 'text', postgres: 'rpad({*})', clickhouse: 'rightPadUTF8({*})' },
  replace: { args: ['text', 'text', 'text'], required: 3, result: 'text', postgres: 'replace({*})', clickhouse: 'replaceAll({*})' },
  regexp_replace: {
    args: ['text', 'text', 'text', 'text'],
    required: 3,
    result: 'text',
    postgres: 'regexp_replace({*})',
    clickhouse: null,
  },
  reverse: { args: ['text'], required: 1, result: 'text', postgres: 'reverse({0})', clickhouse: 'reverseUTF8({0})' },
  repeat: { args: ['text', 'integer'], required: 2, result: 'text', postgres: 'repeat({*})', clickhouse: null },
  position: { args: ['text', 'text'], required: 2, result: 'integer', postgres: 'strpos({*})', clickhouse: 'positionUTF8({*})' },
  starts_with: { args: ['text', 'text'], required: 2, result: 'boolean', postgres: 'starts_with({*})', clickhouse: 'startsWith({*})' },
  split_part: { args: ['text', 'text', 'integer'], required: 3, result: 'text', postgres: 'split_part({*})', clickhouse: null },
  to_char: { args: ['any', 'format'], required: 2, result: 'text', postgres: 'to_char({*})', clickhouse: null },
  abs: { args: ['number'], required: 1, result: 'same', postgres: 'abs({0})', clickhouse: null },
  round: { args: ['number', 'integer'], required: 1, result: 'decimal', postgres: 'round({*})', clickhouse: null },
  trunc: { args: ['number', 'integer'], required: 1, result: 'decimal', postgres: 'trunc({*})', clickhouse: null },
  floor: { args: ['number'], required: 1, result: 'same', postgres: 'floor({0})', clickhouse: null },
  ceil: { args: ['number'], required: 1, result: 'same', postgres: 'ceil({0})', clickhouse: null },
  sign: { args: ['number'], required: 1, result: 'integer', postgres: 'sign({0})::integer', clickhouse: 'sign({0})' },
  power: { args: ['number', 'number'], required: 2, result: 'float', postgres: 'power({*})', clickhouse: null },
  sqrt: { args: ['number'], required: 1, result: 'float', postgres: 'sqrt({0})', clickhouse: 'sqrt({0})' },
  exp: { args: ['number'], required: 1, result: 'float', postgres: 'exp({0})', clickhouse: 'exp({0})' },
  ln: { args: ['number'], required: 1, result: 'float', postgres: 'ln({0})', clickhouse: 'log({0})' },
  log10: { args: ['number'], required: 1, result: 'float', postgres: 'log({0})', clickhouse: 'log10({0})' },
  greatest: { args: ['same'], required: 1, repeats: true, result: 'same', postgres: 'greatest({*})', clickhouse: null },
  least: { args: ['same'], required: 1, repeats: true, result: 'same', postgres: 'least({*})', clickhouse: null },
  random: { args: [], required: 0, result: 'float', postgres: 'random()', clickhouse: 'randCanonical()' },
  coalesce: { args: ['same'], required: 1, repeats: true, result: 'same', postgres: 'coalesce({*})', clickhouse: null },
  nullif: { args: ['same', 'same'], required: 2, result: 'same', postgres: 'nullif({*})', clickhouse: null },
  year: { args: ['span'], required: 1, result: 'integer', postgres: 'extract(year FROM {0})::integer', clickhouse: 'toYear({0})' },
  isoyear: { args: ['span'], required: 1, result: 'integer', postgres: 'extract(isoyear FROM {0})::integer', clickhouse: 'toISOYear({0})' },
  quarter: { args: ['span'], required: 1, result: 'integer', postgres: 'extract(quarter FROM {0})::integer', clickhouse: 'toQuarter({0})' },
  month: { args: ['span'], required: 1, result: 'integer', postgres: 'extract(month FROM {0})::integer', clickhouse: 'toMonth({0})' },
  week: { args: ['span'], required: 1, result: 'integer', postgres: 'extract(week FROM {0})::integer', clickhouse: 'toISOWeek({0})' },
  day: { args: ['span'], required: 1, result: 'integer', postgres: 'extract(day FROM {0})::integer', clickhouse: 'toDayOfMonth({0})' },
  dayofyear: { args: ['span'], required: 1, result: 'integer', postgres: 'extract(doy FROM {0})::integer', clickhouse: 'toDayOfYear({0})' },
  weekday: {
    args: ['span'],
    required: 1,
    result: 'integer',
    postgres: 'extract(dow FROM {0})::integer',
    clickhouse: '(toDayOfWeek({0}) % 7)',
  },
  isoweekday: {
    args: ['span'],
    required: 1,
    result: 'integer',
    postgres: 'extract(isodow FROM {0})::integer',
    clickhouse: 'toDayOfWeek({0})',
  },
  hour: { args: ['span'], required: 1, result: 'integer', postgres: 'extract(hour FROM {0})::integer', clickhouse: 'toHour({0})' },
  minute: { args: ['span'], required: 1, result: 'integer', postgres: 'extract(minute FROM {0})::integer', clickhouse: 'toMinute({0})' },
  second: { args: ['span'], required: 1, result: 'decimal', postgres: 'extract(second FROM {0})', clickhouse: null },
  epoch: { args: ['span'], required: 1, result: 'decimal', postgres: 'extract(epoch FROM {0})', clickhouse: null },
  date_trunc: { args: ['unit', 'moment'], required: 2, result: 'timestamp', postgres: 'date_trunc({*})', clickhouse: null },
  age: { args: ['moment', 'moment'], required: 1, result: 'interval', postgres: 'age({*})', clickhouse: null },
  make_date: {
    args: ['integer', 'integer', 'integer'],
    required: 3,
    result: 'date',
    postgres: 'make_date({*})',
    clickhouse: 'makeDate32({*})',
  },
  to_date: { args: ['text', 'format'], required: 2, result: 'date', postgres: 'to_date({*})', clickhouse: null },
  to_timestamp: { args: ['number'], required: 1, result: 'timestamp', postgres: 'to_timestamp({0})', clickhouse: null },
  at_time_zone: { args: ['moment', 'text'], required: 2, result: 'timestamp', postgres: '({0} AT TIME ZONE {1})', clickhouse: null },
  today: { args: [], required: 0, result: 'date', postgres: 'current_date', clickhouse: 'today()' },
  now: { args: [], required: 0, result: 'timestamp', postgres: 'now()', clickhouse: 'now64(6)' },
  json_get: { args: ['json', 'key'], required: 2, result: 'json', postgres: '({0} -> {1})', clickhouse: null },
  json_text: { args: ['json', 'key'], required: 2, result: 'text', postgres: '({0} ->> {1})', clickhouse: null },
  json_array_length: { args: ['json'], required: 1, result: 'integer', postgres: 'jsonb_array_length({0}::jsonb)', clickhouse: null },
  json_type: { args: ['json'], required: 1, result: 'text', postgres: 'jsonb_typeof({0}::jsonb)', clickhouse: null },
  json_contains: { args: ['json', 'json'], required: 2, result: 'boolean', postgres: '({0}::jsonb @> {1}::jsonb)', clickhouse: null },
  json_has: { args: ['json', 'text'], required: 2, result: 'boolean', postgres: '({0}::jsonb ? {1})', clickhouse: null },
  /** Words of the second text, with "quotes", or, and - as search engines take them, in the first; by PostgreSQL's `english`. */
  text_match: {
    args: ['text', 'text'],
    required: 2,
    result: 'boolean',
    postgres: "(to_tsvector('english', {0}) @@ websearch_to_tsquery('english', {1}))",
    clickhouse: null,
  },
  /** How well they match; of use for ordering alone. */
  text_rank: {
    args: ['text', 'text'],
    required: 2,
    result: 'float',
    postgres: "ts_rank(to_tsvector('english', {0}), websearch_to_tsquery('english', {1}))::float8",
    clickhouse: null,
  },
  array_length: { args: ['array'], required: 1, result: 'integer', postgres: 'cardinality({0})', clickhouse: 'length({0})' },
  array_position: {
    args: ['array', 'any'],
    required: 2,
    result: 'integer',
    postgres: 'array_position({*})',
    clickhouse: 'nullIf(indexOf({*}), 0)',
  },
  array_contains: { args: ['array', 'array'], required: 2, result: 'boolean', postgres: '({0} @> {1})', clickhouse: 'hasAll({*})' },
  array_overlaps: { args: ['array', 'array'], required: 2, result: 'boolean', postgres: '({0} && {1})', clickhouse: 'hasAny({*})' },
  array_to_string: { args: ['array', 'text'], required: 2, result: 'text', postgres: 'array_to_string({*})', clickhouse: null },
  string_to_array: { args: ['text', 'text'], required: 2, result: 'array', postgres: 'string_to_array({*})', clickhouse: null },
} as const satisfies Record<FunctionName, ScalarFunction>;

export const functionNamed = (name: FunctionName): ScalarFunction => SCALAR_FUNCTIONS[name];
