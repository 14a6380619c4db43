import pg from 'pg';
import type { Client } from '../../src/client/index.ts';
import { loginOf, type Role, roleName, type Server } from '../../src/engines/postgres/server.ts';
import type { Contents } from '../run/same-change.ts';

export interface HostedDump {
  readonly dbId: string;
  /** Runs a gold query as the database's reader, or as its owner where it is a preset's. */
  gold(sql: string): Promise<unknown[][]>;
  /** Every row of a table, as text. */
  contents(table: string): Promise<unknown[][]>;
  /** Every row of every table. */
  all(): Promise<Contents>;
  /** What all tables would hold after a gold write, which is rolled back. */
  allAfter(sql: string): Promise<Contents>;
  /** Table → its primary key. */
  keys(): Promise<Readonly<Record<string, readonly string[]>>>;
  /** What the table would hold after a gold write, which is rolled back. */
  contentsAfter(sql: string, table: string): Promise<unknown[][]>;
  close(): Promise<void>;
}

export interface Where {
  readonly svc: Client;
  readonly server: Server;
  readonly secret: string;
}

interface What {
  readonly name: string;
  readonly statements: readonly string[];
  /** A schema of the dump whose tables are moved to where hosted tables stand. */
  readonly schema: string | null;
}

/** The first line of a dump that fills a preset's tables, which the service makes. */
const PRESET = /^-- preset: (\w+)\n/;

/** Creates a hosted database through the service and fills it from a dump, as its owner. */
export async function hostDump({ svc, server, secret }: Where, { name, statements, schema }: What): Promise<HostedDump> {
  const preset = PRESET.exec(statements[0] ?? '')?.[1];
  const { dbId } = await svc.createDatabase({
    goal: 'track placeholders with name',
    name: name.slice(0, 60),
    ...(preset === undefined ? {} : { preset }),
  });
  const connect = (role: Role) => openSession(server, secret, dbId, role);
  await using(connect('owner'), async (owner) => {
    if (preset === undefined) await owner.query('DROP TABLE public.placeholders');
    await owner.query('SET statement_timeout = 0');
    for (const statement of statements) await owner.query(statement);
    if (schema !== null) await moveTables(owner, dbId, schema);
    await owner.query('ANALYZE');
  });
  // The reader of an agent memory sees the rows of a scope that the service signs, the owner all.
  const reader = await connect(preset === undefined ? 'reader' : 'owner');
  const rowsOf = async (client: pg.Client, sql: string) => (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows;
  const all = (table: string) => `SELECT * FROM public.${pg.escapeIdentifier(table)}`;
  const afterwards = <T>(sql: string, look: (client: pg.Client) => Promise<T>) =>
    using(connect('owner'), async (owner) => {
      await owner.query('BEGIN');
      await owner.query(sql);
      const seen = await look(owner);
      await owner.query('ROLLBACK');
      return seen;
    });
  return {
    dbId,
    gold: (sql) => rowsOf(reader, sql),
    contents: (table) => rowsOf(reader, all(table)),
    contentsAfter: (sql, table) => afterwards(sql, (owner) => rowsOf(owner, all(table))),
    all: () => everything(reader),
    allAfter: (sql) => afterwards(sql, everything),
    // The catalogue's view of constraints shows them to who may do more than read.
    keys: () => using(connect('owner'), keysIn),
    close: () => reader.end(),
  };
}

async function everything(client: pg.Client): Promise<Contents> {
  const tables = await client.query<{ name: string }>(
    "SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = 'public'",
  );
  const contents: Record<string, Record<string, unknown>[]> = {};
  for (const { name } of tables.rows) contents[name] = (await client.query(`SELECT * FROM public.${pg.escapeIdentifier(name)}`)).rows;
  return contents;
}

async function keysIn(client: pg.Client): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `SELECT table_name::text AS "table", column_name::text AS "column"
     FROM information_schema.table_constraints JOIN information_schema.key_column_usage USING (constraint_name, table_name)
     WHERE constraint_type = 'PRIMARY KEY'`,
  );
  const keys: Record<string, string[]> = {};
  for (const { table, column } of rows) keys[table] = [...(keys[table] ?? []), column];
  return keys;
}

/** Rights given by default are given in `public`: tables that come from elsewhere get theirs here. */
async function moveTables(owner: pg.Client, dbId: string, schema: string): Promise<void> {
  const from = pg.escapeIdentifier(schema);
  const { rows } = await owner.query<{ name: string }>(
    'SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = $1',
    [schema],
  );
  for (const { name } of rows) {
    const table = pg.escapeIdentifier(name);
    await owner.query(`ALTER TABLE ${from}.${table} SET SCHEMA public`);
    await owner.query(`GRANT SELECT ON public.${table} TO ${pg.escapeIdentifier(roleName(dbId, 'reader'))}`);
    await owner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON public.${table} TO ${pg.escapeIdentifier(roleName(dbId, 'writer'))}`);
  }
  await owner.query(`DROP SCHEMA ${from}`);
}

async function using<T>(opening: Promise<pg.Client>, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await opening;
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function openSession(server: Server, secret: string, dbId: string, role: Role): Promise<pg.Client> {
  const client = new pg.Client({ ...loginOf(server, secret, dbId, role), types: { getTypeParser: () => (text: string) => text } });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
