import { createHmac, randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKeyHash } from '../../src/accounts/key-hash.ts';
import { ACCOUNT_KEY_PREFIX, newKeyText } from '../../src/accounts/key-text.ts';
import { MIGRATION_NAMES, migrate } from '../../src/store/migrations.ts';
import type { ControlPlane } from '../../src/store/tables.ts';
import { asAdmin } from '../support/hosted.ts';
import { send, startService, TEST_SECRET, type TestService } from '../support/service.ts';
import { databaseUrl, sessionOf, startSession, type TestSession } from '../support/session.ts';

/** Its hosted database is what all control planes here tell of. */
let service: TestService;
let session: TestSession;
/** Of a control plane that was made by this version. */
let latest: unknown[];
const databases: string[] = [];
beforeAll(async () => {
  service = await startService();
  session = await startSession(service);
  await session.rows("INSERT INTO coffee_beans (roaster, price, rating) VALUES ('Onyx', 18.5, 5), ('Sey', 22, 4) RETURNING id");
  latest = await shapeOf(await controlPlaneAt(String(MIGRATION_NAMES.at(-1))));
});
afterAll(async () => {
  await service.close();
  await asAdmin(async (admin) => {
    for (const name of databases) await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
});

const SESSION = randomUUID();
const ACCOUNT = randomUUID();
const KEY = newKeyText(ACCOUNT_KEY_PREFIX);
const OWN = 'db_of_account_0a1b2c3d';
const REPLY = { answer: 'as it was' };

/** What a version wrote, from the migration on that made room for it: a table, and a row as it was written then. */
const WRITTEN: readonly (readonly [since: string, table: string, row: () => Record<string, unknown>])[] = [
  [
    '2026-11-21-foundation',
    'anonymous_session',
    () => ({
      id: SESSION,
      token_hash: createHmac('sha256', TEST_SECRET).update(session.token).digest('hex'),
      expires_at: new Date(Date.now() + 3_600_000),
      remaining: 20,
    }),
  ],
  ['2026-11-21-foundation', 'database', () => databaseRow(session.db, SESSION, 'coffee_beans')],
  [
    '2026-11-21-foundation',
    'preview',
    () => ({
      ...{ token_hash: 'h', binding: 'b', plan: '{}', fingerprint: 'f', affected_keys: 'k', model: 'builtin', expires_at: new Date(0) },
    }),
  ],
  ['2026-11-22-accounts', 'account', () => ({ id: ACCOUNT, kind: 'person' })],
  ['2026-11-22-accounts', 'database', () => databaseRow(OWN, ACCOUNT, 'own')],
  ['2026-11-22-receipts', 'trace', () => ({ id: 'a-trace', owner_id: SESSION, db_id: session.db, receipt: '{}' })],
  [
    '2026-11-22-what-was-said',
    'glossary',
    () => ({ db_id: session.db, glossary: JSON.stringify({ terms: [{ term: 'fancy', means: 'with price above 20' }] }) }),
  ],
  [
    '2026-11-22-who-holds-keys',
    'account_key',
    () => ({
      ...{ id: randomUUID(), account_id: ACCOUNT, type: 'sk_live', last4: KEY.slice(-4), access: 'write' },
      hash: createKeyHash({ present: TEST_SECRET, previous: null }).of(KEY),
    }),
  ],
  ['2026-11-22-with-whose-sign-ins', 'account_email', () => ({ email: 'ada@example.com', account_id: ACCOUNT })],
];

const databaseRow = (id: string, owner: string, slug: string) => ({
  ...{ id, owner_id: owner, slug, name: slug, engine: 'postgres', origin: 'hosted', state: 'ready' },
});

/** The control plane of the version whose last migration this is, with what that version wrote. */
async function controlPlaneAt(name: string): Promise<string> {
  const database = `upgrade_${process.pid}_${databases.length}`;
  databases.push(database);
  await asAdmin((admin) => admin.query(`CREATE DATABASE ${database} TEMPLATE template0`));
  await onPlane(database, (db) => migrate(db, name));
  for (const [since, table, row] of WRITTEN) {
    if (since > name) continue;
    const values = row();
    const columns = Object.keys(values);
    await asAdmin(
      (admin) =>
        admin.query(
          `INSERT INTO svc_control.${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
          Object.values(values),
        ),
      database,
    );
  }
  return database;
}

async function onPlane<T>(database: string, work: (db: Kysely<ControlPlane>) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: databaseUrl({ database }), max: 4 });
  // One that is ended at work: its query rejects.
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<ControlPlane>({ dialect: new PostgresDialect({ pool }) });
  return await work(db).finally(() => db.destroy());
}

/** Tables, their columns and indexes. */
const shapeOf = (database: string): Promise<unknown[]> =>
  asAdmin(
    async (admin) =>
      (
        await admin.query(
          `SELECT table_name AS "table", column_name AS name, data_type AS type, is_nullable AS nullable, column_default AS given
           FROM information_schema.columns WHERE table_schema = 'svc_control' AND table_name !~ '^kysely'
           UNION ALL SELECT tablename, indexname, indexdef, '', '' FROM pg_indexes WHERE schemaname = 'svc_control' ORDER BY 1, 2`,
        )
      ).rows,
    database,
  );

const countsOf = async (database: string, name: string): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const table of new Set(WRITTEN.filter(([since]) => since <= name).map(([, one]) => one))) {
    const { rows } = await asAdmin((admin) => admin.query(`SELECT count(*)::int AS n FROM svc_control.${table}`), database);
    counts[table] = rows[0]?.n;
  }
  return counts;
};

const VERSIONS = MIGRATION_NAMES.slice(0, -1);

test.each(VERSIONS)('what the version of %s wrote is there after the upgrade, and nothing of its tables is missing', async (name) => {
  const database = await controlPlaneAt(name);
  const before = await countsOf(database, name);
  await onPlane(database, (db) => migrate(db));
  expect(await countsOf(database, name)).toEqual(before);
  expect(await shapeOf(database)).toEqual(latest);
});

describe.each(['2026-11-21-foundation', '2026-11-22-who-holds-keys', '2026-11-23-what-grants-lost', String(VERSIONS.at(-1))])(
  'a service on the data of the version of %s',
  (name) => {
    test('serves it', async () => {
      const database = await controlPlaneAt(name);
      const upgraded = await startService({ DATABASE_URL: databaseUrl({ database }) });
      try {
        const before = sessionOf(upgraded, session.token, session.db);
        expect(await before.rows('SELECT roaster FROM coffee_beans WHERE price > 20')).toEqual([{ roaster: 'Sey' }]);
        expect((await before.ask('How many coffee beans are there?')).json()).toMatchObject({ answer: '2 coffee beans.' });
        if (name >= '2026-11-22-what-was-said')
          expect((await before.get(`/v1/databases/${session.db}/glossary`)).json()).toMatchObject({ terms: [{ term: 'fancy' }] });
        const write = "UPDATE coffee_beans SET rating = 5 WHERE roaster = 'Sey'";
        expect((await before.run(write)).status).toBe(200);
        expect((await before.get('/v1/databases')).json()).toMatchObject([{ dbId: session.db, slug: 'coffee_beans', origin: 'hosted' }]);
        if (name >= '2026-11-22-who-holds-keys') {
          const listed = await send(upgraded, 'GET', '/v1/databases', { token: KEY });
          expect(listed.json()).toMatchObject([{ dbId: OWN, slug: 'own' }]);
        }
      } finally {
        await upgraded.close();
      }
    });
  },
);

test('a stored reply of an earlier version is what its key gives', async () => {
  const database = await controlPlaneAt('2026-11-21-where-a-reply-lies');
  const upgraded = await startService({ DATABASE_URL: databaseUrl({ database }) });
  try {
    const key = randomUUID();
    const made = await send(upgraded, 'PATCH', `/v1/databases/${session.db}`, { body: { name: 'Beans' }, token: session.token, key });
    expect(made.status, made.text).toBe(200);
    await asAdmin(
      (admin) => admin.query('UPDATE svc_control.idempotency SET reply = $1 WHERE key = $2', [JSON.stringify(REPLY), key]),
      database,
    );
    const again = await send(upgraded, 'PATCH', `/v1/databases/${session.db}`, { body: { name: 'Beans' }, token: session.token, key });
    expect([again.headers.get('idempotent-replayed'), again.json()]).toEqual(['true', REPLY]);
  } finally {
    await upgraded.close();
  }
});

test('an upgrade that dies on its way leaves the earlier version as it was, and the next one does it', async () => {
  const name = '2026-11-22-accounts';
  const database = await controlPlaneAt(name);
  const [before, counts] = [await shapeOf(database), await countsOf(database, name)];
  const holder = new pg.Client({ connectionString: databaseUrl({ database }) });
  await holder.connect();
  try {
    // A later step changes this table, and waits there with all that was done before it.
    await holder.query('BEGIN; LOCK TABLE svc_control.database IN ACCESS EXCLUSIVE MODE');
    const upgrade = onPlane(database, (db) => migrate(db)).then(
      () => 'done',
      (error: Error) => error.message,
    );
    const waiting = () =>
      asAdmin(
        async (admin) =>
          (
            await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'", [
              database,
            ])
          ).rowCount,
      );
    await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
    expect(await upgrade).toMatch(/terminat|connection error/);
  } finally {
    await holder.end();
  }
  expect([await shapeOf(database), await countsOf(database, name)]).toEqual([before, counts]);
  await onPlane(database, (db) => migrate(db));
  expect(await countsOf(database, name)).toEqual(counts);
});

test('a service goes on beside a newer version that has added to the control plane, and none of its own version starts there any more', async () => {
  const database = await controlPlaneAt(String(MIGRATION_NAMES.at(-1)));
  const settings = { DATABASE_URL: databaseUrl({ database }) };
  const running = await startService(settings);
  try {
    await asAdmin(async (admin) => {
      await admin.query("ALTER TABLE svc_control.database ADD COLUMN of_later text NOT NULL DEFAULT 'x'");
      await admin.query('CREATE TABLE svc_control.of_later (id uuid PRIMARY KEY)');
      await admin.query("INSERT INTO svc_control.kysely_migration VALUES ('2099-01-01-of-a-later-version', '2099-01-01T00:00:00Z')");
    }, database);
    const here = sessionOf(running, session.token, session.db);
    expect((await here.run('SELECT count(*) FROM coffee_beans')).status).toBe(200);
    const made = await startSession(running);
    expect((await made.run("INSERT INTO coffee_beans (roaster) VALUES ('Onyx')")).status).toBe(200);
    await expect(startService(settings)).rejects.toThrow(/^the control plane belongs to a newer version of svc /);
    expect((await made.run('SELECT count(*) FROM coffee_beans')).status).toBe(200);
  } finally {
    await running.close();
  }
});
