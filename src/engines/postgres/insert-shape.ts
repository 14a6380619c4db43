import { createPace } from '../../lib/pace.ts';
import type { Statement } from '../engine.ts';
import type { Cells } from '../insert-cells.ts';
import { COLUMNS_MAX, tooManyColumns } from '../insert-names.ts';
import { invalidCell } from '../insert-values.ts';
import { type MadeType, madeType, typesOf, widened } from '../value-type.ts';
import { highest, keyOfNewTable } from './insert-key.ts';
import type { KnownColumn, KnownTable } from './insert-table.ts';
import { isMadeByInsert, MADE_WITHOUT_VALUE, madeComment } from './made-by-insert.ts';
import { hostedName, quoteName } from './server.ts';

/** A column that an insert made, and the type that it needs now. */
export interface Widening {
  readonly column: string;
  readonly from: MadeType;
  readonly to: MadeType;
  /** No row ever had a value for it, as far as inserts know. */
  readonly wasEmpty: boolean;
  readonly isIdentity: boolean;
}

/** What a table has to become for the rows, and how the rows go in. */
export interface Shape {
  /** Makes the table or adds the columns; empty when neither is wanted. */
  readonly ddl: readonly Statement[];
  readonly createdColumns: readonly string[];
  readonly widenings: readonly Widening[];
  /** Columns that the statement names, in the order in which the rows first do. */
  readonly columns: readonly string[];
  readonly types: ReadonlyMap<string, string>;
  readonly defaulted: ReadonlySet<string>;
  /** Sequences of the table with the highest number that the rows bring for their column. */
  readonly sequences: readonly { readonly sequence: string; readonly past: bigint }[];
  readonly assumptions: readonly string[];
}

/**
 * Compares a table with rows for it. A null for a key that the engine generates is dropped from its row: such a column
 * cannot be null, and a default is what is left.
 * @throws Fault invalid_body, invalid_value
 */
export async function shapeFor(name: string, table: KnownTable | null, columns: readonly string[], rows: readonly Cells[]): Promise<Shape> {
  return await (table ? changedTable(name, table, columns, rows) : newTable(name, columns, rows));
}

async function newTable(name: string, columns: readonly string[], rows: readonly Cells[]): Promise<Shape> {
  const typed = (await typesOf(columns, rows)).filter(({ column, hasValue }) => column !== 'id' || hasValue);
  const key = keyOfNewTable(typed, rows);
  if (typed.length + (typed.some(({ column }) => column === key.column) ? 0 : 1) > COLUMNS_MAX) throw tooManyColumns();
  if (key.isGenerated) dropNulls(key.column, rows);
  const definitions = typed.map(({ column, type }) => (column === key.column ? key.definition : `${quoteName(column)} ${type}`));
  if (!typed.some(({ column }) => column === key.column)) definitions.unshift(key.definition);
  return {
    ddl: [
      { sql: `CREATE TABLE ${hostedName(name)} (${definitions.join(', ')})`, params: [] },
      ...typed.flatMap(({ column, type, hasValue }) => commentOn(name, column, madeComment(type, hasValue))),
    ],
    createdColumns: typed.map(({ column }) => column),
    widenings: [],
    columns: typed.map(({ column }) => column),
    types: new Map(typed.map(({ column, type }) => [column, type])),
    defaulted: new Set(key.isGenerated ? [key.column] : []),
    sequences: [],
    assumptions: key.assumption === null ? [] : [key.assumption],
  };
}

