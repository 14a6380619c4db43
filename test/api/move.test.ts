import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moveTo } from '../../src/admin/move.ts';
import { sweepNow } from '../../src/admin/sweep.ts';
import { readConfig } from '../../src/config.ts';
import { createCliUser } from '../support/cli.ts';
import { newSharing, type Sharing } from '../support/grants.ts';
import { asAdmin } from '../support/hosted.ts';
import { codeOf } from '../support/keys.ts';
import { startMemory } from '../support/memory.ts';
import { type SecondPostgres, startSecondPostgres } from '../support/second-postgres.ts';
import { TEST_SECRET, type TestService } from '../support/service.ts';
import { sessionOf, startSession, type TestSession } from '../support/session.ts';

let east: SecondPostgres;
let it: Sharing;
/** Two services that know both servers; what is new is made on the first. */
let service: TestService;
let twin: TestService;
const settings = () => ({ SVC_HOSTING_URLS: `east=${east.url}` });
beforeAll(async () => {
  [east, it] = [await startSecondPostgres(), await newSharing()];
  [service, twin] = [await it.owned.home.start(settings()), await it.owned.home.start(settings())];
});
afterAll(async () => {
  await it.owned.home.close();
  await east.close();
});

const environment = () => ({ ...it.owned.home.settings, ...settings(), SVC_SECRET: TEST_SECRET, SVC_CLICKHOUSE: 'off' });
const config = () => readConfig(environment());
const move = (dbId: string, to: string) => moveTo({ config: config(), dbId, to, onStep: () => undefined });

/** The databases of this id, with whether sessions are let in, on `main` and on `east`. */
async function placesOf(db: string): Promise<string[]> {
  const sql = 'SELECT datallowconn AS open FROM pg_database WHERE datname = $1';
  const main = (await asAdmin((admin) => admin.query<{ open: boolean }>(sql, [db]))).rows;
  const other = await east.query<{ open: boolean }>(sql, [db]);
  const said = (name: string) => (one: { open: boolean }) => `${name} ${one.open ? 'open' : 'closed'}`;
  return [...main.map(said('main')), ...other.map(said('east'))];
}
const recordedOn = async (db: string): Promise<string> => {
  const sql = 'SELECT server FROM svc_control.database WHERE id = $1';
  return String((await asAdmin((admin) => admin.query<{ server: string }>(sql, [db]), it.owned.home.control)).rows[0]?.server);
};
/** All but estimates of how many rows there are. */
const tablesOf = async (session: TestSession): Promise<unknown> => {
  const { tables } = (await session.get(`/v1/databases/${session.db}/schema`)).json() as { tables: object[] };
  return tables.map((table) => ({ ...table, rowEstimate: null }));
};
/** Without `main` in the list what is new is made on `east`. */
async function newSession(): Promise<TestSession> {
  const session = await startSession(service);
  expect(await placesOf(session.db)).toEqual(['east open']);
  return session;
}

