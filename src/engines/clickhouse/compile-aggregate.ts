import type { Expr, FrameBound, OrderItem } from '../../plan/plan.ts';
import { asText } from './compile-cast.ts';
import { seconds } from './compile-interval.ts';
import type { Expressions } from './expressions.ts';
import type { Level } from './level.ts';
import { refused } from './refuse.ts';
import { isNarrow } from './result-types.ts';
import { asNullable, isDecimal, isFloat, isInt, WIDE_DECIMAL } from './shape.ts';

type Aggregate = Extract<Expr, { kind: 'aggregate' }>;
type Window = Extract<Expr, { kind: 'window' }>;

/** Over no rows every aggregate is NULL and a count 0: the setting `aggregate_functions_null_for_empty` sees to it. */
export function aggregate(to: Expressions, expr: Aggregate, names: Level): string {
  const filter = expr.filter ? [to.condition(expr.filter, names)] : [];
  const { fn, arg } = expr;
  const where = (...conditions: string[]): string => {
    const all = [...filter, ...conditions];
    return all.length > 0 ? ` FILTER (WHERE ${all.join(' AND ')})` : '';
  };
  const distinct = expr.distinct ? 'DISTINCT ' : '';
  const of = (name: string, value = to.render(arg, names)): string => `${name}(${distinct}${value})${where()}`;
  switch (fn) {
    case 'count':
      return of('count');
    case 'sum':
      return of('sum', summed(to, arg, names));
    case 'avg':
      return isFloat(to.shape(arg, names))
        ? of('avg')
        : `(CAST(${of('sum', summed(to, arg, names))} AS ${asNullable(WIDE_DECIMAL, true)}) / nullIf(${of('count')}, 0))`;
    case 'stddev':
    case 'variance': {
      // Of one value there is none; ClickHouse says NaN.
      const value = floating(to, arg, names);
      return `if(${of('count')} > 1, ${of(fn === 'stddev' ? 'stddevSampStable' : 'varSampStable', value)}, NULL)`;
    }
    case 'stddev_pop':
    case 'var_pop':
      return of(fn === 'stddev_pop' ? 'stddevPopStable' : 'varPopStable', floating(to, arg, names));
    case 'min':
    case 'max':
    case 'bool_and':
    case 'bool_or':
      return fn.startsWith('bool') ? `toBool(${of(fn === 'bool_and' ? 'min' : 'max', `toBool(${to.render(arg, names)})`)})` : of(fn);
    case 'percentile_cont':
      return `quantileExactInclusive(${fraction(expr)})(${floating(to, arg, names)})${where()}`;
    case 'percentile_disc': {
      const value = to.render(arg, names);
      const place = `toUInt64(greatest(ceil(${fraction(expr)} * (count(${value})${where()})), 1))`;
      return `arrayElementOrNull(arraySort(groupArray(${value})${where()}), ${place})`;
    }
    case 'mode': {
      const counts = `sumMap([assumeNotNull(${to.render(arg, names)})], [toUInt64(1)])${where(`${to.atom(arg, names)} IS NOT NULL`)}`;
      return `arrayElementOrNull(arraySort((value, times) -> (-times, value), tupleElement(assumeNotNull(${counts}), 1), tupleElement(assumeNotNull(${counts}), 2)), 1)`;
    }
    case 'string_agg': {
      const text = asText(to, arg, names);
      const separator = expr.option ? to.render(expr.option, names) : "''";
      const present = where(`${to.atom(arg, names)} IS NOT NULL`);
      return `if(${`count(*)${present}`} = 0, NULL, arrayStringConcat(${collected(to, expr, text, present, names)}, ${separator}))`;
    }
    case 'array_agg':
      return collected(to, expr, to.render(arg, names), where(), names);
  }
}

/** Over a window; an average is a sum and a count over the same one. */
export function window(to: Expressions, expr: Window, names: Level): string {
  const over = ` OVER (${frameOf(to, expr, names)})`;
  const filter = expr.filter ? ` FILTER (WHERE ${to.condition(expr.filter, names)})` : '';
  const [arg] = expr.args;
  const given = arg ? to.render(arg, names) : '';
  // Where there is no row there is NULL, which a type without it cannot say.
  const value = arg && REACHES.has(expr.fn) && !to.shape(arg, names).nullable ? `toNullable(${given})` : given;
  const of = (name: string, inner = value): string => `${name}(${inner})${filter}${over}`;
  switch (expr.fn) {
    case 'avg':
      if (!arg || isFloat(to.shape(arg, names))) return of('avg');
      return `(CAST(${of('sum', summed(to, arg, names))} AS ${asNullable(WIDE_DECIMAL, true)}) / nullIf(${of('count')}, 0))`;
    case 'sum':
      return of('sum', arg ? summed(to, arg, names) : '');
    case 'stddev':
    case 'variance':
      return `if(${of('count')} > 1, ${of(expr.fn === 'stddev' ? 'stddevSampStable' : 'varSampStable', arg ? floating(to, arg, names) : '')}, NULL)`;
    case 'stddev_pop':
    case 'var_pop':
      return of(expr.fn === 'stddev_pop' ? 'stddevPopStable' : 'varPopStable', arg ? floating(to, arg, names) : '');
    case 'bool_and':
    case 'bool_or':
      return `toBool(${of(expr.fn === 'bool_and' ? 'min' : 'max', `toBool(${value})`)})`;
    case 'first_value':
    case 'last_value':
      return `${expr.fn}(${value}) RESPECT NULLS${over}`;
    case 'lag':
    case 'lead': {
      const [, offset, otherwise] = expr.args;
      const [own = value, last = ''] = arg && otherwise ? to.unified([arg, otherwise], names) : [value];
      const count = offset ? wholeNumber(offset, expr.fn) : 1;
      return `${expr.fn}(${own}${offset || otherwise ? `, ${count}` : ''}${otherwise ? `, ${last}` : ''})${over}`;
    }
    case 'ntile':
      return of('ntile', String(arg ? wholeNumber(arg, 'ntile') : 1));
    case 'nth_value':
      return of('nth_value', `${value}, ${expr.args[1] ? wholeNumber(expr.args[1], 'nth_value') : 1}`);
    case 'array_agg':
      return of('groupArray');
    case 'string_agg':
    case 'percentile_cont':
    case 'percentile_disc':
    case 'mode':
      throw refused(`${expr.fn} over a window`);
    default:
      return of(expr.fn);
  }
}

