import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAdmin, asRole } from '../support/hosted.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/session.ts';

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
  const again = await post({ goal: 'track plants with name and height' }, { 'idempotency-key': 'create-plants' });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect((await again.text()).match(/^event: \w+$/gm)).toEqual(['event: done']);
});

test('a fault after the first byte is an event with the envelope', async () => {
  await asRole(db, 'owner', (client) =>
    client.query('CREATE VIEW faults AS SELECT pages FROM books WHERE pages / (pages - pages) > 0; GRANT SELECT ON faults TO PUBLIC'),
  );
  const told = await events({ db, goal: 'How many faults are there?' });
  await asRole(db, 'owner', (client) => client.query('DROP VIEW faults'));
  expect(told.map(({ type }) => type)).toEqual(['selected_db', 'planning', 'plan', 'validated', 'executing', 'error']);
  expect(told.at(-1)).toMatchObject({ error: { code: 'invalid_value', retryable: false } });
});

const post = (body: object, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(`${service.url}/v1/ask`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });

test.each([
  ['goal_required', 400, () => ({})],
  ['db_not_found', 404, () => ({ db: 'db_none_aaaaaaaa', goal: 'How many books are there?' })],
  ['invalid_body', 400, () => ({ goal: 'How many?', ask: 'How few?' })],
  ['idempotency_required', 400, () => ({ goal: 'track plants with name and height' })],
  ['idempotency_required', 400, () => ({ db, goal: 'add a book with title Emma' })],
  ['idempotency_required', 400, () => ({ db, goal: 'delete every row of books' })],
  ['idempotency_required', 400, () => ({ db, goal: 'ALTER TABLE books ADD COLUMN isbn text' })],
  ['clarify_required', 409, () => ({ db, goal: 'clear my database' })],
  ['not_understood', 422, () => ({ db, goal: 'Who wrote the moon?' })],
])('what is refused before there is a plan is an ordinary reply: %s', async (code, status, body) => {
  const response = await post(body());
  const text = await response.text();
  expect([response.status, response.headers.get('content-type'), text]).toEqual([
    status,
    'application/json; charset=utf-8',
    expect.stringContaining(`"code":"${code}"`),
  ]);
});

test.each([
  ['text/event-stream;q=0', 'application/json'],
  ['text/event-stream;q=0.2, application/json', 'application/json'],
  ['application/json;q=0.5, text/event-stream', 'text/event-stream'],
  ['text/html, */*;q=0.1', 'application/json'],
])('Accept: %s gets %s', async (accept, type) => {
  const response = await post({ db, goal: 'How many books are there?' }, { accept });
  expect(response.headers.get('content-type')).toContain(type);
  await response.text();
});

test('the engine’s statement is ended with the stream that is closed, and its end is told to one that is not', async () => {
  const heavy = 'SELECT count(*) AS n FROM generate_series(1, 1000000) a, generate_series(1, 1000) b WHERE a + b < 0';
  await asRole(db, 'owner', (client) => client.query(`CREATE VIEW naps AS SELECT 'x'::text AS title FROM (${heavy}) s`));
  const running = () =>
    asAdmin(async (client) => {
      const { rowCount } = await client.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND usename = $1 || '_r' AND state = 'active' AND query LIKE '%naps%'",
        [db],
      );
      return (rowCount ?? 0) > 0;
    });
  // What is begun is told after a while, so that a failure from then on is an event, which says itself when to try again.
  const ended = await post({ db, goal: 'How many naps are there?' });
  await until(running);
  await asAdmin((client) =>
    client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND state = 'active'", [db]),
  );
  expect((await ended.text()).trimEnd().split('\n\n').at(-1)).toMatch(
    /^event: error\ndata: \{"type":"error","error":\{"code":"db_unreachable".*"retryAfterSeconds":2/,
  );

  const leaving = new AbortController();
  const response = await post({ db, goal: 'How many naps are there?' }, {}, leaving.signal);
  await until(running);
  leaving.abort();
  await expect(response.text()).rejects.toThrow();
  await until(async () => !(await running()));
  await asRole(db, 'owner', (client) => client.query('DROP VIEW naps'));
});

test('a comment is sent while there is nothing to tell, so that no proxy closes a quiet stream', async () => {
  const lively = await startService({ SVC_REPLY_STALL_MS: '1000' });
  try {
    const told = await asRole(db, 'owner', async (owner) => {
      await owner.query('BEGIN; LOCK TABLE books IN ACCESS EXCLUSIVE MODE');
      const response = await fetch(`${lively.url}/v1/ask`, {
        method: 'POST',
        headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
        body: JSON.stringify({ db, goal: 'all books', sql: 'SELECT title FROM books' }),
      });
      const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      const read = async (end: string) => {
        while (!text.includes(end)) {
          const { value, done } = await reader.read();
          if (done) throw new Error(`The stream ended before ${JSON.stringify(end)}: ${text}`);
          text += value;
        }
      };
      await read('\n\n: working\n\n: working\n\n');
      await owner.query('COMMIT');
      await read('event: done\n');
      return text;
    });
    expect(told).toContain('event: done\ndata: {"type":"done","status":"ok"');
  } finally {
    await lively.close();
  }
});

test('five hundred at once each get their own events, all of them, in order', async () => {
  const asked = await Promise.all(Array.from({ length: 500 }, () => events({ db, goal: 'How many books are there?' })));
  const order = ['selected_db', 'planning', 'plan', 'validated', 'executing', 'rows', 'answer', 'done'];
  for (const told of asked) expect(told.map(({ type }) => type)).toEqual(order);
  expect(new Set(asked.map((told) => (told.at(-1)?.trace as { id?: string } | undefined)?.id)).size).toBe(500);
});

test('a reader that takes nothing is cut, and one that is slow gets all of it', async () => {
  const stalling = await startService({ SVC_REPLY_STALL_MS: '1000' });
  await asRole(db, 'owner', (client) =>
    client.query(
      "CREATE TABLE scrolls AS SELECT g AS id, repeat('x', 20000) AS body FROM generate_series(1, 750) g; GRANT SELECT ON scrolls TO PUBLIC",
    ),
  );
  const text = JSON.stringify({ db, goal: 'list all scrolls', maxRows: 1000 });
  const connectTo = async () => {
    const socket = connect(Number(new URL(stalling.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /v1/ask HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nAccept: text/event-stream\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
    );
    return socket;
  };
  const stalled = await connectTo();
  stalled.pause();
  const open = () => new Promise<number>((done) => stalling.app.server.getConnections((_error, count) => done(count)));
  await until(async () => (await open()) === 1);
  await until(async () => (await open()) === 0, 50_000);
  stalled.destroy();

  const slow = await connectTo();
  let size = 0;
  let tail = '';
  slow.on('data', (part) => {
    size += part.length;
    tail = (tail + part.toString()).slice(-200);
    slow.pause();
    setTimeout(() => slow.resume(), 2);
  });
  await until(() => tail.includes('0\r\n\r\n'), 50_000);
  expect(size).toBeGreaterThan(15_000_000);
  slow.destroy();
  await stalling.close();
  await asRole(db, 'owner', (client) => client.query('DROP TABLE scrolls'));
});
