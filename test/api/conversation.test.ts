import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdmin } from '../support/hosted.ts';
import { plans, startModelServer } from '../support/model-server.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Reply, sessionOf, startSession, type TestSession, until } from '../support/session.ts';

let service: TestService;
let shop: TestSession;

const GOAL = 'track orders with region, status, amount, placed on';

async function fill(session: TestSession): Promise<void> {
  const orders = [
    ['APAC', 'paid', 120, '2024-03-01'],
    ['APAC', 'open', 30, '2024-05-01'],
    ['EMEA', 'paid', 80, '2023-06-01'],
    ['EMEA', 'paid', 200, '2024-06-01'],
    ['AMER', 'open', 15, '2023-01-01'],
  ].map(([region, status, amount, placed_on]) => ({ region, status, amount, placed_on }));
  const reply = await session.post('/v1/insert', { db: session.db, table: 'orders', rows: orders });
  if (reply.status !== 200) throw new Error(reply.text);
}

beforeAll(async () => {
  service = await startService();
  shop = await startSession(service, GOAL);
  await fill(shop);
});
afterAll(() => service.close());

const newThread = () => randomUUID();
const dataOf = (reply: Reply): unknown[] => {
  const { data } = reply.json() as { data?: Record<string, unknown>[] };
  if (!data) throw new Error(reply.text);
  return data.map((row) => Object.values(row));
};
const questionOf = (reply: Reply) => (reply.json() as { trace: { question?: string } }).trace.question;

describe('a follow-up is read as the question before with the changed part', () => {
  const CASES: readonly (readonly [question: string, fragment: string, whole: string, data: unknown[]])[] = [
    ['How many orders are in EMEA?', 'and in APAC?', 'How many orders are in APAC', [[2]]],
    ['How many orders are in EMEA?', 'What about AMER?', 'How many orders are in AMER', [[1]]],
    ['How many orders were placed in 2023?', 'what about 2024?', 'How many orders were placed in 2024', [[3]]],
    ['How many orders are there?', 'only the paid ones', "How many orders are there with status 'paid'", [[3]]],
    ['How many orders are there?', 'excluding EMEA', "How many orders are there where region is not 'EMEA'", [[3]]],
    [
      'How many orders are there by status?',
      'and by region?',
      'How many orders are there by region',
      [
        ['AMER', 1],
        ['APAC', 2],
        ['EMEA', 2],
      ],
    ],
    ['What is the average amount of the orders?', 'and the maximum?', 'What is the maximum amount of the orders', [[200]]],
    ['How many orders have an amount over 100?', 'over 150?', 'How many orders have an amount over 150', [[1]]],
    ['How many orders are there?', 'and with an amount above 100?', 'How many orders are there with amount above 100', [[2]]],
    ['How many orders have an amount over 100?', 'with an amount over 150', 'How many orders have an amount over 150', [[1]]],
    ['How many orders are in EMEA?', 'and where the amount is over 100?', 'How many orders are in EMEA with amount over 100', [[1]]],
  ];
  test.each(CASES)('%s … %s', async (question, fragment, whole, data) => {
    const threadId = newThread();
    expect((await shop.ask(question, { threadId })).status).toBe(200);
    const reply = await shop.ask(fragment, { threadId });
    expect(questionOf(reply), reply.text).toBe(whole);
    expect(dataOf(reply).sort()).toEqual(data);
  });

  test('a list is sorted, narrowed, and sorted another way: follow-ups after follow-ups', async () => {
    const threadId = newThread();
    await shop.ask('List the amount of the orders placed in 2024', { threadId });
    expect(dataOf(await shop.ask('sort them by amount', { threadId }))).toEqual([[30], [120], [200]]);
    const paid = await shop.ask('only the paid ones', { threadId });
    expect(dataOf(paid)).toEqual([[120], [200]]);
    const newest = await shop.ask('now sort them by placed on, newest first', { threadId });
    expect(dataOf(newest), newest.text).toEqual([[200], [120]]);
    expect(questionOf(newest)).toContain("status 'paid'");
    expect(dataOf(await shop.ask('and in APAC?', { threadId }))).toEqual([[120]]);
  });

  test('a whole question in the thread stands alone, and is what the next part is read with', async () => {
    const threadId = newThread();
    await shop.ask('How many orders are in EMEA?', { threadId });
    const whole = await shop.ask('What is the total amount of orders in EMEA?', { threadId });
    expect(questionOf(whole)).toBeUndefined();
    expect(dataOf(await shop.ask('and in APAC?', { threadId }))).toEqual([[150]]);
  });
});

