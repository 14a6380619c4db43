import type { Json } from '../../guard/postgres-json.ts';
import type { Expr, Join, Source } from '../plan.ts';
import type { Tables } from './join.ts';
import { readStar } from './names.ts';
import { namedOf, nameFor, type Output } from './output.ts';
import { freshName, type Place } from './place.ts';
import { unsupported } from './refuse.ts';
import { readTableFunction, tableFunctionCalled } from './table-function.ts';
import { bodyIf, bodyOf, listOf, partsOf, systemName, textOf } from './tree.ts';

export interface Targets {
  readonly outputs: readonly Output[];
  readonly from: Source | null;
  readonly joins: readonly Join[];
}

/** The select list. A function of rows in it becomes a source: each row of FROM once for each of its rows. */
export function readTargets(select: Json, tables: Tables | null, place: Place): Targets {
  const items = listOf(select.targetList);
  if (items.length === 0) throw unsupported('SELECT without columns');
  const calls = items.map((item) => rowsCall(bodyOf(item, 'ResTarget').val));
  const added = calls.some((call) => call !== null) ? addRows(select, calls, place) : null;
  const outputs = items.flatMap((item, at) =>
    calls[at] && added ? [{ name: outputName(item), expr: added.expr }] : readTarget(item, place),
  );
  if (added && outputs.some(({ expr }) => summarises(expr))) throw unsupported('a function of rows beside an aggregate');
  const own = tables === null ? { from: null, joins: [] } : { from: tables.source, joins: tables.joins };
  if (added === null) return { outputs, ...own };
  if (own.from === null) return { outputs, from: added.source, joins: [] };
  return { outputs, from: own.from, joins: [...own.joins, { type: 'cross', source: added.source }] };
}

/** One item of a select list or of RETURNING: several outputs when it is a star. */
export function readTarget(item: unknown, place: Place): Output[] {
  const { val } = bodyOf(item, 'ResTarget');
  const column = bodyIf(val, 'ColumnRef');
  if (column !== null && partsOf(column).at(-1) === null) return readStar(column, place).map(({ name, expr }) => ({ name, expr }));
  return [{ name: outputName(item), expr: place.lower.expr(val, place) }];
}

function outputName(item: unknown): string {
  const { name, val } = bodyOf(item, 'ResTarget');
  return typeof name === 'string' ? name : nameFor(val);
}

function rowsCall(value: unknown): Json | null {
  const call = bodyIf(value, 'FuncCall');
  return call !== null && tableFunctionCalled(textOf(systemName(call.funcname, 'the function'))) ? call : null;
}

function addRows(select: Json, calls: readonly (Json | null)[], place: Place): { source: Source; expr: Expr } {
  const [call, ...others] = calls.filter((each) => each !== null);
  if (call === undefined || others.length > 0) throw unsupported('several functions of rows in one select list');
  if (select.groupClause !== undefined || select.havingClause !== undefined) throw unsupported('a function of rows beside GROUP BY');
  const name = systemName(call.funcname, 'the function');
  const { source } = readTableFunction(call, { alias: freshName(`${name}_rows`, place.statement), column: name }, place);
  if (source.args.some(summarises)) throw unsupported('a function of rows over an aggregate');
  const [field] = namedOf(source.as, source.as, [{ name: source.column, as: source.column, type: undefined }], place).fields;
  if (field === undefined) throw unsupported('this function of rows');
  return { source, expr: field.expr };
}

/** Whether an aggregate or window function stands in an expression itself, not in a query inside it. */
function summarises(expr: unknown): boolean {
  if (Array.isArray(expr)) return expr.some(summarises);
  if (typeof expr !== 'object' || expr === null) return false;
  const kind = 'kind' in expr ? expr.kind : undefined;
  if (kind === 'aggregate' || kind === 'window') return true;
  return kind !== 'select' && kind !== 'set' && Object.values(expr).some(summarises);
}
