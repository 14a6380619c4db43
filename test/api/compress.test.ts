import { execFile } from 'node:child_process';
import { type IncomingMessage, request } from 'node:http';
import { promisify } from 'node:util';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { startSession, type TestSession } from '../support/session.ts';

let service: TestService;
let session: TestSession;
beforeAll(async () => {
  service = await startService();
  session = await startSession(service);
});
afterAll(() => service.close());

const MANY = 'SELECT n, md5(n::text) AS word FROM generate_series(1, 900) n';

interface Options {
  readonly encoding?: string;
  readonly accept?: string;
  readonly path?: string;
}

/** The reply with its bytes as they come, which fetch does not show. */
const raw = (body: object | null, { encoding, accept = 'application/json', path = '/v1/run' }: Options = {}) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const headers = {
      accept,
      authorization: `Bearer ${session.token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(encoding === undefined ? {} : { 'accept-encoding': encoding }),
    };
    const sent = request(`${service.url}${path}`, { method: body ? 'POST' : 'GET', headers }, resolve);
    sent.on('error', reject);
    sent.end(body ? JSON.stringify({ db: session.db, ...body }) : undefined);
  });

const DECODERS: Record<string, () => NodeJS.ReadWriteStream> = { br: createBrotliDecompress, gzip: createGunzip };

/** The text, and how many bytes it took. */
async function read(reply: IncomingMessage): Promise<{ text: string; bytes: number }> {
  let bytes = 0;
  reply.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  const decoder = DECODERS[reply.headers['content-encoding'] ?? ''];
  let text = '';
  for await (const part of decoder ? reply.pipe(decoder()) : reply) text += part;
  return { text, bytes };
}

const encodingOf = async (encoding: string | undefined, body: object, options: Options = {}) => {
  const reply = await raw(body, { ...options, ...(encoding === undefined ? {} : { encoding }) });
  await read(reply);
  return reply.headers['content-encoding'];
};

describe.each([
  ['application/json', 'br'],
  ['application/json', 'gzip'],
  ['text/csv', 'br'],
  ['text/csv', 'gzip'],
  ['application/x-ndjson', 'gzip'],
])('%s in %s', (accept, encoding) => {
  test('is the same rows in fewer bytes, and says that it varies', async () => {
    const plain = await raw({ sql: MANY }, { accept });
    const packed = await raw({ sql: MANY }, { accept, encoding });
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, encoding]);
    expect([plain.headers.vary, packed.headers.vary]).toEqual(['Accept-Encoding', 'Accept-Encoding']);
    expect(packed.headers['content-type']).toBe(plain.headers['content-type']);
    const [one, other] = [await read(plain), await read(packed)];
    // An id and the time taken are a request's own.
    const rows = (text: string) => text.replace(/,"trace":.*$/, '');
    expect(rows(other.text)).toBe(rows(one.text));
    expect(other.bytes).toBeLessThan(one.bytes);
  });
});

test('a short reply is not compressed, nor one for which it is not asked', async () => {
  expect(await encodingOf('gzip', { sql: 'SELECT 1 AS n' })).toBeUndefined();
  expect(await encodingOf(undefined, { sql: MANY })).toBeUndefined();
  expect(await encodingOf('identity', { sql: MANY })).toBeUndefined();
  expect(await encodingOf('zstd, compress', { sql: MANY })).toBeUndefined();
  expect(await encodingOf('gzip;q=0, br;q=0', { sql: MANY })).toBeUndefined();
});

test('the encoding that is liked best is the one that comes', async () => {
  expect(await encodingOf('gzip, deflate, br', { sql: MANY })).toBe('br');
  expect(await encodingOf('br;q=0.5, gzip', { sql: MANY })).toBe('gzip');
  expect(await encodingOf('*', { sql: MANY })).toBe('br');
});

test('a stream of events is never compressed', async () => {
  const reply = await raw(
    { goal: 'How many coffee beans are there?' },
    { accept: 'text/event-stream', encoding: 'gzip, br', path: '/v1/ask' },
  );
  expect(reply.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  expect(reply.headers['content-encoding']).toBeUndefined();
  expect((await read(reply)).text).toMatch(/event: done\n/);
});

test('the reference, its document and its script are compressed too', async () => {
  for (const path of ['/docs', '/openapi.json', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css', '/']) {
    const reply = await raw(null, { path, accept: '*/*', encoding: 'gzip' });
    const { text } = await read(reply);
    expect([path, reply.headers['content-encoding']]).toEqual([path, text.length < 1_024 ? undefined : 'gzip']);
  }
});

test('curl --compressed and fetch read it', async () => {
  const body = JSON.stringify({ db: session.db, sql: MANY });
  const headers = { accept: 'text/csv', 'content-type': 'application/json', authorization: `Bearer ${session.token}` };
  const { stdout } = await promisify(execFile)('curl', [
    '-sS',
    '--compressed',
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    '-w',
    '%header{content-encoding}',
    '-d',
    body,
    `${service.url}/v1/run`,
  ]);
  const fetched = await fetch(`${service.url}/v1/run`, { method: 'POST', headers: { ...headers, 'accept-encoding': 'br' }, body });
  const text = await fetched.text();
  expect(fetched.headers.get('content-encoding')).toBe('br');
  expect(text.split('\r\n')).toHaveLength(902);
  expect(stdout.startsWith(text)).toBe(true);
  expect(stdout.slice(text.length)).toMatch(/^(br|gzip)$/);
});

test('CSV that begins as a compressed stream would is compressed all the same', async () => {
  for (const name of ['H', 'hb', 'x^', '80']) {
    const { text } = await read(await raw({ sql: `SELECT 1 AS "${name}", 2 AS b` }, { accept: 'text/csv', encoding: 'gzip' }));
    expect(text).toBe(`${name},b\r\n1,2\r\n`);
  }
});

describe.each(['br', 'gzip'])('a stream of rows in %s', (encoding) => {
  test('can be read as far as it has come', async () => {
    // The rows after the first portion take far longer than anybody waits.
    const slow = `SELECT n, CASE WHEN n > 50 THEN (SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000) b WHERE a + b < 0) END AS m
      FROM generate_series(1, 100) n`;
    const reply = await raw({ sql: slow }, { accept: 'text/csv', encoding });
    expect(reply.headers['content-encoding']).toBe(encoding);
    const decoded = reply.pipe((DECODERS[encoding] as () => NodeJS.ReadWriteStream)());
    decoded.on('error', () => undefined);
    let text = '';
    await new Promise<void>((done) => {
      decoded.on('data', (part) => {
        text += part;
        if (text.includes('\r\n50,')) done();
      });
    });
    expect(text.startsWith('n,m\r\n1,\r\n')).toBe(true);
    reply.destroy();
  });

  test('has its trailer', async () => {
    const reply = await raw(
      { sql: 'SELECT n FROM generate_series(1, 2500) n', maxRows: 1_500 },
      { accept: 'application/x-ndjson', encoding },
    );
    const { text } = await read(reply);
    expect(text.trim().split('\n')).toHaveLength(1_500);
    expect(reply.trailers['x-svc-truncated']).toBe('true');
  });

  test('breaks where the rows break, and leaves the service whole', async () => {
    const reply = await raw({ sql: 'SELECT 1 / (200000 - n) AS q FROM generate_series(1, 300000) n' }, { accept: 'text/csv', encoding });
    expect(reply.statusCode).toBe(200);
    expect(await endOf(reply)).toBe('broken');
    expect(await encodingOf(encoding, { sql: MANY })).toBe(encoding);
  });

  test('that fails before a byte of it was sent is an ordinary refusal', async () => {
    for (let time = 0; time < 20; time++) {
      const reply = await raw({ sql: 'SELECT 1 / (51 - n) AS q FROM generate_series(1, 100) n' }, { accept: 'text/csv', encoding });
      // Which of the two comes first is not ours to say.
      if (reply.statusCode === 200) expect(await endOf(reply)).toBe('broken');
      else {
        const { vary, trailer, 'content-encoding': encoded } = reply.headers;
        expect([reply.statusCode, vary, encoded, trailer]).toEqual([409, 'Accept-Encoding', undefined, undefined]);
        expect(JSON.parse((await read(reply)).text)).toMatchObject({ error: { code: 'invalid_value' } });
      }
    }
  });
});

const endOf = (reply: IncomingMessage): Promise<unknown> =>
  new Promise((done) =>
    reply
      .once('end', () => done('whole'))
      .once('error', () => done('broken'))
      .resume(),
  );
