import type { Expr, Select } from '../../plan.ts';
import type { Outcome } from '../../planner.ts';
import type { Schema } from '../../schema.ts';

/**
 * "Customers and their number of orders, including those without any": the count is read by `ask` without what is said of those
 * that have none, and then keeps them, with 0. Null when the question says no such thing or the rest is not such a count.
 */
export function readIncluding(text: string, schema: Schema, ask: (text: string) => Outcome): Outcome | null {
  const found = INCLUDING.exec(text);
  if (found === null) return null;
  const outcome = ask(`${text.slice(0, found.index)}${text.slice(found.index + found[0].length)}`);
  if (outcome.kind !== 'plan' || outcome.plan.kind !== 'select') return null;
  const plan = keepAll(outcome.plan, schema);
  return plan === null ? null : { ...outcome, plan };
}

const INCLUDING =
  /,?\s*(?:\(\s*)?(?:also\s+)?(?:including|even|and include|counting)\s+(?:the\s+)?(?:those|ones|[a-z]+)\s+(?:(?:that|who|which)\s+)?(?:with\s+(?:no|zero|0)|without(?:\s+any)?|(?:have|has|had)\s+(?:no|none|zero|0))(?:\s+[a-z]+)?(?:\s*\))?(?=\s*[.?!]*\s*$)/i;

/** Rows that are counted by what is joined to them, with those that have nothing to count. */
function keepAll(plan: Select, schema: Schema): Select | null {
  const { joins = [], groupBy, columns, where, having, limit, from } = plan;
  const last = joins.at(-1)?.source;
  if (groupBy === undefined || where !== undefined || having !== undefined || limit !== undefined) return null;
  if (from?.kind !== 'table' || last?.kind !== 'table') return null;
  const key = schema.tables.find(({ name }) => name === last.table)?.primaryKey[0];
  const grouped = groupBy.every((expr) => expr.kind === 'column' && expr.table === from.as);
  const plain = columns.every(({ expr }) => expr.kind === 'column' || isCount(expr));
  if (key === undefined || !grouped || !plain || !columns.some(({ expr }) => isCount(expr))) return null;
  const counted = (expr: Expr): Expr =>
    isCount(expr) ? { kind: 'aggregate', fn: 'count', arg: { kind: 'column', table: last.as, column: key } } : expr;
  return {
    ...plan,
    columns: columns.map(({ expr, as }) => ({ expr: counted(expr), as })),
    joins: joins.map((join) => ({ ...join, type: 'left' as const })),
    ...(plan.orderBy === undefined ? {} : { orderBy: plan.orderBy.map((order) => ({ ...order, expr: counted(order.expr) })) }),
  };
}

const isCount = (expr: Expr): boolean => expr.kind === 'aggregate' && expr.fn === 'count' && expr.arg.kind === 'star';
