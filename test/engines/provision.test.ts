import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CreateSchema } from '../../src/contract/create-schema.ts';
import { startSweeping } from '../../src/databases/sweep.ts';
import { openServer } from '../../src/engines/postgres/open-server.ts';
import { drop, provision } from '../../src/engines/postgres/provision.ts';
import type { Server } from '../../src/engines/postgres/server.ts';
import { newId } from '../../src/lib/id.ts';
import { openStore, type Store } from '../../src/store/control-plane.ts';
import { databasesIn } from '../../src/store/databases.ts';
import { idempotencyKeysIn } from '../../src/store/idempotency.ts';
import { placementsIn } from '../../src/store/placements.ts';
import { accountKey, asAdmin, asRole, handle, outcomeOf } from '../support/hosted.ts';
import { type Home, newHome } from '../support/owned.ts';
import { type CutMode, startProxy } from '../support/proxy.ts';
import { send, TEST_SECRET, type TestService } from '../support/service.ts';

const LIMITS = { statementTimeoutMs: 5_000, maxSessions: 4 };
const GOAL = 'track coffee beans with roaster, price and rating';

let home: Home;
let service: TestService;
let server: Server;
let store: Store;
beforeAll(async () => {
  // Services of other files would sweep a control plane that they share.
  home = await newHome();
  service = await home.start({ SVC_LOCAL_OWNER: 'off' });
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  server = await openServer({ databaseUrl: service.config.databaseUrl, dataDir: service.config.dataDir, log });
  store = await openStore(
    () => server.endpoint(),
    () => undefined,
  );
});
afterAll(async () => {
  await store.destroy();
  await home.close();
});

const schema: CreateSchema = {
  title: 'Beans',
  tables: [{ name: 'beans', columns: [{ name: 'roaster', type: 'text', nullable: false }] }],
};

/** The database and the logins of this id that the server has. */
const leftOf = (dbId: string): Promise<string[]> =>
  asAdmin(async (client) => {
    const { rows } = await client.query(
      'SELECT datname AS name FROM pg_database WHERE datname = $1 UNION ALL SELECT rolname FROM pg_roles WHERE starts_with(rolname, $1)',
      [dbId],
    );
    return rows.map(({ name }) => String(name));
  });

let last = 0;
const freshId = (): string => `db_provision_${process.pid}_${++last}`;

test('a database has its three logins and its tables, owned by its owner', async () => {
  const dbId = freshId();
  await provision(server, TEST_SECRET, dbId, schema, LIMITS);
  expect((await leftOf(dbId)).sort()).toEqual([dbId, `${dbId}_o`, `${dbId}_r`, `${dbId}_w`]);
  const { rows } = await asAdmin((client) => client.query("SELECT tablename, tableowner FROM pg_tables WHERE schemaname = 'public'"), dbId);
  expect(rows).toEqual([{ tablename: 'beans', tableowner: `${dbId}_o` }]);
  await drop(server, dbId);
  await drop(server, dbId);
  expect(await leftOf(dbId)).toEqual([]);
});

test('sessions that are open do not keep a database from going', async () => {
  const dbId = freshId();
  await provision(server, TEST_SECRET, dbId, schema, LIMITS);
  for (const role of ['owner', 'writer', 'reader'] as const) {
    const again = freshId();
    await provision(server, TEST_SECRET, again, schema, LIMITS);
    await asRole(again, role, async (client) => {
      await client.query('SELECT 1');
      await drop(server, again);
    });
    expect(await leftOf(again)).toEqual([]);
  }
  await drop(server, dbId);
});

test('of a crowd of creations the first are done before the last have begun, so that none waits half made behind all others', async () => {
  const ids = Array.from({ length: 20 }, freshId);
  const begun = () =>
    asAdmin(async (client) => (await client.query('SELECT count(*)::int AS n FROM pg_database WHERE datname = ANY($1)', [ids])).rows[0]?.n);
  const all = ids.map((dbId) => provision(server, TEST_SECRET, dbId, schema, LIMITS));
  await Promise.race(all);
  expect(await begun()).toBeLessThan(ids.length);
  await Promise.all(all);
  for (const dbId of ids) await drop(server, dbId);
});

