import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let token: string;
let db: string;

beforeAll(async () => {
  service = await startService();
  const svc = service.client();
  ({ dbId: db } = await svc.createDatabase({ goal: 'track notes with title and body' }));
  await svc.insert({
    db,
    table: 'notes',
    rows: [
      { title: 'plain', body: 'one' },
      { title: 'comma, "quote"', body: 'two\nlines' },
      { title: 'nothing', body: null },
    ],
  });
  token = svc.anonymousToken() ?? '';
});
afterAll(() => service.close());

const rows = (accept: string, path: string, body: object) =>
  fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { accept, 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ db, ...body }),
  });

test('CSV has a header, quotes what needs it, and leaves nothing where there is nothing', async () => {
  const reply = await rows('text/csv', '/v1/run', { sql: 'SELECT title, body, id > 1 AS later FROM notes ORDER BY id' });
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  expect(await reply.text()).toBe('title,body,later\r\nplain,one,false\r\n"comma, ""quote""","two\nlines",true\r\nnothing,,true\r\n');
});

test('CSV of no rows is its header', async () => {
  const reply = await rows('text/csv', '/v1/run', { sql: 'SELECT title FROM notes WHERE false' });
  expect(await reply.text()).toBe('title\r\n');
});

test('NDJSON is one object a line', async () => {
  const reply = await rows('application/x-ndjson', '/v1/run', { sql: 'SELECT id, title FROM notes ORDER BY id LIMIT 2' });
  expect(await reply.text()).toBe('{"id":1,"title":"plain"}\n{"id":2,"title":"comma, \\"quote\\""}\n');
});

test('a question is answered in rows too', async () => {
  const reply = await rows('text/csv', '/v1/ask', { goal: 'How many notes are there?' });
  expect(await reply.text()).toBe('count\r\n3\r\n');
});

test('many rows come whole, in portions, and the trailer tells whether the cap cut them off', async () => {
  const counted = async (maxRows?: number) => {
    const { text, trailers } = await withTrailers({ db, sql: 'SELECT n FROM generate_series(1, 2500) n', ...(maxRows ? { maxRows } : {}) });
    return { lines: text.trim().split('\n').length, last: text.trim().split('\n').at(-1), truncated: trailers['x-svc-truncated'] };
  };
  expect(await counted()).toEqual({ lines: 2_500, last: '{"n":2500}', truncated: 'false' });
  expect(await counted(2_500)).toEqual({ lines: 2_500, last: '{"n":2500}', truncated: 'false' });
  expect(await counted(1_500)).toEqual({ lines: 1_500, last: '{"n":1500}', truncated: 'true' });
});

test('a fault before the first row is an ordinary reply', async () => {
  const reply = await rows('text/csv', '/v1/run', { sql: 'SELECT 1 / 0' });
  expect(reply.status).toBe(409);
  expect(await reply.json()).toMatchObject({ error: { code: 'invalid_value' } });
});

test('a fault between rows breaks the connection: half a file does not look whole', async () => {
  const reply = await rows('text/csv', '/v1/run', { sql: 'SELECT 1 / (2000 - n) AS q FROM generate_series(1, 3000) n' });
  expect(reply.status).toBe(200);
  await expect(reply.text()).rejects.toThrow();
  expect((await service.client().listModels()).presets.length).toBeGreaterThan(0);
});

test('a write is answered in JSON whatever rows were asked for', async () => {
  const reply = await fetch(`${service.url}/v1/run`, {
    method: 'POST',
    headers: { accept: 'text/csv', 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': 'csv-write' },
    body: JSON.stringify({ db, sql: "UPDATE notes SET body = 'x' WHERE id = 3 RETURNING id" }),
  });
  expect(await reply.json()).toMatchObject({ kind: 'write', data: [{ id: 3 }] });
});

/** fetch does not show trailers. */
function withTrailers(body: object): Promise<{ text: string; trailers: NodeJS.Dict<string> }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${service.url}/v1/run`,
      { method: 'POST', headers: { accept: 'application/x-ndjson', 'content-type': 'application/json', authorization: `Bearer ${token}` } },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve({ text, trailers: response.trailers }));
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}
