import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { startSession, type TestSession, until } from '../support/session.ts';

const lines: { readonly level: number; readonly msg: string; readonly code?: string }[] = [];
let service: TestService;
let session: TestSession;
beforeAll(async () => {
  service = await startService({}, { logTo: { write: (line) => void lines.push(JSON.parse(line)) } });
  session = await startSession(service);
  await session.post('/v1/insert', { db: session.db, table: 'coffee_beans', rows: [{ name: 'Yirga', roaster: 'Ana', price: 9 }] });
});
afterAll(() => service.close());

const LEAVERS = 24;
const APART_MS = 4;
/** The level of a service's own errors (pino). */
const ERROR = 50;

/** Closes its connection so long after its request was sent. */
async function leave(path: string, accept: string, body: object, afterMs: number): Promise<void> {
  const { hostname, port } = new URL(service.url);
  const text = JSON.stringify({ db: session.db, ...body });
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept: ${accept}\r\nContent-Type: application/json\r\nIdempotency-Key: ${randomUUID()}\r\nAuthorization: Bearer ${session.token}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
  await delay(afterMs);
  socket.destroy();
}

/** Numbers make each of them one that is not known yet. */
test.each<[what: string, path: string, accept: string, body: (n: number) => object]>([
  ['a question', '/v1/ask', 'application/json', (n) => ({ goal: `how many coffee beans have a price over ${n}` })],
  [
    'a question that nobody reads',
    '/v1/ask',
    'application/json',
    (n) => ({ goal: `the average price and the name of frobnicated beans by roaster for each bean with a price over ${n}` }),
  ],
  ['a question, as events', '/v1/ask', 'text/event-stream', (n) => ({ goal: `roasters with a price under ${n}` })],
  ['a change', '/v1/ask', 'application/json', (n) => ({ goal: `set the price of Yirga to ${n}` })],
  ['a read', '/v1/run', 'application/json', (n) => ({ sql: `SELECT count(*) FROM generate_series(1, ${300_000 + n}) g` })],
  ['rows', '/v1/run', 'text/csv', (n) => ({ sql: `SELECT g, repeat('x', 200) FROM generate_series(1, ${50_000 + n}) g` })],
  [
    'a write',
    '/v1/run',
    'application/json',
    (n) => ({ sql: `INSERT INTO coffee_beans (name, price) SELECT 'bean', ${n} FROM generate_series(1, 3000)` }),
  ],
  ['rows that are inserted', '/v1/insert', 'application/json', (n) => ({ table: 'coffee_beans', rows: [{ name: 'bean', price: n }] })],
  [
    'transactions',
    '/v1/transaction',
    'application/json',
    (n) => ({ statements: [{ sql: `UPDATE coffee_beans SET price = ${n}` }, { sql: 'SELECT 1' }] }),
  ],
])('a caller that leaves meanwhile is no error of the service: %s', async (_, path, accept, body) => {
  lines.length = 0;
  for (let n = 0; n < LEAVERS; n++) await leave(path, accept, body(n), n * APART_MS);
  await Promise.all(Array.from({ length: LEAVERS }, (__, n) => leave(path, accept, body(LEAVERS + n), n * APART_MS)));
  // Whoever comes next is served, and nothing is at work for those who left.
  await until(async () => (await session.run('SELECT count(*) FROM coffee_beans')).status === 200);
  expect(lines.filter(({ level }) => level >= ERROR)).toEqual([]);
});
