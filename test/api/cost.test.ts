import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPostgresParser } from '../../src/guard/postgres-parser.ts';
import { createPostgresWeigh, type Weigh } from '../../src/guard/postgres-weight.ts';
import { startService, type TestService } from '../support/service.ts';
import { startSession, type TestSession } from '../support/session.ts';

const LIMIT = 100_000;

let service: TestService;
let session: TestSession;
let weigh: Weigh;
beforeAll(async () => {
  service = await startService({ SVC_STATEMENT_MAX_COST: String(LIMIT), SVC_BUILDING_MAX: '2', SVC_POOL_WAIT_MS: '300' });
  session = await startSession(service);
  weigh = createPostgresWeigh(await createPostgresParser());
});
afterAll(() => service.close());

interface Refused {
  readonly code: string;
  readonly params: { estimate: number; limit: number; reason?: string };
}
const refusal = (reply: { json: () => Record<string, unknown> }): Refused => reply.json().error as Refused;

describe('what the planner finds too expensive is not run', () => {
  test.each([
    ['a product', 'SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b', []],
    ['a product of bound lengths', 'SELECT count(*) FROM generate_series(1, $1::int) a, generate_series(1, $2::int) b', [100_000, 100_000]],
    // Calculated, so that it is not refused before anybody is asked.
    ['rows made in the list of columns', 'SELECT generate_series(1, abs($1::bigint))', [1e12]],
    ['a read of a common table', 'WITH a AS (SELECT generate_series(1, 100000) AS n) SELECT count(*) FROM a x, a y', []],
  ])('%s', async (_name, sql, params) => {
    const reply = await session.run(sql, { params });
    const { code, params: told } = refusal(reply);
    expect([reply.status, code, told.limit]).toEqual([422, 'query_too_expensive', LIMIT]);
    expect(told.estimate).toBeGreaterThan(LIMIT);
    const streamed = await session.post('/v1/run', { db: session.db, sql, params }, { headers: { accept: 'text/csv' } });
    expect([streamed.status, refusal(streamed).code]).toEqual([422, 'query_too_expensive']);
  });

  test('the same statement with other values is judged anew', async () => {
    const sql = 'SELECT count(*) AS n FROM generate_series(1, $1::int) a, generate_series(1, $2::int) b';
    expect((await session.run(sql, { params: [10, 10] })).json()).toMatchObject({ data: [{ n: 100 }] });
    expect(refusal(await session.run(sql, { params: [100_000, 100_000] })).code).toBe('query_too_expensive');
  });

  test('a question whose plan is dear, and a cheap one', async () => {
    const rows = Array.from({ length: 2_000 }, (_, n) => ({ roaster: `R${n % 50}`, price: n }));
    expect((await session.post('/v1/insert', { db: session.db, table: 'coffee_beans', rows })).status).toBe(200);
    const sql = 'SELECT count(*) AS n FROM coffee_beans a, coffee_beans b, coffee_beans c WHERE a.price <> b.price AND b.price <> c.price';
    expect(refusal(await session.run(sql)).code).toBe('query_too_expensive');
    expect((await session.run('SELECT count(*) AS n FROM coffee_beans')).json()).toMatchObject({ data: [{ n: 2_000 }] });
    const joined = 'SELECT count(*) AS n FROM coffee_beans a JOIN coffee_beans b USING (id)';
    for (let n = 0; n < 2; n++) expect((await session.run(joined)).json()).toMatchObject({ data: [{ n: 2_000 }] });
  });

  test('a write, its preview and a read beside writes are judged before any of them is run', async () => {
    const product = 'SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b';
    const insert = `INSERT INTO coffee_beans (price) ${product}`;
    const update = `UPDATE coffee_beans SET price = 1 WHERE id IN (${product})`;
    const count = () => session.rows('SELECT count(*)::int AS n FROM coffee_beans');
    const before = await count();
    const together = (sql: string) =>
      session.post('/v1/transaction', {
        db: session.db,
        statements: [{ sql: "INSERT INTO coffee_beans (roaster) VALUES ('R')" }, { sql }],
      });
    for (const reply of [
      await session.run(insert),
      await session.run(update),
      await session.run(`DELETE FROM coffee_beans WHERE price < (${product})`),
      await session.ask('prices', { sql: insert }),
      await session.ask('prices', { sql: update }),
      await together(insert),
      await together(product),
    ]) {
      const { code, params } = refusal(reply);
      expect([reply.status, code, params.limit], reply.text).toEqual([422, 'query_too_expensive', LIMIT]);
      expect(params.estimate).toBeGreaterThan(LIMIT);
    }
    expect(await count()).toEqual(before);
    expect((await together('EXPLAIN SELECT 1')).status).toBe(200);
    expect(
      (
        await session.run('INSERT INTO coffee_beans (price) SELECT a.n * b.n FROM generate_series(1, 2) a(n), generate_series(1, 2) b(n)')
      ).json(),
    ).toMatchObject({ rowCount: 4 });
  });

  test('what cannot be explained has its own error, at its own place', async () => {
    const sql = 'INSERT INTO coffee_beans (price) SELECT a.id + nope FROM coffee_beans a, coffee_beans b';
    expect(refusal(await session.run(sql))).toMatchObject({ code: 'sql_rejected', params: { position: sql.indexOf('nope') + 1 } });
  });

  test('what cannot be explained has its own error', async () => {
    const reply = await session.run('SELECT * FROM coffee_beans a JOIN nope b ON true');
    expect(refusal(reply)).toMatchObject({ code: 'sql_rejected', params: { reason: 'Relation "nope" does not exist.' } });
  });
});

