import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { startSession, type TestSession, until } from '../support/session.ts';

let service: TestService;
let session: TestSession;
beforeAll(async () => {
  service = await startService();
  session = await startSession(service);
});
afterAll(() => service.close());

interface Slow {
  readonly socket: Socket;
  /** What came back, once the service has closed the connection. */
  readonly reply: Promise<string>;
}

/** A request whose body comes a byte at a time, and never ends. */
function slow(path: string, token: string | null): Slow {
  const { hostname, port } = new URL(service.url);
  const socket = connect({ host: hostname, port: Number(port) });
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  const authorization = token === null ? '' : `authorization: Bearer ${token}\r\n`;
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${authorization}content-type: application/json\r\ncontent-length: 900000\r\n\r\n{`,
  );
  const trickle = setInterval(() => socket.write(' '), 300);
  const reply = new Promise<string>((resolve) => socket.once('close', () => resolve(text))).finally(() => clearInterval(trickle));
  return { socket, reply };
}

const codeIn = (reply: string): string | undefined => /"code":"(\w+)"/.exec(reply)?.[1];

test('a body without a credential that trickles is refused long before a minute, and its connection goes', async () => {
  const [unknown, known] = [slow('/v1/ask', null), slow('/v1/ask', session.token)];
  let hasKnownEnded = false;
  void known.reply.then(() => {
    hasKnownEnded = true;
  });
  const reply = await unknown.reply;
  expect(reply).toMatch(/^HTTP\/1\.1 408 /);
  expect([codeIn(reply), reply.includes('took too long to arrive')]).toEqual(['request_timeout', true]);
  // Whoever has a credential is bounded by the time for a whole request.
  expect(hasKnownEnded).toBe(false);
  known.socket.destroy();
});

test('headers that never end are refused in time, and so is a connection that says nothing', async () => {
  const { hostname, port } = new URL(service.url);
  const sent = (text: string) =>
    new Promise<string>((resolve) => {
      const socket = connect({ host: hostname, port: Number(port) });
      let reply = '';
      socket.setEncoding('utf8').on('data', (chunk) => {
        reply += chunk;
      });
      socket.on('error', () => undefined).once('close', () => resolve(reply));
      socket.write(text);
    });
  const replies = await Promise.all(['POST /v1/ask HTTP/1.1\r\nhost: localhost\r\n', ''].map(sent));
  expect(replies.map((reply) => [reply.split('\r\n')[0], codeIn(reply), /^retry-after: [1-9]/m.test(reply)])).toEqual(
    Array(2).fill(['HTTP/1.1 408 Request Timeout', 'request_timeout', true]),
  );
});

test('of too many slow bodies of one address the longest give way, and everybody else is served', async () => {
  const replies = new Map<Slow, string>();
  const sent = (count: number): Slow[] => {
    const some = Array.from({ length: count }, () => slow('/v1/ask', session.token));
    for (const one of some) void one.reply.then((text) => replies.set(one, text));
    return some;
  };
  const first = sent(10);
  await delay(1_000);
  // It is answered after them.
  await session.run('SELECT 1');
  const more = sent(60);
  await until(() => replies.size >= 6, 60_000);
  expect([...replies.values()].map((reply) => [/^HTTP\/1\.1 503 /.test(reply), codeIn(reply)])).toEqual(
    Array(6).fill([true, 'overloaded']),
  );
  expect([...replies.keys()].filter((one) => !first.includes(one))).toEqual([]);
  expect((await session.run('SELECT 1 AS one')).json()).toMatchObject({ data: [{ one: 1 }] });
  for (const { socket } of [...first, ...more]) socket.destroy();
});

test('a body in crumbs is refused after some of them; in larger pieces it is read', async () => {
  const { hostname, port } = new URL(service.url);
  const sent = (pieces: readonly string[]) =>
    new Promise<string>((resolve) => {
      const socket = connect({ host: hostname, port: Number(port) });
      let text = '';
      socket.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', () => undefined).once('close', () => resolve(text));
      const head = `POST /v1/run HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${session.token}\r\nconnection: close\r\n`;
      const body = [...pieces, ''].map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('');
      socket.write(`${head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${body}`);
    });
  const body = JSON.stringify({ db: session.db, sql: 'SELECT 1 AS one' });
  const crumbs = Array.from({ length: 6_000 }, () => ' ');
  const refused = await sent([...crumbs, body]);
  expect([refused.split('\r\n')[0], codeIn(refused), refused.includes('too many small pieces')]).toEqual([
    'HTTP/1.1 400 Bad Request',
    'invalid_request',
    true,
  ]);
  expect(await sent([...crumbs.slice(3_000), body])).toMatch(/^HTTP\/1\.1 200 /);
  expect(await sent([...crumbs.map((crumb) => crumb.repeat(20)), body])).toMatch(/^HTTP\/1\.1 200 /);
});

test('one address has half of the connections at the most, so that others come in', async () => {
  const { hostname, port } = new URL(service.url);
  const open = (localAddress?: string) =>
    new Promise<{ socket: Socket; isCut: () => boolean }>((resolve) => {
      let cut = false;
      const socket = connect({ host: hostname, port: Number(port), ...(localAddress === undefined ? {} : { localAddress }) });
      socket.on('error', () => undefined);
      socket.once('close', () => {
        cut = true;
      });
      socket.once('connect', () => resolve({ socket, isCut: () => cut })).once('close', () => resolve({ socket, isCut: () => cut }));
    });
  const crowd: Awaited<ReturnType<typeof open>>[] = [];
  for (let n = 0; n < 21; n++) crowd.push(...(await Promise.all(Array.from({ length: 100 }, () => open()))));
  while (!crowd.some(({ isCut }) => isCut())) await delay(20);
  // Loopback is a whole network (RFC 1122, 3.2.1.3) where the system has it so.
  if (process.platform === 'linux') {
    const { socket } = await open('127.0.0.2');
    const replied = new Promise<string>((resolve) => socket.setEncoding('utf8').once('data', resolve));
    socket.write(`GET /healthz HTTP/1.1\r\nhost: ${hostname}:${port}\r\nconnection: close\r\n\r\n`);
    expect(await replied).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  }
  for (const { socket } of crowd) socket.destroy();
});
