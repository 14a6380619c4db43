import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookAtHealth } from '../../src/admin/health.ts';
import { listTenants } from '../../src/admin/tenants.ts';
import { readConfig } from '../../src/config.ts';
import { createCliUser } from '../support/cli.ts';
import { newOwnedService, type OwnedService } from '../support/keys.ts';
import { startRedis } from '../support/redis.ts';
import { TEST_SECRET } from '../support/service.ts';
import { databaseUrl, openAdmin, startSession, type TestSession, until } from '../support/session.ts';

let owned: OwnedService;
let anonymous: TestSession;
beforeAll(async () => {
  owned = await newOwnedService();
  anonymous = await startSession(owned.service);
  await anonymous.rows('SELECT 1 AS one');
});
afterAll(() => owned.home.close());

const config = () => ({ databaseUrl: owned.home.settings.DATABASE_URL, dataDir: owned.home.dataDir });
const list = () => listTenants({ config: config(), onStep: () => undefined });

test('everybody whose data is kept is listed, with its size and its last use', async () => {
  // When something was last used is noted by the way.
  await until(async () => (await list()).every(({ lastUsedAt }) => lastUsedAt !== null));
  const tenants = await list();
  expect(tenants).toHaveLength(2);
  for (const kind of ['local', 'anonymous'] as const) {
    const tenant = tenants.find((one) => one.kind === kind);
    expect(tenant).toMatchObject({ kind, emails: [], databases: 1 });
    expect(tenant?.bytes).toBeGreaterThan(1_000_000);
    expect(Date.parse(String(tenant?.createdAt))).toBeLessThanOrEqual(Date.parse(String(tenant?.lastUsedAt)));
  }
});

test('svc admin tenants shows them, reads and writes nothing, and needs no service that runs', async () => {
  const user = await createCliUser('http://127.0.0.1:1');
  const env = { DATABASE_URL: String(config().databaseUrl) };
  const shown = await user.onPipe(['admin', 'tenants'], { env });
  expect(shown).toMatchObject({ code: 0, stderr: '' });
  expect(shown.stdout).toMatch(/who .*databases .*MB .*last used/);
  expect(shown.stdout).toMatch(/anonymous/);
  const asJson = await user.onPipe(['admin', 'tenants', '--json'], { env });
  expect(JSON.parse(asJson.stdout)).toEqual(JSON.parse(JSON.stringify(await list())));
});

test('sizes without those of a server that is away are told as that, on a pipe too', async () => {
  const admin = await openAdmin(owned.home.control);
  try {
    await admin.query("UPDATE svc_control.database SET server = 'east'");
    const user = await createCliUser('http://127.0.0.1:1');
    const env = { DATABASE_URL: String(config().databaseUrl), SVC_HOSTING_URLS: 'main,east=postgres://svc:x@127.0.0.1:9/svc' };
    const shown = await user.onPipe(['admin', 'tenants'], { env });
    expect(shown.code).toBe(0);
    expect(shown.stderr).toMatch(/^SVC_HOSTING_URLS \(east\): there is no session [^\n]+ What is on it is not counted\.\n$/);
  } finally {
    await admin.query("UPDATE svc_control.database SET server = 'main'");
    await admin.end();
  }
});

test('of a control plane that is not this version’s nothing is listed, in a line that says so', async () => {
  const admin = await openAdmin(owned.home.control);
  const later = "'2099-01-01-of-a-later-version'";
  try {
    await admin.query(`INSERT INTO svc_control.kysely_migration VALUES (${later}, '2099-01-01T00:00:00Z')`);
    const user = await createCliUser('http://127.0.0.1:1');
    const refused = await user.onPipe(['admin', 'tenants'], { env: { DATABASE_URL: String(config().databaseUrl) } });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^svc: the control plane belongs to a newer version of svc [^\n]*\n$/);
    await admin.query(`DELETE FROM svc_control.kysely_migration WHERE name = ${later}`);
    const { rows } = await admin.query(
      'DELETE FROM svc_control.kysely_migration WHERE name = (SELECT max(name) FROM svc_control.kysely_migration) RETURNING *',
    );
    await expect(list()).rejects.toThrow(/^the control plane is one migration behind this version of svc /);
    await admin.query('INSERT INTO svc_control.kysely_migration VALUES ($1, $2)', [rows[0].name, rows[0].timestamp]);
  } finally {
    await admin.query(`DELETE FROM svc_control.kysely_migration WHERE name = ${later}`);
    await admin.end();
  }
});

