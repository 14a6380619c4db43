import { spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERRORS } from '../../src/contract/errors.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { startSession, until } from '../support/session.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const open = async (): Promise<Socket> => {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  await new Promise((done) => socket.once('connect', done));
  return socket;
};

/** Everything that comes back until the service ends the connection. */
async function exchange(text: string): Promise<{ head: string; body: string }> {
  const socket = await open();
  let reply = '';
  socket.on('data', (chunk) => {
    reply += chunk.toString();
  });
  socket.on('error', () => undefined);
  socket.write(text);
  await new Promise((done) => socket.once('close', done));
  const [head = '', body = ''] = reply.split('\r\n\r\n');
  return { head, body };
}

describe('what is no request gets the envelope too', () => {
  test.each([
    ['no HTTP', 'GARBAGE\r\n\r\n'],
    ['a header with a space', 'GET /v1/models HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n'],
    ['a length that is no number', 'POST /v1/ask HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n'],
    ['an unknown method', 'BREW /v1/ask HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['no Host', 'GET /v1/models HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [
      'two framings, of which a proxy may have taken the other',
      'POST /v1/ask HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /v1/models HTTP/1.1\r\n',
    ],
    ['two lengths', 'POST /v1/ask HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 40\r\n\r\n{}'],
    ['a framing that nobody knows', 'POST /v1/ask HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
    ['a space before a colon', 'POST /v1/ask HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n'],
    ['a header that a line feed ends', 'GET /v1/models HTTP/1.1\r\nHost: localhost\nAuthorization: Bearer one\r\n\r\n'],
    ['two Hosts', 'GET /v1/models HTTP/1.1\r\nHost: localhost\r\nhost: evil.example.com\r\nConnection: close\r\n\r\n'],
  ])('%s', async (_, text) => {
    const { head, body } = await exchange(text);
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    const { error } = JSON.parse(body) as { error: Record<string, unknown> };
    expect(error).toMatchObject({
      code: 'invalid_request',
      message: ERRORS.invalid_request.message,
      retryable: false,
      params: { reason: expect.stringMatching(/\.$/) },
    });
    expect(head.toLowerCase()).toContain(`x-request-id: ${error.requestId}`);
  });

  test('two credentials: a proxy may have judged by the other one', async () => {
    const twice = 'Authorization: Bearer one\r\nAUTHORIZATION: Bearer two';
    const { head, body } = await exchange(`GET /v1/databases HTTP/1.1\r\nHost: localhost\r\n${twice}\r\nConnection: close\r\n\r\n`);
    expect([head.slice(0, 12), JSON.parse(body)]).toMatchObject(['HTTP/1.1 400', { error: { code: 'invalid_bearer' } }]);
  });

  test.each([
    ['PATCH', '/v1/ask', 'POST'],
    ['POST', '/v1/databases/db_x_aaaaaaaa', 'GET, PATCH, DELETE'],
    ['PUT', '/v1/models', 'GET'],
    ['POST', '/readyz', 'GET, HEAD'],
    ['DELETE', '/', 'GET, HEAD'],
  ])('%s %s is told what the address takes', async (method, path, allow) => {
    const reply = await send(service, method, path);
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, allow]);
  });

  test.each(['/:a(', '/:a(^(b+)+$)', '/*a', '/**'])('%s is no address, whatever a router would read into it', async (path) => {
    const reply = await send(service, 'POST', path, { body: {} });
    expect([reply.status, reply.json().error]).toMatchObject([404, { code: 'not_found' }]);
  });

  test.each([
    ['/v1/run', 'POST, OPTIONS'],
    ['/healthz', 'GET, HEAD, OPTIONS'],
  ])('OPTIONS %s says what the address takes', async (path, allow) => {
    const reply = await send(service, 'OPTIONS', path);
    expect([reply.status, reply.headers.get('allow'), reply.text]).toEqual([204, allow, '']);
  });
});

test('healthz and readyz answer, and HEAD is GET without a body', async () => {
  expect((await send(service, 'GET', '/healthz')).json()).toEqual({ status: 'ok' });
  expect((await send(service, 'GET', '/readyz')).json()).toEqual({ status: 'ok' });
  const head = await send(service, 'HEAD', '/v1/models');
  expect([head.status, head.text]).toEqual([200, '']);
});

test('the content type does not matter: the body is read as JSON', async () => {
  const session = await startSession(service);
  for (const type of ['application/json; charset=utf-8', 'text/plain', 'application/x-www-form-urlencoded']) {
    const reply = await session.run('SELECT 1 AS n', {}, { headers: { 'content-type': type } });
    expect(reply.json().data, type).toEqual([{ n: 1 }]);
  }
});

