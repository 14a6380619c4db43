import { Fault } from '../../fault.ts';
import type { InsertResult, WriteTransaction } from '../engine.ts';
import type { Cells } from '../insert-cells.ts';
import { invalidBody, renameKeys } from '../insert-names.ts';
import { invalidCell, refuseUnstorable } from '../insert-values.ts';
import { fits } from '../value-type.ts';
import { setGrantsAside } from './grant-views.ts';
import { moveSequence } from './insert-key.ts';
import { refusalOf } from './insert-refusal.ts';
import { type Shape, shapeFor, type Widening, widen } from './insert-shape.ts';
import { insertStatement } from './insert-statement.ts';
import { type KnownTable, lookUp, tableMeant, tablesThere } from './insert-table.ts';
import { keptInsert } from './kept-insert.ts';
import { beyondNumeric } from './numeric-range.ts';
import { hostedName } from './server.ts';

/**
 * Inserts rows of named values in one statement, first making the table, the columns that are not there yet, and room
 * in columns that an earlier insert made. Keys become lower_snake_case (`serverId` → `server_id`).
 * @throws Fault invalid_body for names that cannot be columns, invalid_value and write_constraint with the row and the column
 */
export async function insertRows(
  transaction: WriteTransaction,
  tableGiven: string,
  rows: readonly Record<string, unknown>[],
): Promise<InsertResult> {
  // Names of somebody else's tables and columns follow no rule of ours: what is called just so is meant.
  const isTheirs = transaction.unkept !== undefined;
  const exact = isTheirs ? await lookUp(transaction, tableGiven) : null;
  const name = exact ? tableGiven : await tableMeant(transaction, tableGiven);
  const theirs = isTheirs ? (exact ?? (await lookUp(transaction, name))) : null;
  const { columns, renamed } = await renameKeys(rows, new Set(theirs?.columns.map((column) => column.name)));
  if (columns.length === 0) throw invalidBody('rows', 'Every row is empty.');
  await refuseUnstorable(name, renamed, beyondNumeric);
  const work: Work = { transaction, name, columns, rows: renamed };
  const table = await lookUp(transaction, name);
  const shape = await shapeFor(name, table, columns, renamed);
  if (needsDdl(shape)) {
    if (transaction.unkept !== undefined)
      throw doesNotFit(name, table?.columns.map((column) => column.name) ?? (await tablesThere(transaction)), table, shape);
    return await insertAlone(work);
  }
  try {
    return await insertInto(work, table, shape);
  } catch (error) {
    // Somebody may have changed the table since it was looked at.
    const now = await lookUp(transaction, name).catch(() => table);
    if (transaction.unkept !== undefined || JSON.stringify(now) === JSON.stringify(table)) throw error;
    return await insertAlone(work);
  }
}

interface Work {
  readonly transaction: WriteTransaction;
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly Cells[];
}

const needsDdl = ({ ddl, widenings }: Shape): boolean => ddl.length > 0 || widenings.length > 0;

/** Tables of somebody else's database stay as they are. */
function doesNotFit(name: string, known: readonly string[], table: KnownTable | null, { createdColumns, widenings }: Shape): Fault {
  const reason =
    table === null
      ? `There is no table ${name}, and none is made in a connected database.`
      : createdColumns.length > 0
        ? `${name} has no column ${createdColumns.join(', ')}, and none is added to a connected database.`
        : `Values of ${widenings.map(({ column }) => column).join(', ')} do not fit, and no column of a connected database is changed.`;
  return new Fault('schema_mismatch', { params: { table: name, reason, known, nearest: [] } });
}

/** Whoever changes a schema waits here for the one before, holding no lock yet, and looks again. */
async function insertAlone(work: Work): Promise<InsertResult> {
  const { transaction, name, columns, rows } = work;
  await transaction.run({ sql: 'SELECT svc.lock_schema()', params: [] }, 0).catch(waitedInVain);
  const table = await lookUp(transaction, name);
  return await insertInto(work, table, await shapeFor(name, table, columns, rows));
}

/** Nothing of the caller's has run then, and the same may go through later. */
function waitedInVain(error: unknown): never {
  if (!(error instanceof Fault) || error.code !== 'query_timeout') throw error;
  throw new Fault('overloaded', {
    params: { reason: 'Others that change the tables of this database took all the time that this insert had.' },
    cause: error,
  });
}

