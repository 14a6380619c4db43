import type { Json } from '../../guard/postgres-json.ts';
import type { Cte, Delete, Expr, Insert, Update } from '../plan.ts';
import type { Table } from '../schema.ts';
import { integer } from './constant.ts';
import { aliasOf, readFrom, readTable } from './from.ts';
import { readInsertRows } from './insert-rows.ts';
import type { Tables } from './join.ts';
import { columnNamed } from './names.ts';
import { namedOf, scopeOf, uniqueOutputs } from './output.ts';
import type { Named, Place, Scope, Shown } from './place.ts';
import { unsupported } from './refuse.ts';
import { columnType } from './sql-type.ts';
import { readTarget } from './target.ts';
import { bodyIf, bodyOf, listOf, recordOf, textOf } from './tree.ts';
import { tablesIn } from './walk.ts';
import { attach, readWith } from './with.ts';

/** INSERT of rows or of a query's rows. A WITH before it belongs to the queries in it. */
export function readInsert(body: Json, outer: Place): Insert {
  if (body.override !== 'OVERRIDING_NOT_SET') throw unsupported('OVERRIDING');
  const target = readWritten(body.relation, outer);
  const { ctes, place: inner } = readWith(body.withClause, outer);
  const columns = listOf(body.cols).map((item) => columnOf(item, target.table));
  const rows = readInsertRows(body.selectStmt, columns, target.table, inner);
  const query = rows.query && ctes.length > 0 ? { ...rows.query, with: [...ctes, ...(rows.query.with ?? [])] } : rows.query;
  const place = within(inner, [target.named], target.named.fields);
  const onConflict = body.onConflictClause === undefined ? undefined : readConflict(recordOf(body.onConflictClause), target, inner);
  return {
    kind: 'insert',
    table: target.table.name,
    columns: [...rows.columns],
    rows: rows.rows.map((row) => row.map((value) => attach(value, ctes))),
    ...(query === undefined ? {} : { query }),
    ...(onConflict === undefined ? {} : { onConflict }),
    ...readReturning(body, place),
  };
}

/** UPDATE. What other tables in FROM have to say becomes subqueries. */
export function readUpdate(body: Json, outer: Place): Update {
  const { ctes, target, others, place } = readChange(body, listOf(body.fromClause), outer);
  const where = readWhere(body, place);
  const set = readSet(listOf(body.targetList), target.table, place).map(({ column, value }) => ({
    column,
    value: attach(others === null ? value : fromOthers(value, others, where), ctes),
  }));
  return { kind: 'update', table: target.table.name, set, ...changedRows(where, others, ctes), ...returningOf(body, target, ctes, place) };
}

/** DELETE, its USING as a subquery. */
export function readDelete(body: Json, outer: Place): Delete {
  const { ctes, target, others, place } = readChange(body, listOf(body.usingClause), outer);
  const where = readWhere(body, place);
  return { kind: 'delete', table: target.table.name, ...changedRows(where, others, ctes), ...returningOf(body, target, ctes, place) };
}

/** The rows that a write is about: with other tables, those for which they have a row. */
function changedRows(where: Condition, others: Tables | null, ctes: readonly Cte[]): Condition {
  if (others === null) return where.where === undefined ? {} : { where: attach(where.where, ctes) };
  const one = { expr: integer(1), as: 'one' };
  return { where: attach({ kind: 'exists', query: { kind: 'select', columns: [one], ...tablesOf(others), ...where } }, ctes) };
}

/** A new value that other tables give. Where several of their rows match, the engine refuses to choose one. */
function fromOthers(value: Expr, others: Tables, where: Condition): Expr {
  const aliases = new Set([others.source, ...others.joins.map(({ source }) => source)].map(({ as }) => as));
  if (![...tablesIn(value)].some((table) => aliases.has(table))) return value;
  return { kind: 'scalarQuery', query: { kind: 'select', columns: [{ expr: value, as: 'value' }], ...tablesOf(others), ...where } };
}

const tablesOf = ({ source, joins }: Tables) => ({ from: source, ...(joins.length > 0 ? { joins: [...joins] } : {}) });

function returningOf(body: Json, target: Target, ctes: readonly Cte[], place: Place): Returning {
  const { returning } = readReturning(body, within(place, [target.named], target.named.fields));
  return returning === undefined ? {} : { returning: returning.map(({ expr, as }) => ({ expr: attach(expr, ctes), as })) };
}

