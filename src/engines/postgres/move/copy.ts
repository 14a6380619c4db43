import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { makeGrant } from '../grant.ts';
import type { RoleLimits } from '../login-settings.ts';
import { memoryScope } from '../memory-schema.ts';
import { provisionEmpty } from '../provision.ts';
import { administer, quoteName, roleName, type Server } from '../server.ts';
import { makeVectorStore } from '../vector-store.ts';
import { copyGrantViews } from './grants.ts';
import { AFTER_ROWS, BEFORE_ROWS, INVENTORY, NOT_CARRIED, SEQUENCE_NAMES, TABLE_NAMES } from './objects.ts';

interface Options {
  /** In a transaction that keeps everybody from writing. */
  readonly source: pg.Client;
  readonly to: Server;
  readonly dbId: string;
  readonly secret: string;
  readonly limits: RoleLimits;
  /** Of the database's own grants, on the server that it is on. */
  readonly grants: readonly string[];
  /** Told when there is a database to fill, and when there are rows in it. */
  readonly onPlace: (place: 'made' | 'filled') => void;
}

/** Before anything is made. @throws Error that names some of it */
export async function refuseWhatStays(source: pg.Client, carrier: 'a move' | 'a copy'): Promise<void> {
  const staying = await texts(source, NOT_CARRIED);
  if (staying.length > 0)
    throw new Error(
      `It has what ${carrier} does not carry: ${staying.slice(0, LISTED_MAX).join(', ')}${staying.length > LISTED_MAX ? ' and more' : ''}.`,
    );
}

const LISTED_MAX = 5;

/**
 * Makes the whole database on another server: logins, hardening and the service's own schema as every database there has them, then what
 * its people have, rows, places of sequences and the views of grants, in one transaction. It stays marked as one that is being made.
 * How many rows its people have in it. @throws Error for what came out otherwise than it is
 */
export async function copyDatabase({ source, to, dbId, secret, limits, grants, onPlace }: Options): Promise<number> {
  const facts = await provisionEmpty(to, secret, dbId, limits);
  onPlace('made');
  const isMemory = (await texts(source, "SELECT 'memory' WHERE to_regclass('svc.row_key') IS NOT NULL")).length > 0;
  if (isMemory)
    await administer(to, dbId, async (admin) => {
      await admin.query(memoryScope(dbId, facts));
      await makeVectorStore(admin, dbId, facts);
    });
  for (const login of grants) await makeGrant(to, secret, dbId, { login, party: dbId, tables: [] }, limits);
  return await inSession(to, dbId, async (target) => {
    const owner = quoteName(roleName(dbId, 'owner'));
    await target.query('BEGIN');
    await copyOwnTables(source, target);
    let rows = 0;
    const make = async (queries: readonly string[]) => {
      for (const query of queries) for (const statement of await texts(source, query)) await target.query(statement);
    };
    // What is there is asked as the service, since a hardened catalogue says little to anybody else.
    await target.query(`SET LOCAL ROLE ${owner}`);
    await make(BEFORE_ROWS);
    const [tables, sequences] = [await texts(source, TABLE_NAMES), await texts(source, SEQUENCE_NAMES)];
    await source.query(`SET LOCAL ROLE ${owner}`);
    for (const table of tables) rows += await copyRows(source, target, table);
    for (const name of sequences) {
      const [place] = (await source.query<{ last_value: string; is_called: boolean }>(`SELECT last_value, is_called FROM ${name}`)).rows;
      if (place) await target.query('SELECT setval($1::regclass, $2, $3)', [name, place.last_value, place.is_called]);
    }
    await source.query('SET LOCAL ROLE NONE');
    onPlace('filled');
    await make(AFTER_ROWS);
    await copyGrantViews(source, target);
    await target.query('SET LOCAL ROLE NONE');
    await requireSame(source, target);
    await target.query('COMMIT');
    await target.query('ANALYZE');
    return rows;
  });
}

/**
 * The service's own: replies by idempotency key, what writes replaced, and, of an agent memory, its key. Vectors are made anew
 * as those of new memories are, since the other server may keep them as another type.
 */
async function copyOwnTables(source: pg.Client, target: pg.Client): Promise<void> {
  const own =
    "SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'svc'::regnamespace AND c.relkind = 'r' AND c.relname <> 'vectors' ORDER BY c.relname = 'image', c.relname";
  const names = await texts(source, own);
  const there = await texts(target, own);
  if (names.join() !== there.join())
    throw new Error(`The schema svc has the tables ${names.join(', ')} here, and ${there.join(', ')} there.`);
  for (const name of names) {
    const table = `svc.${quoteName(name)}`;
    await target.query(`DELETE FROM ${table}`);
    await copyRows(source, target, table);
  }
}

/** As text, which reads back to the same on every version. @throws Error where not all rows came */
async function copyRows(source: pg.Client, target: pg.Client, table: string): Promise<number> {
  const out = source.query(copyTo(`COPY ${table} TO STDOUT`));
  const into = target.query(copyFrom(`COPY ${table} FROM STDIN`));
  await pipeline(out, into);
  // How many there were the server says behind the last of them.
  await source.query('SELECT 1');
  if (out.rowCount !== into.rowCount) throw new Error(`Of ${out.rowCount} rows of ${table} ${into.rowCount} came.`);
  return into.rowCount;
}

async function requireSame(source: pg.Client, target: pg.Client): Promise<void> {
  const [here, there] = [await texts(source, INVENTORY), await texts(target, INVENTORY)].map((lines) => new Set(lines)) as [
    Set<string>,
    Set<string>,
  ];
  const other = [...here].find((line) => !there.has(line)) ?? [...there].find((line) => !here.has(line));
  if (other !== undefined) throw new Error(`It would not be the same on the other server, and stays: ${other}`);
}

/** The first column of each row. */
export async function texts(client: pg.Client, sql: string): Promise<string[]> {
  const { rows } = await client.query<[string | null]>({ text: sql, rowMode: 'array' });
  return rows.flatMap(([text]) => text ?? []);
}

/** Values mean the same in every session that sets these; nothing ends a copy that takes long. */
const SETTINGS = [
  ...[
    "search_path = ''",
    "timezone = 'UTC'",
    "datestyle = 'ISO, MDY'",
    "intervalstyle = 'postgres'",
    "bytea_output = 'hex'",
    'extra_float_digits = 1',
  ],
  ...[
    "lc_monetary = 'C'",
    'row_security = off',
    'statement_timeout = 0',
    'idle_in_transaction_session_timeout = 0',
    "client_encoding = 'UTF8'",
  ],
]
  .map((setting) => `SET ${setting}`)
  .join('; ');

/** A session of the service's own login that lasts as long as a copy takes. */
export async function inSession<T>(server: Server, dbId: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    ...server.endpoint(),
    database: dbId,
    application_name: 'svc admin move',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(SETTINGS);
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
