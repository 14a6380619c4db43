import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeWithClickHouse } from '../support/clickhouse.ts';
import { GUARD_CASES } from '../support/guard-cases.ts';
import { asAdmin, asRole } from '../support/hosted.ts';
import { codeOf, newOwnedService, type OwnedService } from '../support/keys.ts';
import { send } from '../support/service.ts';
import { type Reply, sessionOf, type TestSession } from '../support/session.ts';

interface Statement {
  readonly sql: string;
  readonly params?: readonly unknown[];
}

let owned: OwnedService;
let beans: TestSession;

beforeAll(async () => {
  owned = await newOwnedService();
});
afterAll(() => owned.home.close());

beforeEach(async () => {
  const { service, owner } = owned;
  const made = await send(service, 'POST', '/v1/databases', {
    body: { goal: 'track coffee beans with roaster, price and rating' },
    token: owner.token,
    key: randomUUID(),
  });
  beans = sessionOf(service, owner.token, String(made.json().dbId));
  await beans.rows("INSERT INTO coffee_beans (roaster, price, rating) VALUES ('Onyx', 3, 5), ('Sey', 22, 4) RETURNING id");
});

const ALL = 'SELECT id, roaster, price, rating FROM coffee_beans ORDER BY id';
const STOCK = [
  { id: 1, roaster: 'Onyx', price: 3, rating: 5 },
  { id: 2, roaster: 'Sey', price: 22, rating: 4 },
];
const DEARER = "UPDATE coffee_beans SET price = price + 1 WHERE roaster = 'Onyx'";

const transaction = (statements: readonly (string | Statement)[], more: object = {}, options?: { key?: string | null }): Promise<Reply> =>
  beans.post(
    '/v1/transaction',
    { db: beans.db, statements: statements.map((one) => (typeof one === 'string' ? { sql: one } : one)), ...more },
    options,
  );
const refused = (reply: Reply): Record<string, unknown> => {
  const { code, params } = (reply.json().error ?? {}) as { code?: string; params?: object };
  return { code, ...params };
};
const traceOf = (reply: Reply): Record<string, unknown> => {
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.json().trace as Record<string, unknown>;
};
const undo = (traceId: unknown): Promise<Reply> => beans.post('/v1/undo', { db: beans.db, traceId });

