import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/lib/id.ts';
import { describeWithClickHouse } from '../support/clickhouse.ts';
import { asAdmin, handle, outcomeOf } from '../support/hosted.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/session.ts';

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Record<string, unknown> & {
    error?: { code: string; params?: Record<string, unknown> };
    data?: unknown[];
    trace?: Record<string, unknown>;
  };
}

describeWithClickHouse('a database on ClickHouse', () => {
  let dir: string;
  let service: TestService;
  let token: string;
  let db: string;
  let keys = 0;

  const send = async (path: string, body: unknown, more: { key?: string; accept?: string } = {}): Promise<Reply> => {
    keys += 1;
    const reply = await fetch(service.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': more.key ?? `key-${keys}`,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(more.accept ? { accept: more.accept } : {}),
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await reply.text();
    const isJson = reply.headers.get('content-type')?.includes('json') && !reply.headers.get('content-type')?.includes('ndjson');
    return { status: reply.status, headers: reply.headers, text, body: isJson ? (JSON.parse(text) as Reply['body']) : {} };
  };
  const run = (sql: string, more: object = {}) => send('/v1/run', { db, sql, ...more });
  const rowsOf = async (sql: string) => (await run(sql)).body.data;

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'svc-clickhouse-api-'));
    chmodSync(dir, 0o755);
    service = await startService({
      SVC_DATA_DIR: dir,
      SVC_CLICKHOUSE: 'on',
      SVC_STATEMENT_TIMEOUT_MS: '3000',
      SVC_CLICKHOUSE_MAX_READ_ROWS: '1000000000000',
    });
    token = '';
    const made = await send('/v1/ask', {
      goal: 'Track page views of our website: url, country, duration in ms and when they happened',
      engine: 'clickhouse',
    });
    expect(made.body, made.text).toMatchObject({ status: 'ok', kind: 'create', engine: 'clickhouse' });
    db = String(made.body.dbId);
    token = String((made.body.session as { anonymous_token: string }).anonymous_token);
  });
  afterAll(async () => {
    await service.close();
    rmSync(dir, { recursive: true, force: true });
  });

  test('a brief that asks for an engine by its name gets that one, without a table of the name', async () => {
    const design = async (goal: string, more: object = {}) =>
      (await send('/v1/ask', { goal, forceCreate: true, dryRun: true, ...more })).body as {
        design?: object;
        engine?: string;
        trace?: object;
      };
    const named = await design('create a clickhouse database of books with title and author');
    expect(named, JSON.stringify(named)).toMatchObject({
      engine: 'clickhouse',
      trace: { assumptions: ['made in ClickHouse, which the brief asks for'] },
      design: { tables: [{ name: 'books' }] },
    });
    expect(await design('track page views with url in a Postgres database')).toMatchObject({
      engine: 'postgres',
      design: { tables: [{ name: 'page_views' }] },
    });
    expect(await design('track books with title and author in ClickHouse', { engine: 'postgres' })).toMatchObject({
      engine: 'postgres',
      trace: { assumptions: ['made in Postgres, as the request says; the brief speaks of ClickHouse'] },
    });
  });

  test('one without tables is made on it too, and the first insert makes one', async () => {
    const made = await send('/v1/databases', { goal: 'shop', name: 'shop', preset: 'empty', engine: 'clickhouse' });
    expect([made.status, made.body.engine, (made.body.schema as { tables: unknown[] }).tables], made.text).toEqual([201, 'clickhouse', []]);
    const into = await send('/v1/insert', { db: made.body.dbId, table: 'beans', rows: [{ roaster: 'Onyx', price: 18.5 }] });
    expect(into.body, into.text).toMatchObject({ inserted: 1, created: { table: true } });
    const found = await send('/v1/run', { db: made.body.dbId, sql: 'SELECT roaster, price FROM beans' });
    expect(found.body.data, found.text).toEqual([{ roaster: 'Onyx', price: 18.5 }]);
    const memory = await send('/v1/databases', { goal: 'memory', preset: 'agent_memory_v1', engine: 'clickhouse' });
    expect(memory.body.error, memory.text).toMatchObject({ code: 'preset_engine_conflict', params: { engine: 'postgres' } });
  });

  test('rows go in, and make tables and columns of their own', async () => {
    const rows = Array.from({ length: 100 }, (_, i) => ({
      at: `2026-0${1 + (i % 3)}-01T00:00:00Z`,
      user: `u${i % 7}`,
      amount: i + 0.25,
      big: '9007199254740993',
    }));
    const first = await send('/v1/insert', { db, table: 'Payments', rows });
    expect(first.body, first.text).toMatchObject({ status: 'ok', table: 'payments', inserted: 100, created: { table: true } });
    const more = await send('/v1/insert', {
      db,
      table: 'payments',
      rows: [{ at: '2026-04-01', user: null, amount: 1, note: "it's\n\n; DROP TABLE payments" }],
    });
    expect(more.body, more.text).toMatchObject({ inserted: 1, created: { columns: ['note'] } });
    expect(await rowsOf('SELECT count() AS n, sum(amount) AS s FROM payments')).toEqual([{ n: 101, s: 4976 }]);
    const bad = await send('/v1/insert', { db, table: 'payments', rows: [{ at: 'soon', amount: 1 }] });
    expect(bad.body.error).toMatchObject({ code: 'invalid_value', params: { row: 0, column: 'at' } });
  });

  test('many rows that are alike go in as they came, once, and one that does not fit is named', async () => {
    const rows = Array.from({ length: 4_000 }, (_, n) => ({
      n,
      at: `2026-0${1 + (n % 9)}-28T23:59:59Z`,
      day: n % 2 === 0 ? '2024-02-29' : null,
      price: n / 4,
      ok: n % 3 === 0,
      note: ['plain', 'a "b"\n\n; DROP TABLE t /\\', 'it\'s, {"n":1}', 'naïve 😀'][n % 4],
    }));
    await send('/v1/insert', { db, table: 'alike', rows: rows.slice(0, 40) });
    const sent = { db, table: 'alike', rows: rows.slice(40) };
    const first = await send('/v1/insert', sent, { key: 'alike' });
    expect(first.body, first.text).toMatchObject({ inserted: 3_960, created: { columns: [] } });
    expect(first.body.trace, first.text).toMatchObject({ sql: expect.stringContaining('FORMAT JSONEachRow') });
    expect((await send('/v1/insert', sent, { key: 'alike' })).text).toBe(first.text);
    const kept = await run('SELECT n, at, day, price, ok, note FROM alike ORDER BY n', { maxRows: 10_000 });
    // A table of ClickHouse's has no zone of its own, and no sign of one in what is read of it.
    expect(kept.body.data).toEqual(rows);
    const bad = await send('/v1/insert', {
      ...sent,
      rows: sent.rows.map((row, at) => (at === 3_000 ? { ...row, day: '2026-02-30' } : row)),
    });
    expect(bad.body.error).toMatchObject({ code: 'invalid_value', params: { row: 3_000, column: 'day' } });
    const wider = await send('/v1/insert', { ...sent, rows: sent.rows.map((row) => ({ ...row, price: String(row.price) })) });
    expect(wider.body, wider.text).toMatchObject({ inserted: 3_960 });
    expect(await rowsOf('SELECT count() AS n FROM alike')).toEqual([{ n: 7_960 }]);
  });

  test('a question in English is answered, and read again', async () => {
    const asked = await send('/v1/ask', { db, goal: 'how many payments per user?' });
    expect(asked.body, asked.text).toMatchObject({ status: 'ok', kind: 'query' });
    expect(asked.body.data).toHaveLength(8);
    const again = await send('/v1/ask', { db, goal: 'how many payments per user?' });
    expect(again.body.trace).toMatchObject({ engine: 'clickhouse', cache: { plan: 'hit' } });
  });

  test('rows stream as CSV and NDJSON', async () => {
    const csv = await send('/v1/run', { db, sql: 'SELECT number AS n, toString(number) AS t FROM numbers(70000)' }, { accept: 'text/csv' });
    expect(csv.text.split('\r\n')).toHaveLength(70_002);
    const lines = await send('/v1/run', { db, sql: 'SELECT number AS n FROM numbers(3)' }, { accept: 'application/x-ndjson' });
    expect(lines.text.trim().split('\n').slice(-3)).toHaveLength(3);
    const cut = await run('SELECT number AS n FROM numbers(5000)');
    expect(cut.body).toMatchObject({ rowCount: 1000, truncated: true });
  });

  test('SQL of one’s own means what ClickHouse takes it for', async () => {
    const sql = 'SELECT user, count() AS n FROM payments GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1';
    expect(await rowsOf(sql)).toEqual([{ user: 'u0', n: 15 }]);
  });

  test('bound values are {p1:Type}', async () => {
    expect((await run('SELECT {p1:String} AS a, {p2:Int64} AS b', { params: ["it's", 5] })).body.data).toEqual([{ a: "it's", b: 5 }]);
    expect((await run('SELECT {p2:Int64} AS b', { params: [1] })).body.error).toMatchObject({
      code: 'sql_rejected',
      params: { reason: expect.stringContaining('uses {p2:Type}, and 1 bound values came') },
    });
    const postgres = (await run('SELECT * FROM payments WHERE user = $1', { params: ['u1'] })).body.error;
    expect(postgres).toMatchObject({
      code: 'invalid_body',
      params: { issues: [{ path: 'params', message: expect.stringContaining('{p1:String}, {p2:Int64}') }] },
    });
  });

  test('a zero at the end of a bound fraction is kept where it says something, and hinders nothing elsewhere', async () => {
    const sql = 'SELECT {p1:String} AS a, {p2:Int64} AS b, toString({p3:Decimal(9, 2)}) AS c, {p4:Float64} AS d, {p1:String} AS e';
    const bound = await send('/v1/run', `{"db":"${db}","sql":"${sql}","params":[1.10,2.0,1.10,2.50]}`);
    expect(bound.body.data, bound.text).toEqual([{ a: '1.10', b: 2, c: '1.1', d: 2.5, e: '1.10' }]);
    await send('/v1/insert', { db, table: 'zeros', rows: [{ n: 1, m: 0.25, t: 'x' }] });
    const more = Array(4_000).fill('{"n":1,"m":0.5,"t":"x"}').join(',');
    for (const rows of ['[{"n":2.0,"m":1.10,"t":1.10}]', `[{"n":2.0,"m":1.10,"t":1.10},${more}]`, `[${more},{"n":2.0,"m":1.10,"t":"x"}]`]) {
      const done = await send('/v1/insert', `{"db":"${db}","table":"zeros","rows":${rows}}`);
      expect(done.body, done.text).toMatchObject({ status: 'ok', created: { columns: [], widened: [] } });
    }
    expect(await rowsOf('SELECT n, m, t FROM zeros WHERE n = 2 ORDER BY t')).toEqual([
      { n: 2, m: 1.1, t: '1.10' },
      { n: 2, m: 1.1, t: '1.10' },
      { n: 2, m: 1.1, t: 'x' },
    ]);
  });

  test('writes in SQL need a key, and are replayed', async () => {
    const sql = "INSERT INTO payments (at, user, amount) VALUES ('2026-05-01 00:00:00', 'x', 1), ('2026-05-02 00:00:00', 'y', 2)";
    const first = await send('/v1/run', { db, sql }, { key: 'same' });
    expect(first.body, first.text).toMatchObject({ kind: 'write', rowCount: 2 });
    const again = await send('/v1/run', { db, sql }, { key: 'same' });
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await rowsOf("SELECT count() AS n FROM payments WHERE user IN ('x', 'y')")).toEqual([{ n: 2 }]);
    expect((await run("UPDATE payments SET amount = 5 WHERE user = 'x'")).body).toMatchObject({ kind: 'write', rowCount: 1 });
    expect((await run("DELETE FROM payments WHERE user = 'y'")).body).toMatchObject({ kind: 'write', rowCount: 1 });
    expect(await rowsOf("SELECT user, amount FROM payments WHERE user IN ('x', 'y')")).toEqual([{ user: 'x', amount: 5 }]);
  });

  test('a write whose outcome another write hides is not told as done', async () => {
    await run("INSERT INTO payments (at, user, amount) VALUES ('2026-05-03 00:00:00', 'z', 1)");
    const sql = "DELETE FROM payments WHERE user = 'z'";
    // As a service leaves the record that ended before its reply.
    const lost = () =>
      asAdmin((client) =>
        client.query(`UPDATE svc_control.engine_write SET reply = NULL, held_until = 'epoch' WHERE db_id = $1 AND key LIKE '%hidden%'`, [
          db,
        ]),
      );
    const first = await send('/v1/run', { db, sql }, { key: 'hidden' });
    expect(first.body, first.text).toMatchObject({ rowCount: 1 });
    expect((await lost()).rowCount).toBe(1);
    expect((await send('/v1/run', { db, sql }, { key: 'hidden' })).body).toMatchObject({ rowCount: 1 });
    await run("INSERT INTO payments (at, user, amount) VALUES ('2026-05-03 00:00:00', 'z', 1)");
    await lost();
    const late = await send('/v1/run', { db, sql }, { key: 'hidden' });
    expect([late.status, late.body.error?.code]).toEqual([409, 'idempotency_in_progress']);
    expect(await rowsOf("SELECT count() AS n FROM payments WHERE user = 'z'")).toEqual([{ n: 1 }]);
    expect((await run(sql)).body).toMatchObject({ rowCount: 1 });
  });

  test('a change in English is shown, confirmed once, and only on what was shown', async () => {
    const goal = 'set amount to 7 for payments where user is u1';
    const shown = await send('/v1/ask', { db, goal });
    expect(shown.body, shown.text).toMatchObject({ status: 'requires_confirm', diff: { verb: 'update', table: 'payments' } });
    const { affectedRows, sample } = shown.body.diff as { affectedRows: number; sample: { after: { amount: number } }[] };
    expect(affectedRows).toBe(15);
    expect(sample[0]?.after.amount).toBe(7);
    await run("UPDATE payments SET amount = 6 WHERE user = 'u1' AND amount = 1.25");
    const late = await send('/v1/ask', { db, goal, confirm: true });
    expect(late.body.error).toMatchObject({ code: 'confirm_expired' });
    await send('/v1/ask', { db, goal });
    const done = await send('/v1/ask', { db, goal, confirm: true });
    expect(done.body, done.text).toMatchObject({ status: 'ok', kind: 'write', rowCount: 15 });
    expect(await rowsOf("SELECT count() AS n FROM payments WHERE user = 'u1' AND amount = 7")).toEqual([{ n: 15 }]);
    const undone = await send('/v1/undo', { db, traceId: (done.body.trace as { id: string }).id });
    expect(undone.body.error).toMatchObject({ code: 'undo_unavailable' });
    const gone = await send('/v1/ask', { db, goal: 'delete payments where user is u2' });
    expect(gone.body, gone.text).toMatchObject({ status: 'requires_confirm' });
    expect((await send('/v1/ask', { db, goal: 'delete payments where user is u2', confirm: true })).body).toMatchObject({ kind: 'write' });
    expect(await rowsOf("SELECT count() AS n FROM payments WHERE user = 'u2'")).toEqual([{ n: 0 }]);
  });

  test('a statement that does not end is ended, at its limit or when its caller goes, and the next is answered', async () => {
    const slow = 'SELECT count() AS n FROM numbers(100000000000) WHERE sipHash64(number) % 7 = 3';
    const late = await run(slow);
    expect([late.status, late.body.error], late.text).toMatchObject([408, { code: 'query_timeout', params: { limitMs: 3000 } }]);
    const leaving = new AbortController();
    const left = fetch(`${service.url}/v1/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ db, sql: slow }),
      signal: leaving.signal,
    });
    setTimeout(() => leaving.abort(), 300);
    await expect(left).rejects.toThrow(/abort/i);
    expect(await rowsOf('SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });

  test('no part of it is granted', async () => {
    const { rows } = await asAdmin((client) => client.query('SELECT owner_id FROM svc_control.database WHERE id = $1', [db]));
    const owner = { kind: 'session', ownerId: String(rows[0]?.owner_id), access: 'write', sessionId: null } as const;
    const body = { dbId: db, granteeAccountId: '01a1f0c0-2222-7000-8000-000000000002', scope: ['payments'] };
    const { fault } = await outcomeOf(handle(service, 'mintGrant', body, owner, 'a grant'));
    expect([fault?.code, fault?.params?.reason]).toEqual(['not_grantable', expect.stringContaining('Postgres')]);
  });

  test('another service of the same data folder says that the database is open here', async () => {
    const { rows } = await asAdmin((client) => client.query("SELECT value FROM svc_control.deployment WHERE fact = 'id'"));
    const [lost, young, whole, others] = ['db_lost', 'db_young', 'db_whole', 'db_others'].map((id) =>
      join(dir, 'clickhouse', `${id}_aaaaaaaa`),
    );
    const own = String(rows[0]?.value);
    for (const [folder, of] of [
      [lost, `${own}, being made since 2026-01-01T00:00:00.000Z`],
      [young, `${own}, being made since ${new Date().toISOString()}`],
      [whole, own],
      [others, 'another deployment'],
    ]) {
      mkdirSync(String(folder));
      writeFileSync(`${folder}.of`, String(of));
    }
    const lines: string[] = [];
    const other = await startService(
      { SVC_DATA_DIR: dir, SVC_CLICKHOUSE: 'on', SVC_LOG_LEVEL: 'warn' },
      { logTo: { write: (line) => void lines.push(line) } },
    );
    // It sweeps as it starts: what is this deployment's, has no record and was never whole.
    await until(async () => !existsSync(String(lost)) && !existsSync(`${lost}.of`));
    await until(async () => lines.some((line) => line.includes('they are kept') && line.includes('db_whole_aaaaaaaa')));
    for (const kept of [young, whole, others]) expect(existsSync(String(kept)), kept).toBe(true);
    const ask = (sql: string) =>
      fetch(`${other.url}/v1/run`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ db, sql }),
      });
    const reply = await ask('SELECT 1 AS n');
    expect([reply.status, await reply.json()]).toMatchObject([
      502,
      { error: { code: 'db_unreachable', params: { reason: expect.stringContaining('Another service of the same data folder') } } },
    ]);
    expect(await rowsOf('SELECT 1 AS n')).toEqual([{ n: 1 }]);
    await other.close();
  });

  test('what reaches out is refused', async () => {
    for (const sql of [
      "SELECT file('/etc/passwd')",
      "SELECT * FROM url('http://127.0.0.1/', 'CSV')",
      'SELECT * FROM system.tables',
      'WITH default."/etc/passwd" AS f SELECT * FROM f',
      'WITH default."/etc/passwd" AS f SELECT 1 IN f',
      'SELECT 1; SELECT 2',
      'DROP TABLE payments',
      'SELECT 1 SETTINGS max_threads = 1',
    ])
      expect((await run(sql)).body.error?.code, sql).toBe('sql_rejected');
    // What is said is of the statement, not of words in it, whatever the first of them is.
    for (const [sql, verb] of [
      ['CREATE TABLE t (a Int8) ENGINE = Memory', 'CREATE'],
      ['constructor', 'constructor'],
    ])
      expect((await run(String(sql))).body.error).toMatchObject({
        code: 'sql_rejected',
        params: { reason: expect.stringMatching(`^${verb} is not allowed here: send SELECT`) },
      });
  });

  test('what an anonymous session made is taken over, and then is the account’s alone', async () => {
    const accountId = newId();
    await asAdmin((client) => client.query("INSERT INTO svc_control.account (id, kind) VALUES ($1, 'person')", [accountId]));
    const owner = { kind: 'session', ownerId: accountId, access: 'write', sessionId: null } as const;
    expect((await outcomeOf(handle(service, 'adoptAnonymous', { token }, owner, 'take over'))).code).toBe('ok');
    const { reply } = await outcomeOf(handle(service, 'run', { db, sql: 'SELECT count() > 0 AS some FROM payments' }, owner, null));
    expect(reply).toMatchObject({ data: [{ some: 1 }] });
    expect((await run('SELECT 1 AS n')).status).toBeGreaterThanOrEqual(400);
  });
});
