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
    ['endless headers', `GET /v1/models HTTP/1.1\r\nHost: x\r\nA: ${'y'.repeat(20_000)}\r\n\r\n`],
    ['a length that is no number', 'POST /v1/ask HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n'],
    ['an unknown method', 'BREW /v1/ask HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['no Host', 'GET /v1/models HTTP/1.1\r\nConnection: close\r\n\r\n'],
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

  test.each([
    ['PATCH', '/v1/ask', 'POST'],
    ['OPTIONS', '/v1/run', 'POST'],
    ['POST', '/v1/databases/db_x_aaaaaaaa', 'DELETE'],
    ['PUT', '/v1/models', 'GET'],
  ])('%s %s is told what the address takes', async (method, path, allow) => {
    const reply = await send(service, method, path);
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, allow]);
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
