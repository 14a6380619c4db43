import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookAtHealth } from '../../src/admin/health.ts';
import { sweepNow } from '../../src/admin/sweep.ts';
import { listTenants } from '../../src/admin/tenants.ts';
import { readConfig } from '../../src/config.ts';
import { asAdmin } from '../support/hosted.ts';
import { codeOf } from '../support/keys.ts';
import { type Home, newHome } from '../support/owned.ts';
import { type SecondPostgres, startSecondPostgres } from '../support/second-postgres.ts';
import { send, TEST_SECRET, type TestService } from '../support/service.ts';
import { sessionOf, startSession, type TestSession, until } from '../support/session.ts';

let home: Home;
let east: SecondPostgres;
let service: TestService;
let twin: TestService;
const settings = () => ({ SVC_LOCAL_OWNER: 'off', SVC_HOSTING_URLS: `main,east=${east.url}` });
beforeAll(async () => {
  [home, east] = [await newHome(), await startSecondPostgres()];
  service = await home.start(settings());
  twin = await home.start(settings());
});
afterAll(async () => {
  await home.close();
  await east.close();
});

const control = async <Row extends object>(sql: string, params: readonly unknown[] = []): Promise<Row[]> =>
  (await asAdmin((admin) => admin.query<Row>(sql, [...params]), home.control)).rows;
const serverOf = async (db: string): Promise<string> =>
  String((await control<{ server: string }>('SELECT server FROM svc_control.database WHERE id = $1', [db]))[0]?.server);
const isOnMain = async (db: string): Promise<boolean> =>
  (await asAdmin((admin) => admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [db]))).rowCount === 1;
const isOnEast = async (db: string): Promise<boolean> =>
  (await east.query('SELECT 1 FROM pg_database WHERE datname = $1', [db])).length === 1;
/** A session whose database is on the server. */
async function sessionOn(server: 'main' | 'east', at = service): Promise<TestSession> {
  for (;;) {
    const session = await startSession(at);
    if ((await serverOf(session.db)) === server) return session;
  }
}
const config = (more: Record<string, string> = {}) =>
  readConfig({ ...home.settings, ...settings(), SVC_SECRET: TEST_SECRET, SVC_CLICKHOUSE: 'off', ...more });

test('new databases go to the server with the fewest, and are there alone', async () => {
  const sessions = [];
  for (let n = 0; n < 4; n++) sessions.push(await startSession(service));
  const servers = await Promise.all(sessions.map(({ db }) => serverOf(db)));
  expect(servers.toSorted()).toEqual(['east', 'east', 'main', 'main']);
  for (const { db } of sessions) {
    const where = await serverOf(db);
    expect([await isOnMain(db), await isOnEast(db)]).toEqual([where === 'main', where === 'east']);
  }
});

test('what is on another server is used as any other, by every service', async () => {
  const session = await sessionOn('east');
  const there = sessionOf(twin, session.token, session.db);
  const inserted = await session.post('/v1/insert', {
    db: session.db,
    table: 'coffee_beans',
    rows: [
      { roaster: 'Onyx', price: 18 },
      { roaster: 'Sey', price: 21 },
    ],
  });
  expect(inserted.status, inserted.text).toBe(200);
  expect((await there.ask('How many coffee beans cost more than 20?')).json()).toMatchObject({ data: [{ count: 1 }] });
  expect((await there.ask('set the price of Sey to 22')).json()).toMatchObject({ status: 'requires_confirm' });
  const confirmed = await there.ask('set the price of Sey to 22', { confirm: true });
  expect(confirmed.status, confirmed.text).toBe(200);
  expect(await session.rows("SELECT price::int AS price FROM coffee_beans WHERE roaster = 'Sey'")).toEqual([{ price: 22 }]);
  const traceId = (confirmed.json().trace as { id: string }).id;
  expect((await session.post('/v1/undo', { db: session.db, traceId })).status).toBe(200);
  expect(await there.rows("SELECT price::int AS price FROM coffee_beans WHERE roaster = 'Sey'")).toEqual([{ price: 21 }]);
  const widening = 'add a phone number to coffee beans';
  expect((await session.ask(widening)).json()).toMatchObject({ status: 'requires_confirm' });
  expect((await there.ask(widening, { confirm: true })).status).toBe(200);
  expect((await there.get(`/v1/databases/${session.db}/schema`)).text).toContain('phone');
  // Once for each key, also by two services.
  const key = randomUUID();
  const twice = await Promise.all(
    [session, there].map((one) => one.run("INSERT INTO coffee_beans (roaster) VALUES ('Once')", {}, { key })),
  );
  expect(twice.some(({ status }) => status === 200)).toBe(true);
  expect(await session.rows("SELECT count(*)::int AS n FROM coffee_beans WHERE roaster = 'Once'")).toEqual([{ n: 1 }]);
  expect((await send(twin, 'DELETE', `/v1/databases/${session.db}`, { token: session.token, key: randomUUID() })).status).toBe(200);
  expect(await isOnEast(session.db)).toBe(false);
  expect(await east.query('SELECT rolname FROM pg_roles WHERE starts_with(rolname, $1)', [session.db])).toEqual([]);
});

