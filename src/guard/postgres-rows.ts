import { isRecord, type Json, namesOf, unwrap } from './postgres-json.ts';
import { MAX_LOOK, seriesLength } from './postgres-sizes.ts';

/** Rows of the queries of a WITH, by their names. */
export type NamedRows = ReadonlyMap<string, number>;

/**
 * The most rows that a SELECT may take from its FROM, as far as lengths of series tell: those of what stands beside each other multiply. What a
 * table holds is not known, and counts as one.
 */
export function rowsFrom(select: Json, named: NamedRows): number {
  const from = Array.isArray(select.fromClause) ? select.fromClause : [];
  return from.reduce<number>((product, item) => product * rowsOf(item, named, 0), 1);
}

function rowsOf(item: unknown, named: NamedRows, look: number): number {
  const wrapped = unwrap(item);
  if (wrapped === null || look > MAX_LOOK || !isRecord(wrapped.body)) return 1;
  const { type, body } = wrapped;
  if (type === 'JoinExpr') return rowsOf(body.larg, named, look + 1) * rowsOf(body.rarg, named, look + 1);
  if (type === 'RangeSubselect') return rowsOfQuery(body.subquery, named, look + 1);
  if (type === 'RangeVar') return (body.schemaname === undefined ? named.get(String(body.relname)) : undefined) ?? 1;
  if (type === 'RangeFunction') return Math.max(1, ...seriesIn(body.functions));
  return 1;
}

/** What a query gives, were none of its rows left out. */
export function rowsOfQuery(query: unknown, named: NamedRows, look = 0): number {
  const select = unwrap(query)?.body;
  if (!isRecord(select) || look > MAX_LOOK) return 1;
  const branches = [select.larg, select.rarg].filter(isRecord);
  if (branches.length > 0) return branches.reduce((sum, branch) => sum + rowsOfQuery({ SelectStmt: branch }, named, look + 1), 0);
  const from = Array.isArray(select.fromClause) ? select.fromClause : [];
  const values = Array.isArray(select.valuesLists) ? select.valuesLists.length : 1;
  const shown = Math.max(1, ...seriesIn(select.targetList));
  return from.reduce<number>((product, item) => product * rowsOf(item, named, look + 1), Math.max(values, shown));
}

/** Lengths of the series below a node, but for those in queries of their own. */
function seriesIn(value: unknown): number[] {
  if (Array.isArray(value)) return value.flatMap(seriesIn);
  if (!isRecord(value)) return [];
  const call = value.FuncCall;
  if (isRecord(call) && namesOf(call.funcname)?.at(-1) === 'generate_series' && Array.isArray(call.args)) return [seriesLength(call.args)];
  return Object.entries(value).flatMap(([type, part]) => (type === 'SubLink' ? [] : seriesIn(part)));
}
