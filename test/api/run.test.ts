import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send, startService, type TestService } from '../support/service.ts';
import { openAdmin, type Reply, startSession, type TestSession, until } from '../support/session.ts';

let service: TestService;
let beans: TestSession;
let admin: pg.Client;
beforeAll(async () => {
  service = await startService();
  admin = await openAdmin();
  beans = await startSession(service);
});
afterAll(async () => {
  await admin.end();
  await service.close();
});

const codeOf = (reply: Reply): string => String((reply.json().error as { code?: string } | undefined)?.code);
const one = async (expression: string, params: readonly unknown[] = []): Promise<unknown> =>
  (await beans.rows(`SELECT ${expression} AS value`, params))[0]?.value;
/** The value as the reply's text has it. */
const literal = async (expression: string, params: readonly unknown[] = []): Promise<string> =>
  /"data":\[\{"value":(.*?)\}\],"columns"/s.exec((await beans.run(`SELECT ${expression} AS value`, { params })).text)?.[1] ?? '';
const beanCount = (condition: string): Promise<unknown> => one(`(SELECT count(*) FROM coffee_beans WHERE ${condition})`);

describe('values in and out', () => {
  test('a read: rows, columns, trace; no key needed', async () => {
    const reply = await beans.run("SELECT 1 AS n, 'x' AS t", {}, { key: null });
    expect(reply.json()).toMatchObject({
      status: 'ok',
      kind: 'query',
      session: { db: beans.db, anonymous_token: beans.token },
      data: [{ n: 1, t: 'x' }],
      columns: [
        { name: 'n', type: 'integer' },
        { name: 't', type: 'text' },
      ],
      rowCount: 1,
      truncated: false,
      trace: { sql: "SELECT 1 AS n, 'x' AS t", params: [], model: 'raw', engine: 'postgres' },
    });
    expect(reply.json()).not.toHaveProperty('answer');
  });

  test.each([
    ['whole numbers', '42::bigint', 42],
    ['the largest that a double holds', '9007199254740991::bigint', 9_007_199_254_740_991],
    ['fifteen digits', '999999999999999::bigint', 999_999_999_999_999],
    ['decimals', '18.50::numeric', 18.5],
    ['no number of a decimal', "'-Infinity'::numeric", '-Infinity'],
    ['floats', '0.1::float8', 0.1],
    ['no number', "'NaN'::float8", 'NaN'],
    ['truth', 'true', true],
    ['nothing', 'NULL::text', null],
    ['text', "'a\"b\\é🫘'", 'a"b\\é🫘'],
    ['dates', "'2026-02-28'::date", '2026-02-28'],
    ['instants', "'2026-02-28 10:00:00.5+02'::timestamptz", '2026-02-28T08:00:00.5Z'],
    ['local times', "'2026-02-28 10:00:00'::timestamp", '2026-02-28T10:00:00'],
    ['times of day', "'10:00'::time", '10:00:00'],
    ['identifiers', "'6ba7b810-9dad-11d1-80b4-00c04fd430c8'::uuid", '6ba7b810-9dad-11d1-80b4-00c04fd430c8'],
    ['JSON', `'{"a": [1, null, {"b": "c"}]}'::jsonb`, { a: [1, null, { b: 'c' }] }],
    ['JSON’s null', "'null'::jsonb", null],
    ['arrays', 'ARRAY[1, NULL, 3]', [1, null, 3]],
    [
      'arrays of arrays',
      'ARRAY[[1, 2], [3, 4]]',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['arrays of text', `ARRAY['a,b', 'c"d', NULL]`, ['a,b', 'c"d', null]],
    ['bytes', "'\\x00ff'::bytea", '\\x00ff'],
  ])('%s', async (_, expression, value) => {
    expect(await one(expression)).toEqual(value);
  });

  test.each([
    ['whole numbers', '9007199254740993::bigint', '9007199254740993'],
    ['small whole numbers', '42::bigint', '42'],
    ['decimals', '18.50::numeric', '18.50'],
    ['long decimals', '123456789012345678.125::numeric', '123456789012345678.125'],
    ['averages', '(SELECT avg(n) FROM generate_series(1, 2) n)', '1.5000000000000000'],
    ['numbers of a document', `'{"a": [9007199254740993, 1.50, 1e400]}'::jsonb`, /^{"a": \[9007199254740993, 1\.50, 10{400}\]}$/],
    ['documents as they were written', `'{"b":1,  "a":\n1.0}'::json`, '{"b":1,  "a": 1.0}'],
    ['arrays', 'ARRAY[9007199254740993, NULL, 1]::bigint[]', '[9007199254740993,null,1]'],
    ['arrays of decimals', 'ARRAY[0.10, 12345678901234567.5]', '[0.10,12345678901234567.5]'],
  ])('every digit of %s is in the reply', async (_, expression, expected) => {
    const json = await literal(expression);
    if (typeof expected === 'string') expect(json).toBe(expected);
    else expect(json).toMatch(expected);
  });

  test('numbers that may be wide are all text where the request says so, whatever their size', async () => {
    const sql =
      "SELECT n::bigint AS a, n::numeric AS b, ARRAY[n]::bigint[] AS c, n::int AS d, 'NaN'::numeric AS e FROM generate_series(1, 2) n";
    const row = (n: number) => ({ a: String(n), b: String(n), c: [String(n)], d: n, e: 'NaN' });
    expect((await beans.run(sql, { numbers: 'text' })).json().data).toEqual([row(1), row(2)]);
    const asked = await send(service, 'POST', '/v1/run?numbers=text', { token: beans.token, body: { db: beans.db, sql } });
    expect(asked.json().data).toEqual([row(1), row(2)]);
    const refused = await beans.run(sql, { numbers: 'roman' });
    expect([refused.status, codeOf(refused)]).toEqual([400, 'invalid_body']);
  });

  test.each([
    ["'\\x01'::bytea", 'bytea', '\\x01'],
    ["'10:00'::time", 'time', '10:00:00'],
    ["'10:00+02'::timetz", 'time with time zone', '10:00:00+02'],
    ["'1 day'::interval", 'interval', '1 day'],
    ["'10.0.0.1'::inet", 'inet', '10.0.0.1'],
    ["'10.0.0.0/8'::cidr", 'cidr', '10.0.0.0/8'],
    ["'08:00:2b:01:02:03'::macaddr", 'macaddr', '08:00:2b:01:02:03'],
    ["'[1,3)'::int4range", 'int4range', '[1,3)'],
    ["'a b'::tsvector", 'tsvector', "'a' 'b'"],
    ["'(1,1),(0,0)'::box", 'box', '(1,1),(0,0)'],
    ["'6ba7b810-9dad-11d1-80b4-00c04fd430c8'::uuid", 'uuid', '6ba7b810-9dad-11d1-80b4-00c04fd430c8'],
    ["'2026-02-28'::date", 'date', '2026-02-28'],
    ['true', 'boolean', true],
    ["'x'::varchar(3)", 'text', 'x'],
    [`'{"a":1}'::jsonb`, 'jsonb', { a: 1 }],
  ])('%s is %s, by itself and in arrays', async (expression, type, value) => {
    const reply = (await beans.run(`SELECT ${expression} AS v, ARRAY[${expression}, NULL] AS vs`)).json();
    expect(reply).toMatchObject({
      data: [{ v: value, vs: [value, null] }],
      columns: [
        { name: 'v', type },
        { name: 'vs', type: `${type}[]` },
      ],
    });
  });

  test('values are bound, never part of the statement', async () => {
    const quote = `'; DROP TABLE coffee_beans; --`;
    const reply = await beans.run('SELECT $1::text AS a, $2::int + 1 AS b, $3::boolean AS c, $4::text AS d', {
      params: [quote, 41, true, null],
    });
    expect(reply.json()).toMatchObject({
      data: [{ a: quote, b: 42, c: true, d: null }],
      trace: { sql: 'SELECT $1::text AS a, $2::int + 1 AS b, $3::boolean AS c, $4::text AS d', params: [quote, 41, true, null] },
    });
    expect(await literal('$1::bigint', ['9007199254740993'])).toBe('9007199254740993');
    expect(await one('$1::int[]', [[1, null, 3]])).toEqual([1, null, 3]);
    expect(await one('$1::text[]', [['a,b', 'c"d', '{}', '\\']])).toEqual(['a,b', 'c"d', '{}', '\\']);
    expect(await one('$1::jsonb', [{ a: [1, 2] }])).toEqual({ a: [1, 2] });
    expect(await one('$1::numeric', ['0.1'])).toBe(0.1);
    expect(await one("$1::timestamptz = '2026-02-28T08:00:00Z'", ['2026-02-28T10:00:00+02:00'])).toBe(true);
  });

  test('columns of one name keep all their values', async () => {
    const reply = (await beans.run('SELECT 1 AS a, 2 AS a, 3 AS a_2, 4 AS "__proto__", 5 AS "constructor"')).json();
    const row = (reply.data as object[])[0] ?? {};
    expect(Object.values(row).sort()).toEqual([1, 2, 3, 4, 5]);
    expect(Object.keys(row)).toEqual((reply.columns as { name: string }[]).map((column) => column.name));
  });

  test('one statement too many, an unknown setting or an unknown table is refused with its reason', async () => {
    for (const sql of [
      'SELECT 1; SELECT 2',
      'SHOW ALL',
      'EXPLAIN ANALYZE CREATE TABLE t (a int)',
      'SELECT pg_sleep(1)',
      'SELECT * FROM pg_roles',
    ]) {
      expect(codeOf(await beans.run(sql)), sql).toBe('sql_rejected');
    }
  });

  test('EXPLAIN and SHOW are reads', async () => {
    const plan = await beans.run('EXPLAIN SELECT * FROM coffee_beans', {}, { key: null });
    expect(plan.json()).toMatchObject({ kind: 'query', data: [{ 'QUERY PLAN': expect.stringContaining('coffee_beans') }] });
    const shown = await beans.run('SHOW timezone', {}, { key: null });
    expect(shown.json()).toMatchObject({ kind: 'query', data: [{ TimeZone: 'UTC' }] });
  });
});

describe('how many rows', () => {
  test.each([
    [{}, 999, 999, false],
    [{}, 1_000, 1_000, false],
    [{}, 1_001, 1_000, true],
    [{ maxRows: 10 }, 10, 10, false],
    [{ maxRows: 10 }, 11, 10, true],
    [{ maxRows: 10_000 }, 10_001, 10_000, true],
    [{ maxRows: 1 }, 0, 0, false],
  ])('%o of %i', async (more, stored, kept, truncated) => {
    const reply = (await beans.run(`SELECT i FROM generate_series(1, ${stored}) i`, more)).json();
    expect([(reply.data as object[]).length, reply.rowCount, reply.truncated]).toEqual([kept, kept, truncated]);
  });
});

describe('writes', () => {
  test('say how many rows changed, and return what RETURNING says', async () => {
    const inserted = await beans.run("INSERT INTO coffee_beans (roaster) SELECT 'r' || i FROM generate_series(1, 20) i RETURNING roaster", {
      maxRows: 2,
    });
    expect(inserted.json()).toMatchObject({ kind: 'write', rowCount: 20, truncated: true, data: [{ roaster: 'r1' }, { roaster: 'r2' }] });
    const changed = await beans.run('WITH gone AS (DELETE FROM coffee_beans WHERE id > 15 RETURNING id) SELECT count(*) AS n FROM gone');
    expect(changed.json()).toMatchObject({ kind: 'write', data: [{ n: 5 }] });
    expect(await beanCount('true')).toBe(15);
  });

  test('a retry with the key is replayed to the byte and writes nothing', async () => {
    const session = await startSession(service);
    const key = randomUUID();
    const sql = "INSERT INTO coffee_beans (roaster) VALUES ('Onyx') RETURNING id";
    const first = await session.run(sql, {}, { key });
    const again = await session.run(sql, {}, { key });
    expect(again.text).toBe(first.text);
    expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([null, 'true']);
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    const twins = await Promise.all(Array.from({ length: 5 }, () => session.run(sql, {}, { key: 'twins' })));
    const done = twins.filter((reply) => reply.status === 200);
    expect(new Set(done.map((reply) => reply.text)).size).toBe(1);
    expect(await session.rows('SELECT count(*) AS n FROM coffee_beans')).toEqual([{ n: 2 }]);
  });

  test('a write that failed frees its key for the same request', async () => {
    const session = await startSession(service);
    const sql = 'INSERT INTO coffee_beans (id) VALUES (1)';
    const key = randomUUID();
    await session.rows(sql);
    expect(codeOf(await session.run(sql, {}, { key }))).toBe('write_constraint');
    await session.rows('DELETE FROM coffee_beans');
    const retried = await session.run(sql, {}, { key });
    expect([retried.status, retried.headers.get('idempotent-replayed')]).toEqual([200, null]);
  });

  test('keys of different callers never meet', async () => {
    const [ada, bob] = [await startSession(service), await startSession(service)];
    for (const session of [ada, bob]) {
      const reply = await session.run("INSERT INTO coffee_beans (roaster) VALUES ('Onyx')", {}, { key: 'the same' });
      expect([reply.status, reply.headers.get('idempotent-replayed')]).toEqual([200, null]);
    }
  });

  test('a read with a key is run again, not replayed', async () => {
    const session = await startSession(service);
    const count = () => session.run('SELECT count(*) AS n FROM coffee_beans', {}, { key: 'k' });
    expect((await count()).json().data).toEqual([{ n: 0 }]);
    await session.rows('INSERT INTO coffee_beans DEFAULT VALUES');
    expect((await count()).json().data).toEqual([{ n: 1 }]);
  });
});

describe('a caller who leaves', () => {
  const active = async (part: string): Promise<number> => {
    const { rows } = await admin.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = $1 AND state <> 'idle' AND query LIKE $2",
      [beans.db, `%${part}%`],
    );
    return rows[0]?.n ?? -1;
  };

  test.each([
    ['a read', 'SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000) b WHERE a.a + b.b < 0'],
    [
      'a write',
      "INSERT INTO coffee_beans (roaster) SELECT 'left' FROM generate_series(1, 1000000) a, generate_series(1, 1000) b WHERE a.a + b.b < 0",
    ],
  ])('ends %s in the engine', async (_, sql) => {
    const leaving = new AbortController();
    const going = fetch(`${service.url}/v1/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${beans.token}`, 'idempotency-key': randomUUID() },
      body: JSON.stringify({ db: beans.db, sql }),
      signal: leaving.signal,
    });
    await until(async () => (await active('generate_series')) === 1);
    leaving.abort();
    await expect(going).rejects.toThrow();
    await until(async () => (await active('generate_series')) === 0);
    expect(await beanCount("roaster = 'left'")).toBe(0);
    expect((await send(service, 'GET', '/readyz')).status).toBe(200);
  });
});
