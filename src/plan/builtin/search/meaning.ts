import type { Expr, Query, Select } from '../../plan.ts';

/**
 * A key that two plans share when they only differ in what inner joins make equal: departments.id or
 * employees.department_id, a parent joined for its key alone, the order of joins and of columns, and a group by the name or by the
 * key of what is named.
 */
export function meaningOf(query: Query, keyOf: (table: string) => readonly string[]): string {
  if (query.kind === 'set') return `${query.op}(${meaningOf(query.left, keyOf)},${meaningOf(query.right, keyOf)})`;
  const classes = joinClasses(query);
  const { kind: _kind, joins, from, groupBy, ...rest } = query;
  const plain = rest.columns.some(({ expr }) => expr.kind === 'column');
  const seenOf = (part: unknown) =>
    JSON.stringify(part, (_key, value: unknown) => {
      if (isQuery(value)) return meaningOf(value, keyOf);
      return isColumn(value) ? (classes.get(columnKey(value)) ?? columnKey(value)) : value;
    });
  const columns = rest.columns.map(({ expr }) => seenOf(expr)).sort();
  const seen = seenOf([{ ...rest, columns }, plain ? [] : groupBy]);
  const sources = [...(from ? [from] : []), ...(joins ?? []).map(({ source }) => source)];
  const kept = sources.filter((source) => source.kind !== 'table' || !isDropped(source, query, keyOf));
  return `${kept
    .map((source) => JSON.stringify(source))
    .sort()
    .join()} ${seen}`;
}

/** A parent of which only the key is used, which its children hold as well. */
function isDropped(source: { table: string; as: string }, query: Select, keyOf: (table: string) => readonly string[]): boolean {
  const key = keyOf(source.table);
  if (key.length !== 1 || (query.joins ?? []).length === 0) return false;
  const only = `${source.as}.${key[0]}`;
  const { kind: _kind, joins, from: _from, ...rest } = query;
  const used = new Set<string>();
  JSON.stringify([rest, joins], (_key, value: unknown) => {
    if (isColumn(value) && value.table === source.as) used.add(columnKey(value));
    return value;
  });
  return [...used].every((column) => column === only);
}

type ColumnExpr = Expr & { kind: 'column' };

const isColumn = (value: unknown): value is ColumnExpr =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'column' && 'table' in value;

const isQuery = (value: unknown): value is Query =>
  typeof value === 'object' && value !== null && 'kind' in value && (value.kind === 'select' || value.kind === 'set');

const columnKey = ({ table, column }: ColumnExpr) => `${table}.${column}`;

/** For each joined column the first name, in order, of those that are equal to it. */
function joinClasses({ joins }: Select): Map<string, string> {
  const classes = new Map<string, string>();
  for (const { type, on } of joins ?? []) {
    if (type !== 'inner' || !on) continue;
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