export const grouping = (to: Expressions, expr: Extract<Expr, { kind: 'grouping' }>, names: Level): string =>
  `grouping(${to.list(expr.args, names)})`;

/** ORDER BY of a query or a window. NULLs stand last unless said otherwise, in both directions. */
export function orderItem(to: Expressions, { expr, direction, nulls }: OrderItem, names: Level): string {
  const value = to.shape(expr, names).type === 'interval' ? seconds(to, expr, names) : to.render(expr, names);
  return `${value}${direction === 'desc' ? ' DESC' : ''}${nulls === 'last' ? '' : ' NULLS FIRST'}`;
}

/** Functions that look at another row. */
const REACHES: ReadonlySet<string> = new Set(['lag', 'lead', 'first_value', 'last_value', 'nth_value']);

/** A sum of 64-bit numbers would wrap round silently. */
function summed(to: Expressions, arg: Expr, names: Level): string {
  const shape = to.shape(arg, names);
  const value = to.render(arg, names);
  return isInt(shape) && !isNarrow(shape) ? `toDecimal128(${value}, 0)` : value;
}

function floating(to: Expressions, arg: Expr, names: Level): string {
  const shape = to.shape(arg, names);
  return isDecimal(shape) ? `toFloat64(${to.render(arg, names)})` : to.render(arg, names);
}

/** A parameter of a function has to be a constant of the statement; the checker has made sure that it is a number from 0 to 1. */
function fraction({ option }: Aggregate): string {
  const share = option?.kind === 'literal' ? Number(option.value) : Number.NaN;
  if (!(share >= 0 && share <= 1)) throw refused('a percentile that is not a constant');
  return String(share);
}

function wholeNumber(expr: Expr, fn: string): number {
  const count = expr.kind === 'literal' ? Number(expr.value) : Number.NaN;
  if (!Number.isSafeInteger(count)) throw refused(`${fn} with a number that is not a constant`);
  return count;
}

/** The values in an array, NULLs among them, sorted as asked. */
function collected(to: Expressions, expr: Aggregate, value: string, filter: string, names: Level): string {
  const order = expr.orderBy ?? [];
  if (order.length === 0) {
    if (expr.distinct) return `arraySort(groupUniqArray(${value})${filter})`;
    return expr.fn === 'string_agg' ? `groupArray(${value})${filter}` : `arrayMap(each -> each.1, groupArray(tuple(${value}))${filter})`;
  }
  const direction = order[0]?.direction ?? 'asc';
  if (order.some((item) => item.direction !== direction)) throw refused(`${expr.fn} sorted in two directions`);
  const keys = order.flatMap(({ expr: key, nulls }) => {
    const text = to.render(key, names);
    return [`isNull(${text}) = ${(nulls === 'last') === (direction === 'asc') ? 1 : 0}`, text];
  });
  const sort = direction === 'asc' ? 'arraySort' : 'arrayReverseSort';
  return `arrayMap(each -> each.${keys.length + 1}, ${sort}(group${expr.distinct ? 'Uniq' : ''}Array(tuple(${[...keys, value].join(', ')}))${filter}))`;
}

function frameOf(to: Expressions, expr: Window, names: Level): string {
  const parts: string[] = [];
  if (expr.partitionBy) parts.push(`PARTITION BY ${to.list(expr.partitionBy, names)}`);
  if (expr.orderBy?.length) parts.push(`ORDER BY ${expr.orderBy.map((item) => orderItem(to, item, names)).join(', ')}`);
  if (expr.frame) {
    if (expr.frame.unit === 'groups') throw refused('a frame of GROUPS');
    const bound = (each: FrameBound): string =>
      'offset' in each ? `${wholeNumber(each.offset, 'a frame')} ${BOUNDS[each.kind]}` : BOUNDS[each.kind];
    parts.push(`${expr.frame.unit.toUpperCase()} BETWEEN ${bound(expr.frame.start)} AND ${bound(expr.frame.end)}`);
  }
  return parts.join(' ');
}

const BOUNDS: Record<FrameBound['kind'], string> = {
  unboundedPreceding: 'UNBOUNDED PRECEDING',
  preceding: 'PRECEDING',
  currentRow: 'CURRENT ROW',
  following: 'FOLLOWING',
  unboundedFollowing: 'UNBOUNDED FOLLOWING',
};