describe('a part that has no place is declined, never answered as if it stood alone', () => {
  const declined = (reply: Reply) => (reply.json() as { error?: { params?: { reason?: string } } }).error?.params?.reason;

  test.each(['and in APAC?', 'what about 2024?', 'only the paid ones', 'sort them by amount', 'by region', 'last month'])(
    'without a thread: %s',
    async (fragment) => {
      expect(declined(await shop.ask(fragment))).toContain('threadId');
    },
  );

  test('in a thread without an answered question, and of another caller, database or thread', async () => {
    const threadId = newThread();
    await shop.ask('gibberish flurble', { threadId });
    expect(declined(await shop.ask('and in APAC?', { threadId }))).toContain('none was answered');
    await shop.ask('How many orders are in EMEA?', { threadId });
    expect(declined(await shop.ask('and in APAC?', { threadId: newThread() }))).toContain('none was answered');
    const stranger = await startSession(service, GOAL);
    await fill(stranger);
    expect(declined(await stranger.ask('and in APAC?', { threadId }))).toContain('none was answered');
  });

  test('words that change nothing of the question before', async () => {
    const threadId = newThread();
    await shop.ask('How many orders are in EMEA?', { threadId });
    for (const fragment of ['and in Atlantis?', 'only the purple ones', 'what about it?', 'and the weather?'])
      expect(declined(await shop.ask(fragment, { threadId })), fragment).toContain(
        'It is unclear what it changes of "How many orders are in EMEA?"',
      );
    // What was declined is not what the next part is read with.
    expect(dataOf(await shop.ask('and in APAC?', { threadId }))).toEqual([[2]]);
  });
});

test('a thread goes on over a restart and in another service, in its database, and ends with it', async () => {
  const first = await startService();
  const session = await startSession(first, GOAL);
  await fill(session);
  await session.ask('How many orders are in EMEA?', { threadId: 'kept' });
  await first.close();
  const there = sessionOf(service, session.token, session.db);
  expect(dataOf(await there.ask('and in APAC?', { threadId: 'kept' }))).toEqual([[2]]);
  const unpinned = await there.post('/v1/ask', { goal: 'and in AMER?', threadId: 'kept' });
  expect(dataOf(unpinned)).toEqual([[1]]);
});

test('a streamed answer counts as one', async () => {
  const threadId = newThread();
  await shop.ask('How many orders are in EMEA?', { threadId }, { headers: { accept: 'text/csv' } });
  expect(dataOf(await shop.ask('and in APAC?', { threadId }))).toEqual([[2]]);
});

test('a model is given both questions, and what it makes of a part is kept as the two of them', async () => {
  const model = await startModelServer();
  const smart = await startService({
    SVC_LLM_PROVIDERS: JSON.stringify([{ id: 'local', baseUrl: model.url, apiKey: 'k', fast: 'small', best: 'small' }]),
  });
  try {
    const session = await startSession(smart, GOAL);
    await fill(session);
    model.script(plans({ kind: 'query', sql: "SELECT count(*) FROM orders WHERE region = 'EMEA' AND amount > 100" }));
    await session.ask('How many orders are in EMEA?', { threadId: 'm' });
    const reply = await session.ask('and the weightier ones?', { threadId: 'm' });
    expect(dataOf(reply), reply.text).toEqual([[1]]);
    expect(questionOf(reply)).toBe('How many orders are in EMEA?\nand the weightier ones?');
    const sent = model.requests.at(-1)?.text ?? '';
    expect(sent).toContain('Request before: How many orders are in EMEA?');
    expect(sent).toContain('and the weightier ones?');
    // Alone it is nobody's to guess.
    const before = model.requests.length;
    expect((await session.ask('and the weightier ones?')).status).not.toBe(200);
    expect(model.requests.length).toBe(before);
  } finally {
    await smart.close();
    await model.close();
  }
});

test('a thread is forgotten when it has expired', async () => {
  const threadId = newThread();
  await shop.ask('How many orders are in EMEA?', { threadId });
  const { rowCount } = await asAdmin((admin) =>
    admin.query("UPDATE svc_control.thread_question SET expires_at = now() - interval '1 minute' WHERE thread = $1", [threadId]),
  );
  expect(rowCount).toBe(1);
  expect((await shop.ask('and in APAC?', { threadId })).status).not.toBe(200);
  const sweeping = await startService();
  await until(
    async () =>
      (await asAdmin((admin) => admin.query('SELECT 1 FROM svc_control.thread_question WHERE thread = $1', [threadId]))).rowCount === 0,
  );
  await sweeping.close();
});