async function changedTable(name: string, table: KnownTable, columns: readonly string[], rows: readonly Cells[]): Promise<Shape> {
  const known = new Map(table.columns.map((column) => [column.name, column]));
  const missing = columns.filter((column) => !known.has(column));
  if (table.columns.length + missing.length > COLUMNS_MAX) throw tooManyColumns();
  for (const column of columns) {
    const there = known.get(column);
    if (there?.generatedAlways) refuseGenerated(name, column, rows);
    if (there?.generatedAlways || (there?.sequence && !there.nullable)) dropNulls(column, rows);
  }
  const named = columns.filter((column) => !known.get(column)?.generatedAlways);
  const added = await typesOf(missing, rows);
  const pace = createPace();
  const widenings: Widening[] = [];
  for (const column of named) {
    widenings.push(...(await wideningOf(known.get(column), rows)));
    await pace();
  }
  const types = new Map([
    ...table.columns.map(({ name: column, type }): [string, string] => [column, type]),
    ...added.map(({ column, type }): [string, string] => [column, type]),
    ...widenings.map(({ column, to }): [string, string] => [column, to]),
  ]);
  const additions = added.map(({ column, type }) => `ADD COLUMN ${quoteName(column)} ${type}`);
  return {
    ddl:
      added.length === 0
        ? []
        : [
            { sql: `ALTER TABLE ${hostedName(name)} ${additions.join(', ')}`, params: [] },
            ...added.flatMap(({ column, type, hasValue }) => commentOn(name, column, madeComment(type, hasValue))),
          ],
    createdColumns: missing,
    widenings,
    columns: named,
    types,
    defaulted: new Set(table.columns.filter(({ hasDefault }) => hasDefault).map((column) => column.name)),
    sequences: named.flatMap((column) => {
      const sequence = known.get(column)?.sequence ?? null;
      const past = sequence === null ? 0n : highest(rows.map((row) => row.get(column)));
      return sequence === null || past === 0n ? [] : [{ sequence, past }];
    }),
    assumptions: [],
  };
}

async function wideningOf(column: KnownColumn | undefined, rows: readonly Cells[]): Promise<Widening[]> {
  const from = column && isMadeByInsert(column.comment) ? madeType(column.type) : null;
  if (!column || from === null) return [];
  const { name, isIdentity } = column;
  const wasEmpty = column.comment === MADE_WITHOUT_VALUE;
  const [typed] = wasEmpty ? await typesOf([name], rows) : [];
  if (wasEmpty && !typed?.hasValue) return [];
  const to = typed?.type ?? widened(from, valuesOf(name, rows));
  return to === from && !wasEmpty ? [] : [{ column: name, from, to, wasEmpty, isIdentity }];
}

function* valuesOf(column: string, rows: readonly Cells[]): Generator<unknown> {
  for (const row of rows) yield row.get(column);
}

/** The statement that widens columns, and those that note what they are now. */
export function widen(name: string, widenings: readonly Widening[]): Statement[] {
  const changing = widenings.filter(({ from, to }) => from !== to);
  const changes = changing.map(({ column, from, to }) => {
    const quoted = quoteName(column);
    return `ALTER COLUMN ${quoted} TYPE ${to} USING ${converted(quoted, from, to)}`;
  });
  // A statement of its own: with the type it would be refused, since an identity is a whole number.
  const ended = changing.filter(({ isIdentity }) => isIdentity).map(({ column }) => `ALTER COLUMN ${quoteName(column)} DROP IDENTITY`);
  return [
    ...[ended, changes]
      .filter((list) => list.length > 0)
      .map((list) => ({ sql: `ALTER TABLE ${hostedName(name)} ${list.join(', ')}`, params: [] })),
    ...widenings.flatMap(({ column, to }) => commentOn(name, column, madeComment(to, true), true)),
  ];
}

/** Every value as a reply shows it: an instant as text is ISO 8601 in UTC. */
function converted(column: string, from: MadeType, to: MadeType): string {
  if (to === 'jsonb') return `to_jsonb(${column})`;
  if (from === 'timestamptz' && to === 'text') return `replace(to_jsonb(${column}) #>> '{}', '+00:00', 'Z')`;
  return `${column}::${to}`;
}

/** `anyway`: also where it takes an earlier comment away. */
const commentOn = (table: string, column: string, comment: string, anyway = false): Statement[] =>
  comment === 'NULL' && !anyway ? [] : [{ sql: `COMMENT ON COLUMN ${hostedName(table)}.${quoteName(column)} IS ${comment}`, params: [] }];

function refuseGenerated(table: string, column: string, rows: readonly Cells[]): void {
  const row = rows.findIndex((cells) => cells.get(column) !== null && cells.get(column) !== undefined);
  if (row >= 0)
    throw invalidCell({ table, row, column, value: rows[row]?.get(column) }, 'the table computes this column itself; leave it out');
}

function dropNulls(column: string, rows: readonly Cells[]): void {
  for (const cells of rows) if (cells.get(column) === null) cells.delete(column);
}