describe('several statements in one transaction', () => {
  test('are all done, each after the one before, and each has its result', async () => {
    const reply = await transaction([
      { sql: 'INSERT INTO coffee_beans (roaster, price) VALUES ($1, $2) RETURNING id, price', params: ['Hex', 12345678901234.5] },
      DEARER,
      { sql: 'SELECT roaster, price FROM coffee_beans WHERE price > $1 ORDER BY price -- what is there by now', params: [3] },
      "DELETE FROM coffee_beans WHERE roaster = 'Nobody'",
    ]);
    expect(reply.json()).toMatchObject({
      status: 'ok',
      kind: 'write',
      session: { db: beans.db },
      rowCount: 2,
      results: [
        { kind: 'write', rowCount: 1, data: [{ id: 3, price: 12345678901234.5 }], truncated: false },
        { kind: 'write', rowCount: 1, data: [] },
        { kind: 'query', rowCount: 3, data: [{ roaster: 'Onyx', price: 4 }, { roaster: 'Sey' }, { roaster: 'Hex' }] },
        { kind: 'write', rowCount: 0, data: [] },
      ],
      trace: { engine: 'postgres', model: 'raw', params: [['Hex', 12345678901234.5], [], [3], []], undo: { until: expect.any(String) } },
    });
    const { id, sql } = traceOf(reply);
    expect(String(sql).split(';\n')).toHaveLength(4);
    expect((await beans.get(`/v1/traces/${id}`)).json()).toMatchObject({
      operation: 'transaction',
      outcome: { status: 'ok', kind: 'write', rowCount: 2 },
      params: [['Hex', 12345678901234.5], [], [3], []],
    });
    expect(refused(await beans.post(`/v1/traces/${id}/replay`, undefined, { key: null }))).toMatchObject({ code: 'replay_unavailable' });
  });

  test.each([
    [
      'a constraint',
      "INSERT INTO coffee_beans (id, roaster) VALUES (1, 'again')",
      { code: 'write_constraint', constraint: 'coffee_beans_pkey' },
    ],
    ['a value', 'UPDATE coffee_beans SET price = 1 / (rating - rating)', { code: 'invalid_value' }],
    ['a name', 'UPDATE coffee_beans\nSET prise = 1', { code: 'sql_rejected', line: 2, column: 5, nearest: ['price'] }],
    ['a read', 'SELECT 1 / (rating - rating) FROM coffee_beans', { code: 'invalid_value' }],
  ])('are none of them done when one fails by %s, which is named', async (_what, sql, told) => {
    const reply = await transaction([DEARER, sql, "DELETE FROM coffee_beans WHERE roaster = 'Sey'"]);
    expect(refused(reply)).toMatchObject({ ...told, statement: 2 });
    expect(await beans.rows(ALL)).toEqual(STOCK);
    expect((await beans.get(`/v1/traces/${reply.headers.get('x-request-id')}`)).json()).toMatchObject({
      operation: 'transaction',
      outcome: { status: 'error', code: told.code },
    });
  });

  test('fail as a whole by what the engine checks at the end, which is of no single one', async () => {
    await asRole(beans.db, 'owner', (client) =>
      client.query('CREATE TABLE cup (id int PRIMARY KEY, of int REFERENCES cup DEFERRABLE INITIALLY DEFERRED)'),
    );
    expect((await transaction(['INSERT INTO cup VALUES (1, 2)', 'INSERT INTO cup VALUES (2, 1)'])).status).toBe(200);
    const reply = await transaction(['INSERT INTO cup VALUES (3, 9)', 'INSERT INTO cup VALUES (4, 3)']);
    expect(refused(reply)).toMatchObject({ code: 'write_constraint' });
    expect(refused(reply).statement).toBeUndefined();
    expect(await beans.rows('SELECT count(*)::int AS n FROM cup')).toEqual([{ n: 2 }]);
  });

  test('write once for a key, and other statements under it are a conflict', async () => {
    const key = randomUUID();
    const [first, second] = [await transaction([DEARER, DEARER], {}, { key }), await transaction([DEARER, DEARER], {}, { key })];
    expect([first.status, second.text, second.headers.get('idempotent-replayed')]).toEqual([200, first.text, 'true']);
    expect((await beans.rows(ALL))[0]?.price).toBe(5);
    expect(codeOf(await transaction([DEARER], {}, { key }))).toBe('idempotency_conflict');
    const at = randomUUID();
    const replies = await Promise.all(Array.from({ length: 6 }, () => transaction([DEARER, DEARER], {}, { key: at })));
    expect(replies.filter(({ status }) => ![200, 409].includes(status)).map(({ text }) => text)).toEqual([]);
    expect((await beans.rows(ALL))[0]?.price).toBe(7);
  });

  test('need a key, and a failure lets it go', async () => {
    expect(codeOf(await transaction([DEARER], {}, { key: null }))).toBe('idempotency_required');
    const key = randomUUID();
    const take = 'UPDATE coffee_beans SET price = 10 / (price - 3)';
    expect(codeOf(await transaction([take], {}, { key }))).toBe('invalid_value');
    await beans.rows('UPDATE coffee_beans SET price = 5 RETURNING id');
    expect((await transaction([take], {}, { key })).status).toBe(200);
  });

  test('are seen by nobody before all are done', async () => {
    const running = transaction([DEARER, 'SELECT count(*) FROM generate_series(1, 8000000)', DEARER]);
    const seen = new Set<unknown>();
    let isOver = false;
    const watching = (async () => {
      while (!isOver) seen.add((await beans.rows(ALL))[0]?.price);
    })();
    const { status } = await running;
    isOver = true;
    await watching;
    expect(status).toBe(200);
    expect([...seen].filter((price) => price !== 3 && price !== 5)).toEqual([]);
  });
});

describe('who may', () => {
  test('a read-only key, a publishable key and a stranger may not', async () => {
    const body = { db: beans.db, statements: [{ sql: DEARER }, { sql: ALL }] };
    const as = async (token: string) => codeOf(await send(owned.service, 'POST', '/v1/transaction', { body, token, key: randomUUID() }));
    const { mint, service } = owned;
    expect(await as((await mint({ type: 'sk_live', access: 'read' })).key)).toBe('forbidden');
    expect(await as((await mint({ type: 'pk_live', dbId: beans.db })).key)).toBe('account_required');
    expect(await as((await mint({ type: 'sk_mcp', host: 'h', device: 'd', confirm: 'owner' })).key)).toBe('approval_required');
    const stranger = await send(service, 'POST', '/v1/databases', { body: { goal: 'track plants with name' }, key: randomUUID() });
    expect(await as(String(stranger.headers.get('x-svc-anonymous-token')))).toBe('db_not_found');
    expect(await beans.rows(ALL)).toEqual(STOCK);
    expect(await as((await mint({ type: 'sk_live' })).key)).toBe(null);
  });
});

