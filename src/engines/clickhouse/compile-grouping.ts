import type { Expr, Select } from '../../plan/plan.ts';
import { sourcesOf } from './level.ts';
import { refused } from './refuse.ts';

/**
 * Columns that are shown beside a grouped primary key and depend on it. PostgreSQL knows that they are the same in a
 * group; for ClickHouse they are further keys.
 */
export function dependentColumns(select: Select): Expr[] {
  const own = new Set(sourcesOf(select).map(({ as }) => as));
  const keys = new Set((select.groupBy ?? []).map((expr) => JSON.stringify(expr)));
  const found = new Map<string, Expr>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      value.forEach(look);
      return;
    }
    const key = JSON.stringify(value);
    if (keys.has(key)) return;
    if ('kind' in value && value.kind === 'aggregate') return;
    if ('kind' in value && value.kind === 'column' && 'table' in value) {
      if (own.has(String(value.table))) found.set(key, value as Expr);
      return;
    }
    Object.values(value).forEach(look);
  };
  look([select.columns.map(({ expr }) => expr), select.having, (select.orderBy ?? []).map(({ expr }) => expr)]);
  return [...found.values()];
}

/**
 * Of grouping sets, ClickHouse tells keys of one table that is joined with itself apart by their names alone: the column of one
 * occurrence keeps its value in the sets of the other. Fault `sql_rejected` where that could be.
 */
export function checkGroupingSets(select: Select): void {
  const tables = new Map(sourcesOf(select).map((source) => [source.as, source.kind === 'table' ? source.table : source.as]));
  const stored = (select.groupBy ?? []).flatMap((key) =>
    key.kind === 'column' ? [JSON.stringify([tables.get(key.table), key.column])] : [],
  );
  if (new Set(stored).size < stored.length) throw refused('grouping sets of the same column of one table twice');
}
