import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once as event } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../src/contract/limits.ts';
import { roleName } from '../../src/engines/postgres/server.ts';
import { SERVICE } from '../support/entries.ts';
import { asAdmin, asRole } from '../support/hosted.ts';
import { type CutMode, type PostgresProxy, startProxy } from '../support/proxy.ts';
import { send, startService, TEST_SECRET, type TestService } from '../support/service.ts';
import { databaseUrl } from '../support/session.ts';

const GOAL = 'track coffee beans with roaster, price and rating';

interface Where {
  readonly url: string;
}
type Reply = Awaited<ReturnType<typeof send>>;

interface Tenant {
  readonly token: string;
  readonly db: string;
}

async function tenant(service: Where): Promise<Tenant> {
  const created = await send(service, 'POST', '/v1/databases', { key: randomUUID(), body: { goal: GOAL } });
  expect([created.status, created.text]).toEqual([201, expect.any(String)]);
  return { token: created.headers.get('x-svc-anonymous-token') ?? '', db: String(created.json().dbId) };
}

const insertSql = (db: string, roaster: string) => ({
  db,
  sql: 'INSERT INTO coffee_beans (roaster) VALUES ($1) RETURNING id, roaster',
  params: [roaster],
});

const rowsOf = (db: string, sql: string, params: unknown[] = []): Promise<Record<string, unknown>[]> =>
  asRole(db, 'owner', async (client) => (await client.query(sql, params)).rows);
