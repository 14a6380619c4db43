import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { PostgresSession } from '../../src/engines/postgres/driver.ts';
import type { LoginName } from '../../src/engines/postgres/login.ts';
import { type PoolOptions, SessionPool } from '../../src/engines/postgres/sessions.ts';
import { asAdmin, outcomeOf } from '../support/hosted.ts';

const LOGINS = 200;
const url = new URL(inject('databaseUrl'));
const database = decodeURIComponent(url.pathname.slice(1));
const prefix = `pool_${process.pid}_`;
const names = Array.from({ length: LOGINS }, (_, index) => `${prefix}${index}`);
const login = (index: number): LoginName => ({ database, user: `${prefix}${index}` });

beforeAll(() =>
  asAdmin(async (admin) => {
    await admin.query(names.map((name) => `CREATE ROLE ${name} LOGIN PASSWORD 'p'`).join(';'));
    // Lets a service that is no superuser end their sessions.
    await admin.query(`GRANT ${names.join(', ')} TO CURRENT_USER`);
    await admin.query(`GRANT CONNECT ON DATABASE "${database}" TO ${names.join(', ')}`);
  }),
);
afterAll(() =>
  asAdmin(async (admin) => {
    await admin.query(`REVOKE CONNECT ON DATABASE "${database}" FROM ${names.join(', ')}`);
    await admin.query(names.map((name) => `DROP ROLE ${name}`).join(';'));
  }),
);

/** Every session that a test's pools opened, oldest first. */
let opened: PostgresSession[] = [];
let pools: SessionPool[] = [];
afterEach(async () => {
  for (const pool of pools) await pool.close();
  [opened, pools] = [[], []];
});

const connect = ({ user }: LoginName): Promise<PostgresSession> =>
  PostgresSession.open(
    { host: url.hostname, port: Number(url.port), database, user, password: 'p' },
    { timeoutMs: 10_000, statementTimeoutMs: 30_000, ownStatements: false },
  );

function poolOf(options: Partial<PoolOptions>): SessionPool {
  const pool = new SessionPool({
    max: 4,
    maxPerLogin: 2,
    waitMs: 20_000,
    open: async (name) => {
      const session = await connect(name);
      opened.push(session);
      return session;
    },
    ...options,
  });
  pools.push(pool);
  return pool;
}

const userOf = async (session: PostgresSession): Promise<unknown> =>
  (await session.read({ sql: 'SELECT current_user', params: [] }, { maxRows: 1 })).rows[0]?.[0];

/** Work that goes on until it is told to end. */
function held(pool: SessionPool, name: LoginName): { done: Promise<void>; end: () => void; started: Promise<PostgresSession> } {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let begin: (session: PostgresSession) => void = () => undefined;
  const started = new Promise<PostgresSession>((resolve) => {
    begin = resolve;
  });
  const done = pool.with(name, undefined, async (session) => {
    begin(session);
    await ended;
  });
  return { done, end, started };
}

const idleAndWhole = { total: 0, idle: 0, waiting: 0 };

describe('bounds', () => {
  test('in total and for one login', async () => {
    const pool = poolOf({ max: 3, maxPerLogin: 2 });
    const works = [0, 0, 0, 1, 1, 2].map((index) => held(pool, login(index)));
    await Promise.all([works[0]?.started, works[1]?.started, works[3]?.started]);
    expect(pool.stats).toEqual({ total: 3, idle: 0, waiting: 3 });
    for (const { end } of works) end();
    await Promise.all(works.map(({ done }) => done));
    expect(pool.stats.total).toBeLessThanOrEqual(3);
    expect(pool.stats).toMatchObject({ idle: pool.stats.total, waiting: 0 });
  });

  test('two hundred logins over eight sessions, each as itself, and no count leaks', async () => {
    const pool = poolOf({ max: 8, maxPerLogin: 2, waitMs: 60_000 });
    let busy = 0;
    let most = 0;
    const found = await Promise.all(
      Array.from({ length: LOGINS * 2 }, (_, n) =>
        pool.with(login(n % LOGINS), undefined, async (session) => {
          busy += 1;
          most = Math.max(most, busy, pool.stats.total);
          const name = await userOf(session);
          busy -= 1;
          return name;
        }),
      ),
    );
    expect(found).toEqual(Array.from({ length: LOGINS * 2 }, (_, n) => login(n % LOGINS).user));
    expect(most).toBeLessThanOrEqual(8);
    expect(pool.stats).toEqual({ total: 8, idle: 8, waiting: 0 });
    const { rows } = await asAdmin((admin) =>
      admin.query('SELECT count(*)::int AS n FROM pg_stat_activity WHERE usename = ANY($1)', [names]),
    );
    expect(rows[0]?.n).toBeLessThanOrEqual(8);
    await pool.close();
    expect(pool.stats).toEqual(idleAndWhole);
  });
});

