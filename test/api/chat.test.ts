import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatMessage, ChatTurn } from '../../src/contract/chat.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { type Reply, startSession, type TestSession } from '../support/session.ts';

let service: TestService;
let beans: TestSession;

async function newSession(): Promise<TestSession> {
  const session = await startSession(service);
  await session.post('/v1/insert', {
    db: session.db,
    table: 'coffee_beans',
    rows: Array.from({ length: 60 }, (_, n) => ({ roaster: n < 20 ? 'Onyx' : 'Sey', price: 10 + n, rating: 4 })),
  });
  return session;
}

beforeAll(async () => {
  service = await startService();
  beans = await newSession();
});
afterAll(() => service.close());

const say = async (goal: string, session = beans, options = {}): Promise<Reply> =>
  session.post('/v1/chat/messages', { goal, dbId: session.db }, options);
const turnOf = (reply: Reply) => reply.json() as unknown as ChatTurn;

test('a turn is an ask, kept with its answer, its SQL and its first fifty rows', async () => {
  const reply = await say('which coffee beans have a rating of 4?');
  expect(reply.status, reply.text).toBe(200);
  const { user, assistant } = turnOf(reply);
  expect(user).toMatchObject({ role: 'user', dbId: beans.db, goal: 'which coffee beans have a rating of 4?' });
  expect(assistant).toMatchObject({
    role: 'assistant',
    result: { kind: 'ok', sql: expect.stringMatching(/^SELECT/), rowCount: 60, truncated: true, answer: expect.stringContaining('60') },
  });
  expect(assistant.result.kind === 'ok' && assistant.result.rows).toHaveLength(50);
  expect((await beans.get(`/v1/traces/${assistant.traceId}`)).json()).toMatchObject({ surface: 'chat', asked: { text: user.goal } });
});

test('a message goes on from the one before; every database has a chat of its own', async () => {
  await say('how many coffee beans have the roaster Onyx?');
  expect(turnOf(await say('and Sey?')).assistant.result).toMatchObject({ kind: 'ok', rows: [{ count: 40 }] });
  const other = await newSession();
  expect(turnOf(await say('and Sey?', other)).assistant.result).toMatchObject({
    kind: 'error',
    message: expect.stringContaining('earlier question'),
  });
});

test('what fails is a message too', async () => {
  expect(turnOf(await say('gibberish flurble')).assistant.result).toMatchObject({
    kind: 'error',
    code: 'not_understood',
    message: expect.stringMatching(/^This was not understood: [^{}]*"gibberish/),
  });
});

test('what can be read in several ways says what to say instead, and that is understood', async () => {
  const { result } = turnOf(await say('clear my database')).assistant;
  expect(result).toMatchObject({
    kind: 'error',
    code: 'clarify_required',
    message: expect.stringMatching(/ Say "delete every row of coffee_beans"\.$/),
  });
  expect(turnOf(await say('delete every row of coffee_beans')).assistant.result).toMatchObject({ code: 'requires_confirm' });
});

describe('writes', () => {
  test('an insert that the words ask for is done once, whatever is sent again', async () => {
    const session = await newSession();
    const key = randomUUID();
    const first = await say('add a coffee bean with roaster Tim', session, { key });
    expect(turnOf(first).assistant.result).toMatchObject({ kind: 'ok', rowCount: 1 });
    const again = await say('add a coffee bean with roaster Tim', session, { key });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(turnOf(again)).toEqual(turnOf(first));
    expect(await session.rows("SELECT count(*) AS n FROM coffee_beans WHERE roaster = 'Tim'")).toEqual([{ n: 1 }]);
    expect((await session.get(`/v1/chat/messages?dbId=${session.db}`)).json()).toHaveLength(2);
  });

  test('a destructive one is previewed, never confirmed; the message says how to, and that works', async () => {
    const session = await newSession();
    for (const goal of ['delete the coffee beans with roaster Onyx', 'delete the coffee beans with roaster Onyx']) {
      expect(turnOf(await say(goal, session)).assistant.result).toMatchObject({
        kind: 'error',
        code: 'requires_confirm',
        message: expect.stringMatching(/would delete 20 rows.*POST \/v1\/ask .*"confirm":true/),
      });
    }
    const sneaky = await session.post('/v1/chat/messages', {
      goal: 'delete the coffee beans with roaster Onyx',
      dbId: session.db,
      confirm: true,
    });
    expect(turnOf(sneaky).assistant.result).toMatchObject({ code: 'requires_confirm' });
    expect(await session.rows('SELECT count(*) AS n FROM coffee_beans')).toEqual([{ n: 60 }]);
    const confirmed = await session.ask('delete the coffee beans with roaster Onyx', { confirm: true });
    expect(confirmed.json()).toMatchObject({ status: 'ok', kind: 'write', rowCount: 20 });
  });
});

test('messages are listed newest first, a page at a time, to their owner alone', async () => {
  const session = await newSession();
  for (const goal of ['how many coffee beans are there?', 'what is the highest price?', 'what is the lowest price?'])
    await say(goal, session);
  const first = await session.get(`/v1/chat/messages?dbId=${session.db}&limit=4`);
  const messages = first.json() as unknown as ChatMessage[];
  expect(messages.map(({ role }) => role)).toEqual(['assistant', 'user', 'assistant', 'user']);
  expect(messages[1]).toMatchObject({ goal: 'what is the lowest price?' });
  const [, next = ''] = /^<(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
  const second = await session.get(next);
  expect((second.json() as unknown as ChatMessage[]).map(({ role }) => role)).toEqual(['assistant', 'user']);
  expect(second.headers.get('link')).toBeNull();

  const stranger = await newSession();
  const theirs = await stranger.get(`/v1/chat/messages?dbId=${session.db}`);
  expect(theirs.json()).toMatchObject({ error: { code: 'db_not_found' } });
  expect((await stranger.post('/v1/chat/messages', { goal: 'how many coffee beans are there?', dbId: session.db })).status).toBe(404);
  expect((await send(service, 'DELETE', `/v1/databases/${session.db}`, { token: session.token, key: randomUUID() })).status).toBe(200);
  expect((await session.get(`/v1/chat/messages?dbId=${session.db}`)).status).toBe(404);
});

test('what is missing is said', async () => {
  expect((await beans.post('/v1/chat/messages', { goal: 'how many coffee beans are there?' })).json()).toMatchObject({
    error: { code: 'dbId_required' },
  });
  expect((await beans.get('/v1/chat/messages')).json()).toMatchObject({ error: { code: 'dbId_required' } });
  expect((await beans.get(`/v1/chat/messages?dbId=${beans.db}&cursor=zzz`)).json()).toMatchObject({
    error: { code: 'invalid_body', params: { issues: [{ path: 'cursor', message: 'Not a cursor of this list.' }] } },
  });
  expect((await beans.post('/v1/chat/messages', { dbId: beans.db })).json()).toMatchObject({ error: { code: 'goal_required' } });
  expect((await say('how many coffee beans are there?', beans, { key: null })).json()).toMatchObject({
    error: { code: 'idempotency_required' },
  });
});
