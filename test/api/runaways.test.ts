import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { roleName } from '../../src/engines/postgres/server.ts';
import { asAdmin } from '../support/hosted.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { startSession, type TestSession, until } from '../support/session.ts';

/**
 * PostgreSQL's translate() never looks for a cancel: neither the statement's limit nor pg_terminate_backend ends it. The
 * lengths are calculated, so that the guard cannot read them; it takes some seconds of one processor.
 */
const ENDLESS = "SELECT length(translate(repeat('a', abs($1::int)), repeat('b', abs($2::int)), ''))";
const LENGTHS = [60_000, 6_000];

let service: TestService;
let neighbour: TestSession;
beforeAll(async () => {
  service = await startService({
    // Creating a database has the same limit, on a busy machine too.
    SVC_STATEMENT_TIMEOUT_MS: '1500',
    SVC_STATEMENT_GRACE_MS: '300',
    SVC_POOL_MAX: '12',
    SVC_POOL_MAX_PER_ROLE: '4',
    SVC_POOL_WAIT_MS: '1000',
  });
  neighbour = await startSession(service);
});
afterAll(() => service.close());

const codeOf = (reply: { json: () => Record<string, unknown> }) => (reply.json().error as { code: string } | undefined)?.code ?? 'ok';
const running = async (session: TestSession): Promise<number> =>
  asAdmin(async (admin) => {
    const { rows } = await admin.query(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE usename = $1 AND state = 'active' AND query LIKE '%translate%'",
      [roleName(session.db, 'reader')],
    );
    return Number(rows[0]?.n);
  });

test('forty statements that cannot be ended are answered, keep few processes busy and stop nobody else', async () => {
  const hostile = await startSession(service);
  let done = false;
  const attack = Promise.all(Array.from({ length: 40 }, () => hostile.run(ENDLESS, { params: LENGTHS }))).finally(() => {
    done = true;
  });
  let answered = 0;
  while (!done) {
    expect(codeOf(await neighbour.run('SELECT 1'))).toBe('ok');
    answered += 1;
  }
  expect(answered).toBeGreaterThan(0);
  const codes = new Set((await attack).map(codeOf));
  expect([...codes].filter((code) => code !== 'query_timeout' && code !== 'overloaded')).toEqual([]);
  expect(codes).toContain('query_timeout');

  // The login has used up its sessions until they end; then it works again.
  expect(await running(hostile)).toBeLessThanOrEqual(4);
  await until(async () => codeOf(await hostile.run('SELECT 1')) === 'ok', 150_000);
  expect(await running(hostile)).toBeLessThanOrEqual(1);
});

test('a database whose statement does not end is deleted all the same', async () => {
  const hostile = await startSession(service);
  expect(codeOf(await hostile.run(ENDLESS, { params: [150_000, 8_000] }))).toBe('query_timeout');
  const reply = await send(service, 'DELETE', `/v1/databases/${hostile.db}`, { token: hostile.token, key: randomUUID() });
  expect([reply.status, reply.json()]).toEqual([200, { dbId: hostile.db, deleted: true }]);
  expect(codeOf(await hostile.run('SELECT 1'))).toBe('db_not_found');
  await until(async () => (await running(hostile)) === 0, 150_000);
  expect(await service.engine.drop({ dbId: hostile.db })).toBe('gone');
});

test('one on a server that is too busy to open sessions, and answers those that are open, is a statement that took too long', async () => {
  const to = new URL(inject('databaseUrl'));
  const sockets = new Set<Socket>();
  /** Those that came while no new ones are taken. */
  let waiting: Socket[] | null = null;
  const pass = (client: Socket): void => {
    const server = connect({ host: to.hostname, port });
    sockets.add(server.on('error', () => client.destroy()));
    client.pipe(server).pipe(client);
  };
  const port = Number(to.port);
  const relay = createServer((client) => {
    sockets.add(client.on('error', () => client.destroy()));
    if (waiting) waiting.push(client);
    else pass(client);
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  to.port = String((relay.address() as AddressInfo).port);
  const settings = { DATABASE_URL: to.href, SVC_STATEMENT_TIMEOUT_MS: '400', SVC_STATEMENT_GRACE_MS: '300' };
  const behind = await startService(settings);
  try {
    const [hostile, other] = [await startSession(behind), await startSession(behind)];
    expect([codeOf(await hostile.run('SELECT 1')), codeOf(await other.run('SELECT 1'))]).toEqual(['ok', 'ok']);
    waiting = [];
    let isDone = false;
    const ended = hostile.run(ENDLESS, { params: LENGTHS }).finally(() => {
      isDone = true;
    });
    while (!isDone) expect(codeOf(await other.run('SELECT 1'))).toBe('ok');
    expect(codeOf(await ended)).toBe('query_timeout');
    expect(waiting.length).toBeGreaterThan(0);
  } finally {
    for (const client of waiting ?? []) pass(client);
    waiting = null;
    await behind.close();
    for (const socket of sockets) socket.destroy();
    relay.close();
  }
});