describe('a move', () => {
  test('carries rows, keys, sequences, comments, what can be undone, replies by key, and logins; each service finds it at once', async () => {
    const session = await newSession();
    const there = sessionOf(twin, session.token, session.db);
    const rows = [
      { roaster: 'Onyx', price: 18, note: 'a\tb\\n\n"quoted"' },
      { roaster: 'Sey', price: 21.5, note: 'null' },
    ];
    expect((await session.post('/v1/insert', { db: session.db, table: 'coffee_beans', rows })).status).toBe(200);
    expect((await session.post('/v1/insert', { db: session.db, table: 'shops', rows: [{ name: 'A', opened: '2024-02-03' }] })).status).toBe(
      200,
    );
    for (const goal of ['add a phone number to coffee beans', 'drop the column rating of coffee beans'])
      for (const more of [{}, { confirm: true }]) expect((await session.ask(goal, more)).status, goal).toBe(200);
    const key = randomUUID();
    const written = await session.run("UPDATE coffee_beans SET price = 99 WHERE roaster = 'Sey'", {}, { key });
    expect(written.status).toBe(200);
    await session.rows('SELECT 1 AS one');
    const all = 'SELECT * FROM coffee_beans ORDER BY id';
    const before = [await session.rows(all), await tablesOf(there)];
    const moved = await move(session.db, 'main');
    expect(moved).toMatchObject({ id: session.db, from: 'east', to: 'main' });
    expect(await placesOf(session.db)).toEqual(['main open']);
    expect([await session.rows(all), await tablesOf(there)]).toEqual(before);
    expect(await east.query('SELECT rolname FROM pg_roles WHERE starts_with(rolname, $1)', [session.db])).toEqual([]);
    // The same key is the same write, and it can be taken back.
    expect((await there.run("UPDATE coffee_beans SET price = 99 WHERE roaster = 'Sey'", {}, { key })).json().trace).toEqual(
      written.json().trace,
    );
    const traceId = (written.json().trace as { id: string }).id;
    expect((await there.post('/v1/undo', { db: session.db, traceId })).status).toBe(200);
    expect(await session.rows("SELECT price::float8 AS price FROM coffee_beans WHERE roaster = 'Sey'")).toEqual([{ price: 21.5 }]);
    // Numbers go on where they were.
    const [inserted] = await there.rows("INSERT INTO coffee_beans (roaster) VALUES ('New') RETURNING id");
    expect(Number(inserted?.id)).toBeGreaterThan(2);
    expect(codeOf(await there.run('SELECT rolname FROM pg_roles'))).toBe('sql_rejected');
    expect((await there.ask('add a web address to coffee beans')).json()).toMatchObject({ status: 'requires_confirm' });
    expect(await move(session.db, 'main')).toEqual({ id: session.db, from: 'main', to: 'main', rows: null });
    expect((await move(session.db, 'east')).rows).toBeGreaterThan(Number(moved.rows));
    expect(await session.rows('SELECT count(*)::int AS n FROM coffee_beans')).toEqual([{ n: 3 }]);
    expect(await placesOf(session.db)).toEqual(['east open']);
  });

  test('carries an agent memory, with whose rows are whose', async () => {
    const memory = await startMemory(service);
    await memory.remember({ content: 'Ana likes tea', endUserId: 'ana' });
    await memory.remember({ content: 'Ben likes coffee', endUserId: 'ben' });
    await move(memory.db, 'main');
    expect(await placesOf(memory.db)).toEqual(['main open']);
    const run = async (more: object) =>
      (await memory.run('SELECT content FROM facts ORDER BY 1', more)).json().data as Record<string, unknown>[];
    expect(await run({ endUserId: 'ana' })).toEqual([{ content: 'Ana likes tea' }]);
    expect(await run({})).toHaveLength(2);
    await memory.remember({ content: 'Cy likes water', endUserId: 'cy' });
  });

  test('carries grants: the same rows and columns, also of what was renamed, and what is revoked afterwards ends there', async () => {
    await it.asOwner('ALTER TABLE customers ADD COLUMN gone int; ALTER TABLE customers DROP COLUMN gone');
    const id = await it.grant({ scope: ['customers'], rows: { customers: "region = 'EU'" }, mask: { customers: ['email'] } });
    const grantee = sessionOf(service, it.grantee.token, it.db);
    const shown = [
      { id: 1, name: 'Ada', region: 'EU' },
      { id: 3, name: 'Cy', region: 'EU' },
    ];
    expect(await grantee.rows('SELECT * FROM customers ORDER BY id')).toEqual(shown);
    await move(it.db, 'east');
    expect(await placesOf(it.db)).toEqual(['east open']);
    expect(await grantee.rows('SELECT * FROM customers ORDER BY id')).toEqual(shown);
    expect(codeOf(await grantee.run('SELECT email FROM customers'))).toBe('sql_rejected');
    const owner = sessionOf(service, it.owner.token, it.db);
    const renaming = 'rename the column region of customers to area';
    for (const more of [{}, { confirm: true }]) expect((await owner.ask(renaming, more)).status).toBe(200);
    expect(await grantee.rows('SELECT id FROM customers ORDER BY id')).toEqual([{ id: 1 }, { id: 3 }]);
    expect((await it.revoke(id, service)).status).toBe(200);
    expect(codeOf(await grantee.run('SELECT id FROM customers'))).toBe('db_not_found');
    expect(await east.query("SELECT rolname FROM pg_roles WHERE rolname LIKE 'svc\\_grant\\_%'")).toEqual([]);
  });

  test('of what it does not carry is refused, and nothing is changed', async () => {
    const session = await newSession();
    await east.query("CREATE FUNCTION public.twice(int) RETURNS int LANGUAGE sql AS 'SELECT 2 * $1'", [], session.db);
    await expect(move(session.db, 'main')).rejects.toThrow('It has what a move does not carry: function public.twice(integer).');
    expect(await placesOf(session.db)).toEqual(['east open']);
    expect((await session.run("INSERT INTO coffee_beans (roaster) VALUES ('Onyx')")).status).toBe(200);
    await expect(move(session.db, 'west')).rejects.toThrow('SVC_HOSTING_URLS names no server "west": it may be main, east.');
    await expect(move('db_none_aaaaaaaa', 'main')).rejects.toThrow(/is no database that is hosted on PostgreSQL and ready/);
  });

  test('is a command', async () => {
    const session = await newSession();
    const user = await createCliUser('http://127.0.0.1:1');
    const moved = await user.onPipe(['admin', 'move', session.db, '--to', 'main'], { env: environment() });
    expect(moved).toMatchObject({ code: 0, stderr: '' });
    expect(moved.stdout).toMatch(/^Moved from east to main, with \d+ rows\.\n$/);
    expect(await user.onPipe(['admin', 'move', session.db], { env: environment() })).toMatchObject({ code: 2, stdout: '' });
  });
});

