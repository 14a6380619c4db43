import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Receipt } from '../../src/contract/traces.ts';
import { createReceipts, type Draft } from '../../src/traces/keep.ts';
import { asAdmin } from '../support/hosted.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { type Reply, sessionOf, startSession, type TestSession, until } from '../support/session.ts';

let service: TestService;
let beans: TestSession;

beforeAll(async () => {
  service = await startService();
  beans = await startSession(service);
  await beans.rows("INSERT INTO coffee_beans (roaster, price, rating) VALUES ('Onyx', 18.5, 5), ('Sey', 22, 4)");
});
afterAll(() => service.close());

const traceIdOf = (reply: Reply): string => {
  const { trace, error } = reply.json() as { trace?: { id: string }; error?: { requestId: string } };
  return trace?.id ?? error?.requestId ?? '';
};
const receiptOf = async (id: string, session = beans): Promise<Receipt> =>
  (await session.get(`/v1/traces/${id}`)).json() as unknown as Receipt;
const built = (id: string) => ({ id, createdAt: new Date().toISOString(), asked: {}, outcome: { status: 'ok', kind: 'query' } }) as Receipt;
const replay = (id: string, session = beans) => session.post(`/v1/traces/${id}/replay`, undefined, { key: null });

test('an ask leaves a receipt of what was asked, read, run and answered, at once', async () => {
  const reply = await beans.ask('which coffee beans have a rating of 5?', {}, { headers: { 'x-svc-surface': 'cli' } });
  const { answer, rowCount, trace } = reply.json() as {
    answer: string;
    rowCount: number;
    trace: { sql: string; params: unknown[]; confidence: number };
  };
  const receipt = await receiptOf(traceIdOf(reply));
  expect(receipt).toMatchObject({
    operation: 'ask',
    surface: 'cli',
    dbId: beans.db,
    engine: 'postgres',
    asked: { text: 'which coffee beans have a rating of 5?' },
    plan: expect.stringMatching(/^Reads coffee_beans, filtered; gives /),
    sql: trace.sql,
    params: trace.params,
    model: 'builtin',
    confidence: trace.confidence,
    outcome: { status: 'ok', kind: 'query', answer, rowCount, truncated: false },
    resultHash: { rows: expect.stringMatching(/^[0-9a-f]{64}$/), order: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  expect(receipt.steps.map(({ type }) => type)).toContain('executing');
  expect(Date.parse(receipt.expiresAt) - Date.parse(receipt.createdAt)).toBe(30 * 24 * 3_600_000);
});

test('a confirm by its token alone says what it wrote; an undo leaves a receipt too, and neither is run again', async () => {
  await beans.rows("INSERT INTO coffee_beans (roaster, price) VALUES ('Tim', 1)");
  const { confirmToken } = (await beans.ask('delete the coffee beans with roaster Tim')).json();
  const id = traceIdOf(await beans.post('/v1/ask', { confirm: true, confirmToken }));
  expect(await receiptOf(id)).toMatchObject({
    asked: {},
    plan: expect.stringMatching(/^Deletes .*coffee_beans/),
    sql: expect.stringContaining('DELETE FROM'),
    outcome: { kind: 'write', rowCount: 1 },
  });
  const undo = traceIdOf(await beans.post('/v1/undo', { db: beans.db, traceId: id }));
  expect(await receiptOf(undo)).toMatchObject({
    operation: 'undo',
    asked: { traceId: id },
    outcome: { status: 'ok', kind: 'undo', answer: 'Undone: 1 row back in coffee_beans.' },
    resultHash: null,
  });
  await beans.post('/v1/undo', { db: beans.db, traceId: id }, { key: 'again' });
  for (const written of [id, undo])
    expect((await replay(written)).json()).toMatchObject({
      error: { code: 'replay_unavailable', params: { reason: expect.stringContaining('never writes') } },
    });
  expect(await beans.rows("SELECT roaster FROM coffee_beans WHERE roaster = 'Tim'")).toHaveLength(1);
  await beans.rows("DELETE FROM coffee_beans WHERE roaster = 'Tim'");
});

test('an id that cannot be stored is refused', async () => {
  for (const id of ['a%00b', 'a%00b/replay']) expect((await beans.get(`/v1/traces/${id}`)).status).toBe(id.includes('/') ? 405 : 400);
  expect((await replay('a%00b')).status).toBe(400);
});

test('a run and an insert leave one; rows are not in it', async () => {
  const run = await beans.run('SELECT roaster FROM coffee_beans WHERE price > $1 -- mine', { params: [20] });
  expect(await receiptOf(traceIdOf(run))).toMatchObject({
    operation: 'run',
    surface: 'http',
    asked: { sql: 'SELECT roaster FROM coffee_beans WHERE price > $1 -- mine' },
    sql: 'SELECT roaster FROM coffee_beans WHERE price > $1',
    params: [20],
    model: 'raw',
    outcome: { status: 'ok', kind: 'query', rowCount: 1 },
  });
  expect(JSON.stringify(await receiptOf(traceIdOf(run)))).not.toContain('Sey');
  const insert = await beans.post('/v1/insert', { db: beans.db, table: 'notes', rows: [{ text: 'a' }, { text: 'b' }] });
  expect(await receiptOf(traceIdOf(insert))).toMatchObject({
    operation: 'insert',
    asked: { table: 'notes', rows: 2 },
    outcome: { status: 'ok', kind: 'write', rowCount: 2 },
    resultHash: null,
  });
});

test('a failure that reached the database leaves one; what reached none leaves none', async () => {
  const failed = await beans.run('SELECT 1 / (price - price) FROM coffee_beans');
  expect(failed.status).toBe(409);
  expect(await receiptOf(traceIdOf(failed))).toMatchObject({
    operation: 'run',
    sql: 'SELECT 1 / (price - price) FROM coffee_beans',
    outcome: { status: 'error', code: 'invalid_value', message: expect.any(String) },
  });
  const declined = await beans.ask('gibberish flurble');
  expect(await receiptOf(traceIdOf(declined))).toMatchObject({ asked: { text: 'gibberish flurble' }, outcome: { status: 'error' } });
  const nowhere = await beans.post('/v1/run', { db: 'db_none_aaaaaaaa', sql: 'SELECT 1' });
  expect((await beans.get(`/v1/traces/${traceIdOf(nowhere)}`)).json()).toMatchObject({ error: { code: 'trace_not_found' } });
});

test('streamed rows are counted, not kept', async () => {
  const streamed = await beans.run('SELECT * FROM coffee_beans', {}, { headers: { accept: 'text/csv' } });
  const id = streamed.headers.get('x-request-id') ?? '';
  expect(await receiptOf(id)).toMatchObject({ outcome: { status: 'ok', kind: 'query', rowCount: 2, truncated: false }, resultHash: null });
  expect((await replay(id)).json()).toMatchObject({ same: null, sameOrder: null, rowCount: 2 });
});

test('a replay runs the read again and tells whether the result is the same, and in the same order', async () => {
  const session = await startSession(service);
  await session.rows("INSERT INTO coffee_beans (roaster, price) VALUES ('Onyx', 18.5), ('Sey', 22)");
  const all = traceIdOf(await session.run('SELECT roaster, price FROM coffee_beans'));
  const again = await replay(all, session);
  expect(again.json()).toMatchObject({ status: 'ok', replayOf: all, same: true, sameOrder: true, rowCount: 2 });
  expect(await receiptOf(traceIdOf(again), session)).toMatchObject({ operation: 'replay', asked: { traceId: all } });
  // PostgreSQL puts a changed row behind the others.
  await session.rows("UPDATE coffee_beans SET rating = 5 WHERE roaster = 'Onyx'");
  expect((await replay(all, session)).json()).toMatchObject({ same: true, sameOrder: false });
  await session.rows('UPDATE coffee_beans SET price = price + 1');
  expect((await replay(all, session)).json()).toMatchObject({ same: false, sameOrder: false });
});

test('an asked question is replayed with its values; a failed read too', async () => {
  const asked = await beans.ask('how many coffee beans have a rating of 5?');
  expect((await replay(traceIdOf(asked))).json()).toMatchObject({ same: true, data: asked.json().data });
  const failed = traceIdOf(await beans.run('SELECT 1 / (price - price) FROM coffee_beans'));
  expect((await replay(failed)).json()).toMatchObject({ error: { code: 'invalid_value' } });
});

test('nothing but a read is replayed, and the error says what to do', async () => {
  const writes = [
    await beans.run("INSERT INTO coffee_beans (roaster) VALUES ('Tim')"),
    await beans.run('INSERT INTO coffee_beans (id) VALUES (1)'),
    await beans.ask('add a coffee bean with roaster Tim'),
    await beans.ask('delete the coffee beans with roaster Tim'),
    await beans.post('/v1/insert', { db: beans.db, table: 'notes', rows: { text: 'c' } }),
  ];
  const count = await beans.rows('SELECT count(*) FROM coffee_beans');
  for (const write of writes) {
    const reply = await replay(traceIdOf(write));
    expect(reply.status, write.text).toBe(409);
    expect(reply.json()).toMatchObject({
      error: {
        code: 'replay_unavailable',
        params: { reason: expect.stringMatching(/write/) },
        action: expect.stringContaining('send the request itself'),
      },
    });
  }
  expect(await beans.rows('SELECT count(*) FROM coffee_beans')).toEqual(count);
});

test('not there and not yours look the same', async () => {
  const stranger = await startSession(service);
  const mine = traceIdOf(await beans.run('SELECT 1'));
  for (const [method, suffix] of [
    ['GET', ''],
    ['POST', '/replay'],
  ] as const) {
    const [theirs, nobodys, odd] = await Promise.all(
      [mine, randomUUID(), 'no-id-at-all'].map((id) => send(service, method, `/v1/traces/${id}${suffix}`, { token: stranger.token })),
    );
    expect(theirs?.status).toBe(404);
    const plain = (reply: Reply | undefined) => reply?.text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>');
    expect(plain(theirs)).toBe(plain(nobodys));
    expect(plain(theirs)).toBe(plain(odd));
  }
});

test('another service of the deployment sees it a moment later; a close stores what waits', async () => {
  const first = await startService();
  const session = await startSession(first);
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push(traceIdOf(await session.run(`SELECT ${n}`)));
  await first.close();
  const there = sessionOf(service, session.token, session.db);
  for (const [n, id] of ids.entries()) expect(await receiptOf(id, there)).toMatchObject({ sql: `SELECT ${n}` });
  const late = traceIdOf(await there.run('SELECT 7'));
  await until(async () => (await stored(late)) === 1);
});

const stored = async (id: string): Promise<number> =>
  (await asAdmin((admin) => admin.query('SELECT 1 FROM svc_control.trace WHERE id = $1', [id]))).rowCount ?? 0;

test('a receipt goes with its database, and after thirty days', async () => {
  const session = await startSession(service);
  const old = traceIdOf(await session.run('SELECT 1'));
  await until(async () => (await stored(old)) === 1);
  await asAdmin((admin) => admin.query("UPDATE svc_control.trace SET created_at = now() - interval '31 days' WHERE id = $1", [old]));
  expect((await session.get(`/v1/traces/${old}`)).status).toBe(404);
  // The first sweep of a service that starts.
  const sweeping = await startService();
  await until(async () => (await stored(old)) === 0);
  await sweeping.close();

  const id = traceIdOf(await session.run('SELECT 2'));
  await until(async () => (await stored(id)) === 1);
  await send(service, 'DELETE', `/v1/databases/${session.db}`, { token: session.token, key: randomUUID() });
  expect(await stored(id)).toBe(0);
  expect((await session.get(`/v1/traces/${id}`)).status).toBe(404);
});

test('a retry of a write leaves no second receipt', async () => {
  const key = randomUUID();
  const first = await beans.run("INSERT INTO coffee_beans (roaster) VALUES ('Once')", {}, { key });
  const second = await beans.run("INSERT INTO coffee_beans (roaster) VALUES ('Once')", {}, { key });
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(await receiptOf(traceIdOf(first))).toMatchObject({ outcome: { kind: 'write', rowCount: 1 } });
  expect((await beans.get(`/v1/traces/${second.headers.get('x-request-id')}`)).status).toBe(404);
});

test('values that hold NUL or are too large do not keep a receipt from being stored', async () => {
  const nul = traceIdOf(await beans.run('SELECT $1::text', { params: ['a\0b'] }));
  const large = traceIdOf(await beans.run('SELECT length($1::text)', { params: ['x'.repeat(40_000)] }));
  await until(async () => (await stored(nul)) === 1 && (await stored(large)) === 1);
  expect(await receiptOf(nul)).toMatchObject({ params: ['a\0b'] });
  expect(await receiptOf(large)).toMatchObject({ params: null });
  expect((await replay(large)).json()).toMatchObject({ error: { code: 'replay_unavailable' } });
});

test('the queue is bounded: what finds no room is counted and logged, and what failed is tried again', async () => {
  const saved: string[] = [];
  const lines: object[] = [];
  let away = true;
  const receipts = createReceipts({
    traces: {
      save: async (rows) => {
        if (away) throw new Error('the control plane is away');
        saved.push(...rows.map(({ id }) => id));
      },
      find: async () => null,
      list: async () => [],
      sweep: async () => undefined,
    },
    log: { warn: (facts) => void lines.push(facts) },
    waitingMax: 3,
  });
  const ownerId = randomUUID();
  const draft = (id: string): Draft => ({ id, ownerId, dbId: 'db', keyId: null, build: () => built(id) });
  for (const id of ['1', '2', '3', '4', '5']) receipts.keep(draft(id));
  expect(receipts.lost).toBe(2);
  expect(await receipts.find('2', ownerId)).toMatchObject({ id: '2' });
  expect(await receipts.find('2', randomUUID())).toBeNull();
  expect(await receipts.find('4', ownerId)).toBeNull();
  await receipts.flush();
  expect(lines).toContainEqual({ lost: 2, lostInAll: 2 });
  expect(saved).toEqual([]);
  away = false;
  await receipts.close();
  expect(saved).toEqual(['1', '2', '3']);
});

test('a flush stores all that waits when it is called, also while an earlier one is under way', async () => {
  const saved: string[] = [];
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const receipts = createReceipts({
    traces: {
      save: async (rows) => {
        await held;
        saved.push(...rows.map(({ id }) => id));
      },
      find: async () => null,
      list: async () => [],
      sweep: async () => undefined,
    },
    log: { warn: () => undefined },
  });
  const keep = (id: string) => receipts.keep({ id, ownerId: randomUUID(), dbId: 'db', keyId: null, build: () => built(id) });
  keep('1');
  const first = receipts.flush();
  await new Promise((resolve) => setImmediate(resolve));
  keep('2');
  const second = receipts.flush();
  release();
  await second;
  expect(saved).toEqual(['1', '2']);
  await first;
  await receipts.close();
});