test('what the planner let pass and then ran out of something tells what it had thought of it', async () => {
  const generous = await startService();
  try {
    const some = await startSession(generous);
    const sort =
      "SELECT md5(a.a::text || b.b::text) AS h, repeat('x', 2000) AS pad FROM generate_series(1, 1000) a, generate_series(1, 300) b ORDER BY h";
    for (const headers of [{}, { accept: 'text/csv' }]) {
      const { code, params } = refusal(await some.post('/v1/run', { db: some.db, sql: sort }, { headers }));
      expect([code, params]).toEqual([
        'query_too_expensive',
        { sqlstate: '53400', reason: expect.any(String), estimate: expect.any(Number), limit: 100_000_000 },
      ]);
      expect(params.estimate).toBeLessThan(params.limit);
      expect(params.estimate).toBeGreaterThan(1_000);
    }
    const written = refusal(await some.run(`INSERT INTO coffee_beans (roaster) SELECT h FROM (${sort} OFFSET 0) AS sorted WHERE h = pad`));
    expect([written.code, written.params], JSON.stringify(written)).toEqual([
      'query_too_expensive',
      { sqlstate: '53400', reason: expect.any(String), estimate: expect.any(Number), limit: 100_000_000 },
    ]);
    expect(await some.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  } finally {
    await generous.close();
  }
});

test('statements that build large values take turns, and the others do not wait for them', async () => {
  // Some seconds each, and hardly any memory.
  const builds = "SELECT length(string_agg(md5(n::text), '')) FROM generate_series(1, 1500000) n";
  let busy = true;
  const building = Promise.all(Array.from({ length: 8 }, () => session.run(builds))).finally(() => {
    busy = false;
  });
  do expect((await session.run('SELECT 1 AS one')).json()).toMatchObject({ data: [{ one: 1 }] });
  while (busy);
  const codes = (await building).map((reply) => (reply.status === 200 ? 'ok' : refusal(reply).code));
  expect(new Set(codes)).toEqual(new Set(['ok', 'overloaded']));
});

describe('what the shape of a statement tells', () => {
  test.each([
    ['SELECT 1', 'none'],
    ['SELECT * FROM t WHERE a = $1 ORDER BY b LIMIT 5', 'none'],
    ['SELECT date_trunc($1, a), count(*), sum(b) FROM t GROUP BY 1', 'none'],
    ['SELECT * FROM t JOIN u ON t.a = u.b', 'multiplies'],
    ['SELECT * FROM t WHERE a IN (SELECT b FROM u)', 'multiplies'],
    ['SELECT * FROM generate_series(1, 10)', 'multiplies makesRows builds'],
    ['SELECT unnest(a) FROM t', 'multiplies makesRows builds'],
    ['WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT n FROM r LIMIT 5', 'multiplies makesRows builds'],
    ["SELECT repeat('a', 10)", 'builds'],
    ["SELECT a || 'b' FROM t", 'builds'],
    ["SELECT string_agg(a, ',') FROM t", 'builds'],
    ['SELECT ARRAY[1, 2]', 'builds'],
    ['SELECT JSON_OBJECT($$a$$: 1)', 'builds'],
    ['not SQL', 'multiplies makesRows builds'],
  ])('%s', (sql, expected) => {
    const weight = weigh(sql);
    const found = (['multiplies', 'makesRows', 'builds'] as const).filter((name) => weight[name]);
    expect(found.join(' ') || 'none').toBe(expected);
  });
});