const countOf = async (db: string, roaster: string): Promise<number> =>
  Number((await rowsOf(db, 'SELECT count(*) AS n FROM coffee_beans WHERE roaster = $1', [roaster]))[0]?.n);

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('one key, one write', () => {
  let a: Tenant;
  beforeAll(async () => {
    a = await tenant(service);
  });
  const run = (body: unknown, key: string, who = a, headers: Record<string, string> = {}) =>
    send(service, 'POST', '/v1/run', { token: who.token, key, body, headers });

  test('a retry gets the same bytes, and says so', async () => {
    const first = await run(insertSql(a.db, 'replayed'), 'replayed');
    const again = await run(insertSql(a.db, 'replayed'), 'replayed');
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, null]);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(again.text).toBe(first.text);
    expect(await countOf(a.db, 'replayed')).toBe(1);
  });

  test('twenty at once write once', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => run(insertSql(a.db, 'twins'), 'twins')));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(await countOf(a.db, 'twins')).toBe(1);
  });

  test('twenty creations at once make one database', async () => {
    const { token } = await tenant(service);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => send(service, 'POST', '/v1/databases', { token, key: 'twins', body: { goal: GOAL } })),
    );
    const made = replies.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    expect(replies.filter(({ status }) => status !== 201).every((reply) => codeOf(reply) === 'idempotency_in_progress')).toBe(true);
    expect(JSON.parse((await send(service, 'GET', '/v1/databases', { token })).text)).toHaveLength(2);
  });

  test('another request with the key is a conflict, whatever its kind', async () => {
    await run(insertSql(a.db, 'conflict'), 'conflict');
    expect(codeOf(await run(insertSql(a.db, 'other'), 'conflict'))).toBe('idempotency_conflict');
    const inserted = await send(service, 'POST', '/v1/insert', {
      token: a.token,
      key: 'conflict',
      body: { db: a.db, table: 'coffee_beans', rows: [{ roaster: 'other' }] },
    });
    const asked = await send(service, 'POST', '/v1/ask', {
      token: a.token,
      key: 'conflict',
      body: { db: a.db, goal: 'add a coffee bean with roaster other' },
    });
    const created = await send(service, 'POST', '/v1/databases', { token: a.token, key: 'conflict', body: { goal: GOAL } });
    expect([inserted, asked, created].map(codeOf)).toEqual(Array(3).fill('idempotency_conflict'));
    expect(await countOf(a.db, 'other')).toBe(0);
  });

  test('a write that failed leaves the key free', async () => {
    const wrong = { db: a.db, sql: "INSERT INTO coffee_beans (roaster, price) VALUES ('freed', 1 / 0)" };
    expect((await run(wrong, 'freed')).status).toBe(409);
    expect((await run(insertSql(a.db, 'freed'), 'freed')).status).toBe(200);
    expect(await countOf(a.db, 'freed')).toBe(1);
  });

  test('a write that is still running is waited for, then in progress', async () => {
    const { rows } = await asAdmin((client) => client.query('SELECT owner_id FROM svc_control.database WHERE id = $1', [a.db]));
    const claim = 'SELECT svc.claim($1, $2, $3, $4)';
    await asRole(a.db, 'writer', async (twin) => {
      await twin.query('BEGIN');
      await twin.query(claim, [rows[0]?.owner_id, 'running', 'another', '1 day']);
      const waited = await run(insertSql(a.db, 'running'), 'running');
      expect([waited.status, codeOf(waited)]).toEqual([409, 'idempotency_in_progress']);
      expect(waited.json()).toMatchObject({ error: { retryable: true } });
    });
    expect((await run(insertSql(a.db, 'running'), 'running')).status).toBe(200);
    expect(await countOf(a.db, 'running')).toBe(1);
  });

  test('a creation that still runs keeps its key, however long; the key of one that died is free in seconds', async () => {
    const create = (key: string) => send(service, 'POST', '/v1/databases', { token: a.token, key, body: { goal: GOAL, name: key } });
    const leases = () =>
      asAdmin(async (client) => {
        const { rows } = await client.query(
          "SELECT lease_until > now() AS live, lease_until < now() + interval '10 s' AS short FROM svc_control.idempotency WHERE key = 'slow'",
        );
        return rows;
      });
    let created: Promise<Reply> | undefined;
    await asAdmin(async (client) => {
      await client.query('BEGIN; LOCK TABLE svc_control.database IN SHARE MODE');
      created = create('slow');
      // Longer than a lease, which therefore has to be renewed.
      await new Promise((done) => setTimeout(done, (LIMITS.controlLeaseSeconds + 1) * 1_000));
      expect(await leases()).toEqual([{ live: true, short: true }]);
      expect(codeOf(await create('slow'))).toBe('idempotency_in_progress');
      await client.query('COMMIT');
    });
    const first = await created;
    expect(first?.status).toBe(201);
    expect((await create('slow')).text).toBe(first?.text);
  });

  test('keys of different callers never meet', async () => {
    const b = await tenant(service);
    expect((await run(insertSql(a.db, 'mine'), 'shared')).status).toBe(200);
    const other = await run(insertSql(b.db, 'mine'), 'shared', b);
    expect([other.status, other.headers.get('idempotent-replayed')]).toEqual([200, null]);
    expect([await countOf(a.db, 'mine'), await countOf(b.db, 'mine')]).toEqual([1, 1]);
  });

  test('a day later the key is free again, and an expired one that is being removed makes nobody wait', async () => {
    await run(insertSql(a.db, 'old'), 'old');
    await asAdmin((client) =>
      client.query("UPDATE svc_control.idempotency SET created_at = now() - interval '25 hours' WHERE key = 'old'"),
    );
    await asAdmin((client) => client.query("DELETE FROM svc_control.idempotency WHERE created_at < now() - interval '24 hours'"));
    await asAdmin(
      (client) => client.query("UPDATE svc.reply SET created_at = now() - interval '25 hours' WHERE key IN ('old', 'twins')"),
      a.db,
    );
    await asRole(a.db, 'writer', async (twin) => {
      await twin.query('BEGIN');
      await twin.query('SELECT svc.claim($1, $2, $3, $4)', ['nobody', 'nothing', 'f', '1 day']);
      expect((await run(insertSql(a.db, 'not held up'), 'not held up')).status).toBe(200);
    });
    expect((await run(insertSql(a.db, 'old'), 'old')).status).toBe(200);
    expect(await countOf(a.db, 'old')).toBe(2);
  });

  test('a retry is not paid for, and gets its reply when nothing is left to pay with', async () => {
    const poor = await startService({ SVC_ANON_BUDGET: '3' });
    const c = await tenant(poor);
    const post = (path: string, key: string, body: unknown) => send(poor, 'POST', path, { token: c.token, key, body });
    const first = await post('/v1/run', 'r', insertSql(c.db, 'once'));
    const asked = await post('/v1/ask', 'a', { db: c.db, goal: 'add a coffee bean with roaster Sey' });
    expect([first.status, asked.status]).toEqual([200, 200]);
    expect((await post('/v1/run', 'r', insertSql(c.db, 'once'))).text).toBe(first.text);
    expect((await post('/v1/ask', 'a', { db: c.db, goal: 'add a coffee bean with roaster Sey' })).text).toBe(asked.text);
    expect(codeOf(await post('/v1/run', 'new', insertSql(c.db, 'new')))).toBe('auth_required');
    await poor.close();
  });

  test('a retry gets its reply although the same words would now mean something else', async () => {
    const first = await send(service, 'POST', '/v1/ask', { key: 'make', body: { goal: 'coffee beans with roaster, price and rating' } });
    const token = String(first.headers.get('x-svc-anonymous-token'));
    const again = await send(service, 'POST', '/v1/ask', {
      key: 'make',
      token,
      body: { goal: 'coffee beans with roaster, price and rating' },
    });
    expect([again.status, again.text]).toEqual([first.status, first.text]);

    const added = { goal: 'add a coffee bean with roaster Sey' };
    const write = await send(service, 'POST', '/v1/ask', { key: 'add', token, body: added });
    expect(write.json()).toMatchObject({ kind: 'write' });
    await send(service, 'POST', '/v1/databases', { key: randomUUID(), token, body: { goal: GOAL } });
    expect((await send(service, 'POST', '/v1/ask', { key: 'add', token, body: added })).text).toBe(write.text);
    expect(codeOf(await send(service, 'POST', '/v1/ask', { key: 'add 2', token, body: added }))).toBe('ambiguous_db');
  });
});

