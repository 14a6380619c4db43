import { Fault } from '../../fault.ts';
import type { Statement, WriteTransaction } from '../engine.ts';
import type { Cells } from '../insert-cells.ts';
import { invalidCell, shapeOf } from '../insert-values.ts';
import { explained } from './check-violation.ts';
import { faultFrom } from './faults.ts';
import { recordsOf } from './insert-statement.ts';
import { missingParent, sayMissing } from './missing-parent.ts';

interface Refused {
  readonly table: string;
  readonly columns: readonly string[];
  readonly types: ReadonlyMap<string, string>;
  readonly rows: readonly Cells[];
}

type Saved = <T>(transaction: WriteTransaction, work: () => Promise<T>) => Promise<T>;

/** An engine's refusal of rows as a fault that names the row and the column where they can be told; any other error as it is. */
export async function refusalOf(error: unknown, refused: Refused, transaction: WriteTransaction, saved: Saved): Promise<unknown> {
  const state = stateOf(error);
  if (isOfValue(error)) {
    const cell = await findCell(refused, (probe) =>
      saved(transaction, () => transaction.run(probe, 0)).then(
        () => true,
        (other: unknown) => {
          if (isOfValue(other)) return false;
          throw other;
        },
      ),
    ).catch(() => null);
    // Where a probe ended for want of time, or with its session, it told nothing of the values: no row is named then.
    if (cell === null) return error;
    const { row, column } = cell;
    const type = refused.types.get(column) ?? 'text';
    const value = refused.rows[row]?.get(column);
    const why = whyNot(state, shapeOf(value), type);
    // A name where a key belongs: the rows that are called like it.
    const read = (statement: Statement) => transaction.run(statement, 1);
    const parent = typeof value === 'string' ? await missingParent(read, { table: refused.table, column, value }).catch(() => null) : null;
    const said = parent === null ? why : `${why}. ${sayMissing(parent, shapeOf(value)).slice(0, -1)}`;
    const near = parent === null ? {} : { parent: parent.parent, candidates: parent.candidates };
    return invalidCell({ table: refused.table, row, column, value }, said, { type, sqlstate: state, cause: error, ...near });
  }
  if (!state.startsWith('23')) return error;
  const fault = faultFrom(await explained(error, (statement) => transaction.run(statement, 1)), { limitMs: 0 });
  return new Fault(fault.code, { params: { ...fault.params, ...rowsAt(error, fault, refused.rows) }, cause: error });
}

const stateOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
};

/** A value that its type does not take, a domain's rule among them. */
const isOfValue = (error: unknown): boolean =>
  stateOf(error).startsWith('22') || (stateOf(error) === '23514' && (error as { table?: unknown }).table === undefined);

/** The words for what the engine says of a value, by SQLSTATE (PostgreSQL manual, appendix A). */
function whyNot(state: string, shape: string, type: string): string {
  if (state === '22003' || state === '22008') return `${shape} is out of range for ${type}`;
  if (state === '22001') return `${shape} is too long for ${type}`;
  return state === '23514' ? `${shape} breaks the rule of ${type}` : `${shape} is no ${type}`;
}

/** The first cell that its column's type does not take: halves of the rows are tried, then halves of the row. */
async function findCell(
  { columns, types, rows }: Refused,
  takes: (probe: Statement) => Promise<boolean>,
): Promise<{ row: number; column: string } | null> {
  const probe = async (names: readonly string[], some: readonly Cells[]): Promise<boolean> => {
    const { source, params } = await recordsOf({ columns: names, types }, some);
    return await takes({ sql: `SELECT count(*) FROM (${source}) probe`, params });
  };
  if (await probe(columns, rows)) return null;
  const row = await firstOf(rows, (some) => probe(columns, some));
  const cells = rows[row] as Cells;
  const named = columns.filter((column) => cells.has(column));
  const column = named[await firstOf(named, (some) => probe(some, [cells]))];
  return column === undefined ? null : { row, column };
}

/** Index of the first item that makes `isFine` false for whatever part it is in. */
async function firstOf<T>(items: readonly T[], isFine: (part: readonly T[]) => Promise<boolean>): Promise<number> {
  let from = 0;
  let to = items.length;
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if (await isFine(items.slice(from, middle))) from = middle;
    else to = middle;
  }
  return from;
}

/** Which rows of the call a broken rule is about: the one without a value, or those that have the values it names. */
function rowsAt(error: unknown, { params }: Fault, rows: readonly Cells[]): { row?: number; rows?: number[] } {
  const { code, column, detail } = error as { code?: string; column?: string; detail?: string };
  const isEmpty = (value: unknown) => value === null || value === undefined;
  let found: number[] = [];
  if (code === '23502' && column !== undefined) found = matching(rows, (cells) => isEmpty(cells.get(column)), 1);
  const [, names, texts] = /^Key \((.+?)\)=\((.*)\) /s.exec(detail ?? '') ?? [];
  const keys = names?.split(', ') ?? [];
  const values = texts?.split(', ') ?? [];
  if (keys.length > 0 && keys.length === values.length)
    found = matching(rows, (cells) => keys.every((key, at) => textOf(cells.get(key)) === values[at]), SHOWN_MAX);
  if (code === '23514' && typeof params?.column === 'string' && params.value !== undefined) {
    const { column: checked, value } = params as { column: string; value: string };
    found = matching(rows, (cells) => textOf(cells.get(checked)) === value, 1);
  }
  const [row] = found;
  if (row === undefined) return {};
  return found.length === 1 || code === '23503' ? { row } : { rows: found };
}

const SHOWN_MAX = 5;

function matching(rows: readonly Cells[], is: (cells: Cells) => boolean, most: number): number[] {
  const found: number[] = [];
  for (const [index, cells] of rows.entries()) {
    if (found.length === most) break;
    if (is(cells)) found.push(index);
  }
  return found;
}

/** As the engine writes it in an error's detail. */
const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'boolean' ? (value ? 't' : 'f') : String(value);