describe('what is refused', () => {
  const hostile = [
    ...Object.values(GUARD_CASES)
      .flat()
      .filter((one) => one.expect === 'deny' && one.as === undefined)
      .map(({ sql }) => sql),
    'COMMIT',
    'BEGIN',
    'ROLLBACK',
    'ROLLBACK TO SAVEPOINT svc_read',
    'SET TRANSACTION READ WRITE',
    `${DEARER}; ${DEARER}`,
    `${DEARER}; COMMIT`,
    '-- nothing',
  ];

  test('a hostile statement in any position, before any runs', async () => {
    const wrong: unknown[] = [];
    for (const [index, sql] of hostile.entries()) {
      const at = index % 3;
      const statements = [DEARER, DEARER].toSpliced(at, 0, sql);
      const told = refused(await transaction(statements));
      if (!['sql_rejected', 'sql_required', 'sql_too_long', 'invalid_body'].includes(String(told.code))) wrong.push([sql, told]);
      if (told.code === 'sql_rejected' && told.statement !== at + 1) wrong.push([sql, told]);
    }
    expect(wrong).toEqual([]);
    expect(hostile.length).toBeGreaterThan(100);
    expect(await beans.rows(ALL)).toEqual(STOCK);
  });

  test('what is more than one statement may be, over all of them', async () => {
    const long = { sql: `UPDATE coffee_beans SET roaster = '${'x'.repeat(40_000)}'` };
    expect(codeOf(await transaction([long, long]))).toBe('sql_too_long');
    const many = { sql: `SELECT ${Array.from({ length: 600 }, (_, index) => `$${index + 1}`).join(', ')}`, params: Array(600).fill(1) };
    expect(refused(await transaction([DEARER, many, many]))).toMatchObject({ code: 'invalid_body', issues: [{ path: 'statements' }] });
    for (const statements of [[], Array(101).fill(DEARER)]) expect(codeOf(await transaction(statements))).toBe('invalid_body');
    expect(codeOf(await transaction([DEARER, ' ']))).toBe('sql_required');
    expect(refused(await transaction([DEARER, { sql: `${DEARER} AND id = $1` }]))).toMatchObject({ code: 'sql_rejected', statement: 2 });
    const megabytes = "SELECT repeat('x', 6000000) AS x";
    expect(codeOf(await transaction([DEARER, megabytes, megabytes, megabytes]))).toBe('result_too_large');
    expect(await beans.rows(ALL)).toEqual(STOCK);
  });

  test('rows beyond those that were asked for, of all results together', async () => {
    const ten = 'SELECT n FROM generate_series(1, 10) AS n';
    const added = "INSERT INTO coffee_beans (roaster) VALUES ('a'), ('b'), ('c') RETURNING id";
    const reply = (await transaction([ten, added, ten, added], { maxRows: 12 })).json();
    expect(
      (reply.results as { data: unknown[]; rowCount: number; truncated: boolean }[]).map((one) => [
        one.data.length,
        one.rowCount,
        one.truncated,
      ]),
    ).toEqual([
      [10, 10, false],
      [2, 3, true],
      [0, 0, true],
      [0, 3, true],
    ]);
    expect(reply.rowCount).toBe(6);
  });

  test('reads alone, of which each can be run by itself', async () => {
    expect(refused(await transaction([ALL, ALL]))).toMatchObject({ code: 'sql_rejected', reason: expect.stringContaining('writes') });
  });
});

test('a preview that is held is not touched, and its confirm sees what was written since', async () => {
  const held = (await beans.ask('Raise the price of Sey to 30')).json();
  expect(held.status).toBe('requires_confirm');
  await transaction([DEARER, DEARER]);
  expect((await beans.ask('Raise the price of Sey to 30', { confirm: true })).json()).toMatchObject({ status: 'ok', kind: 'write' });
  const stale = (await beans.ask('Raise the price of Sey to 31')).json();
  expect(stale.status).toBe('requires_confirm');
  await transaction(["UPDATE coffee_beans SET rating = 1 WHERE roaster = 'Sey'", DEARER]);
  expect(refused(await beans.ask('Raise the price of Sey to 31', { confirm: true }))).toMatchObject({
    code: 'confirm_expired',
    reason: 'data_changed',
  });
});

