import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let token: string;
let db: string;

beforeAll(async () => {
  service = await startService();
  const svc = service.client();
  ({ dbId: db } = await svc.createDatabase({ goal: 'track books with title, pages and rating' }));
  await svc.insert({
    db,
    table: 'books',
    rows: [
      { title: 'Emma', pages: 474 },
      { title: 'Persuasion', pages: 249 },
    ],
  });
  token = svc.anonymousToken() ?? '';
});
afterAll(() => service.close());

/** The events of one ask, as an EventSource would read them. */
async function events(body: object, key?: string): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${service.url}/v1/ask`, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...(key ? { 'idempotency-key': key } : {}),
    },
    body: JSON.stringify(body),
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const blocks = (await response.text()).split('\n\n').filter((block) => block.startsWith('event:'));
  return blocks.map((block) => {
    const [, type, data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
    const event = JSON.parse(data) as Record<string, unknown>;
    expect(event.type).toBe(type);
    return event;
  });
}

test('a question is told step by step, and the last event is the whole reply', async () => {
  const told = await events({ db, goal: 'How many books are there?' });
  expect(told.map(({ type }) => type)).toEqual(['selected_db', 'planning', 'plan', 'validated', 'executing', 'rows', 'answer', 'done']);
  expect(told.at(-1)).toMatchObject({
    status: 'ok',
    kind: 'query',
    answer: '2 books.',
    data: [{ count: 2 }],
    session: { db, anonymous_token: token },
  });
});

test('a destructive write is told up to its confirmation', async () => {
  const told = await events({ db, goal: 'Delete the book named Emma' }, 'delete-emma');
  expect(told.map(({ type }) => type).slice(-2)).toEqual(['confirm_required', 'done']);
  expect(told.at(-1)).toMatchObject({ status: 'requires_confirm', diff: { affectedRows: 1 } });
});

test('a create is told too', async () => {
  const told = await events({ goal: 'track plants with name and height' }, 'create-plants');
  expect(told.map(({ type }) => type)).toEqual(['selected_db', 'created', 'done']);
});

test('a fault after the first byte is an event with the envelope', async () => {
  const told = await events({ db, goal: 'Who wrote the moon?' });
  expect(told.at(-1)).toMatchObject({ type: 'error', error: { code: 'llm_failed', retryable: true } });
});