test('on a full disk room is given before anything goes: DROP begins with a checkpoint, which ends a server that has no room for it', async () => {
  const dbId = freshId();
  await provision(server, TEST_SECRET, dbId, schema, LIMITS);
  const thereThen: string[][] = [];
  const giveRoom = async () => {
    thereThen.push(await leftOf(dbId));
    return true;
  };
  await drop({ ...server, isDiskFull: async () => true, giveRoom }, dbId);
  expect(thereThen).toEqual([expect.arrayContaining([dbId, `${dbId}_o`])]);
  expect(await leftOf(dbId)).toEqual([]);
});

test('a delete whose server goes on the way is told to come again, and is then done', async () => {
  const { url } = service;
  const key = newId();
  const made = await send(service, 'POST', '/v1/databases', { body: { goal: GOAL }, key: newId() });
  const dbId = String(made.json().dbId);
  const ask = () => send({ url }, 'DELETE', `/v1/databases/${dbId}`, { token: made.headers.get('x-svc-anonymous-token'), key });
  await asAdmin(async (holder) => {
    await holder.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`drop ${dbId}`]);
    const deleting = ask();
    const ended = async () =>
      (await holder.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))'))
        .rowCount;
    await vi.waitFor(async () => expect(await ended()).toBe(1), 20_000);
    const reply = await deleting;
    expect([reply.status, reply.json()]).toMatchObject([502, { error: { code: 'db_unreachable', retryable: true } }]);
  }, server.endpoint().database);
  const again = await ask();
  expect([again.status, again.json()]).toEqual([200, { dbId, deleted: true }]);
  expect(await leftOf(dbId)).toEqual([]);
});

test('a delete and a sweep that come to one database at once both end well', async () => {
  for (let round = 0; round < 10; round++) {
    const dbId = freshId();
    await provision(server, TEST_SECRET, dbId, schema, LIMITS);
    expect(await Promise.all(Array.from({ length: 5 }, () => drop(server, dbId)))).toEqual(Array(5).fill('gone'));
    expect(await leftOf(dbId)).toEqual([]);
  }
});

describe('what fails leaves nothing', () => {
  /** Cannot be reached at its third look-up, which is the one for the session in the new database. */
  const failing = (message: string): Server => {
    let lookups = 0;
    return {
      ...server,
      endpoint: () => {
        lookups += 1;
        if (lookups === 3) throw new Error(message);
        return server.endpoint();
      },
    };
  };

  test('a schema that the engine alone refuses', async () => {
    const dbId = freshId();
    // The second table's name is well formed, and taken by the first one's index.
    const broken: CreateSchema = {
      title: 'Beans',
      tables: [
        ...schema.tables,
        ...['bags', 'bags_pkey'].map((name) => ({ name, columns: [{ name: 'size', type: 'text' as const, nullable: true }] })),
      ],
    };
    const { code, fault } = await outcomeOf(provision(server, TEST_SECRET, dbId, broken, LIMITS));
    expect([code, fault?.params]).toEqual(['ddl_invalid', { rolled_back: true }]);
    expect(await leftOf(dbId)).toEqual([]);
  });

  test('a server that is lost on the way', async () => {
    const dbId = freshId();
    const { code, fault } = await outcomeOf(provision(failing('gone'), TEST_SECRET, dbId, schema, LIMITS));
    expect([code, fault?.params]).toEqual(['provision_failed', { rolled_back: true }]);
    expect(await leftOf(dbId)).toEqual([]);
  });

  test.each(['before', 'after'] as const satisfies CutMode[])('a connection lost %s any exchange, told as it is', async (mode) => {
    const { host, port } = server.endpoint();
    const proxy = await startProxy({ host, port });
    const behind: Server = { ...server, endpoint: () => ({ ...server.endpoint(), port: proxy.port }) };
    for (let nth = 1; ; nth++) {
      const dbId = freshId();
      proxy.cut(nth, mode);
      const { code, fault } = await outcomeOf(provision(behind, TEST_SECRET, dbId, schema, LIMITS));
      if (!proxy.wasCut()) {
        expect(code).toBe('ok');
        await drop(server, dbId);
        break;
      }
      expect([nth, code, fault?.params]).toEqual([nth, 'provision_failed', { rolled_back: true }]);
      expect([nth, await leftOf(dbId)]).toEqual([nth, []]);
    }
    await proxy.close();
  });
});