test('sizes of both count: for quotas, and for who runs the service', async () => {
  const narrow = await home.start({ ...settings(), SVC_ANON_MB: '1' });
  const session = await sessionOn('east');
  const there = sessionOf(narrow, session.token, session.db);
  expect(codeOf(await there.run("INSERT INTO coffee_beans (roaster) VALUES ('Onyx')"))).toBe('quota_exceeded');
  const [{ owner_id: id } = { owner_id: '' }] = await control<{ owner_id: string }>(
    'SELECT owner_id FROM svc_control.database WHERE id = $1',
    [session.db],
  );
  const tenant = (await listTenants({ config: config(), onStep: () => undefined })).find((one) => one.id === id);
  expect(tenant?.bytes).toBeGreaterThan(1_048_576);
  const findings = await lookAtHealth({ config: config(), onStep: () => undefined });
  expect(findings).toContainEqual({
    check: 'hosting east',
    state: 'good',
    said: expect.stringMatching(/^PostgreSQL [\d.]+.*, \d+ databases$/),
  });
  expect((await send(service, 'GET', '/readyz')).json()).toEqual({ status: 'ok', hosting: { east: 'answers' } });
});

test('a server that says nothing keeps its own databases alone from being served, and takes no new ones; back, it serves as before', async () => {
  const [here, there] = [await sessionOn('main'), await sessionOn('east')];
  east.hold();
  try {
    await until(async () => codeOf(await there.run('SELECT 1')) === 'db_unreachable');
    expect((await here.run('SELECT 1')).status).toBe(200);
    const ready = await send(service, 'GET', '/readyz');
    expect([ready.status, ready.json()]).toEqual([200, { status: 'ok', hosting: { east: 'away' } }]);
    for (let n = 0; n < 3; n++) expect(await serverOf((await startSession(service)).db)).toBe('main');
    // Also a service that starts meanwhile serves the others.
    const late = await home.start(settings());
    expect((await sessionOf(late, here.token, here.db).run('SELECT 1')).status).toBe(200);
    expect(codeOf(await sessionOf(late, there.token, there.db).run('SELECT 1'))).toBe('db_unreachable');
  } finally {
    east.letGo();
  }
  await until(async () => (await there.run('SELECT 1')).status === 200);
  await sessionOn('east');
});

test('what a crash left on another server is swept there, and nothing of another deployment', async () => {
  const half = await sessionOn('east');
  const deleting = await sessionOn('east');
  const kept = await sessionOn('east');
  await control("UPDATE svc_control.database SET state = 'provisioning', created_at = now() - interval '1 hour' WHERE id = $1", [half.db]);
  const mark = (
    await east.query<{ comment: string }>("SELECT shobj_description(oid, 'pg_database') AS comment FROM pg_database WHERE datname = $1", [
      half.db,
    ])
  )[0]?.comment;
  await east.query(`COMMENT ON DATABASE ${half.db} IS '${mark}, being made since 2020-01-01T00:00:00.000Z'`);
  await control("UPDATE svc_control.database SET state = 'deleting' WHERE id = $1", [deleting.db]);
  const others = `db_other_${randomUUID().slice(0, 8)}`;
  await east.query(`CREATE DATABASE ${others}`);
  await east.query(`COMMENT ON DATABASE ${others} IS 'svc, deployment 0123456789abcdef'`);
  const { removed } = await sweepNow({ config: config(), onStep: () => undefined });
  expect(removed).toEqual(expect.arrayContaining([half.db, deleting.db]));
  expect([await isOnEast(half.db), await isOnEast(deleting.db), await isOnEast(kept.db), await isOnEast(others)]).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect((await kept.run('SELECT 1')).status).toBe(200);
});

describe('a start is refused in a line', () => {
  const refusal = (hosting: string): Promise<string> =>
    home.start({ ...settings(), SVC_HOSTING_URLS: hosting }).then(
      () => 'It started.',
      (error: Error) => error.message,
    );

  test('without a server that databases are on', async () => {
    await sessionOn('east');
    expect(await refusal('west=postgres://u:p@127.0.0.1:9/svc')).toMatch(
      /^SVC_HOSTING_URLS \(west\): there is no session on PostgreSQL at 127\.0\.0\.1:9: connect ECONNREFUSED/,
    );
    expect(await refusal(`west=${east.url}`)).toMatch(
      /^SVC_HOSTING_URLS does not name the server "east", which \d+ databases are on: add it again/,
    );
    expect(await refusal('')).toMatch(/^SVC_HOSTING_URLS does not name the server "east"/);
  });

  test('with two names for one server, or another server under a name that is in use', async () => {
    expect(await refusal(`east=${east.url},west=${east.url}`)).toMatch(
      /^SVC_HOSTING_URLS names one server as both "east" and "west": leave one out\.$/,
    );
    const other = await startSecondPostgres();
    try {
      expect(await refusal(`east=${other.url}`)).toMatch(
        /^SVC_HOSTING_URLS names another server as "east" than the one that has its databases/,
      );
    } finally {
      await other.close();
    }
    expect(await refusal(`east=${east.url},own=${String(home.settings.DATABASE_URL)}`)).toMatch(
      /as both "main" and "own": leave one out, or list main/,
    );
  });

  test('with what is no list of names and URLs, and without DATABASE_URL', () => {
    for (const hosting of ['main', 'east', 'east=http://x', 'main=postgres://x/y', 'a=postgres://x/y,a=postgres://z/y'])
      expect(() => config({ SVC_HOSTING_URLS: hosting })).toThrow(/SVC_HOSTING_URLS: takes names and URLs of PostgreSQL servers/);
    expect(() => config({ DATABASE_URL: '' })).toThrow(/SVC_HOSTING_URLS: needs DATABASE_URL/);
  });
});
