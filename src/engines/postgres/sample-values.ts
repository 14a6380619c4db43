import type { Leaving } from '../../lib/leaving.ts';
import type { Schema, Table } from '../../plan/schema.ts';
import { utility } from './batch.ts';
import type { PostgresSession } from './driver.ts';
import { identifier, relation } from './quote.ts';

interface ColumnValues {
  readonly table: string;
  readonly column: string;
  readonly values: string[];
}

/** Tables of up to so many rows are read; of larger ones, what the server's own statistics tell. */
const READ_ROWS = 20_000;
const VALUES_MAX = 5_000;
const VALUE_LENGTH = 120;
const BYTES_MAX = 4 * 1024 * 1024;
/** For one column, and for all that are read. Somebody waits for an answer meanwhile. */
const COLUMN_MS = 250;
const ALL_MS = 1_500;
const COLUMNS_MAX = 20_000;

/**
 * Stored values of text columns, for linking the words of a question. No large table is read through: what its statistics
 * keep (`pg_stats`: the most common values, and some in between) is one query, and a read has a limit of rows and of time.
 */
export async function sampleValues(session: PostgresSession, schema: Schema, signal: Leaving): Promise<ColumnValues[]> {
  const columns = schema.tables
    .flatMap((table) => table.columns.filter(({ type }) => type === 'text').map(({ name }) => ({ table, column: name })))
    .slice(0, COLUMNS_MAX);
  const found = await fromStatistics(session, columns, signal);
  const until = performance.now() + ALL_MS;
  let left = BYTES_MAX;
  const sampled: ColumnValues[] = [];
  for (const { table, column } of columns) {
    const isRead = table.rowEstimate <= READ_ROWS && performance.now() < until;
    const read = isRead ? await fromRows(session, table, column, schema, signal) : null;
    const values = read ?? found.get(keyOf(table, column)) ?? [];
    left -= values.reduce((sum, value) => sum + value.length, 0);
    if (left < 0) break;
    if (values.length > 0) sampled.push({ table: table.name, column, values });
  }
  return sampled;
}

interface Wanted {
  readonly table: Table;
  readonly column: string;
}

const placeOf = ({ name, place }: Table) => place ?? { schema: 'public', name };
const keyOf = (table: Table, column: string): string => JSON.stringify([placeOf(table).schema, placeOf(table).name, column]);

async function fromStatistics(
  session: PostgresSession,
  wanted: readonly Wanted[],
  signal: Leaving,
): Promise<ReadonlyMap<string, string[]>> {
  const of = wanted.map(({ table, column }) => ({ s: placeOf(table).schema, t: placeOf(table).name, c: column }));
  const { rows } = await session.read({ sql: STATISTICS, params: [JSON.stringify(of)] }, { maxRows: wanted.length * 2, signal });
  return new Map(
    rows.map(([schema, table, column, values]) => [JSON.stringify([schema, table, column]), JSON.parse(String(values)) as string[]]),
  );
}

const STATISTICS = `SELECT w.s, w.t, w.c, (SELECT coalesce(json_agg(DISTINCT v), '[]')::text FROM unnest(array_cat(p.most_common_vals::text::text[], p.histogram_bounds::text::text[])) v
  WHERE length(v) BETWEEN 1 AND ${VALUE_LENGTH})
FROM json_to_recordset($1::json) w(s text, t text, c text) JOIN pg_catalog.pg_stats p ON p.schemaname = w.s AND p.tablename = w.t AND p.attname = w.c`;

/** Null where they cannot be had in time, are more than link anything, or may not be read. */
async function fromRows(session: PostgresSession, table: Table, column: string, schema: Schema, signal: Leaving): Promise<string[] | null> {
  const name = identifier(column);
  const sql = `SELECT DISTINCT v FROM (SELECT ${name}::text AS v FROM ${relation(table.name, schema)} LIMIT ${READ_ROWS}) s WHERE length(v) BETWEEN 1 AND ${VALUE_LENGTH}`;
  try {
    const { rows, truncated } = await session.read({ sql, params: [] }, { maxRows: VALUES_MAX, signal, settings: HURRIED });
    return truncated ? null : rows.map(([value]) => String(value));
  } catch (error) {
    if (signal.aborted || session.broken) throw error;
    return null;
  }
}

const HURRIED = [
  utility(`SET LOCAL statement_timeout = '${COLUMN_MS}ms'`, 'SET'),
  utility(`SET LOCAL lock_timeout = '${COLUMN_MS}ms'`, 'SET'),
];
