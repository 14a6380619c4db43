import type { Json } from '../../guard/postgres-json.ts';
import type { Expr, Source } from '../plan.ts';
import { crossed, joined, type Tables } from './join.ts';
import { tableNamed } from './names.ts';
import { namedOf, renameColumns, scopeOf } from './output.ts';
import { type Field, freshName, type Named, type Place, planAlias, type Scope, type Shown } from './place.ts';
import { unknownName, unsupported } from './refuse.ts';
import { columnType } from './sql-type.ts';
import { readTableFunction } from './table-function.ts';
import { bodyIf, listOf, namesIn, nodeOf, recordOf, textOf } from './tree.ts';

/** FROM → its sources and the names they offer; null when it is empty. `place.scope` is the query around it. */
export function readFrom(items: readonly unknown[], place: Place): Tables | null {
  let tables: Tables | null = null;
  for (const item of items) {
    const left: Scope | null = tables === null ? place.scope : scopeOf(tables.named, tables.visible, place.scope);
    const next = readItem(item, place, left);
    tables = tables === null ? next : crossed(tables, next, place);
  }
  return tables;
}

/** `left` is what a LATERAL item sees. */
function readItem(item: unknown, place: Place, left: Scope | null): Tables {
  const { type, body } = nodeOf(item);
  if (!Object.hasOwn(ITEMS, type)) throw unsupported(ITEM_NAMES[type] ?? type);
  return ITEMS[type as keyof typeof ITEMS](body, { ...place, depth: place.depth + 1 }, left);
}

const ITEM_NAMES: Readonly<Record<string, string>> = {
  RangeTableSample: 'TABLESAMPLE',
  RangeTableFunc: 'XMLTABLE',
  JsonTable: 'JSON_TABLE',
};

type ReadItem = (body: Json, place: Place, left: Scope | null) => Tables;

const ITEMS = {
  RangeVar: (body, place) => readRelation(body, place),

  RangeSubselect: (body, place, left) => {
    const select = nodeOf(body.subquery).body;
    const { alias, names } = aliasOf(body, null);
    const lateral = body.lateral === true;
    const lowered = place.lower.query(select, lateral ? { ...place, scope: left } : place);
    const { query, columns } = renameColumns(lowered.query, lowered.columns, names);
    const as = alias === null ? freshName('subquery', place.statement) : planAlias(alias, place);
    return single(
      (lateral ? null : valuesSource(query, as)) ?? { kind: 'derived', query, as, ...(lateral ? { lateral } : {}) },
      namedOf(alias ?? as, as, columns, place),
    );
  },

  RangeFunction: (body, place, left) => {
    if (body.ordinality === true) throw unsupported('WITH ORDINALITY');
    if (body.is_rowsfrom === true || listOf(body.functions).length !== 1) throw unsupported('ROWS FROM');
    if (body.coldeflist !== undefined) throw unsupported('a function with column definitions');
    const call = bodyIf(listOf(bodyIf(listOf(body.functions)[0], 'List')?.items)[0], 'FuncCall');
    if (call === null) throw unsupported('this expression in FROM');
    const { alias, names } = aliasOf(body, null);
    const { source, type } = readTableFunction(call, { alias, column: names[0] ?? null }, { ...place, scope: left });
    const named = namedOf(alias ?? source.as, source.as, [{ name: source.column, as: source.column, type }], place);
    const scalar = named.fields[0]?.expr;
    return single(source, scalar ? { ...named, scalar } : named);
  },

  JoinExpr: (body, place, left) => {
    const first = readItem(body.larg, place, left);
    const second = readItem(body.rarg, place, scopeOf(first.named, first.visible, left));
    return joined(body, first, second, place);
  },
} as const satisfies Record<string, ReadItem>;

const single = (source: Source, named: Named): Tables => ({ source, joins: [], named: [named], visible: named.fields });

/** A table of the schema, or a query of WITH. */
function readRelation(body: Json, place: Place): Tables {
  const name = textOf(body.relname);
  const { alias, names } = aliasOf(body, name);
  const cte = body.schemaname === undefined ? place.ctes.get(name) : undefined;
  if (cte !== undefined) {
    const as = planAlias(alias, place);
    return single({ kind: 'cte', name: cte.name, as }, renameFields(namedOf(alias, as, cte.columns, place), names));
  }
  const table = readTable(body, place);
  const as = planAlias(body.alias === undefined ? table.name : alias, place);
  const columns = table.columns.map((column): Shown => ({ name: column.name, as: column.name, type: columnType(column) }));
  return single({ kind: 'table', table: table.name, as }, renameFields(namedOf(alias, as, columns, place), names));
}

/** The table that a statement names, with or without its schema; system catalogues and ONLY are refused. */
export function readTable(body: Json, { schema }: Place) {
  const name = textOf(body.relname);
  if (body.catalogname !== undefined) throw unsupported('a table of another database');
  if (body.schemaname !== undefined && body.schemaname !== 'public') {
    const where = textOf(body.schemaname);
    const there = schema.tables.filter((table) => table.place?.schema === where);
    if (there.length === 0) throw unsupported(`the schema ${where}`, `The schema ${where} cannot be used; name tables without a schema`);
    if (body.inh !== true) throw unsupported('ONLY');
    const found = there.find((table) => table.place?.name === name);
    const known = there.map((table) => table.place?.name ?? table.name);
    if (found === undefined) throw unknownName({ table: `${where}.${name}` }, name, known);
    return found;
  }
  if (name.startsWith('pg_') && !schema.tables.some((table) => table.name === name)) throw unsupported(`the system catalogue ${name}`);
  if (body.inh !== true) throw unsupported('ONLY');
  return tableNamed(schema, name);
}

/** `AS alias (names)`; `fallback` is what PostgreSQL takes for a missing alias. */
export function aliasOf<T extends string | null>(body: Json, fallback: T): { alias: string | T; names: readonly string[] } {
  if (body.alias === undefined) return { alias: fallback, names: [] };
  const alias = recordOf(body.alias);
  return { alias: textOf(alias.aliasname), names: namesIn(alias.colnames) };
}

/** Other names for a table's or a shared query's columns, which keep their own in the plan. */
function renameFields(named: Named, names: readonly string[]): Named {
  if (names.length > named.fields.length) throw unsupported('more column names than columns');
  return names.length === 0
    ? named
    : { ...named, fields: named.fields.map((field, at): Field => ({ ...field, name: names[at] ?? field.name })) };
}

/** `(VALUES …) AS v (a, b)` is a source of its own, without a query around it. */
function valuesSource(
  query: { kind: string; from?: Source | undefined; columns?: readonly { expr: Expr; as: string }[] },
  as: string,
): Source | null {
  const { from } = query;
  if (query.kind !== 'select' || from?.kind !== 'values' || Object.keys(query).length !== VALUES_QUERY_KEYS) return null;
  return { ...from, as, columns: (query.columns ?? []).map((column) => column.as) };
}

/** A query that is nothing but VALUES has a kind, columns and a source. */
const VALUES_QUERY_KEYS = 3;
