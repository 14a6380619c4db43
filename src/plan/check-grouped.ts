import { Fault } from '../fault.ts';
import type { Expr, Select, Source } from './plan.ts';
import type { Schema } from './schema.ts';

/**
 * Every column outside an aggregate is one of the group's keys, or belongs to a table whose primary key is grouped
 * (SQL:1999 functional dependency, as in Postgres). Fault `invalid_value` that names the column.
 */
export function checkGrouped(query: Select, schema: Schema): void {
  const shown = [...query.columns.map(({ expr }) => expr), ...(query.orderBy ?? []).map(({ expr }) => expr)];
  if (query.having) shown.push(query.having);
  if (!query.groupBy && !query.having && !shown.some(hasAggregate)) return;
  const keys = new Set((query.groupBy ?? []).map((expr) => JSON.stringify(expr)));
  const sources = [...(query.from ? [query.from] : []), ...(query.joins ?? []).map(({ source }) => source)];
  const own = new Map(sources.map((source) => [source.as, source]));
  const decided = new Set(sources.filter((source) => keyIsGrouped(source, keys, schema)).map(({ as }) => as));
  const check = (expr: Expr): void => {
    if (expr.kind === 'aggregate' || keys.has(JSON.stringify(expr))) return;
    if (expr.kind === 'column' && own.has(expr.table) && !decided.has(expr.table)) {
      const reason = `${expr.table}.${expr.column} has to be one of the columns that are grouped by, or inside an aggregate`;
      throw new Fault('invalid_value', { params: { column: expr.column, reason } });
    }
    for (const part of partsOf(expr)) check(part);
  };
  for (const expr of shown) check(expr);
}

function keyIsGrouped(source: Source, keys: ReadonlySet<string>, schema: Schema): boolean {
  if (source.kind !== 'table') return false;
  const key = schema.tables.find(({ name }) => name === source.table)?.primaryKey ?? [];
  return key.length > 0 && key.every((column) => keys.has(JSON.stringify({ kind: 'column', table: source.as, column })));
}

/** Not inside subqueries, whose aggregates are their own. */
const hasAggregate = (expr: Expr): boolean => expr.kind === 'aggregate' || partsOf(expr).some(hasAggregate);

/** The expressions directly inside this one; queries are left alone. */
function partsOf(expr: Expr): Expr[] {
  const parts: Expr[] = [];
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) value.forEach(collect);
    else if (isExpr(value)) parts.push(value);
    else if (!isQuery(value)) Object.values(value).forEach(collect);
  };
  Object.values(expr).forEach(collect);
  return parts;
}

const isQuery = (value: object): boolean => 'kind' in value && (value.kind === 'select' || value.kind === 'set');
/** Frame bounds have a kind too, and hold expressions. */
const isExpr = (value: object): value is Expr => 'kind' in value && !isQuery(value) && !FRAME_BOUNDS.has(String(value.kind));
const FRAME_BOUNDS: ReadonlySet<string> = new Set(['preceding', 'following', 'currentRow', 'unboundedPreceding', 'unboundedFollowing']);