const codeOf = (reply: Reply): unknown => (reply.json().error as { code?: unknown } | undefined)?.code;

/** One kind of mutation: a request of its own for each key, and how often it took effect. */
interface Mutation {
  readonly name: string;
  /** Brings about what the mutation needs, undisturbed. */
  readonly prepare?: (service: Where, who: Tenant, key: string) => Promise<void>;
  readonly request: (who: Tenant, key: string) => readonly [method: string, path: string, body: unknown];
  readonly effects: (who: Tenant, key: string) => Promise<number>;
  /** A caller of its own each time. */
  readonly alone?: true;
}

/** Of this name, since each key asks for a name of its own. */
const readyDatabases = (_who: Tenant, key: string): Promise<number> =>
  asAdmin(async (client) => {
    const found = await client.query("SELECT FROM svc_control.database WHERE state = 'ready' AND name = $1", [key]);
    return Number(found.rowCount);
  });

const MUTATIONS: readonly Mutation[] = [
  { name: 'run', request: ({ db }, key) => ['POST', '/v1/run', insertSql(db, key)], effects: ({ db }, key) => countOf(db, key) },
  {
    name: 'insert, with a new table',
    request: ({ db }, key) => ['POST', '/v1/insert', { db, table: `t_${key}`, rows: [{ roaster: key }] }],
    effects: async ({ db }, key) =>
      (await rowsOf(db, "SELECT 1 FROM pg_class WHERE relname = $1 AND relkind = 'r'", [`t_${key}`])).length === 0
        ? 0
        : Number((await rowsOf(db, `SELECT count(*) AS n FROM t_${key}`))[0]?.n),
  },
  {
    name: 'ask, an insert',
    request: ({ db }, key) => ['POST', '/v1/ask', { db, goal: `add a coffee bean with roaster "${key}" and price 20` }],
    effects: ({ db }, key) => countOf(db, key),
  },
  {
    name: 'ask, a confirm',
    async prepare(service, { db, token }, key) {
      const inserted = await send(service, 'POST', '/v1/insert', {
        token,
        key: randomUUID(),
        body: { db, table: 'coffee_beans', rows: [{ roaster: key, price: 0 }] },
      });
      const previewed = await send(service, 'POST', '/v1/ask', { token, key: randomUUID(), body: { db, goal: increase(key) } });
      expect([inserted.status, previewed.status, previewed.json().status]).toEqual([200, 200, 'requires_confirm']);
    },
    request: ({ db }, key) => ['POST', '/v1/ask', { db, goal: increase(key), confirm: true }],
    effects: async ({ db }, key) => Number((await rowsOf(db, 'SELECT price FROM coffee_beans WHERE roaster = $1', [key]))[0]?.price),
  },
  { name: 'create', request: (_who, key) => ['POST', '/v1/databases', { goal: GOAL, name: key }], effects: readyDatabases },
  {
    name: 'delete',
    alone: true,
    request: ({ db }) => ['DELETE', `/v1/databases/${db}`, undefined],
    effects: async ({ db }) =>
      1 - Number((await asAdmin((client) => client.query('SELECT FROM pg_database WHERE datname = $1', [db]))).rowCount),
  },
];