test('where the first start was killed in the midst of its migrations, nobody is listed, and the next start makes them', async () => {
  const database = `killed_${randomUUID().slice(0, 8)}`;
  const admin = await openAdmin();
  const url = databaseUrl({ database });
  try {
    await admin.query(`CREATE DATABASE ${database}`);
    const killed = await openAdmin(database);
    // What is made before the transaction that all migrations are in.
    await killed.query('CREATE SCHEMA svc_control');
    await killed.query('CREATE TABLE svc_control.kysely_migration (name text PRIMARY KEY, timestamp text NOT NULL)');
    await killed.end();
    const findings = await lookAtHealth({ config: readConfig({ DATABASE_URL: url, SVC_SECRET: TEST_SECRET }), onStep: () => undefined });
    expect(findings.filter(({ state }) => state !== 'good')).toEqual([
      { check: 'control plane', state: 'warning', said: 'not there yet', action: 'The first start of a service makes it.' },
    ]);
    await expect(listTenants({ config: { ...config(), databaseUrl: url }, onStep: () => undefined })).rejects.toThrow(
      /^There is no control plane of svc in this PostgreSQL yet: start the service once\.$/,
    );
  } finally {
    await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await admin.end();
  }
});

test('where no service has been, it says so, and begins none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-nobody-'));
  await expect(listTenants({ config: { databaseUrl: undefined, dataDir: folder }, onStep: () => undefined })).rejects.toThrow(
    `${folder} holds no data of a service. Name its folder with --data-dir, or with SVC_DATA_DIR.`,
  );
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
  const user = await createCliUser('http://127.0.0.1:1');
  const away = databaseUrl({ database: `none_${randomUUID().slice(0, 8)}` });
  const refused = await user.onPipe(['admin', 'tenants'], { env: { DATABASE_URL: away } });
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^svc: DATABASE_URL: there is no session on PostgreSQL [^\n]*\n$/);
});

describe('svc admin health', () => {
  const look = async (settings: Record<string, string> = {}): Promise<Record<string, string>> => {
    const config = readConfig({ ...owned.home.settings, SVC_SECRET: TEST_SECRET, ...settings });
    const findings = await lookAtHealth({ config, onStep: () => undefined });
    return Object.fromEntries(findings.map(({ check, state, said }) => [check, `${state}: ${said}`]));
  };

  test('finds all in order where it is', async () => {
    expect(await look()).toEqual({
      postgres: expect.stringMatching(/^good: PostgreSQL [\d.]+.*, \d+ of \d+ sessions$/),
      'control plane': 'good: up to date',
      secret: 'good: the one that this data was made with',
      databases: 'good: 2 ready',
    });
  });

  test('finds another secret, a Redis that is away or wants a password, and a ClickHouse that is away', async () => {
    const redis = await startRedis();
    try {
      expect(await look({ REDIS_URL: redis.url })).toMatchObject({ redis: 'good: answers' });
    } finally {
      await redis.stop();
    }
    expect(await look({ SVC_SECRET: `${TEST_SECRET}-another`, REDIS_URL: redis.url, CLICKHOUSE_URL: 'http://127.0.0.1:9' })).toMatchObject({
      secret: 'bad: not the one that this data was made with',
      redis: expect.stringMatching(/^bad: .*ECONNREFUSED/),
      clickhouse: expect.stringMatching(/^bad: .*(ECONNREFUSED|bad port)/),
    });
  });

  test('says of a secret that it was not given, that is missing, or that nothing was made with yet, which of these it is', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'svc-operator-'));
    const admin = await openAdmin(owned.home.control);
    try {
      expect((await look({ SVC_SECRET: '', SVC_DATA_DIR: empty })).secret).toBe(
        `warning: not compared: this command was given no SVC_SECRET, and there is no ${join(empty, 'secret')}`,
      );
      await admin.query("UPDATE svc_control.deployment SET fact = 'was secret' WHERE fact = 'secret'");
      expect((await look()).secret).toMatch(/^good: none yet: no service has started on this data/);
    } finally {
      await admin.query("UPDATE svc_control.deployment SET fact = 'secret' WHERE fact = 'was secret'");
      await admin.end();
      await rm(empty, { recursive: true });
    }
  });

  test('is a command that fails where something is bad, and says what to do', async () => {
    const user = await createCliUser('http://127.0.0.1:1');
    const env = { DATABASE_URL: String(config().databaseUrl), SVC_SECRET: TEST_SECRET };
    const good = await user.onPipe(['admin', 'health'], { env });
    expect(good).toMatchObject({ code: 0, stderr: '' });
    expect(good.stdout).toMatch(/^✓ postgres +PostgreSQL .*\n✓ control plane up to date\n/);
    const bad = await user.onPipe(['admin', 'health'], { env: { ...env, SVC_SECRET: `${TEST_SECRET}-another` } });
    expect(bad).toMatchObject({ code: 1 });
    expect(bad.stdout).toMatch(/✗ secret .*\n +Set SVC_SECRET to that one: a service with another does not start\.\n/);
  });
});