test('the sweep removes what was left half made or half deleted, and nothing else', async () => {
  const databases = databasesIn(store);
  const ownerId = newId();
  const [halfMade, halfDeleted, ready, young] = [freshId(), freshId(), freshId(), freshId()];
  for (const id of [halfMade, halfDeleted, ready, young]) {
    await databases.insert({ id, ownerId, slug: id, name: 'Beans', engine: 'postgres' });
    await provision(server, TEST_SECRET, id, schema, LIMITS);
  }
  const set = (id: string, change: { state?: 'ready' | 'deleting'; created_at?: Date }) =>
    store.updateTable('database').set(change).where('id', '=', id).execute();
  const longAgo = new Date(Date.now() - 3_600_000);
  await set(halfMade, { created_at: longAgo });
  await set(halfDeleted, { created_at: longAgo, state: 'deleting' });
  await set(ready, { created_at: longAgo, state: 'ready' });
  const removed: unknown[] = [];
  const sweeping = startSweeping({
    databases,
    keys: idempotencyKeysIn(store),
    moves: placementsIn(store),
    expiring: [],
    engines: [service.engine],
    engineOf: () => service.engine,
    log: {
      info: (facts: { db: string }) => removed.push(facts.db),
      warn: (facts: object) => removed.push(facts),
    } as unknown as typeof service.log,
  });
  while (![halfMade, halfDeleted].every((id) => removed.includes(id))) await new Promise((resolve) => setTimeout(resolve, 20));
  sweeping.stop();
  expect(removed.filter((id) => String(id).includes(`_${process.pid}_`)).sort()).toEqual([halfMade, halfDeleted].sort());
  expect([await leftOf(halfMade), await leftOf(halfDeleted)]).toEqual([[], []]);
  expect([(await leftOf(ready)).length, (await leftOf(young)).length]).toEqual([4, 4]);
  for (const id of [ready, young]) {
    await drop(server, id);
    await databases.remove(id);
  }
});

test('what no record tells of is removed where it was never whole, and else kept, with one word about it', async () => {
  const databases = databasesIn(store);
  const [whole, begun, young, logins, restored] = [freshId(), freshId(), freshId(), freshId(), freshId()];
  for (const id of [whole, begun, young, logins, restored]) await provision(server, TEST_SECRET, id, schema, LIMITS);
  const control = server.endpoint().database;
  const being = (id: string, since: Date) =>
    `COMMENT ON DATABASE "${id}" IS 'svc, control plane in ${control}, being made since ${since.toISOString()}'`;
  await asAdmin(async (client) => {
    await client.query(being(begun, new Date(Date.now() - 3_600_000)));
    await client.query(being(young, new Date()));
    await client.query(`DROP DATABASE "${logins}"`);
  });
  // Its record is of the moment at which a backup was made; by now it is used.
  await databases.insert({ id: restored, ownerId: newId(), slug: restored, name: 'Beans', engine: 'postgres' });
  await store
    .updateTable('database')
    .set({ created_at: new Date(0) })
    .where('id', '=', restored)
    .execute();
  await asAdmin((client) => client.query("INSERT INTO beans (roaster) VALUES ('Onyx')"), restored);

  const told: { dbs?: string[]; db?: string }[] = [];
  const sweeping = startSweeping({
    databases,
    keys: idempotencyKeysIn(store),
    moves: placementsIn(store),
    expiring: [],
    engines: [service.engine],
    engineOf: () => service.engine,
    log: { info: (facts: object) => told.push(facts), warn: (facts: object) => told.push(facts) } as unknown as typeof service.log,
  });
  const kept = () => told.flatMap(({ dbs }) => dbs ?? []);
  while (!kept().includes(whole)) await new Promise((resolve) => setTimeout(resolve, 20));
  sweeping.stop();
  expect(told.flatMap(({ db }) => (db?.includes(`_${process.pid}_`) ? [db] : [])).sort()).toEqual([begun, logins].sort());
  expect(kept()).toEqual(expect.arrayContaining([whole, restored]));
  expect([await leftOf(begun), await leftOf(logins)]).toEqual([[], []]);
  for (const id of [whole, young, restored]) {
    expect((await leftOf(id)).sort()).toEqual([id, `${id}_o`, `${id}_r`, `${id}_w`]);
    await drop(server, id);
  }
  await databases.remove(restored);
});

