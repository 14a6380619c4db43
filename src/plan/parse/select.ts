import type { Json } from '../../guard/postgres-json.ts';
import type { Expr, Query, Select } from '../plan.ts';
import { readFrom } from './from.ts';
import { readGroups } from './group.ts';
import { readOrder, readSlice, sortKey } from './order.ts';
import { namedOf, scopeOf, shownOf, uniqueOutputs } from './output.ts';
import { freshName, type Lowered, type Place } from './place.ts';
import { unsupported } from './refuse.ts';
import { withRows } from './rows-select.ts';
import { readTargets } from './target.ts';
import { bodyIf, bodyOf, listOf, recordOf, textOf } from './tree.ts';
import { readWith } from './with.ts';

/** A SELECT, VALUES or set operation. `outer.scope` is the query around it, whose names it may use. */
export function readQuery(select: Json, outer: Place): Lowered {
  if (select.lockingClause !== undefined) throw unsupported('a locking clause (FOR UPDATE, FOR SHARE)');
  if (select.intoClause !== undefined) throw unsupported('SELECT INTO');
  const { ctes, place } = readWith(select.withClause, outer);
  const read = select.op !== 'SETOP_NONE' ? readSetOperation : select.valuesLists !== undefined ? readValues : readSelect;
  const lowered = read(select, place);
  return ctes.length === 0 ? lowered : { ...lowered, query: { ...lowered.query, with: [...ctes] } };
}

function readSelect(select: Json, outer: Place): Lowered {
  const from = readFrom(listOf(select.fromClause), outer);
  const windows = new Map(
    listOf(select.windowClause)
      .map((item) => bodyOf(item, 'WindowDef'))
      .map((body) => [textOf(body.name), body]),
  );
  const place: Place = { ...outer, scope: scopeOf(from?.named ?? [], from?.visible ?? [], outer.scope), windows };
  const targets = readTargets(select, place);
  const outputs = uniqueOutputs(targets.outputs);
  const groups = readGroups(select, outputs, place);
  const orderBy = readOrder(listOf(select.sortClause), (node) => sortKey(node, outputs, place));
  const query: Select = {
    kind: 'select',
    ...readDistinct(listOf(select.distinctClause), (node) => sortKey(node, outputs, place)),
    columns: outputs.map(({ expr, as }) => ({ expr, as })),
    ...(from === null ? {} : { from: from.source }),
    ...(from !== null && from.joins.length > 0 ? { joins: [...from.joins] } : {}),
    ...(select.whereClause === undefined ? {} : { where: place.lower.expr(select.whereClause, place) }),
    ...groups,
    ...(select.havingClause === undefined ? {} : { having: place.lower.expr(select.havingClause, place) }),
    ...(orderBy.length > 0 ? { orderBy } : {}),
    ...readSlice(select),
  };
  return { query: targets.rows === null ? query : withRows(query, targets.rows, place), columns: shownOf(outputs, place) };
}

/** DISTINCT stands in the tree as a list with one empty place. */
function readDistinct(items: readonly unknown[], key: (node: unknown) => Expr): Pick<Select, 'distinct' | 'distinctOn'> {
  const [first] = items;
  if (first === undefined) return {};
  return Object.keys(recordOf(first)).length === 0 ? { distinct: true } : { distinctOn: items.map(key) };
}

function readValues(select: Json, place: Place): Lowered {
  const rows = listOf(select.valuesLists).map((row) => listOf(bodyIf(row, 'List')?.items).map((item) => place.lower.expr(item, place)));
  const width = rows[0]?.length ?? 0;
  if (rows.some((row) => row.length !== width))
    throw unsupported('VALUES of different widths', 'The rows of VALUES have different numbers of values');
  const columns = Array.from({ length: width }, (_, at) => `column${at + 1}`);
  const as = freshName('rows', place.statement);
  const shown = columns.map((name, at) => ({ name, as: name, type: rows[0]?.[at] && place.statement.types.get(rows[0][at]) }));
  return sliced(select, { from: { kind: 'values', rows, columns, as }, as, columns: shown }, place);
}

const SET_OPERATIONS = { SETOP_UNION: 'union', SETOP_INTERSECT: 'intersect', SETOP_EXCEPT: 'except' } as const;

function readSetOperation(select: Json, place: Place): Lowered {
  const op = SET_OPERATIONS[textOf(select.op) as keyof typeof SET_OPERATIONS];
  const left = place.lower.query(recordOf(select.larg), place);
  const right = place.lower.query(recordOf(select.rarg), place);
  if (left.columns.length !== right.columns.length) {
    const widths = `${left.columns.length} and ${right.columns.length}`;
    throw unsupported(`${op.toUpperCase()} of different widths`, `The sides of ${op.toUpperCase()} have ${widths} columns`);
  }
  const query: Query = { kind: 'set', op, left: left.query, right: right.query, ...(select.all === true ? { all: true } : {}) };
  if (select.sortClause === undefined && select.limitCount === undefined && select.limitOffset === undefined) {
    return { query, columns: left.columns };
  }
  const as = freshName('combined', place.statement);
  return sliced(select, { from: { kind: 'derived', query, as }, as, columns: left.columns }, place);
}

/** Everything of one source, in the order and cut that stand behind a set operation or VALUES. */
function sliced(
  select: Json,
  { from, as, columns }: { from: Select['from']; as: string } & Pick<Lowered, 'columns'>,
  outer: Place,
): Lowered {
  const named = namedOf(as, as, columns, outer);
  const outputs = named.fields.map(({ name, expr }, at) => ({ name, expr, as: columns[at]?.as ?? name }));
  const place: Place = { ...outer, scope: scopeOf([named], named.fields, outer.scope) };
  const orderBy = readOrder(listOf(select.sortClause), (node) => sortKey(node, outputs, place));
  const query: Select = {
    kind: 'select',
    columns: outputs.map(({ expr, as: name }) => ({ expr, as: name })),
    from,
    ...(orderBy.length > 0 ? { orderBy } : {}),
    ...readSlice(select),
  };
  return { query, columns };
}
