import type { Expr, Select } from '../../plan/plan.ts';
import { sourcesOf } from './level.ts';

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
