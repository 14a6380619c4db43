import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openStore, type Store } from '../../src/store/control-plane.ts';
import { SERVICE } from '../support/entries.ts';
import { asAdmin } from '../support/hosted.ts';
import { TEST_SECRET } from '../support/service.ts';

const databases: string[] = [];
afterAll(() =>
  asAdmin(async (admin) => {
    for (const name of databases) await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }),
);

/** An empty database for a control plane, and its URL. */
async function freshDatabase(): Promise<URL> {
  const name = `control_${process.pid}_${databases.length}`;
  databases.push(name);
  await asAdmin((admin) => admin.query(`CREATE DATABASE ${name} TEMPLATE template0`));
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${name}`;
  return url;
}

const open = (url: URL): Promise<Store> =>
  openStore(
    () => ({
      host: url.hostname,
      port: Number(url.port),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: url.pathname.slice(1),
    }),
    () => undefined,
  );

const tablesOf = (url: URL): Promise<unknown[]> =>
  asAdmin(
    async (client) =>
      (await client.query("SELECT relname, relkind FROM pg_class WHERE relnamespace = 'svc_control'::regnamespace ORDER BY relname")).rows,
    url.pathname.slice(1),
  );

const migrationsOf = (url: URL): Promise<unknown[]> =>
  asAdmin(
    async (client) => (await client.query('SELECT name FROM svc_control.kysely_migration ORDER BY name')).rows,
    url.pathname.slice(1),
  );

let reference: { tables: unknown[]; migrations: unknown[] };
beforeAll(async () => {
  const url = await freshDatabase();
  await (await open(url)).destroy();
  reference = { tables: await tablesOf(url), migrations: await migrationsOf(url) };
  expect(reference.migrations.length).toBeGreaterThan(0);
});

test('a migration is added after all that have run somewhere: by name, which is how they are ordered', () => {
  expect(reference.migrations.slice(0, LANDED.length)).toEqual(LANDED.map((name) => ({ name })));
});

/** Add to its end alone. One that sorted before another would keep every service from starting on the data that it has. */
const LANDED = [
  '2026-11-21-foundation',
  '2026-11-21-known-plans',
  '2026-11-21-what-models-are-told',
  '2026-11-21-where-a-reply-lies',
  '2026-11-22-accounts',
  '2026-11-22-preview-tokens',
  '2026-11-22-receipts',
  '2026-11-22-what-was-said',
  '2026-11-22-who-holds-keys',
  '2026-11-22-who-is-called-what',
  '2026-11-22-with-what-accounts-did',
  '2026-11-22-with-which-provider-keys',
  '2026-11-22-with-whom-tables-are-shared',
  '2026-11-22-with-whose-sign-ins',
  '2026-11-22-without-telling-who-has-accounts',
  '2026-11-23-what-grants-lost',
  '2026-11-23-with-which-devices-ask',
  '2026-11-23-with-whose-databases',
  '2026-11-23-without-an-owners-word',
  '2026-11-23-without-knowing-hosts-by-oauth',
  '2026-11-23-without-packs',
  '2026-11-23-without-transactions',
  '2026-11-23-writing-to-whose-databases',
  '2026-11-24-with-imports-that-end-the-service',
  '2026-11-24-without-keys-of-devices',
  '2026-11-24-without-vector-leases',
  '2026-11-25-with-what-operators-say',
  '2026-11-25-without-counts-of-calls',
  '2026-11-25-without-news-of-databases',
  '2026-11-25-without-several-servers',
  '2026-11-25-without-what-owners-ask',
];

test('stores opened at once on a fresh database make one set of tables', async () => {
  const url = await freshDatabase();
  const stores = await Promise.all(Array.from({ length: 6 }, () => open(url)));
  for (const store of stores) {
    expect(await store.selectFrom('database').selectAll().execute()).toEqual([]);
    await store.destroy();
  }
  expect({ tables: await tablesOf(url), migrations: await migrationsOf(url) }).toEqual(reference);
});

test('a store opened again changes nothing', async () => {
  const url = await freshDatabase();
  for (let n = 0; n < 3; n++) await (await open(url)).destroy();
  expect({ tables: await tablesOf(url), migrations: await migrationsOf(url) }).toEqual(reference);
});

test('one that a newer version has migrated is refused in a line that says so, and left as it is', async () => {
  const url = await freshDatabase();
  await (await open(url)).destroy();
  const database = url.pathname.slice(1);
  const later = "'2099-01-01-of-a-later-version'";
  await asAdmin((client) => client.query(`INSERT INTO svc_control.kysely_migration VALUES (${later}, '2099-01-01T00:00:00Z')`), database);
  const before = await tablesOf(url);
  await expect(open(url)).rejects.toThrow(/^the control plane belongs to a newer version of svc .*2099-01-01-of-a-later-version.*$/);
  expect(await tablesOf(url)).toEqual(before);
  // No session stays behind; the server takes a moment to note that one has gone.
  const sessions = () =>
    asAdmin(async (client) => (await client.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1', [database])).rowCount);
  await expect.poll(sessions, { timeout: 20_000 }).toBe(0);
  await asAdmin((client) => client.query(`DELETE FROM svc_control.kysely_migration WHERE name = ${later}`), database);
  await (await open(url)).destroy();
});

test('the control plane is closed to everybody else', async () => {
  const url = await freshDatabase();
  await (await open(url)).destroy();
  const { rows } = await asAdmin(
    (client) =>
      client.query(
        "SELECT has_schema_privilege('public', 'svc_control', 'USAGE') OR has_schema_privilege('public', 'svc_control', 'CREATE') AS open",
      ),
    url.pathname.slice(1),
  );
  expect(rows).toEqual([{ open: false }]);
});

test('a database that cannot be reached leaves no session behind', async () => {
  const url = await freshDatabase();
  url.pathname = '/no_such_database';
  await expect(open(url)).rejects.toThrow();
});

test('services started at once on a fresh database both serve', { timeout: 60_000 }, async () => {
  const url = await freshDatabase();
  const start = async () => {
    const child = spawn(process.execPath, [SERVICE], {
      env: { PATH: process.env.PATH, DATABASE_URL: url.href, SVC_SECRET: TEST_SECRET, SVC_PORT: '0', SVC_LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    for await (const chunk of child.stderr) {
      said += String(chunk);
      const address = /listens on (http:\S+)/.exec(said)?.[1];
      if (address) return { child, address };
    }
    throw new Error(`The service did not start: ${said}`);
  };
  const started = await Promise.allSettled([start(), start()]);
  try {
    const running = started.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)));
    for (const one of running) {
      if (typeof one === 'string') throw new Error(one);
      expect((await fetch(`${one.address}/readyz`)).status).toBe(200);
    }
  } finally {
    for (const one of started) if (one.status === 'fulfilled') one.value.child.kill('SIGKILL');
  }
  expect({ tables: await tablesOf(url), migrations: await migrationsOf(url) }).toEqual(reference);
});
