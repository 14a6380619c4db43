import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGES } from '../../src/contract/pages.ts';
import { type Addressed, foreignTo, type Names } from '../../src/fastify/foreign.ts';
import { startService, type TestService } from '../support/service.ts';
import { BEANS } from '../support/session.ts';

const FRIEND = 'https://app.example.com';
let service: TestService;
beforeAll(async () => {
  service = await startService({ SVC_ALLOWED_ORIGINS: FRIEND, SVC_ANON_RATE_LIMIT: '1000', SVC_ANON_SESSIONS_PER_HOUR: '5' });
});
afterAll(() => service.close());

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** A request with any header, Host and those of browsers included, which fetch would not send. */
async function send(method: string, path: string, headers: Record<string, string> = {}, body = ''): Promise<Reply> {
  return await new Promise((resolve, reject) => {
    const sent = httpRequest(`${service.url}${path}`, { method, headers }, async (response) => {
      let text = '';
      for await (const part of response) text += part;
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const codeOf = ({ text }: Reply): unknown => (JSON.parse(text) as { error?: { code?: unknown } }).error?.code;
const create = (headers: Record<string, string>) =>
  send('POST', '/v1/databases', { 'idempotency-key': randomUUID(), ...headers }, JSON.stringify({ goal: BEANS }));

const PATHS = ['/', '/v1/models', '/v1/databases', '/v1/nothing', '/mcp', '/docs', '/openapi.json', '/healthz', '/readyz'];
const FOREIGN: readonly [string, Record<string, string>][] = [
  ['of another site', { origin: 'https://evil.example.com' }],
  ['of another port of this machine', { origin: 'http://localhost:6274' }],
  ['of no site', { origin: 'null' }],
  ['that gives the service its own name', { host: 'evil.example.com', origin: 'http://evil.example.com' }],
  ['that sends no Origin', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
];

describe('a page', () => {
  test.each(FOREIGN)('%s gets nothing, on any path, and leaves nothing', async (_, headers) => {
    for (const path of PATHS) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const reply = await send(method, path, { ...headers, 'access-control-request-method': 'POST' });
        expect([method, path, reply.status, codeOf(reply)]).toEqual([method, path, 403, 'forbidden']);
        expect(reply.headers['access-control-allow-origin']).toBeUndefined();
        expect(reply.headers.ratelimit).toBeUndefined();
      }
    }
    for (const type of ['text/plain', 'application/json']) {
      const reply = await create({ ...headers, 'content-type': type });
      expect([reply.status, reply.headers['x-svc-anonymous-token']]).toEqual([403, undefined]);
    }
  });

  test('of another site may link to what is public, and to nothing else', async () => {
    const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    for (const path of [...PAGES, '/docs', '/openapi.json']) expect((await send('GET', path, followed)).status).toBe(200);
    for (const path of ['/v1/databases', '/v1/models', '/mcp', '/assets/index.js', '/nothing'])
      expect((await send('GET', path, followed)).status).toBe(403);
    expect((await send('POST', '/docs', followed)).status).toBe(403);
  });

  test('of the service itself may call, under each of its loopback names', async () => {
    const { port } = new URL(service.url);
    for (const origin of [service.url, `http://localhost:${port}`])
      expect((await send('GET', '/v1/models', { origin, 'sec-fetch-site': 'cross-site' })).status).toBe(200);
  });

  test('that is allowed may call, and is told so before and after', async () => {
    const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type, idempotency-key' };
    const asked = await send('OPTIONS', '/v1/databases', { origin: FRIEND, ...preflight });
    expect([asked.status, asked.text]).toEqual([204, '']);
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': FRIEND,
      'access-control-allow-methods': expect.stringContaining('POST'),
      'access-control-allow-headers': expect.stringMatching(/Content-Type.*Idempotency-Key/),
    });
    const made = await create({ origin: FRIEND, 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' });
    expect(made).toMatchObject({ status: 201, headers: { 'access-control-allow-origin': FRIEND, vary: expect.stringMatching(/origin/i) } });
    const refused = await send('GET', '/v1/nothing', { origin: FRIEND });
    expect(refused).toMatchObject({ status: 404, headers: { 'access-control-allow-origin': FRIEND } });
    expect((await send('OPTIONS', '/v1/run', { origin: FRIEND })).status).toBe(204);
  });

  test('sends data as data: a body of a form’s types is refused', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']) {
      const reply = await create({ origin: FRIEND, ...(type ? { 'content-type': type } : {}) });
      expect([type, reply.status, codeOf(reply)]).toEqual([type, 415, 'unsupported_media_type']);
    }
  });
});

test('a program needs none of that', async () => {
  expect((await create({ 'content-type': 'text/plain' })).status).toBe(201);
});

test('a content type that is none is told as that', async () => {
  for (const type of ['application/json, text/plain', 'json', '/']) {
    const reply = await create({ 'content-type': type });
    expect([type, reply.status, codeOf(reply)]).toEqual([type, 415, 'unsupported_media_type']);
  }
});

test('every reply is of the type that it says and is kept by nobody', async () => {
  for (const path of PATHS.filter((each) => each !== '/docs')) {
    const { headers } = await send('GET', path);
    expect([path, headers['x-content-type-options'], headers['cache-control']]).toEqual([path, 'nosniff', 'no-store']);
  }
});

describe('where a request comes from', () => {
  const local: Names = { hostnames: new Set(), loopbackOnly: true, allowedOrigins: new Set() };
  const named: Names = { hostnames: new Set(['svc.example.com']), loopbackOnly: false, allowedOrigins: new Set([FRIEND]) };
  const open: Names = { hostnames: null, loopbackOnly: false, allowedOrigins: new Set() };
  test.each<[Addressed, Names]>([
    [{ host: 'localhost:8787', origin: undefined }, local],
    [{ host: '127.0.0.1:80', origin: 'http://localhost' }, local],
    [{ host: '[::1]:8787', origin: 'http://[::1]:8787' }, local],
    [{ host: undefined, origin: undefined }, local],
    [{ host: 'svc.example.com', origin: 'https://svc.example.com' }, named],
    [{ host: '10.0.0.7:8787', origin: undefined }, named],
    [{ host: '10.0.0.7:8787', origin: 'https://svc.example.com' }, named],
    [{ host: 'svc.example.com', origin: FRIEND }, named],
    [{ host: 'anything.example:1', origin: undefined }, open],
    [{ host: 'anything.example:443', origin: 'https://anything.example' }, open],
  ])('%j is served', (addressed, rules) => {
    expect(foreignTo(addressed, rules)).toBeNull();
  });
  test.each<[Addressed, Names]>([
    [{ host: undefined, origin: 'http://localhost' }, open],
    [{ host: 'evil.example', origin: undefined }, local],
    [{ host: '10.0.0.7', origin: undefined }, local],
    [{ host: 'evil@localhost', origin: undefined }, local],
    [{ host: 'localhost.evil.example', origin: undefined }, local],
    [{ host: 'localhost:8787', origin: 'http://localhost:3000' }, local],
    [{ host: 'localhost', origin: 'null' }, open],
    [{ host: 'evil.example', origin: undefined }, named],
    [{ host: 'svc.example.com', origin: 'https://evil.example' }, named],
    [{ host: 'svc.example.com', origin: 'http://localhost:3000' }, named],
    [{ host: 'anything.example', origin: 'https://evil.example' }, open],
    [{ host: 'anything.example', origin: 'https://anything.example.evil' }, open],
  ])('%j is not', (addressed, rules) => {
    expect(foreignTo(addressed, rules)).not.toBeNull();
  });
});

test('the address itself says what this is: JSON to programs, a page to people', async () => {
  const asked = await send('GET', '/', { accept: '*/*' });
  expect(JSON.parse(asked.text)).toMatchObject({ service: 'svc', docs: '/docs', openapi: '/openapi.json' });
  const opened = await send('GET', '/', {
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
  });
  expect(opened).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
  // Pages that are built name it from where they are, so that a proxy may serve them under a path.
  expect(opened.text).toMatch(/href="\.?\/docs"/);
});