type Condition = { where?: Expr };
type Returning = { returning?: { expr: Expr; as: string }[] };

interface Target {
  readonly table: Table;
  readonly named: Named;
}

/** The table that is written. The plan knows it by its own name, whatever its alias is. */
function readWritten(relation: unknown, place: Place): Target {
  const body = recordOf(relation);
  const name = textOf(body.relname);
  const { alias } = aliasOf(body, name);
  const table = readTable(body, place);
  if (alias !== table.name) place.statement.hiddenNames.add(table.name);
  const columns = table.columns.map((column): Shown => ({ name: column.name, as: column.name, type: columnType(column) }));
  return { table, named: namedOf(alias, table.name, columns, place) };
}

function readChange(body: Json, from: readonly unknown[], outer: Place) {
  const target = readWritten(body.relation, outer);
  const { ctes, place: inner } = readWith(body.withClause, outer);
  const others = readFrom(from, inner);
  if (others?.named.some(({ alias }) => alias === target.named.alias)) {
    throw unsupported('one name for two tables', `The name ${target.named.alias} stands for two tables; give each an alias of its own`);
  }
  const named = [target.named, ...(others?.named ?? [])];
  const place = within(inner, named, [...target.named.fields, ...(others?.visible ?? [])]);
  return { ctes, target, others, place };
}

const within = (place: Place, named: readonly Named[], visible: Scope['visible']): Place => ({
  ...place,
  scope: scopeOf(named, visible, null),
});

const readWhere = (body: Json, place: Place): Condition =>
  body.whereClause === undefined ? {} : { where: place.lower.expr(body.whereClause, place) };

function columnOf(item: unknown, table: Table): string {
  const target = bodyOf(item, 'ResTarget');
  if (target.indirection !== undefined) throw unsupported('a part of a column as the target of a write');
  return columnNamed(table, textOf(target.name));
}

function readSet(items: readonly unknown[], table: Table, place: Place): { column: string; value: Expr }[] {
  const set = items.map((item) => ({
    column: columnOf(item, table),
    value: place.lower.expr(assigned(bodyOf(item, 'ResTarget').val), place),
  }));
  if (new Set(set.map(({ column }) => column)).size < set.length) throw unsupported('one column set twice');
  return set;
}

/** `(a, b) = (1, 2)` stands in the tree as one reference a column. */
function assigned(value: unknown): unknown {
  const multiple = bodyIf(value, 'MultiAssignRef');
  if (multiple === null) return value;
  const row = bodyIf(multiple.source, 'RowExpr');
  const item = listOf(row?.args)[Number(multiple.colno) - 1];
  if (item === undefined) throw unsupported('several columns set at once from a query');
  return item;
}

/** RETURNING; all of the table's columns are what a plan without it gives back. */
function readReturning(body: Json, place: Place): Returning {
  const clause = recordOf(body.returningClause);
  const items = listOf(clause.exprs ?? body.returningList);
  if (listOf(clause.options).length > 0) throw unsupported('RETURNING WITH');
  if (items.length === 0) return {};
  return { returning: uniqueOutputs(items.flatMap((item) => readTarget(item, place))).map(({ expr, as }) => ({ expr, as })) };
}

function readConflict(clause: Json, target: Target, place: Place): NonNullable<Insert['onConflict']> {
  const infer = recordOf(clause.infer);
  if (infer.conname !== undefined) throw unsupported('ON CONFLICT ON CONSTRAINT', 'Name the columns: ON CONFLICT (…)');
  if (infer.whereClause !== undefined) throw unsupported('ON CONFLICT … WHERE on an index');
  const columns = listOf(infer.indexElems).map((item) => {
    const { name, expr } = bodyOf(item, 'IndexElem');
    if (expr !== undefined || typeof name !== 'string') throw unsupported('ON CONFLICT over an expression');
    return columnNamed(target.table, name);
  });
  if (clause.action === 'ONCONFLICT_NOTHING') return { action: 'nothing', ...(columns.length > 0 ? { columns } : {}) };
  if (clause.action !== 'ONCONFLICT_UPDATE') throw unsupported('this kind of ON CONFLICT');
  const shown = target.table.columns.map((column): Shown => ({ name: column.name, as: column.name, type: columnType(column) }));
  const excluded = namedOf('excluded', 'excluded', shown, place);
  const inside = within(place, [target.named, excluded], target.named.fields);
  return { action: 'update', columns, set: readSet(listOf(clause.targetList), target.table, inside), ...readWhere(clause, inside) };
}