test('a byte order mark before the body is none of it, and one within a text is of the text', async () => {
  const beans = await startSession(service);
  const body = JSON.stringify({ db: beans.db, sql: 'SELECT $1 AS text', params: ['\ufeffOnyx'] });
  const reply = await beans.post('/v1/run', `\ufeff${body}`, { key: null });
  expect(reply.json(), reply.text).toMatchObject({ data: [{ text: '\ufeffOnyx' }] });
  expect((await beans.post('/v1/run', `\ufeff\ufeff${body}`, { key: null })).json()).toMatchObject({ error: { code: 'invalid_json' } });
});

test('a stop lets a request under way finish and does not wait for a connection that says nothing', async () => {
  const stopping = await startService();
  const session = await startSession(stopping);
  const silent = connect(Number(new URL(stopping.url).port), '127.0.0.1');
  silent.on('error', () => undefined);
  await new Promise((done) => silent.once('connect', done));
  const closed = new Promise((done) => silent.once('close', done));
  const running = session.run('SELECT count(*) AS n FROM generate_series(1, 3000) a, generate_series(1, 1000) b');
  await until(async () => (await send(stopping, 'GET', '/healthz')).status === 200);
  await stopping.close();
  await closed;
  expect((await running).json().data).toEqual([{ n: 3_000_000 }]);
});

describe('a client that is refused while it still sends', () => {
  const SIZE = 16_000_000;
  const body = 'x'.repeat(SIZE);

  test('reads why over a bare socket, whether or not it says how much will come', async () => {
    for (const framing of [`Content-Length: ${SIZE}`, 'Transfer-Encoding: chunked']) {
      const socket = await open();
      let reply = '';
      socket.on('error', () => undefined);
      const isChunked = framing.startsWith('Transfer');
      socket.write(`POST /v1/ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`);
      socket.write(isChunked ? `${SIZE.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body);
      // Read only once all is written, as a client that does one thing after the other.
      await until(() => socket.writableLength === 0);
      socket.on('data', (chunk) => {
        reply += chunk.toString();
      });
      await until(() => reply.includes('payload_too_large'));
      expect(reply).toMatch(/^HTTP\/1.1 413 /);
      socket.destroy();
    }
  });

  test('reads why with fetch and with curl', async () => {
    const reply = await send(service, 'POST', '/v1/ask', { body });
    expect([reply.status, (reply.json().error as { code: string }).code]).toEqual([413, 'payload_too_large']);
    const unknown = await send(service, 'POST', '/v1/insert', { body, key: 'k' });
    expect([unknown.status, (unknown.json().error as { code: string }).code]).toEqual([401, 'unauthorized']);
    const curl = spawn('curl', ['-sS', '-X', 'POST', '-H', 'Expect:', '--data-binary', '@-', `${service.url}/v1/ask`]);
    curl.stdin.on('error', () => undefined);
    curl.stdin.end(body);
    let said = '';
    for await (const part of curl.stdout) said += part;
    expect(JSON.parse(said)).toMatchObject({ error: { code: 'payload_too_large' } });
  });

  test('sends nothing when it asks first', async () => {
    const request = (headers: string) =>
      exchange(`POST /v1/insert HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${SIZE}\r\n${headers}\r\n\r\n`);
    expect((await request('Expect: 100-continue')).head).toMatch(/^HTTP\/1.1 401 /);
    const odd = await request('Expect: a-miracle');
    expect(odd.head).toMatch(/^HTTP\/1.1 417 /);
    expect(JSON.parse(odd.body)).toMatchObject({ error: { code: 'invalid_request', params: { reason: expect.any(String) } } });
    const tunnel = await exchange('CONNECT elsewhere:443 HTTP/1.1\r\nHost: elsewhere:443\r\n\r\n');
    expect(tunnel.head).toMatch(/^HTTP\/1.1 405 /);
    const session = await startSession(service);
    const text = JSON.stringify({ db: session.db, sql: 'SELECT 1 AS n' });
    const { head, body: rest } = await exchange(
      `POST /v1/run HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${session.token}\r\nExpect: 100-continue\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
    );
    expect(head).toBe('HTTP/1.1 100 Continue');
    expect(rest).toMatch(/^HTTP\/1.1 200 /);
  });
});

test('connections that never finish their headers are closed, also when their clients keep them', async () => {
  const connected = async () => await new Promise<number>((done) => service.app.server.getConnections((_error, count) => done(count)));
  const before = await connected();
  const slow = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1', allowHalfOpen: true });
      socket.on('error', () => undefined);
      await new Promise((done) => socket.once('connect', done));
      socket.write('POST /v1/ask HTTP/1.1\r\nHost: localhost\r\n');
      return socket;
    }),
  );
  await until(async () => (await connected()) >= before + slow.length);
  await until(async () => (await connected()) <= before, 50_000);
  for (const socket of slow) socket.destroy();
});