describe('which session is taken and which is closed', () => {
  test('a login’s own idle session serves it again', async () => {
    const pool = poolOf({});
    for (let n = 0; n < 5; n++) await pool.with(login(0), undefined, userOf);
    expect(opened).toHaveLength(1);
  });

  test('the one idle the longest makes room', async () => {
    const pool = poolOf({ max: 3 });
    for (const index of [0, 1, 2, 0]) await pool.with(login(index), undefined, userOf);
    await pool.with(login(3), undefined, userOf);
    expect(opened.map(({ login: { user }, broken }) => [user, broken !== null])).toEqual([
      [login(0).user, false],
      [login(1).user, true],
      [login(2).user, false],
      [login(3).user, false],
    ]);
  });

  test('of many that a crowd left idle, those not used for a while are closed but for a few', async () => {
    const pool = poolOf({ max: 40, idleMs: 200 });
    await Promise.all(Array.from({ length: 40 }, (_, index) => pool.with(login(index), undefined, userOf)));
    for (const until = Date.now() + 20_000; pool.stats.total > 16 && Date.now() < until; ) await delay(50);
    expect(pool.stats).toEqual({ total: 16, idle: 16, waiting: 0 });
    await delay(500);
    expect(pool.stats.total).toBe(16);
  });

  test('one that broke is not used again, at rest or at work', async () => {
    const pool = poolOf({ max: 1, maxPerLogin: 1 });
    await pool.with(login(0), undefined, userOf);
    await asAdmin((admin) => admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [login(0).user]));
    while (opened[0]?.broken === null) await delay(5);
    expect(await pool.with(login(0), undefined, userOf)).toBe(login(0).user);
    const unknown = pool.with(login(0), undefined, (session) => session.run({ sql: "SET timezone = 'UTC'", params: [] }, { maxRows: 0 }));
    await expect(unknown).rejects.toThrow('SET');
    expect(await pool.with(login(0), undefined, userOf)).toBe(login(0).user);
    expect(opened).toHaveLength(3);
    expect(pool.stats).toEqual({ total: 1, idle: 1, waiting: 0 });
  });

  test('a login that cannot be opened takes no place', async () => {
    let fail = true;
    const pool = poolOf({
      max: 1,
      maxPerLogin: 1,
      open: (name) => (fail ? Promise.reject(new Error('refused')) : connect(name)),
    });
    await Promise.all(Array.from({ length: 5 }, (_, n) => expect(pool.with(login(n), undefined, userOf)).rejects.toThrow('refused')));
    expect(pool.stats).toEqual(idleAndWhole);
    fail = false;
    expect(await pool.with(login(0), undefined, userOf)).toBe(login(0).user);
  });

  test('one that the server does not open in time is overloaded where it answers others, and away where it answers nobody', async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    let timeoutMs = 300;
    const pool = poolOf({
      open: (name) =>
        name.user === login(1).user
          ? PostgresSession.open(
              { host: '127.0.0.1', port: (silent.address() as AddressInfo).port, database, user: name.user, password: 'p' },
              { timeoutMs, statementTimeoutMs: 30_000, ownStatements: false },
            )
          : connect(name),
    });
    try {
      await pool.with(login(0), undefined, userOf);
      await expect(pool.with(login(1), undefined, userOf)).rejects.toThrow('timeout expired');
      timeoutMs = 3_000;
      const late = outcomeOf(pool.with(login(1), undefined, userOf));
      while (sockets.size < 2) await delay(10);
      await pool.with(login(0), undefined, userOf);
      expect((await late).code).toBe('overloaded');
      expect(pool.stats).toEqual({ total: 1, idle: 1, waiting: 0 });
    } finally {
      for (const socket of sockets) socket.destroy();
      silent.close();
    }
  });

  test('forgetting a database closes what rests there', async () => {
    const pool = poolOf({});
    await pool.with(login(0), undefined, userOf);
    await pool.forget('another');
    expect(pool.stats.total).toBe(1);
    await pool.forget(database);
    expect(pool.stats).toEqual(idleAndWhole);
  });
});

