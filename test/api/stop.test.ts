import { expect, inject, test } from 'vitest';
import { asAdmin, asRole } from '../support/hosted.ts';
import { startRelay } from '../support/relay.ts';
import { send, startService } from '../support/service.ts';
import { startSession, type TestSession, until } from '../support/session.ts';

/** Takes a minute of processor time and hardly any memory. */
const HEAVY = 'SELECT count(*) AS n FROM generate_series(1, 1000000) a, generate_series(1, 1000) b WHERE a + b < 0';

/** Takes a second or some, and so finishes in the usual time for a stop. */
const LONG = 'SELECT count(*) AS n FROM generate_series(1, 20000) a, generate_series(1, 1000) b';

const isRunning = async ({ db }: TestSession, word = 'generate_series'): Promise<boolean> =>
  await asAdmin(async (client) => {
    const { rowCount } = await client.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND usename = $1 || '_r' AND state = 'active' AND query LIKE '%' || $2 || '%'",
      [db, word],
    );
    return (rowCount ?? 0) > 0;
  });

const refusal = (code: string) => ({ error: { code, retryable: true, params: { reason: expect.any(String) } } });

test('during a stop what runs is finished, and whoever comes is told to come back', async () => {
  const service = await startService({ SVC_DRAIN_MS: '60000' });
  const session = await startSession(service);
  const running = session.run(LONG);
  await until(() => isRunning(session));
  const stopped = service.close();
  await until(async () => (await send(service, 'GET', '/readyz')).status === 503);
  for (const [method, path] of [
    ['GET', '/readyz'],
    ['GET', '/v1/models'],
    ['POST', '/v1/run'],
  ] as const) {
    const reply = await send(service, method, path, { ...(method === 'POST' ? { body: { sql: 'SELECT 1' } } : {}) });
    expect([path, reply.status, reply.headers.get('retry-after'), reply.headers.get('connection')]).toEqual([path, 503, '5', 'close']);
    expect(reply.json()).toMatchObject(refusal('overloaded'));
  }
  expect((await running).json().data).toEqual([{ n: 20_000_000 }]);
  await stopped;
});

test('what outlasts the time that is set for a stop is ended and says so: a reply as 503, a stream as its last event', async () => {
  const service = await startService({ SVC_DRAIN_MS: '100' });
  const session = await startSession(service);
  await asRole(session.db, 'owner', (client) => client.query(`CREATE VIEW naps AS SELECT 'x'::text AS title FROM (${HEAVY}) s`));
  const opened = fetch(`${service.url}/v1/ask`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json', authorization: `Bearer ${session.token}` },
    body: JSON.stringify({ db: session.db, goal: 'How many naps are there?' }),
  });
  await until(() => isRunning(session, 'naps'));
  const run = session.run('SELECT count(*) AS outlasting FROM naps');
  await until(() => isRunning(session, 'outlasting'));
  // Its first events are held back for a moment; before they are sent, a refusal is an ordinary reply.
  const stream = (await opened).text();
  await service.close();
  expect(await run).toMatchObject({ status: 503 });
  expect((await run).json()).toMatchObject(refusal('overloaded'));
  expect((await stream).trimEnd().split('\n\n').at(-1)).toMatch(/^event: error\ndata: {"type":"error","error":{"code":"overloaded"/);
  await until(async () => !(await isRunning(session)) && !(await isRunning(session, 'naps')));
});

test('a database that hangs turns readiness red, and holds no probe', async () => {
  const url = new URL(inject('databaseUrl'));
  const relay = await startRelay({ host: url.hostname, port: Number(url.port) });
  url.port = String(relay.port);
  url.hostname = '127.0.0.1';
  const service = await startService({ DATABASE_URL: url.href });
  expect((await send(service, 'GET', '/readyz')).json()).toEqual({ status: 'ok' });
  relay.hold();
  const replies = await Promise.all(Array.from({ length: 20 }, () => send(service, 'GET', '/readyz')));
  for (const reply of replies) {
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '2']);
    expect(reply.json()).toMatchObject(refusal('db_unreachable'));
  }
  expect((await send(service, 'GET', '/healthz')).status).toBe(200);
  relay.close();
  await service.close();
});

test('with a database that hangs, whoever asks hears so in time, and a stop ends', { timeout: 120_000 }, async () => {
  const url = new URL(inject('databaseUrl'));
  const relay = await startRelay({ host: url.hostname, port: Number(url.port) });
  url.port = String(relay.port);
  url.hostname = '127.0.0.1';
  const service = await startService({ DATABASE_URL: url.href, SVC_STATEMENT_TIMEOUT_MS: '2000', SVC_STATEMENT_GRACE_MS: '1000' });
  const session = await startSession(service);
  await session.rows('SELECT 1 AS one');
  relay.hold();
  // One is about a database that is known, the others need the control plane first; a session of each is open.
  const replies = await Promise.all([
    session.run('SELECT 1'),
    session.get('/v1/databases'),
    session.post('/v1/ask', { goal: 'How many coffee beans are there?' }),
  ]);
  for (const reply of replies) {
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([502, '2']);
    expect(reply.json()).toMatchObject(refusal('db_unreachable'));
  }
  await service.close();
  relay.close();
});
