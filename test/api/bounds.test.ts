import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../src/contract/limits.ts';
import { asAdmin, serverFacts } from '../support/hosted.ts';
import { send, startService, type TestService } from '../support/service.ts';

const STATEMENT_TIMEOUT_MS = 1_500;
const GOAL = 'track coffee beans with roaster, price and rating';

/** Every query is bounded, and what meets a bound leaves the service and its server as they were. */
let service: TestService;
let token: string;
let db: string;
let serverStartedAt: string;
let facts: Awaited<ReturnType<typeof serverFacts>>;
beforeAll(async () => {
  service = await startService({ SVC_STATEMENT_TIMEOUT_MS: String(STATEMENT_TIMEOUT_MS), SVC_POOL_MAX: '8', SVC_POOL_MAX_PER_ROLE: '4' });
  const created = await send(service, 'POST', '/v1/databases', {
    key: randomUUID(),
    body: { goal: GOAL },
  });
  token = created.headers.get('x-svc-anonymous-token') ?? '';
  db = String(created.json().dbId);
  serverStartedAt = await startTime();
  facts = await serverFacts();
});
afterAll(async () => {
  expect(await startTime()).toBe(serverStartedAt);
  await service.close();
});

const startTime = (): Promise<string> =>
  asAdmin(async (client) => String((await client.query('SELECT pg_postmaster_start_time()::text AS at')).rows[0]?.at));

const run = (sql: string, params?: unknown[], key?: string) =>
  send(service, 'POST', '/v1/run', { token, ...(key ? { key } : {}), body: { db, sql, ...(params ? { params } : {}) } });
const codeOf = (reply: { json: () => Record<string, unknown> }): unknown => (reply.json().error as { code?: unknown } | undefined)?.code;
const stillServes = async (): Promise<void> => {
  expect((await run('SELECT 1 AS one')).json()).toMatchObject({ status: 'ok', data: [{ one: 1 }] });
};

