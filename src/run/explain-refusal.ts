import { Fault } from '../fault.ts';
import { nearestNames } from '../guard/nearest.ts';
import type { Schema } from '../plan/schema.ts';
import { nameAt, placeIn } from './place.ts';

interface Refused {
  /** As the caller sent it. */
  readonly text: string;
  /** The part of it that the engine was given. */
  readonly statement: string;
  readonly schema: () => Promise<Schema>;
}

/** SQLSTATEs of a name that nothing has. */
const UNKNOWN = { table: '42P01', column: '42703' } as const;
const SHOWN_MAX = 20;

/**
 * What the engine refused, with the place in the caller's own text, and, for a name that nothing has, the names near it
 * or those that there are: of a column, those of the tables that the statement names.
 */
export async function explainRefusal(error: unknown, { text, statement, schema }: Refused): Promise<unknown> {
  if (!(error instanceof Fault) || error.code !== 'sql_rejected') return error;
  const { position, sqlstate } = error.params ?? {};
  if (typeof position !== 'number') return error;
  const at = position + [...text.slice(0, Math.max(0, text.indexOf(statement)))].length;
  const name = nameAt(text, at);
  // A help: where the schema cannot be read, the refusal stands without it.
  const names = name === null ? {} : await namesNear({ name, sqlstate, text: statement, schema }).catch(() => ({}));
  const hint = name !== null && sqlstate === UNKNOWN.column && isQuoted(text, at) ? { hint: quotedHint(name) } : {};
  return new Fault(error.code, { params: { ...error.params, ...placeIn(text, at), ...names, ...hint }, cause: error.cause });
}

interface Unknown {
  readonly name: string;
  readonly sqlstate: unknown;
  readonly text: string;
  readonly schema: Refused['schema'];
}

async function namesNear({ name, sqlstate, text, schema }: Unknown): Promise<object> {
  if (sqlstate !== UNKNOWN.table && sqlstate !== UNKNOWN.column) return {};
  const { tables } = await schema();
  if (sqlstate === UNKNOWN.table) return tablesNear(name, tables);
  const named = tablesIn(text, tables);
  const asked = named.length > 0 ? named : tables;
  const nearest = nearestNames(name, new Set(asked.flatMap(({ columns }) => columns.map((column) => column.name))));
  const known = named.map((table) => ({ table: table.name, columns: table.columns.slice(0, COLUMNS_MAX).map((column) => column.name) }));
  return { ...(nearest.length > 0 ? { nearest } : {}), ...(known.length > 0 ? { known } : {}) };
}

const TABLES_MAX = 5;
const COLUMNS_MAX = 50;

/** The tables that the statement names, outside of its texts. */
function tablesIn(text: string, tables: Schema['tables']): Schema['tables'] {
  const words = new Set(
    text
      .replace(/'(?:[^']|'')*'/g, "''")
      .toLowerCase()
      .match(/[\p{L}_][\p{L}\p{N}_$]*/gu) ?? [],
  );
  return tables.filter((table) => words.has((table.place?.name ?? table.name).toLowerCase())).slice(0, TABLES_MAX);
}

const isQuoted = (text: string, at: number): boolean => [...text][at - 1] === '"';
const quotedHint = (name: string): string => `Double quotes name a column; text stands in single ones: '${name.replaceAll("'", "''")}'.`;

/** With their schema where that is not `public`: in SQL a bare name is one of `public` alone. */
function tablesNear(name: string, tables: Schema['tables']): object {
  const written = ({ place, name: own }: Schema['tables'][number]): string => (place ? `${place.schema}.${place.name}` : own);
  const bare = (table: Schema['tables'][number]): string => table.place?.name ?? table.name;
  const near = nearestNames(name, new Set(tables.map(bare)));
  const nearest = near.flatMap((one) => tables.filter((table) => bare(table) === one).map(written));
  return { ...(nearest.length > 0 ? { nearest } : {}), tables: tables.slice(0, SHOWN_MAX).map(written) };
}
