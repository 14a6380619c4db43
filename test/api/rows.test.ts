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

test('names that stand twice are told apart in CSV as in JSON, and a lone NULL is no empty line', async () => {
  const twice = await rows('text/csv', '/v1/run', { sql: 'SELECT 1 AS a, 2 AS a, 3 AS "x,y"' });
  expect(await twice.text()).toBe('a,a_2,"x,y"\r\n1,2,3\r\n');
  const lone = await rows('text/csv', '/v1/run', {
    sql: 'SELECT NULLIF(n, 2)::text AS n FROM generate_series(1, 3) n ORDER BY 1 NULLS FIRST',
  });
  expect(await lone.text()).toBe('n\r\n""\r\n1\r\n3\r\n');
});

test('every type is in CSV and NDJSON as in JSON', async () => {
  const sql =
    "SELECT true AS b, 9007199254740993 AS i, 18.50 AS d, 'NaN'::float8 AS f, '2026-02-28 10:00:00+02'::timestamptz AS t, ARRAY['a,b', NULL] AS l, '{\"a\": 1.0}'::jsonb AS j";
  const csv = await rows('text/csv', '/v1/run', { sql });
  expect(await csv.text()).toBe(
    'b,i,d,f,t,l,j\r\ntrue,9007199254740993,18.50,NaN,2026-02-28T08:00:00Z,"[""a,b"",null]","{""a"": 1.0}"\r\n',
  );
  const ndjson = await rows('application/x-ndjson', '/v1/run', { sql });
  expect(await ndjson.text()).toBe(
    '{"b":true,"i":9007199254740993,"d":18.50,"f":"NaN","t":"2026-02-28T08:00:00Z","l":["a,b",null],"j":{"a": 1.0}}\n',
  );
  const texts = await rows('application/x-ndjson', '/v1/run', { sql: 'SELECT 1::bigint AS i, 2 AS n', numbers: 'text' });
  expect(await texts.text()).toBe('{"i":"1","n":2}\n');
});

test('a kind that the caller does not want at all does not come', async () => {
  const reply = await rows('text/csv;q=0, application/x-ndjson;q=0, */*', '/v1/run', { sql: 'SELECT 1 AS one' });
  expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
});

test('rows beyond the service’s own cap break the connection; a cap of the caller’s own is in the trailer', async () => {
  const reply = await rows('text/csv', '/v1/run', { sql: 'SELECT 1 AS n FROM generate_series(1, 1000001)' });
  expect(reply.status).toBe(200);
  await expect(reply.text()).rejects.toThrow();
  const whole = await rows('text/csv', '/v1/run', { sql: 'SELECT 1 AS n FROM generate_series(1, 1000000)' });
  expect((await whole.text()).length).toBe(3 + 3 * 1_000_000);
});

test('rows of a megabyte come one after the other', async () => {
  const reply = await rows('text/csv', '/v1/run', { sql: "SELECT repeat('x', 1000000) AS x FROM generate_series(1, 150)" });
  expect((await reply.text()).length).toBe(3 + 150 * 1_000_002);
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
  const reply = await rows('text/csv', '/v1/run', {
    sql: "SELECT 1 / (20000 - n) AS q, repeat('x', 1000) AS x FROM generate_series(1, 30000) n",
  });
  expect(reply.status).toBe(200);
  await expect(reply.text()).rejects.toThrow();
  expect((await service.client().listModels()).presets.length).toBeGreaterThan(0);
});

test('callers who leave in the middle keep no session', async () => {
  const statement = { sql: "SELECT repeat('x', 10000) AS x FROM generate_series(1, 50000)" };
  const leaving = Array.from({ length: service.config.poolMaxPerRole + 2 }, async () => {
    const controller = new AbortController();
    const reply = await fetch(`${service.url}/v1/run`, {
      method: 'POST',
      headers: { accept: 'text/csv', 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ db, ...statement }),
      signal: controller.signal,
    }).catch(() => null);
    controller.abort();
    await reply?.text().catch(() => undefined);
  });
  await Promise.all(leaving);
  expect((await rows('application/json', '/v1/run', { sql: 'SELECT 1 AS one' })).status).toBe(200);
});

test('the preferred kind of rows is the one that comes', async () => {
  const typeFor = async (accept: string) =>
    (await rows(accept, '/v1/run', { sql: 'SELECT 1 AS one' })).headers.get('content-type')?.split(';')[0];
  expect(await typeFor('application/json, text/csv;q=0.1')).toBe('application/json');
  expect(await typeFor('text/csv;q=0.2, application/x-ndjson')).toBe('application/x-ndjson');
  expect(await typeFor('text/html, */*')).toBe('application/json');
  expect(await typeFor('text/csv; charset=utf-8')).toBe('text/csv');
  expect(await typeFor('application/json;charset=utf-8;q=0.5, text/csv; header="present"; q=0.6')).toBe('text/csv');
  expect(await typeFor('text/csv;charset=utf-8;q=0, application/json')).toBe('application/json');
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

test('a cell of megabytes comes whole as NDJSON and CSV, whatever it holds', async () => {
  const value = '😀\n"\\,'.repeat(300_000);
  const body = {
    sql: "SELECT repeat('😀' || chr(10) || chr(34) || chr(92) || ',', 300000) AS x, 1 AS y UNION ALL SELECT '', NULL",
  };
  const read = async (accept: string) => await (await rows(accept, '/v1/run', body)).text();
  const lines = (await read('application/x-ndjson')).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as { x: string; y: number | null })).toEqual([
    { x: value, y: 1 },
    { x: '', y: null },
  ]);
  expect(await read('text/csv')).toBe(`x,y\r\n"${value.replaceAll('"', '""')}",1\r\n"",\r\n`);
});
