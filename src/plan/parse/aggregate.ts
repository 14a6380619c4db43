import type { Json } from '../../guard/postgres-json.ts';
import { AGGREGATES, type AggregateName, type Expr } from '../plan.ts';
import { integer } from './constant.ts';
import { readOrder } from './order.ts';
import type { Place } from './place.ts';
import { unsupported } from './refuse.ts';
import { listOf } from './tree.ts';

type Aggregate = Extract<Expr, { kind: 'aggregate' }>;

/** The plan's aggregate that PostgreSQL calls this; null when there is none. */
export function aggregateFor(name: string): AggregateName | null {
  if (Object.hasOwn(SPELLINGS, name)) return SPELLINGS[name as keyof typeof SPELLINGS];
  return (AGGREGATES as readonly string[]).includes(name) ? (name as AggregateName) : null;
}

export const isAggregate = (name: string): boolean => aggregateFor(name) !== null || Object.hasOwn(REFUSED, name);

const SPELLINGS = {
  every: 'bool_and',
  stddev_samp: 'stddev',
  var_samp: 'variance',
} as const satisfies Record<string, AggregateName>;

/** Aggregates that PostgreSQL has and the plan has not, so that the message is not that nobody knows them. */
const REFUSED = {
  any_value: 'use min() or max()',
  json_agg: 'use array_agg() or string_agg()',
  jsonb_agg: 'use array_agg() or string_agg()',
  json_object_agg: 'give the pairs as rows',
  jsonb_object_agg: 'give the pairs as rows',
  xmlagg: 'use string_agg()',
  corr: 'write it with avg()',
  covar_pop: 'write it with avg()',
  covar_samp: 'write it with avg()',
  regr_slope: 'write it with avg()',
  regr_intercept: 'write it with avg()',
  regr_r2: 'write it with avg()',
  bit_and: 'the plan has no bits',
  bit_or: 'the plan has no bits',
  bit_xor: 'the plan has no bits',
  range_agg: 'the plan has no ranges',
} as const satisfies Record<string, string>;

/** An aggregate without OVER. */
export function readAggregate(name: string, body: Json, place: Place): Aggregate {
  const fn = knownAggregate(name);
  const filter = body.agg_filter === undefined ? {} : { filter: place.lower.expr(body.agg_filter, place) };
  if (body.agg_within_group === true) return { ...withinGroup(fn, body, place), ...filter };
  if (fn === 'percentile_cont' || fn === 'percentile_disc' || fn === 'mode') throw unsupported(`${name}() without WITHIN GROUP`);
  const { arg, option } = argumentsOf(fn, body, place);
  const orderBy = readOrder(listOf(body.agg_order), (node) => place.lower.expr(node, place));
  return {
    kind: 'aggregate',
    fn,
    arg,
    ...(option === null ? {} : { option }),
    ...(body.agg_distinct === true ? { distinct: true } : {}),
    ...(orderBy.length > 0 ? { orderBy } : {}),
    ...filter,
  };
}

export function knownAggregate(name: string): AggregateName {
  const fn = aggregateFor(name);
  if (fn !== null) return fn;
  const instead = Object.hasOwn(REFUSED, name) ? REFUSED[name as keyof typeof REFUSED] : 'it is no aggregate';
  throw unsupported(`${name}()`, `${name}() is not supported; ${instead}`);
}

/** The value that is aggregated, and the separator of `string_agg`. */
export function argumentsOf(fn: AggregateName, body: Json, place: Place): { arg: Expr; option: Expr | null } {
  if (body.agg_star === true) {
    if (fn !== 'count') throw unsupported(`${fn}(*)`);
    return { arg: { kind: 'star' }, option: null };
  }
  const [arg, option, ...more] = listOf(body.args).map((item) => place.lower.expr(item, place));
  const takes = fn === 'string_agg' ? 2 : 1;
  if (arg === undefined || more.length > 0 || (option === undefined) !== (takes === 1)) {
    throw unsupported(
      `${fn}() with ${listOf(body.args).length} arguments`,
      `${fn}() takes ${takes === 1 ? 'one argument' : 'a text and a separator'}`,
    );
  }
  return { arg, option: option ?? null };
}

/** Percentiles and the mode sort what they are of. */
function withinGroup(fn: AggregateName, body: Json, place: Place): Aggregate {
  const [item, ...others] = readOrder(listOf(body.agg_order), (node) => place.lower.expr(node, place));
  const [fraction, ...more] = listOf(body.args).map((arg) => place.lower.expr(arg, place));
  if (item === undefined || others.length > 0 || more.length > 0) throw unsupported(`${fn}() WITHIN GROUP with these arguments`);
  if (fn === 'mode') return { kind: 'aggregate', fn, arg: item.expr };
  if (fn !== 'percentile_cont' && fn !== 'percentile_disc') throw unsupported(`${fn}() WITHIN GROUP`);
  if (fraction === undefined || fraction.kind === 'array') throw unsupported('several percentiles at once', `${fn}() takes one fraction`);
  if (item.direction === 'asc') return { kind: 'aggregate', fn, arg: item.expr, option: fraction };
  if (fn === 'percentile_disc') throw unsupported('percentile_disc() in descending order');
  return { kind: 'aggregate', fn, arg: item.expr, option: fromTheEnd(fraction) };
}

/** A continuous percentile counted from the other end. */
const fromTheEnd = (fraction: Expr): Expr =>
  fraction.kind === 'literal' && typeof fraction.value === 'number'
    ? { kind: 'literal', value: Number((1 - fraction.value).toPrecision(15)), type: 'decimal' }
    : { kind: 'arithmetic', op: '-', left: integer(1), right: fraction };
