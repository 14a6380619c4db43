import type { Expr, Query, Select } from '../plan.ts';

/**
 * A key that two plans share when they only differ in what inner joins make equal: departments.id or
 * employees.department_id, and the order in which tables are joined.
 */
export function meaningOf(query: Query): string {
  if (query.kind === 'set') return `${query.op}(${meaningOf(query.left)},${meaningOf(query.right)})`;
  const classes = joinClasses(query);
  const { joins, from, ...rest } = query;
  const sources = [from, ...(joins ?? []).map(({ source }) => source)].map((source) => JSON.stringify(source)).sort();
  const seen = JSON.stringify(rest, (_key, value: unknown) =>
    isColumn(value) ? (classes.get(columnKey(value)) ?? columnKey(value)) : value,
  );
  return `${sources.join()} ${[...new Set(classes.values())].sort().join()} ${seen}`;
}

type ColumnExpr = Expr & { kind: 'column' };

const isColumn = (value: unknown): value is ColumnExpr =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'column' && 'table' in value;

const columnKey = ({ table, column }: ColumnExpr) => `${table}.${column}`;

/** For each joined column the first name, in order, of those that are equal to it. */
function joinClasses({ joins }: Select): Map<string, string> {
  const classes = new Map<string, string>();
  for (const { type, on } of joins ?? []) {
    if (type !== 'inner') continue;
    for (const part of on.kind === 'and' ? on.args : [on]) {
      if (part.kind !== 'compare' || part.op !== '=' || !isColumn(part.left) || !isColumn(part.right)) continue;
      const left = classes.get(columnKey(part.left)) ?? columnKey(part.left);
      const right = classes.get(columnKey(part.right)) ?? columnKey(part.right);
      const first = left < right ? left : right;
      classes.set(columnKey(part.left), first).set(columnKey(part.right), first);
      for (const [column, known] of classes) if (known === left || known === right) classes.set(column, first);
    }
  }
  return classes;
}
