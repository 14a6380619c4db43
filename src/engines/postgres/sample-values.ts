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
/** Small tables are read by one statement, so many columns at once: a statement for each costs more than what it reads. */
const SMALL_ROWS = 1_000;
const COLUMNS_AT_ONCE = 160;
/** For one statement, and for all. */
const STATEMENT_MS = 500;
const ALL_MS = 3_000;
const COLUMNS_MAX = 20_000;

/**
 * Stored values of text columns, for linking the words of a question. No large table is read through: what its statistics
 * keep (`pg_stats`: the most common values, and some in between) is one query, and a read has a limit of rows and of time.
 */
export async function sampleValues(session: PostgresSession, schema: Schema, signal: Leaving): Promise<ColumnValues[]> {
  const wanted = wantedOf(schema);
  const found = await fromStatistics(session, wanted, signal);
  const until = performance.now() + ALL_MS;
  let left = BYTES_MAX;
  const sampled: ColumnValues[] = [];
  for (const together of readTogether(wanted)) {
    const read = performance.now() < until ? await fromTables(session, together, schema, signal) : NOTHING;
    for (const { table } of together) {
      for (const { name, labels } of table.columns) {
        const values = labels ? [...labels] : (read.get(keyOf(table, name)) ?? found.get(keyOf(table, name)) ?? []);
        left -= values.reduce((sum, value) => sum + value.length, 0);
        if (left < 0) return sampled;
        if (values.length > 0) sampled.push({ table: table.name, column: name, values });
      }
    }
  }
  return sampled;
}

interface Wanted {
  readonly table: Table;
  readonly columns: readonly string[];
}

/** In the order of the tables. */
function readTogether(wanted: ReadonlyMap<Table, readonly string[]>): Wanted[][] {
  const groups: Wanted[][] = [];
  let room = 0;
  for (const [table, columns] of wanted) {
    const isSmall = table.rowEstimate <= SMALL_ROWS;
    if (isSmall && columns.length <= room) groups.at(-1)?.push({ table, columns });
    else groups.push([{ table, columns }]);
    room = isSmall ? (columns.length <= room ? room : COLUMNS_AT_ONCE) - columns.length : 0;
  }
  return groups;
}

/** Of each table the columns of text, as far as they are looked at; what an enumeration can hold is known already. */
function wantedOf(schema: Schema): Map<Table, readonly string[]> {
  const wanted = new Map<Table, readonly string[]>();
  let left = COLUMNS_MAX;
  for (const table of schema.tables) {
    const columns = table.columns.filter(({ type, labels }) => type === 'text' && !labels).slice(0, left);
    wanted.set(
      table,
      columns.map(({ name }) => name),
    );
    left -= columns.length;
  }
  return wanted;
}

const placeOf = ({ name, place }: Table) => place ?? { schema: 'public', name };
const keyOf = (table: Table, column: string): string => JSON.stringify([placeOf(table).schema, placeOf(table).name, column]);

async function fromStatistics(
  session: PostgresSession,
  wanted: ReadonlyMap<Table, readonly string[]>,
  signal: Leaving,
): Promise<ReadonlyMap<string, string[]>> {
  const of = [...wanted].flatMap(([table, columns]) => columns.map((c) => ({ s: placeOf(table).schema, t: placeOf(table).name, c })));
  const { rows } = await session.read({ sql: STATISTICS, params: [JSON.stringify(of)] }, { maxRows: of.length * 2, signal });
  return new Map(
    rows.map(([schema, table, column, values]) => [JSON.stringify([schema, table, column]), JSON.parse(String(values)) as string[]]),
  );
}

const STATISTICS = `SELECT w.s, w.t, w.c, (SELECT coalesce(json_agg(DISTINCT v), '[]')::text FROM unnest(array_cat(p.most_common_vals::text::text[], p.histogram_bounds::text::text[])) v
  WHERE length(v) BETWEEN 1 AND ${VALUE_LENGTH})
FROM json_to_recordset($1::json) w(s text, t text, c text) JOIN pg_catalog.pg_stats p ON p.schemaname = w.s AND p.tablename = w.t AND p.attname = w.c`;

/** By `keyOf`. Where several tables cannot be read at once, for time or for a table that may not be read, each is read alone. */
async function fromTables(
  session: PostgresSession,
  together: readonly Wanted[],
  schema: Schema,
  signal: Leaving,
): Promise<ReadonlyMap<string, string[]>> {
  const readable = together.filter(({ table, columns }) => columns.length > 0 && table.rowEstimate <= READ_ROWS);
  if (readable.length === 0) return NOTHING;
  const read = await fromRows(session, readable, schema, signal);
  if (read !== null || readable.length === 1) return read ?? NOTHING;
  const found = new Map<string, string[]>();
  for (const one of readable)
    for (const [key, values] of (await fromRows(session, [one], schema, signal)) ?? NOTHING) found.set(key, values);
  return found;
}

const NOTHING: ReadonlyMap<string, string[]> = new Map();

/** By `keyOf`; without a column that has more than link anything. Null where they cannot be had in time, or may not be read. */
async function fromRows(
  session: PostgresSession,
  tables: readonly Wanted[],
  schema: Schema,
  signal: Leaving,
): Promise<ReadonlyMap<string, string[]> | null> {
  const keys = tables.flatMap(({ table, columns }) => columns.map((name) => keyOf(table, name)));
  const read = tables.map(({ table, columns }, t) => {
    const texts = columns.map((name, n) => `${identifier(name)}::text AS v${n}`).join(', ');
    return `t${t} AS MATERIALIZED (SELECT ${texts} FROM ${relation(table.name, schema)} LIMIT ${READ_ROWS})`;
  });
  const distinct = tables
    .flatMap(({ columns }, t) => columns.map((_, n) => ({ t, n })))
    .map(
      ({ t, n }, at) =>
        `SELECT * FROM (SELECT DISTINCT ${at} AS at, v${n} AS v FROM t${t} WHERE length(v${n}) BETWEEN 1 AND ${VALUE_LENGTH} LIMIT ${VALUES_MAX + 1}) d${at}`,
    );
  const sql = `WITH ${read.join(',\n')}\n${distinct.join('\nUNION ALL ')}`;
  try {
    const maxRows = keys.length * (VALUES_MAX + 1);
    const { rows } = await session.read({ sql, params: [] }, { maxRows, signal, settings: HURRIED });
    const found = new Map(keys.map((key): [string, string[]] => [key, []]));
    for (const [at, value] of rows) found.get(keys[Number(at)] ?? '')?.push(String(value));
    for (const [key, values] of found) if (values.length > VALUES_MAX) found.delete(key);
    return found;
  } catch (error) {
    if (signal.aborted || session.broken) throw error;
    return null;
  }
}

const HURRIED = [
  utility(`SET LOCAL statement_timeout = '${STATEMENT_MS}ms'`, 'SET'),
  utility(`SET LOCAL lock_timeout = '${STATEMENT_MS}ms'`, 'SET'),
];
