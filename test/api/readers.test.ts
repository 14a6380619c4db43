import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roleName } from '../../src/engines/postgres/server.ts';
import { asAdmin } from '../support/hosted.ts';
import { startService, type TestService } from '../support/service.ts';
import { startSession, type TestSession, until } from '../support/session.ts';

const STALL_MS = 1_500;
const STATEMENT_MS = 3_000;
const SESSIONS = 2;

let service: TestService;
let session: TestSession;
beforeAll(async () => {
  service = await startService({
    SVC_REPLY_STALL_MS: String(STALL_MS),
    SVC_STATEMENT_TIMEOUT_MS: String(STATEMENT_MS),
    SVC_POOL_MAX_PER_ROLE: String(SESSIONS),
    SVC_POOL_WAIT_MS: '20000',
  });
  session = await startSession(service);
});
afterAll(() => service.close());

/** A caller that sends its request and reads nothing until it is told to. */
async function caller(accept: string, sql: string, encoding = 'identity', requests = 1): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const body = JSON.stringify({ db: session.db, sql, ...(accept === 'application/json' ? { maxRows: 10_000 } : {}) });
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  socket.pause();
  await new Promise((done) => socket.once('connect', done));
  const connection = requests === 1 ? 'close' : 'keep-alive';
  const head = `POST /v1/run HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept: ${accept}\r\nAccept-Encoding: ${encoding}\r\nContent-Type: application/json\r\nAuthorization: Bearer ${session.token}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: ${connection}`;
  socket.write(`${head}\r\n\r\n${body}`.repeat(requests));
  return socket;
}

const LONG = "SELECT n, repeat('x', 1000) AS x FROM generate_series(1, 40000) n";
/** Of this a compressed text is not much shorter. */
const DIVERSE = `SELECT ${Array.from({ length: 30 }, (_, i) => `md5((n + ${i} * 1000000)::text) AS c${i}`).join(', ')} FROM generate_series(1, 40000) n`;
const WIDE = "SELECT n, repeat('x', 1500) AS x FROM generate_series(1, 10000) n";

test.each([
  ['text/csv', 'identity', LONG],
  ['text/csv', 'gzip', DIVERSE],
  ['text/csv', 'br', DIVERSE],
  ['application/x-ndjson', 'identity', LONG],
  ['application/json', 'identity', WIDE],
])('callers of %s (%s) that read nothing are cut off, and their sessions are free again', async (accept, encoding, sql) => {
  const stalled = await Promise.all(Array.from({ length: SESSIONS * 2 }, () => caller(accept, sql, encoding)));
  const seen = stalled.map(async (socket) => {
    // Reading begins long after the service has given up: what the kernel held comes, and then the end, too early.
    await delay(STALL_MS * 6);
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    await new Promise((done) => socket.once('close', done).resume());
    return text;
  });
  const free = await session.run('SELECT 1 AS one');
  expect(free.json()).toMatchObject({ data: [{ one: 1 }] });
  for (const text of await Promise.all(seen)) expect([text.includes('\r\n0\r\n'), text.endsWith('}')]).toEqual([false, false]);
});

test('callers that read none of the scripts and documents that anybody may have are cut off, also behind another of their connection', async () => {
  const { hostname, port } = new URL(service.url);
  const page = await (await fetch(`${service.url}/docs`, { headers: { accept: 'text/html' } })).text();
  const script = /<script[^>]* src="([^"]*bundle[^"]*)"/.exec(page)?.[1] ?? '';
  const paths = [new URL(script, `${service.url}/docs`).pathname, '/openapi.json'];
  const seen = paths.map(async (path) => {
    const whole = (await (await fetch(`${service.url}${path}`, { headers: { 'accept-encoding': 'identity' } })).arrayBuffer()).byteLength;
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => undefined);
    socket.pause();
    await new Promise((done) => socket.once('connect', done));
    // More than the kernel takes of them.
    const requests = Math.ceil(20_000_000 / whole);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`.repeat(requests));
    await delay(STALL_MS * 6);
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    await new Promise((done) => socket.once('close', done).resume());
    return bytes < requests * whole;
  });
  expect(await Promise.all(seen)).toEqual([true, true]);
});

test('large replies that stood behind another of their connection are forgotten when it goes', async () => {
  // Sixteen of them are all that may wait for readers, everybody's together.
  const sql = "SELECT n, repeat('x', 1500) AS x FROM generate_series(1, 10000) n";
  for (let turn = 0; turn < 3; turn++) {
    const stalled = await Promise.all(Array.from({ length: 2 }, () => caller('application/json', sql, 'identity', 8)));
    for (const socket of stalled) {
      await delay(STALL_MS);
      socket.destroy();
    }
  }
  await until(async () => (await session.run(sql, { maxRows: 10_000 })).status === 200, 20_000);
});

/** Takes a piece of LONG now and then, until it has ended. */
async function readSlowly(): Promise<{ bytes: number; tail: string; tookMs: number }> {
  const socket = await caller('text/csv', LONG);
  let bytes = 0;
  let tail = '';
  const from = performance.now();
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    tail = (tail + chunk.toString('latin1')).slice(-200);
    socket.pause();
    setTimeout(() => socket.resume(), 12);
  });
  await new Promise((done) => socket.once('close', done).resume());
  return { bytes, tail, tookMs: performance.now() - from };
}

test('a caller that reads slowly but steadily gets all of it, long after the statement’s limit', async () => {
  const { bytes, tail, tookMs } = await readSlowly();
  expect(tail).toContain('\r\n0\r\nx-svc-truncated: false\r\n');
  expect(bytes).toBeGreaterThan(40_000 * 1_000);
  // It was read slowly enough to tell.
  expect(tookMs).toBeGreaterThan(STATEMENT_MS);
});

test('so it does where the login has shorter limits of its own, as one of an older service may', async () => {
  const login = roleName(session.db, 'reader');
  const limitMs = 1_000;
  await asAdmin(async (admin) => {
    const version = Number((await admin.query("SELECT current_setting('server_version_num') AS v")).rows[0]?.v);
    if (version >= 170_000) await admin.query(`ALTER ROLE "${login}" SET transaction_timeout = '${limitMs}ms'`);
    await admin.query(`ALTER ROLE "${login}" SET idle_in_transaction_session_timeout = '${limitMs}ms'`);
    await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [login]);
  });
  const { bytes, tail, tookMs } = await readSlowly();
  expect(tookMs).toBeGreaterThan(limitMs * 2);
  expect(tail).toContain('\r\n0\r\nx-svc-truncated: false\r\n');
  expect(bytes).toBeGreaterThan(40_000 * 1_000);
});