/** Where a sweep, or a deletion, may have been killed; each step after those before it. */
const STEPS: readonly (readonly [what: string, step: (dbId: string) => string | null])[] = [
  ['the record alone says so', () => null],
  ['it takes no sessions any more', (dbId) => `ALTER DATABASE "${dbId}" ALLOW_CONNECTIONS false`],
  ['its DROP was cut short', (dbId) => `UPDATE pg_database SET datconnlimit = -2 WHERE datname = '${dbId}'`],
  ['the database is gone', (dbId) => `DROP DATABASE "${dbId}"`],
  ['one login is gone', (dbId) => `DROP ROLE "${dbId}_o"`],
  ['all logins are gone', (dbId) => `DROP ROLE "${dbId}_w"; DROP ROLE "${dbId}_r"`],
];

test.each(STEPS.map(([what], index) => [what, index] as const))('a sweep that was killed is gone on with: %s', async (_what, index) => {
  const databases = databasesIn(store);
  const dbId = freshId();
  await databases.insert({ id: dbId, ownerId: newId(), slug: 'beans', name: 'Beans', engine: 'postgres' });
  await provision(server, TEST_SECRET, dbId, schema, LIMITS);
  for (const [, step] of STEPS.slice(0, index + 1)) {
    const sql = step(dbId);
    if (sql !== null) await asAdmin((client) => client.query(sql));
  }
  // Last: from here on the sweep of any other file's service may be the one that goes on with it.
  await store
    .updateTable('database')
    .set({ created_at: new Date(0), state: 'deleting' })
    .where('id', '=', dbId)
    .execute();
  const quiet = { info: () => undefined, warn: () => undefined } as unknown as typeof service.log;
  const sweeping = startSweeping({
    databases,
    keys: idempotencyKeysIn(store),
    moves: placementsIn(store),
    expiring: [],
    engines: [service.engine],
    engineOf: () => service.engine,
    log: quiet,
  });
  while ((await databases.unfinished(0)).some(({ id }) => id === dbId)) await new Promise((resolve) => setTimeout(resolve, 20));
  sweeping.stop();
  expect(await leftOf(dbId)).toEqual([]);
});

test('a service whose clock is ahead takes nothing away that another one makes', async () => {
  const databases = databasesIn(store);
  const id = `db_ahead_${newId().slice(-8)}`;
  await databases.insert({ id, ownerId: newId(), slug: 'ahead', name: 'Ahead', engine: 'postgres' });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  try {
    expect((await databases.unfinished(600)).map((found) => found.id)).not.toContain(id);
  } finally {
    vi.useRealTimers();
  }
  await databases.remove(id);
});

test('whose a database is stays known when its look-up is over: what runs then counts for its owner', async () => {
  const databases = databasesIn(store);
  const [id, ownerId] = [`db_whose_${newId().slice(-8)}`, newId()];
  await databases.insert({ id, ownerId, slug: 'whose', name: 'Whose', engine: 'postgres' });
  await store.updateTable('database').set({ state: 'ready' }).where('id', '=', id).execute();
  expect(databases.ownerOf(id)).toBeUndefined();
  await databases.find(id, ownerId);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  try {
    expect(databases.ownerOf(id)).toBe(ownerId);
  } finally {
    vi.useRealTimers();
  }
  databases.forget(id);
  expect(databases.ownerOf(id)).toBeUndefined();
  await databases.remove(id);
});

test('ten creations at once make ten databases', async () => {
  const writer = accountKey(newId(), 'write');
  const made = await Promise.all(
    Array.from({ length: 10 }, (_, n) => handle(service, 'createDatabase', { goal: GOAL }, writer, `ten ${n}`)),
  );
  const ids = made.map((reply) => String((reply as { dbId: unknown }).dbId));
  expect(new Set(ids).size).toBe(10);
  for (const id of ids) {
    expect((await leftOf(id)).length).toBe(4);
    await handle(service, 'deleteDatabase', { id }, writer, `away ${id}`);
    expect(await leftOf(id)).toEqual([]);
  }
});