async function insertInto(work: Work, table: KnownTable | null, shape: Shape): Promise<InsertResult> {
  const { transaction, name, rows } = work;
  const columns = shape.columns.filter((column) => rows.some((row) => row.has(column)));
  if (columns.length === 0) throw invalidBody('rows', 'Every row is empty.');
  for (const statement of shape.ddl) await transaction.run(statement, 0);
  const kept = await widenColumns(work, shape.widenings);
  const types = new Map([...shape.types, ...kept.map(({ column, from }): [string, string] => [column, from])]);
  const statement = await insertStatement({ table: name, columns, types, defaulted: shape.defaulted }, rows);
  const { inserted, notUndoable } = await saved(transaction, async () => {
    // Their numbers are not moved past ids that come with rows: of somebody else's database the rows alone are written.
    if (transaction.unkept !== undefined)
      return { inserted: (await transaction.run(statement, 0)).affected ?? 0, notUndoable: transaction.unkept };
    if (shape.sequences.length > 0) {
      // The table before its sequences, as everybody else takes them.
      await transaction.run({ sql: `LOCK TABLE ${hostedName(name)} IN ROW EXCLUSIVE MODE`, params: [] }, 0);
      for (const { sequence, past } of shape.sequences) await moveSequence(transaction, sequence, past);
    }
    const { rows: told } = await transaction.run(await keptInsert(transaction, name, statement), 1);
    return { inserted: Number(told[0]?.[0] ?? 0), notUndoable: (told[0]?.[1] as string | null | undefined) ?? null };
  }).catch(async (error: unknown) => {
    throw await refusalOf(error, { table: name, columns, types, rows }, transaction, saved);
  });
  return {
    inserted,
    notUndoable,
    table: name,
    createdTable: table === null,
    createdColumns: shape.createdColumns,
    widenedColumns: shape.widenings.filter((change) => change.from !== change.to && !kept.includes(change)).map(({ column }) => column),
    assumptions: shape.assumptions,
    statement: { sql: statement.sql, params: [] },
  };
}

/**
 * All at once, since each rewrites the table; one after the other when that fails, to find which. What was text without
 * a value stays text where somebody has written to it since; those come back. @throws Fault invalid_value
 */
async function widenColumns({ transaction, name, rows }: Work, widenings: readonly Widening[]): Promise<Widening[]> {
  if (widenings.length === 0) return [];
  const putBack = await setGrantsAside((statement, maxRows) => transaction.run(statement, maxRows));
  const kept = await widenAll({ transaction, name, rows }, widenings);
  transaction.lose(await putBack());
  return kept;
}

async function widenAll({ transaction, name, rows }: Omit<Work, 'columns'>, widenings: readonly Widening[]): Promise<Widening[]> {
  const run = (changes: readonly Widening[]) =>
    saved(transaction, async () => {
      for (const statement of widen(name, changes)) await transaction.run(statement, 0);
    });
  const all = await run(widenings).then(
    () => true,
    (error: unknown) => refuseUnless(error, CANNOT_CHANGE),
  );
  if (all) return [];
  const kept: Widening[] = [];
  for (const change of widenings) {
    const { column, from, to, wasEmpty } = change;
    try {
      await run([change]);
    } catch (error) {
      refuseUnless(error, CANNOT_CHANGE);
      if (!wasEmpty) {
        const row = rows.findIndex((cells) => !fits(from, cells.get(column)));
        const why = `it does not fit ${from}, and what depends on the column keeps it from becoming ${to}`;
        throw invalidCell({ table: name, row, column, value: rows[row]?.get(column) }, why, { type: from, cause: error });
      }
      await run([{ ...change, to: from }]);
      kept.push(change);
    }
  }
  return kept;
}

/** By class of SQLSTATE: values, features and definitions. */
const CANNOT_CHANGE = /^(22|0A|42|2B)/;

function refuseUnless(error: unknown, codes: RegExp): false {
  if (codes.test(String((error as { code?: unknown }).code))) return false;
  throw error;
}

/** A failure inside leaves the transaction, and the locks it holds, as they were before. */
async function saved<T>(transaction: WriteTransaction, work: () => Promise<T>): Promise<T> {
  await transaction.run({ sql: 'SAVEPOINT svc_insert', params: [] }, 0);
  try {
    const result = await work();
    await transaction.run({ sql: 'RELEASE SAVEPOINT svc_insert', params: [] }, 0);
    return result;
  } catch (error) {
    await transaction.run({ sql: 'ROLLBACK TO SAVEPOINT svc_insert', params: [] }, 0).catch(() => undefined);
    throw error;
  }
}
