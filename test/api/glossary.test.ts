import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plans, startModelServer } from '../support/model-server.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { type Reply, startSession, type TestSession } from '../support/session.ts';

let service: TestService;
let shop: TestSession;

beforeAll(async () => {
  service = await startService();
  shop = await newShop();
});
afterAll(() => service.close());

async function newShop(on = service): Promise<TestSession> {
  const session = await startSession(on, 'track orders with region, status, amount, placed on');
  const rows = [
    ['APAC', 'paid', 120],
    ['APAC', 'open', 30],
    ['EMEA', 'paid', 80],
    ['EMEA', 'paid', 200],
  ].map(([region, status, amount]) => ({ region, status, amount }));
  await session.post('/v1/insert', { db: session.db, table: 'orders', rows });
  return session;
}

const put = (session: TestSession, body: unknown, key = randomUUID(), on = service): Promise<Reply> =>
  send(on, 'PUT', `/v1/databases/${session.db}/glossary`, { body, token: session.token, key });
const dataOf = (reply: Reply): unknown[] => {
  const { data } = reply.json() as { data?: Record<string, unknown>[] };
  if (!data) throw new Error(reply.text);
  return data.map((row) => Object.values(row));
};
const assumptionsOf = (reply: Reply) => (reply.json() as { trace: { assumptions: string[] } }).trace.assumptions;

const GLOSSARY = {
  terms: [
    { term: 'settled order', means: 'order with status paid' },
    { term: 'big', means: 'of a high amount', sql: 'orders.amount >= 100' },
    { term: 'turnover', means: 'what paid orders come to', sql: "sum(amount) FILTER (WHERE status = 'paid')" },
  ],
  notes: 'Amounts are in euros.',
};

test('a glossary is kept as it was put, is empty at first, and is its owner’s alone', async () => {
  const session = await newShop();
  expect((await session.get(`/v1/databases/${session.db}/glossary`)).json()).toEqual({ dbId: session.db, terms: [], notes: '' });
  const key = randomUUID();
  expect((await put(session, GLOSSARY, key)).json()).toEqual({ dbId: session.db, ...GLOSSARY });
  expect((await put(session, GLOSSARY, key)).headers.get('idempotent-replayed')).toBe('true');
  expect((await session.get(`/v1/databases/${session.db}/glossary`)).json()).toEqual({ dbId: session.db, ...GLOSSARY });
  expect((await send(service, 'GET', `/v1/databases/${session.db}/glossary`, { token: shop.token })).status).toBe(404);
  expect((await send(service, 'PUT', `/v1/databases/${session.db}/glossary`, { token: shop.token, key, body: GLOSSARY })).status).toBe(404);
});

describe('the built-in planner', () => {
  beforeAll(async () => {
    expect((await put(shop, GLOSSARY)).status).toBe(200);
  });

  test.each([
    ['How many settled orders are there?', [[3]], '"settled orders" read as "order with status paid"'],
    ['How many big orders are there?', [[2]], '"big" read as orders.amount >= 100'],
    ['How many big orders are in APAC?', [[1]], '"big" read as orders.amount >= 100'],
    ['What is the turnover?', [[400]], expect.stringContaining('"turnover" read as sum(amount)')],
    [
      'What is the turnover by region?',
      [
        ['APAC', 120],
        ['EMEA', 280],
      ],
      expect.stringContaining('"turnover"'),
    ],
  ])('%s', async (question, data, told) => {
    const reply = await shop.ask(question);
    expect(dataOf(reply).sort(), reply.text).toEqual(data);
    expect(assumptionsOf(reply)).toContainEqual(told);
  });

  test.each([
    ['How many fancy orders are there?', [[2]]],
    ['how many fancy orders', [[2]]],
    ['how many orders are fancy?', [[2]]],
    ['What is the average amount of fancy orders?', [[160]]],
    ['How many fancy orders are in APAC?', [[1]]],
    ['how many fancy order lines are there', null],
  ])('a meaning that stands behind its noun: %s', async (question, data) => {
    const session = await newShop();
    await put(session, { terms: [{ term: 'fancy', means: 'with amount above 100' }] });
    const reply = await session.ask(question);
    if (data === null) return expect(reply.json(), reply.text).toMatchObject({ error: { code: 'not_understood' } });
    expect(dataOf(reply), reply.text).toEqual(data);
    expect(assumptionsOf(reply)).toContain('"fancy" read as "with amount above 100"');
  });

  test('a quoted word is no term, and a term without a place declines', async () => {
    const lost = await shop.ask('How many big roasters are there?');
    expect(lost.status).not.toBe(200);
  });

  test('another meaning counts from the next question, and changes the fingerprint', async () => {
    const session = await newShop();
    const fingerprint = async () => (await session.get(`/v1/databases/${session.db}/schema`)).json().fingerprint;
    const bare = await fingerprint();
    await put(session, { terms: [{ term: 'big', means: 'large', sql: 'amount >= 100' }] });
    expect(dataOf(await session.ask('How many big orders are there?'))).toEqual([[2]]);
    const first = await fingerprint();
    await put(session, { terms: [{ term: 'big', means: 'large', sql: 'amount >= 200' }] });
    expect(dataOf(await session.ask('How many big orders are there?'))).toEqual([[1]]);
    expect(new Set([bare, first, await fingerprint()]).size).toBe(3);
  });
});

test.each([
  ['no SQL', 'amount >=', /syntax|end of input/i],
  ['a column that is not there', 'orders.amout > 1', /amout.*amount/],
  ['a whole statement', 'amount > 1) UNION SELECT (1', /./],
  ['a plain value', 'amount', /./],
])('a term is refused with what is wrong: %s', async (_, sql, reason) => {
  const reply = await put(shop, { terms: [{ term: 'wrong', means: 'wrong', sql }] });
  expect(reply.json()).toMatchObject({
    error: { code: 'invalid_body', params: { issues: [{ path: 'terms.0.sql', message: expect.stringMatching(reason) }] } },
  });
});

test('limits and twins are refused', async () => {
  for (const body of [
    { terms: Array.from({ length: 201 }, (_, n) => ({ term: `t${n}`, means: 'x' })) },
    { terms: [{ term: 'x'.repeat(81), means: 'x' }] },
    {
      terms: [
        { term: 'big', means: 'x' },
        { term: 'Big', means: 'y' },
      ],
    },
    { terms: [], notes: 'x'.repeat(4_001) },
  ])
    expect((await put(shop, body)).json()).toMatchObject({ error: { code: 'invalid_body' } });
});

test('models are told of it', async () => {
  const model = await startModelServer();
  const smart = await startService({
    SVC_LLM_PROVIDERS: JSON.stringify([{ id: 'local', baseUrl: model.url, apiKey: 'k', fast: 'small', best: 'small' }]),
  });
  try {
    const session = await newShop(smart);
    await put(session, GLOSSARY, randomUUID(), smart);
    model.script(plans({ kind: 'query', sql: 'SELECT count(*) FROM orders' }));
    const reply = await session.ask('Forecast the weightier shipments somehow');
    expect(reply.status, reply.text).toBe(200);
    const sent =
      model.requests
        .at(-1)
        ?.body.messages.map(({ content }) => content)
        .join('\n') ?? '';
    expect(sent).toContain('big: of a high amount = orders.amount >= 100');
    expect(sent).toContain('Amounts are in euros.');
    expect((reply.json() as { trace: { egress: { categories: string[] } } }).trace.egress.categories).toContain('glossary');
  } finally {
    await smart.close();
    await model.close();
  }
});