describe('waiting', () => {
  test('first come, first served', async () => {
    const pool = poolOf({ max: 1, maxPerLogin: 1 });
    const first = held(pool, login(0));
    await first.started;
    const order: number[] = [];
    const waiters = [5, 0, 3, 0, 1].map((index) => pool.with(login(index), undefined, async () => void order.push(index)));
    expect(pool.stats.waiting).toBe(5);
    first.end();
    await Promise.all([first.done, ...waiters]);
    expect(order).toEqual([5, 0, 3, 0, 1]);
  });

  test('ends as overloaded at its deadline, and its place in the queue with it', async () => {
    const pool = poolOf({ max: 1, maxPerLogin: 1, waitMs: 50 });
    const first = held(pool, login(0));
    await first.started;
    const { code, fault } = await outcomeOf(pool.with(login(1), undefined, userOf));
    expect([code, fault?.params]).toEqual(['overloaded', expect.objectContaining({ waitedMs: 50 })]);
    expect(pool.stats).toEqual({ total: 1, idle: 0, waiting: 0 });
    first.end();
    await first.done;
    expect(await pool.with(login(1), undefined, userOf)).toBe(login(1).user);
  });

  test('ends when its caller leaves, or had left before', async () => {
    const pool = poolOf({ max: 1, maxPerLogin: 1 });
    const first = held(pool, login(0));
    await first.started;
    const leaving = new AbortController();
    const waiting = outcomeOf(pool.with(login(1), leaving.signal, userOf));
    leaving.abort();
    expect((await waiting).code).toBe('query_cancelled');
    expect((await outcomeOf(pool.with(login(1), AbortSignal.abort(), userOf))).code).toBe('query_cancelled');
    expect(pool.stats).toEqual({ total: 1, idle: 0, waiting: 0 });
    first.end();
    await first.done;
  });

  test('a session that breaks at work makes room for whoever waits', async () => {
    const pool = poolOf({ max: 1, maxPerLogin: 1 });
    const first = held(pool, login(0));
    const session = await first.started;
    const waiter = pool.with(login(1), undefined, userOf);
    await session.close();
    first.end();
    await first.done;
    expect(await waiter).toBe(login(1).user);
    expect(pool.stats).toEqual({ total: 1, idle: 1, waiting: 0 });
  });
});

test('closing ends the idle, refuses the waiting and the new, and takes the busy as they come', async () => {
  const pool = poolOf({ max: 2, maxPerLogin: 2 });
  const busy = [held(pool, login(0)), held(pool, login(1))];
  await Promise.all(busy.map(({ started }) => started));
  const waiting = outcomeOf(pool.with(login(2), undefined, userOf));
  await pool.close();
  expect((await waiting).code).toBe('db_unreachable');
  expect((await outcomeOf(pool.with(login(3), undefined, userOf))).code).toBe('db_unreachable');
  for (const { end } of busy) end();
  await Promise.all(busy.map(({ done }) => done));
  expect(pool.stats).toEqual(idleAndWhole);
  expect(opened.every(({ broken }) => broken !== null)).toBe(true);
});

test('what goes wrong under load leaves every count right', async () => {
  const pool = poolOf({
    max: 6,
    maxPerLogin: 2,
    open: async (name) => {
      if (Number(name.user.slice(prefix.length)) % 7 === 0) throw new Error('refused');
      return await connect(name);
    },
  });
  const work = async (n: number): Promise<void> => {
    const signal = n % 5 === 0 ? AbortSignal.timeout(1 + (n % 40)) : undefined;
    await pool
      .with(login(n % 20), signal, async (session) => {
        if (n % 11 === 0) await session.close();
        else if (n % 13 === 0) throw new Error('work failed');
        else await userOf(session);
      })
      .catch(() => undefined);
  };
  await Promise.all(Array.from({ length: 300 }, (_, n) => work(n)));
  expect(pool.stats).toMatchObject({ idle: pool.stats.total, waiting: 0 });
  expect(pool.stats.total).toBeLessThanOrEqual(6);
  // Every login still gets its full share.
  const shares = [held(pool, login(1)), held(pool, login(1)), held(pool, login(2))];
  await Promise.all(shares.map(({ started }) => started));
  for (const { end } of shares) end();
  await Promise.all(shares.map(({ done }) => done));
  await pool.close();
  expect(pool.stats).toEqual(idleAndWhole);
});

test('lines that do not come, or are refused, end a COPY with the reason, and the session goes on', async () => {
  const session = await PostgresSession.open(
    // Who may make a table.
    { host: url.hostname, port: Number(url.port), database, user: url.username, password: decodeURIComponent(url.password) },
    { timeoutMs: 10_000, statementTimeoutMs: 30_000, ownStatements: true },
  );
  opened.push(session);
  const copied = (lines: () => AsyncGenerator<Buffer>) => session.copy('COPY pg_temp.copied FROM STDIN', lines(), { maxRows: 0 });
  const inside = async <T>(work: () => Promise<T>): Promise<T> => {
    await session.begin('read write');
    try {
      await session.run({ sql: 'CREATE TEMPORARY TABLE copied (n int)', params: [] }, { maxRows: 0, tag: 'CREATE' });
      return await work();
    } finally {
      await session.rollback();
    }
  };
  // More than the socket takes at once.
  const many = Buffer.from('1\n'.repeat(4_000_000));
  const breaksOff = async function* () {
    yield many;
    throw new Error('The disk is gone.');
  };
  await expect(inside(() => copied(breaksOff))).rejects.toThrow('The disk is gone.');
  let isReadOn = false;
  const refused = async function* () {
    yield Buffer.from('one\n');
    for (let piece = 0; piece < 20; piece++) yield many;
    isReadOn = true;
  };
  await expect(inside(() => copied(refused))).rejects.toThrow('invalid input syntax');
  expect(isReadOn).toBe(false);
  const whole = async function* () {
    yield Buffer.from('1\n2');
    yield Buffer.from('\n3\n');
  };
  expect(await inside(() => copied(whole))).toBe(3);
});
