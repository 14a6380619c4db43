import type { Expr, Join, Select } from '../../plan.ts';
import { all, conjuncts, named, type Shown } from '../linking/expressions.ts';

/**
 * Two plans as one that shows what both do, where their rows are the same: the columns of both, of the same rows or groups. Numbers of
 * different rows of the same groups count those of their own alone. Null where one cannot stand beside the other.
 */
export function merged(one: Select, other: Select): Select | null {
  if (isPlain(one) && isPlain(other)) return sameRows(one, other);
  if (!isMeasured(one) || !isMeasured(other)) return null;
  if (isNumber(one) && isNumber(other)) return beside(one, other);
  return sameGroups(one, other);
}

/** Whether every column of a plan is one of the row itself. */
const isPlain = (plan: Select): boolean =>
  plan.groupBy === undefined &&
  plan.distinctOn === undefined &&
  plan.from?.kind === 'table' &&
  plan.columns.every(({ expr }) => expr.kind !== 'star' && !holdsAggregate(expr));

const isMeasured = (plan: Select): boolean =>
  plan.distinct !== true && plan.distinctOn === undefined && plan.having === undefined && measuresOf(plan).length > 0;

/** A plan of one row, of numbers. */
export const isNumber = (plan: Select): boolean =>
  plan.groupBy === undefined &&
  plan.limit === undefined &&
  plan.distinct !== true &&
  plan.columns.every(({ expr }) => holdsAggregate(expr) || expr.kind === 'scalarQuery');

export const measuresOf = ({ columns }: Select): readonly Shown[] => columns.filter(({ expr }) => holdsAggregate(expr));
export const keysShown = ({ columns }: Select): readonly Shown[] => columns.filter(({ expr }) => !holdsAggregate(expr));

export function holdsAggregate(expr: Expr): boolean {
  if (expr.kind === 'aggregate') return true;
  if (expr.kind === 'arithmetic') return holdsAggregate(expr.left) || holdsAggregate(expr.right);
  return (expr.kind === 'cast' && holdsAggregate(expr.arg)) || (expr.kind === 'call' && expr.args.some(holdsAggregate));
}

function sameRows(one: Select, other: Select): Select | null {
  const joins = joinsOf(one, other);
  if (joins === null || said(one.from) !== said(other.from) || !isSame(conjuncts(one.where), conjuncts(other.where))) return null;
  const ordered = [one.orderBy, other.orderBy].filter((order) => order !== undefined);
  if (said(one.limit) !== said(other.limit) && other.limit !== undefined) return null;
  if (other.limit !== undefined && said(one.orderBy) !== said(other.orderBy)) return null;
  const columns = united(one.columns, other.columns);
  // What says nothing more than the first is no second part.
  if (columns.length === one.columns.length) return null;
  const { joins: _joins, ...rest } = one;
  return { ...rest, columns, ...(joins.length > 0 ? { joins } : {}), ...(ordered[0] === undefined ? {} : { orderBy: ordered[0] }) };
}

/** Groups that are told apart in the same way, with the numbers of both. */
function sameGroups(one: Select, other: Select): Select | null {
  if (one.groupBy === undefined || other.groupBy === undefined || !hasSources(one, other)) return null;
  if (!isSame(exprs(keysShown(one)), exprs(keysShown(other)))) return null;
  const [keys, fewer] = one.groupBy.length >= other.groupBy.length ? [one.groupBy, other.groupBy] : [other.groupBy, one.groupBy];
  if (!isWithin(fewer, keys) || other.limit !== undefined) return null;
  const [own, others] = apart(one, other);
  // The first so many are those of all rows that were meant.
  if (one.limit !== undefined && own.length + others.length > 0) return null;
  const where = common(one, other);
  const { where: _where, ...rest } = one;
  return {
    ...rest,
    columns: united([...keysShown(one), ...filtered(measuresOf(one), own)], filtered(measuresOf(other), others)),
    groupBy: keys,
    ...(where.length === 0 ? {} : { where: all([...where]) }),
    ...(one.orderBy === undefined ? {} : { orderBy: one.orderBy.map((order) => ({ ...order, expr: withFilter(order.expr, own) })) }),
  };
}

/** Two numbers of the same rows in one query, others each by a query of its own. */
export function beside(one: Select, other: Select): Select | null {
  const [own, others] = apart(one, other);
  if (hasSources(one, other) && own.length + others.length === 0) {
    const columns = united(one.columns, other.columns);
    return columns.length === one.columns.length ? null : { ...one, columns };
  }
  const column = (plan: Select): Shown => ({ expr: { kind: 'scalarQuery', query: plan }, as: plan.columns[0]?.as ?? 'value' });
  return one.columns.length === 1 && other.columns.length === 1 ? { kind: 'select', columns: named([column(one), column(other)]) } : null;
}

/** The tests that only one of two plans has. */
export function apart(one: Select, other: Select): readonly [readonly Expr[], readonly Expr[]] {
  const [own, others] = [conjuncts(one.where), conjuncts(other.where)];
  return [own.filter((test) => !isIn(test, others)), others.filter((test) => !isIn(test, own))];
}

export function common(one: Select, other: Select): readonly Expr[] {
  const others = conjuncts(other.where);
  return conjuncts(one.where).filter((test) => isIn(test, others));
}

/** Whether two plans are of the same tables, joined alike. */
export const hasSources = (one: Select, other: Select): boolean =>
  one.from?.kind === 'table' && said(one.from) === said(other.from) && isSame(one.joins ?? [], other.joins ?? []);

/** Numbers of the rows alone that pass some tests. */
export const filtered = (columns: readonly Shown[], tests: readonly Expr[]): Shown[] =>
  columns.map(({ expr, as }) => ({ expr: withFilter(expr, tests), as }));

function withFilter(expr: Expr, tests: readonly Expr[]): Expr {
  if (tests.length === 0) return expr;
  if (expr.kind === 'aggregate') return { ...expr, filter: all([...(expr.filter === undefined ? [] : [expr.filter]), ...tests]) };
  if (expr.kind === 'arithmetic') return { ...expr, left: withFilter(expr.left, tests), right: withFilter(expr.right, tests) };
  if (expr.kind === 'cast') return { ...expr, arg: withFilter(expr.arg, tests) };
  return expr.kind === 'call' ? { ...expr, args: expr.args.map((arg) => withFilter(arg, tests)) } : expr;
}

/** The joins of both; null where one alias stands for two of them, or where a join of the second may leave rows of the first out. */
export function joinsOf(one: Select, other: Select): Join[] | null {
  const joins = [...(one.joins ?? [])];
  for (const join of other.joins ?? []) {
    const known = joins.find(({ source }) => source.as === join.source.as);
    if (known === undefined) joins.push(join.type === 'inner' ? { ...join, type: 'left' } : join);
    else if (said(known) !== said(join)) return null;
  }
  return joins;
}

const united = (one: readonly Shown[], other: readonly Shown[]): Shown[] =>
  named([...one, ...other.filter(({ expr }) => !isIn(expr, exprs(one)))]);

const exprs = (columns: readonly Shown[]): Expr[] => columns.map(({ expr }) => expr);
const said = (part: unknown): string => JSON.stringify(part ?? null);
const isIn = (part: unknown, list: readonly unknown[]): boolean => list.some((one) => said(one) === said(part));
const isWithin = (some: readonly unknown[], list: readonly unknown[]): boolean => some.every((one) => isIn(one, list));
const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean => isWithin(one, other) && isWithin(other, one);
