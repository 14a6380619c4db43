import { Fault } from '../../fault.ts';
import { needsValue, type Schema, type Table } from '../../plan/schema.ts';
import type { InsertResult } from '../engine.ts';
import type { Cells } from '../insert-cells.ts';
import { COLUMNS_MAX, invalidBody, renameKeys, tableName, tooManyColumns } from '../insert-names.ts';
import { invalidCell, refuseUnstorable } from '../insert-values.ts';
import { type MadeType, typesOf } from '../value-type.ts';
import { TABLE_SETTINGS } from './ddl.ts';
import { type InsertColumn, linesOf } from './insert-lines.ts';
import { identifier, tableSql } from './quote.ts';
import type { ClickHouseWrite } from './write.ts';

/** The type of a column that an insert makes: it may always be missing, since nothing says otherwise. */
const MADE: Readonly<Record<MadeType, string>> = {
  boolean: 'Nullable(Bool)',
  bigint: 'Nullable(Int64)',
  numeric: 'Nullable(Decimal(38, 10))',
  date: 'Nullable(Date32)',
  timestamptz: "Nullable(DateTime64(6, 'UTC'))",
  uuid: 'Nullable(UUID)',
  jsonb: 'Nullable(String)',
  text: 'Nullable(String)',
};

/**
 * Inserts rows of named values as one block, first making the table and the columns that are not there yet. Keys become
 * lower_snake_case (`serverId` → `server_id`). A column keeps its type: a value that does not fit is refused.
 * @throws Fault invalid_body for names that cannot be columns, invalid_value with the row and the column
 */
export async function insertRows(write: ClickHouseWrite, given: string, rows: readonly Record<string, unknown>[]): Promise<InsertResult> {
  const schema = await write.schema();
  const name = meant(given, schema);
  const table = schema.tables.find((each) => each.name === name) ?? null;
  if (table !== null) write.expect(name);
  // Names of somebody else's columns follow no rule of ours: what is called just so is meant.
  const { columns, renamed } = await renameKeys(rows, new Set(table?.columns.map((column) => column.name)));
  if (columns.length === 0) throw invalidBody('rows', 'Every row is empty.');
  await refuseUnstorable(name, renamed);
  if (table?.kind === 'view') throw invalidBody('table', `${name} is a view, and takes no rows.`);
  const plan = await (table === null ? newTable(name, columns, renamed) : changedTable(table, columns, renamed));
  if (write.isTheirs && plan.ddl.length > 0) throw doesNotFit(name, schema, plan);
  const written = await linesOf(name, plan.columns, renamed);
  for (const sql of plan.ddl) await write.define(sql);
  const into = `${tableSql(schema, name)} (${plan.columns.map((column) => identifier(column.name)).join(', ')})`;
  await write.insert({ table: name, into, format: written.format, lines: written.lines, count: rows.length });
  return {
    inserted: rows.length,
    notUndoable: NOT_UNDOABLE,
    table: name,
    createdTable: table === null,
    createdColumns: plan.created,
    widenedColumns: [],
    assumptions: plan.assumptions,
    statement: { sql: `INSERT INTO ${into} FORMAT ${written.format}`, params: [] },
  };
}

export const NOT_UNDOABLE = 'ClickHouse has no transactions, and nothing of what it replaces is kept.';

function doesNotFit(name: string, { tables }: Schema, { created }: InsertPlan): Fault {
  const table = tables.find((each) => each.name === name);
  const reason =
    table === undefined
      ? `There is no table ${name}, and none is made in a connected database.`
      : `${name} has no column ${created.join(', ')}, and none is added to a connected database.`;
  const known = (table === undefined ? tables.filter(({ kind }) => kind === 'table') : table.columns).map((each) => each.name);
  return new Fault('schema_mismatch', { params: { table: name, reason, known, nearest: [] } });
}

/** A table by its own name, or by the name that would be made of what was given. */
export const meant = (given: string, { tables }: Schema): string => tables.find(({ name }) => name === given)?.name ?? tableName(given);

interface InsertPlan {
  readonly ddl: readonly string[];
  readonly created: readonly string[];
  /** Those that rows bring values for. */
  readonly columns: readonly InsertColumn[];
  readonly assumptions: readonly string[];
}

const made = ({ column, type }: { column: string; type: MadeType }) => ({
  name: column,
  nativeType: MADE[type],
  nullable: true,
  hasDefault: false,
});

/** Sorted by the moment that every row has, and kept by its month; else in the order in which rows come. */
async function newTable(name: string, columns: readonly string[], rows: readonly Cells[]): Promise<InsertPlan> {
  if (columns.length > COLUMNS_MAX) throw tooManyColumns();
  const typed = await typesOf(columns, rows);
  const always = (column: string) => rows.every((row) => row.get(column) !== null && row.get(column) !== undefined);
  const moment = typed.find(({ column, type }) => (type === 'timestamptz' || type === 'date') && always(column));
  const own = typed.find(({ column, type }) => column === 'id' && type === 'bigint' && always(column));
  const keys = new Set([moment?.column, own?.column]);
  const defined = typed.map((each) => {
    const column = made(each);
    return keys.has(column.name) ? { ...column, nativeType: column.nativeType.slice('Nullable('.length, -1), nullable: false } : column;
  });
  const withId = typed.some(({ column }) => column === 'id');
  const lines = [
    ...(withId ? [] : ['id Int64 DEFAULT toInt64(generateSnowflakeID())']),
    ...defined.map((column) => `${identifier(column.name)} ${column.nativeType}`),
  ];
  const order = [...(moment ? [moment.column] : []), ...(own || !withId ? ['id'] : [])];
  return {
    ddl: [
      [
        `CREATE TABLE IF NOT EXISTS ${identifier(name)} (\n  ${lines.join(',\n  ')}\n)`,
        'ENGINE = MergeTree',
        ...(moment ? [`PARTITION BY toYYYYMM(${identifier(moment.column)})`] : []),
        `ORDER BY ${order.length === 0 ? 'tuple()' : `(${order.map(identifier).join(', ')})`}`,
        TABLE_SETTINGS,
      ].join('\n'),
    ],
    created: typed.map(({ column }) => column),
    columns: defined,
    assumptions: moment ? [`rows are sorted by ${moment.column}, and every row has it`] : [],
  };
}

async function changedTable(table: Table, columns: readonly string[], rows: readonly Cells[]): Promise<InsertPlan> {
  const known = new Map(table.columns.map((column) => [column.name, column]));
  const missing = columns.filter((column) => !known.has(column));
  if (table.columns.length + missing.length > COLUMNS_MAX) throw tooManyColumns();
  const added = (await typesOf(missing, rows)).map(made);
  for (const column of table.columns) {
    const { name, generated } = column;
    const row = rows.findIndex((cells) => (generated ? cells.has(name) : needsValue(column) && (cells.get(name) ?? null) === null));
    if (row < 0) continue;
    const why = generated
      ? 'the table computes this column itself; leave it out'
      : 'the column always has a value, and this row brings none';
    throw invalidCell({ table: table.name, row, column: name, value: rows[row]?.get(name) }, why);
  }
  const additions = added.map((column) => `ADD COLUMN IF NOT EXISTS ${identifier(column.name)} ${column.nativeType}`);
  const all = new Map([...known, ...added.map((column) => [column.name, column] as const)]);
  return {
    ddl: added.length === 0 ? [] : [`ALTER TABLE ${identifier(table.name)} ${additions.join(', ')}`],
    created: missing,
    columns: columns.flatMap((column) => all.get(column) ?? []),
    assumptions: [],
  };
}
