import type { Expr, Select } from '../plan.ts';
import { freshName, type Place } from './place.ts';
import { unsupported } from './refuse.ts';
import type { Rows } from './target.ts';
import { summarises, tablesIn } from './walk.ts';

/** A query whose select list holds a function of rows, with that function as a source. */
export function withRows(query: Select, rows: Rows, place: Place): Select {
  const isSummary = query.groupBy !== undefined || query.having !== undefined || summarises([rows.source.args, query.columns]);
  if (isSummary) return overSummary(query, rows, place);
  if (query.from === undefined) return { ...query, from: rows.source };
  return { ...query, joins: [...(query.joins ?? []), { type: 'cross', source: rows.source }] };
}

/** PostgreSQL makes the rows after it has grouped: what is grouped becomes a source of its own before them. */
function overSummary(query: Select, { source }: Rows, place: Place): Select {
  const { distinct, distinctOn, orderBy, limit, withTies, offset, ...grouped } = query;
  const as = freshName('summary', place.statement);
  const inner: Select['columns'] = [];
  const keep = (expr: Expr, name: string): Expr => {
    inner.push({ expr, as: name });
    return { kind: 'column', table: as, column: name };
  };
  const kept = new Map<Expr, Expr>();
  const columns = query.columns.map(({ expr, as: name }) => {
    const tables = tablesIn(expr);
    const outer = !tables.has(source.as) ? keep(expr, name) : tables.size === 1 && !summarises(expr) ? expr : null;
    if (outer === null) throw unsupported('a function of rows mixed with other columns in one expression');
    kept.set(expr, outer);
    return { expr: outer, as: name };
  });
  const args = source.args.map((arg, at) => (arg.kind === 'literal' ? arg : keep(arg, `${source.column}_${at + 1}_arg`)));
  if (inner.length === 0) throw unsupported('a function of rows beside GROUP BY');
  const moved = (expr: Expr): Expr => {
    const outer = kept.get(expr);
    if (outer === undefined) throw unsupported('ORDER BY something else than a column of a select list with a function of rows');
    return outer;
  };
  return {
    kind: 'select',
    ...(distinct === undefined ? {} : { distinct }),
    ...(distinctOn === undefined ? {} : { distinctOn: distinctOn.map(moved) }),
    columns,
    from: { kind: 'derived', query: { ...grouped, columns: inner }, as },
    joins: [{ type: 'cross', source: { ...source, args } }],
    ...(orderBy === undefined ? {} : { orderBy: orderBy.map((item) => ({ ...item, expr: moved(item.expr) })) }),
    ...(limit === undefined ? {} : { limit }),
    ...(withTies === undefined ? {} : { withTies }),
    ...(offset === undefined ? {} : { offset }),
  };
}