const increase = (roaster: string): string => `increase the price of coffee beans by 1 where roaster is ${roaster}`;

/** A reply, or null where the connection to the service was lost. */
async function attempt(service: Where, who: Tenant, { request }: Mutation, key: string): Promise<Reply | null> {
  const [method, path, body] = request(who, key);
  return await send(service, method, path, { token: who.token, key, body }).catch(() => null);
}

/** Repeats one request until it succeeds, then once more; asserts what holds of every history. */
async function settle(service: Where, who: Tenant, mutation: Mutation, key: string, first: Reply | null, label: string): Promise<void> {
  const seen: string[] = [];
  const endings: unknown[] = [];
  let reply = first;
  for (let tries = 0; tries < 8; tries++) {
    if (reply !== null && reply.status < 300) seen.push(reply.text);
    else endings.push(reply === null ? 'lost' : codeOf(reply));
    expect(await mutation.effects(who, key), label).toBeLessThanOrEqual(1);
    if (seen.length === 2) break;
    // The lease of a service that is gone ends some time later; here it ends at once.
    if (endings.at(-1) === 'idempotency_in_progress')
      await asAdmin((client) =>
        client.query("UPDATE svc_control.idempotency SET lease_until = now() - interval '1 s' WHERE key = $1", [key]),
      );
    reply = await attempt(service, who, mutation, key);
  }
  // What a confirm took and could not write is not there a second time: it was told, and nothing was written.
  if (mutation.name === 'ask, a confirm' && endings.at(-1) === 'confirm_expired')
    return expect(await mutation.effects(who, key), label).toBe(0);
  expect([label, seen.length, endings]).toEqual([label, 2, endings]);
  expect(seen[1], label).toBe(seen[0]);
  expect(await mutation.effects(who, key), label).toBe(1);
}

describe('a connection to Postgres is lost', () => {
  let proxy: PostgresProxy;
  let behind: TestService;
  beforeAll(async () => {
    const url = new URL(service.config.databaseUrl ?? '');
    proxy = await startProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    behind = await startService({ DATABASE_URL: url.href });
  });
  afterAll(async () => {
    await behind.close();
    await proxy.close();
  });

  for (const mutation of MUTATIONS) {
    for (const mode of ['before', 'after'] as const satisfies CutMode[]) {
      test(`${mutation.name}: ${mode} each exchange in turn`, async () => {
        let who = await tenant(behind);
        let points = 0;
        for (let nth = 1; ; nth++) {
          if (mutation.alone) who = await tenant(behind);
          const key = `k${mode}${nth}${randomUUID().slice(0, 8)}`;
          await mutation.prepare?.(behind, who, key);
          proxy.cut(nth, mode);
          const first = await attempt(behind, who, mutation, key);
          const cut = proxy.wasCut();
          await settle(behind, who, mutation, key, first, `${mutation.name}, ${mode} exchange ${nth}`);
          if (!cut) break;
          points = nth;
        }
        expect(points).toBeGreaterThan(3);
      });
    }
  }

  test('sessions that the server ends at random lose and double nothing', async () => {
    // A control plane of its own: the sessions that end belong to no other service of this run.
    const control = `endings_${randomUUID().slice(0, 8)}`;
    await asAdmin((client) => client.query(`CREATE DATABASE ${control}`));
    const service = await startService({ DATABASE_URL: databaseUrl({ database: control }) });
    const who = await tenant(service);
    const mutation = MUTATIONS[0] as Mutation;
    let running = true;
    const random = randomFrom(20_260_101);
    const ending = (async () => {
      while (running) {
        await asAdmin((client) =>
          client.query(
            'SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND (usename = $1 OR datname = $2) ORDER BY pid OFFSET $3 LIMIT 1) s',
            [roleName(who.db, 'writer'), control, Math.floor(random() * 6)],
          ),
        );
        await delay(random() * 20);
      }
    })();
    await Promise.all(
      Array.from({ length: 8 }, async (_, lane) => {
        for (let n = 0; n < 12; n++) {
          const key = `r${lane}_${n}`;
          await settle(service, who, mutation, key, await attempt(service, who, mutation, key), key).catch((error: unknown) => {
            running = false;
            throw error;
          });
        }
      }),
    );
    running = false;
    await ending;
    await service.close();
    await asAdmin((client) => client.query(`DROP DATABASE ${control} WITH (FORCE)`));
  });
});