describe('statements', () => {
  test.each([
    'SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b',
    'WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t',
    'EXPLAIN ANALYZE SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b',
  ])('end at the time limit: %s', async (sql) => {
    const reply = await run(sql);
    expect(['query_timeout', 'query_too_expensive']).toContain(codeOf(reply));
    if (reply.status === 408) expect(reply.json()).toMatchObject({ error: { params: { limitMs: STATEMENT_TIMEOUT_MS } } });
    await stillServes();
  });

  test('a write that meets the time limit writes nothing and frees its key', async () => {
    const endless = "INSERT INTO coffee_beans (roaster) SELECT 'slow' FROM generate_series(1, 1000000) a, generate_series(1, 1000) b";
    expect(codeOf(await run(endless, [], 'slow'))).toBe('query_timeout');
    expect((await run("INSERT INTO coffee_beans (roaster) VALUES ('quick')", [], 'slow')).status).toBe(200);
    expect((await run("SELECT count(*) AS n FROM coffee_beans WHERE roaster = 'slow'")).json()).toMatchObject({ data: [{ n: 0 }] });
  });

  test('a caller who leaves ends the statement', async () => {
    const leaving = new AbortController();
    const marker = `left_${process.pid}`;
    const reply = fetch(`${service.url}/v1/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      // What the planner thinks little of: a product of series is refused before it runs.
      body: JSON.stringify({
        db,
        sql: `WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) AS ${marker} FROM t`,
      }),
      signal: leaving.signal,
    }).catch((error: unknown) => error);
    const running = () =>
      asAdmin(async (client) =>
        Number(
          (
            await client.query(
              "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = $1 AND usename = $1 || '_r' AND state = 'active'",
              [db],
            )
          ).rows[0]?.n,
        ),
      );
    // A role that is no superuser sees the state through its membership.
    while ((await running()) === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    leaving.abort();
    await reply;
    while ((await running()) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await stillServes();
  });
});

describe('sizes', () => {
  /** With time enough that the size is what ends them. */
  let patient: TestService;
  let own: { token: string; db: string };
  beforeAll(async () => {
    patient = await startService({ SVC_STATEMENT_TIMEOUT_MS: '300000' });
    const created = await send(patient, 'POST', '/v1/databases', { key: randomUUID(), body: { goal: GOAL } });
    own = { token: created.headers.get('x-svc-anonymous-token') ?? '', db: String(created.json().dbId) };
  });
  afterAll(() => patient.close());
  const runLong = (sql: string, params: unknown[]) =>
    send(patient, 'POST', '/v1/run', { token: own.token, body: { db: own.db, sql, params } });

  /** The lengths are bound, so that nothing but the engine and the driver can know them. */
  test.each([
    ['a cell of 900 MB', "SELECT repeat('x', abs($1::int))", 900_000_000],
    ['a cell of 300 MB made of JSON', "SELECT to_jsonb(repeat('x', abs($1::int)))", 300_000_000],
    ['a cell just over the cap', "SELECT repeat('x', abs($1::int))", LIMITS.resultMaxBytes],
    ['rows over the cap', "SELECT repeat('x', abs($1::int)) FROM generate_series(1, 1000)", 1_000_000],
    ['a value beyond what the engine can hold', "SELECT repeat('x', abs($1::int))", 2_000_000_000],
    [
      'an aggregate beyond what the engine can hold',
      "SELECT string_agg(repeat('x', abs($1::int)), '') FROM generate_series(1, 2000)",
      1_000_000,
    ],
    ['an array beyond what the engine can hold', "SELECT array_agg(repeat('x', abs($1::int))) FROM generate_series(1, 2000)", 1_000_000],
    ['a document beyond what the engine can hold', "SELECT jsonb_agg(repeat('x', abs($1::int))) FROM generate_series(1, 2000)", 1_000_000],
    ['a padded value', "SELECT lpad('x', abs($1::int))", 1_073_741_000],
  ])('%s ends as an ordinary error', async (_name, sql, length) => {
    expect(['result_too_large', 'query_too_expensive']).toContain(codeOf(await runLong(sql, [length])));
    await stillServes();
  });

  test('what is over the cap is told as that', async () => {
    for (const length of [LIMITS.resultMaxBytes, 200_000_000])
      expect(codeOf(await runLong("SELECT repeat('x', abs($1::int))", [length]))).toBe('result_too_large');
    expect((await runLong('SELECT 1 AS one', [])).json()).toMatchObject({ data: [{ one: 1 }] });
  });

  test('a reply under the cap arrives whole', async () => {
    const [row] = (await runLong("SELECT repeat('x', abs($1::int)) AS cell", [10_000_000])).json().data as { cell: string }[];
    expect(row?.cell.length).toBe(10_000_000);
  });

  test('files for sorting', async () => {
    if (!facts.superuser) return console.info('Skipped on this server: only a superuser may set temp_file_limit.');
    const reply = await run('SELECT md5(g::text) FROM generate_series(1, 20000000) g ORDER BY 1 LIMIT 5 OFFSET 19000000');
    expect(['query_too_expensive', 'query_timeout']).toContain(codeOf(reply));
    const { rows } = await asAdmin((client) =>
      client.query(
        "SELECT split_part(unnest(setconfig), '=', 2) AS value FROM pg_db_role_setting r JOIN pg_roles o ON o.oid = r.setrole WHERE rolname = $1",
        [`${db}_r`],
      ),
    );
    expect(rows.map(({ value }) => value)).toContain('256MB');
    await stillServes();
  });
});

describe('requests', () => {
  test('SQL of the greatest length runs, and one character more is refused', async () => {
    const sql = `SELECT '${'x'.repeat(LIMITS.sqlMaxLength - "SELECT '' AS c".length)}' AS c`;
    expect(sql.length).toBe(LIMITS.sqlMaxLength);
    expect((await run(sql)).status).toBe(200);
    expect(codeOf(await run(`${sql} `))).toBe('sql_too_long');
  });

  test('a thousand values are bound, and one more is refused', async () => {
    const values = Array.from({ length: LIMITS.paramsMax }, (_, index) => index);
    const sum = (count: number) =>
      `SELECT sum(v) AS total FROM unnest(ARRAY[${Array.from({ length: count }, (_, index) => `$${index + 1}::int`).join(', ')}]) v`;
    expect((await run(sum(LIMITS.paramsMax), values)).json()).toMatchObject({ data: [{ total: 499_500 }] });
    expect((await run(sum(LIMITS.paramsMax + 1), [...values, 1])).status).toBe(400);
    expect(codeOf(await run(sum(LIMITS.paramsMax), values.slice(1)))).toBe('sql_rejected');
  });

  const nested = (depth: number, open: string, close: string): string => `${open.repeat(depth)}1${close.repeat(depth)}`;
  test.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('bodies of deeply nested %s are answered', async (_name, open, close) => {
    for (const depth of [50, 1_000, 5_000, 100_000]) {
      const value = nested(depth, open, close);
      const bodies: [path: string, body: string][] = [
        ['/v1/run', value],
        ['/v1/run', JSON.stringify({ db, sql: 'SELECT $1::text', params: ['?'] }).replace('"?"', value)],
        ['/v1/run', JSON.stringify({ db, sql: 'SELECT $1::jsonb', params: ['?'] }).replace('"?"', value)],
        ['/v1/insert', JSON.stringify({ db, table: 'nested', rows: [{ value: '?' }] }).replace('"?"', value)],
        ['/v1/ask', value],
      ];
      for (const [path, body] of bodies) {
        const reply = await send(service, 'POST', path, {
          token,
          key: randomUUID(),
          body,
          headers: { 'content-type': 'application/json' },
        });
        expect([path, depth, body.slice(0, 40), reply.status < 500 || codeOf(reply)]).toEqual([path, depth, body.slice(0, 40), true]);
      }
    }
    await stillServes();
  });

  test('deeply nested values from the engine are answered', async () => {
    for (const depth of [1_000, 6_000, 100_000]) {
      for (const type of ['json', 'jsonb']) {
        const reply = await run(`SELECT (repeat('[', abs($1::int)) || repeat(']', abs($1::int)))::${type} AS deep`, [depth]);
        expect([type, depth, reply.status < 500 || codeOf(reply)]).toEqual([type, depth, true]);
      }
    }
    await stillServes();
  });

  test('odd values come back as something', async () => {
    for (const expression of [
      "'NaN'::float8",
      "'-Infinity'::numeric",
      "'infinity'::timestamptz",
      '\'{"a": 1e400}\'::json',
      '\'"\\u0000"\'::json',
      "'[0:1]={1,2}'::int[]",
      "'{{1,NULL},{3,4}}'::numeric[]",
      '\'{"a,b","c\\"d",NULL,"NULL"}\'::text[]',
      "'0044-03-15 BC'::date",
      "row(1, 'a')",
      "'\\xdeadbeef'::bytea",
      "interval '1 year -3 days'",
      "'[1,5)'::int4range",
    ]) {
      const reply = await run(`SELECT ${expression} AS odd`);
      expect([expression, reply.status]).toEqual([expression, 200]);
    }
  });
});

test('a flood over the pool is answered, each with its own or overloaded', async () => {
  const sum = (n: number) => run(`SELECT ${n} AS n, count(*) AS c FROM generate_series(1, 20000)`);
  const replies = await Promise.all(Array.from({ length: 200 }, (_, n) => sum(n)));
  for (const [n, reply] of replies.entries()) {
    if (reply.status === 200) expect(reply.json()).toMatchObject({ data: [{ n, c: 20_000 }] });
    else expect([n, codeOf(reply)]).toEqual([n, 'overloaded']);
  }
  const { rows } = await asAdmin((client) => client.query('SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = $1', [db]));
  expect(rows[0]?.n).toBeLessThanOrEqual(8);
  await stillServes();
});