const DIES = fileURLToPath(new URL('../support/move-dies.ts', import.meta.url));

/** What clients that write one row after the other, each with a key of its own until it is done, were told. */
async function whileWriting(
  session: TestSession,
  work: () => Promise<void>,
): Promise<{ done: string[]; left: string[]; refused: Set<string> }> {
  const told = { done: [] as string[], left: [] as string[], refused: new Set<string>() };
  let goesOn = true;
  const write = async (at: TestService) => {
    const there = sessionOf(at, session.token, session.db);
    while (goesOn) {
      const key = randomUUID();
      let isDone = false;
      do {
        const reply = await there.run('INSERT INTO coffee_beans (roaster) VALUES ($1)', { params: [key] }, { key });
        isDone = reply.status === 200;
        if (!isDone) {
          told.refused.add(String(codeOf(reply)));
          expect(reply.json().error, reply.text).toMatchObject({ retryable: true });
          await new Promise((later) => setTimeout(later, 100));
        }
      } while (!isDone && goesOn);
      told[isDone ? 'done' : 'left'].push(key);
    }
  };
  const writers = [service, twin, service].map(write);
  await work().finally(() => {
    goesOn = false;
  });
  await Promise.all(writers);
  return told;
}

/** Every write that was acknowledged is there once, and no other more than once. */
async function expectOnce(session: TestSession, { done, left }: { done: string[]; left: string[] }): Promise<void> {
  const rows = await session.rows('SELECT roaster, count(*)::int AS n FROM coffee_beans GROUP BY 1');
  const counts = new Map(rows.map(({ roaster, n }) => [String(roaster), Number(n)]));
  expect(done.filter((key) => counts.get(key) !== 1)).toEqual([]);
  expect([...counts].filter(([key, n]) => n > 1 || !(done.includes(key) || left.includes(key)))).toEqual([]);
}

/** A move to `main` in a process of its own. */
async function killedAt(db: string, place: string): Promise<void> {
  const died = await new Promise<string | null>((resolve) => {
    const env = { ...process.env, ...environment() };
    execFile(process.execPath, ['--import', 'tsx', DIES, db, 'main', place], { env }).once('exit', (_code, signal) => resolve(signal));
  });
  expect(died).toBe('SIGKILL');
}

const settled = (ms: number) => new Promise((later) => setTimeout(later, ms));

test('while clients write nothing is lost and nothing is there twice, and they are told to come again at the most', async () => {
  const session = await newSession();
  const told = await whileWriting(session, async () => {
    for (const to of ['main', 'east', 'main']) {
      await settled(300);
      await move(session.db, to);
    }
    await settled(300);
  });
  expect(told.done.length).toBeGreaterThan(3);
  await expectOnce(session, told);
  expect(await placesOf(session.db)).toEqual(['main open']);
});

test.each([
  ['locked', 'east'],
  ['made', 'east'],
  ['filled', 'east'],
  ['copied', 'east'],
  ['closed', 'east'],
  ['recorded', 'main'],
  ['opened', 'main'],
] as const)('killed when it has %s, the database is on %s; the same again goes on, and no write is lost', async (place, recorded) => {
  const session = await newSession();
  const told = await whileWriting(session, async () => {
    await settled(200);
    await killedAt(session.db, place);
    expect(await recordedOn(session.db)).toBe(recorded);
    expect((await session.run("INSERT INTO coffee_beans (roaster) VALUES ('between')")).status).toBe(200);
    expect(await placesOf(session.db)).toContain(`${recorded} open`);
    await move(session.db, 'main');
    await settled(200);
  });
  expect(await placesOf(session.db)).toEqual(['main open']);
  await expectOnce(session, { ...told, done: [...told.done, 'between'] });
});

test('what a move that was killed has closed is opened by a sweep, where nobody asks for it', async () => {
  const session = await newSession();
  await killedAt(session.db, 'closed');
  expect(await placesOf(session.db)).toEqual(['main open', 'east closed']);
  await sweepNow({ config: config(), onStep: () => undefined });
  expect(await placesOf(session.db)).toContain('east open');
  await move(session.db, 'main');
  expect(await placesOf(session.db)).toEqual(['main open']);
});