/** A generator of its own, so that a run can be repeated (Lehmer, modulus 2^31 − 1). */
function randomFrom(seed: number): () => number {
  let state = seed % 2_147_483_647;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

describe('the service is killed', () => {
  let proxy: PostgresProxy;
  let databaseUrl: string;
  let child: Running | null = null;
  beforeAll(async () => {
    const url = new URL(service.config.databaseUrl ?? '');
    proxy = await startProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    databaseUrl = url.href;
  });
  afterAll(async () => {
    child?.process.kill('SIGKILL');
    await proxy.close();
  });

  interface Running extends Where {
    readonly process: ChildProcess;
  }

  /** The service as it is started for good, in a process of its own. */
  async function start(): Promise<Running> {
    const started = spawn(process.execPath, [SERVICE], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: databaseUrl,
        SVC_SECRET: TEST_SECRET,
        SVC_PORT: '0',
        SVC_LOG_LEVEL: 'silent',
        SVC_ANON_BUDGET: '0',
        SVC_ANON_DATABASES: '0',
        SVC_ANON_MB: '0',
        SVC_ANON_RATE_LIMIT: '0',
        SVC_ANON_SESSIONS_PER_HOUR: '0',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    for await (const chunk of started.stderr) {
      said += String(chunk);
      const url = /listens on (http:\S+)/.exec(said)?.[1];
      if (url) return { url, process: started };
    }
    throw new Error(`The service did not start: ${said}`);
  }

  test.each(MUTATIONS.filter(({ alone }) => !alone).map((mutation) => [mutation.name, mutation] as const))(
    '%s, at its exchanges with Postgres',
    { timeout: 120_000 },
    async (_name, mutation) => {
      // The last exchange is the one that commits; how many there are is counted first.
      const counted = await tenant(service);
      child ??= await start();
      await mutation.prepare?.(child, counted, 'counted');
      proxy.cut(Number.POSITIVE_INFINITY, 'before');
      await attempt(child, counted, mutation, 'counted');
      const last = proxy.exchanges;
      for (const [nth, mode] of [
        [last, 'before'],
        [last, 'after'],
      ] as const) {
        const running: Running = child ?? (await start());
        const who = await tenant(service);
        const key = `x${mode}${nth}${randomUUID().slice(0, 8)}`;
        await mutation.prepare?.(running, who, key);
        const gone = event(running.process, 'exit');
        proxy.cut(nth, mode, () => running.process.kill('SIGKILL'));
        const first = await attempt(running, who, mutation, key);
        // Kept sessions may save an exchange: then nobody was killed, and the history is an ordinary one.
        if (proxy.wasCut()) {
          await gone;
          child = await start();
        }
        await settle(child ?? running, who, mutation, key, first, `${mutation.name}, killed ${mode} exchange ${nth} of ${last}`);
      }
    },
  );
});