describe('an undo', () => {
  test('takes all of it back, the last statement first, once', async () => {
    const { id } = traceOf(
      await transaction([
        "INSERT INTO coffee_beans (roaster, price) VALUES ('Hex', 1), ('Tim', 2)",
        "UPDATE coffee_beans SET price = price + 10 WHERE roaster IN ('Hex', 'Onyx')",
        "UPDATE coffee_beans SET price = price * 2 WHERE roaster = 'Onyx'",
        "DELETE FROM coffee_beans WHERE roaster IN ('Tim', 'Sey')",
        "UPDATE coffee_beans SET price = 0 WHERE roaster = 'Nobody'",
        "INSERT INTO coffee_beans (id, roaster, price) VALUES (1, 'Onyx again', 9), (77, 'new', 7) ON CONFLICT (id) DO UPDATE SET roaster = EXCLUDED.roaster",
      ]),
    );
    expect((await beans.rows(ALL)).map(({ roaster }) => roaster)).toEqual(['Onyx again', 'Hex', 'new']);
    expect(refused(await undo(`${id}.3`))).toMatchObject({ code: 'undo_unavailable', why: 'unknown' });
    const undone = (await undo(id)).json();
    expect(undone).toMatchObject({
      kind: 'undo',
      verb: 'transaction',
      alreadyUndone: false,
      tables: [
        { table: 'coffee_beans', deleted: 1, updated: 1, inserted: 0 },
        { table: 'coffee_beans', inserted: 2 },
        { table: 'coffee_beans', updated: 1 },
        { table: 'coffee_beans', updated: 2 },
        { table: 'coffee_beans', deleted: 2 },
      ],
    });
    expect(await beans.rows(ALL)).toEqual(STOCK);
    expect((await undo(id)).json()).toMatchObject({ verb: 'transaction', alreadyUndone: true, tables: undone.tables });
    expect(await beans.rows(ALL)).toEqual(STOCK);
  });

  test('takes none of it back when a row of any of them has changed since', async () => {
    const { id } = traceOf(await transaction([DEARER, "UPDATE coffee_beans SET rating = 1 WHERE roaster = 'Sey'"]));
    await beans.rows('UPDATE coffee_beans SET price = 100 WHERE id = 1 RETURNING id');
    const before = await beans.rows(ALL);
    expect(refused(await undo(id))).toMatchObject({ code: 'undo_unavailable', why: 'changed', statement: 1 });
    expect(await beans.rows(ALL)).toEqual(before);
  });

  test('is said to be impossible where one of them cannot be taken back', async () => {
    const { id, undo: told } = traceOf(
      await transaction([
        DEARER,
        'WITH gone AS (DELETE FROM coffee_beans WHERE id = 2 RETURNING id) UPDATE coffee_beans SET rating = 0 WHERE id IN (SELECT 1 FROM gone)',
      ]),
    );
    expect(told).toEqual({ reason: expect.any(String) });
    expect(refused(await undo(id))).toMatchObject({ code: 'undo_unavailable', why: 'not_kept', statement: 2 });
    expect((await beans.rows(ALL)).length).toBe(1);
  });

  test('is of the one who wrote, and of no other', async () => {
    const { id } = traceOf(await transaction([DEARER, DEARER]));
    await asAdmin((admin) => admin.query("UPDATE svc.write SET scope = 'somebody' WHERE trace_id LIKE $1", [`${id}.%`]), beans.db);
    expect(refused(await undo(id))).toMatchObject({ code: 'undo_unavailable', why: 'unknown' });
  });
});

describeWithClickHouse('on ClickHouse', () => {
  test('is refused, and says what is there instead', async () => {
    const clickhouse = await owned.home.start({ SVC_CLICKHOUSE: 'on' });
    const token = owned.owner.token;
    const made = await send(clickhouse, 'POST', '/v1/databases', {
      body: { goal: 'track page views with url and duration', engine: 'clickhouse' },
      token,
      key: randomUUID(),
    });
    const body = { db: String(made.json().dbId), statements: [{ sql: "INSERT INTO page_views (url) VALUES ('/')" }] };
    const reply = await send(clickhouse, 'POST', '/v1/transaction', { body, token, key: randomUUID() });
    expect(refused(reply)).toMatchObject({ code: 'sql_rejected', reason: expect.stringContaining('ClickHouse has no transactions') });
  });
});
