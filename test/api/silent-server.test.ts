import { setTimeout as delay } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { startRelay } from '../support/relay.ts';
import { send, startService } from '../support/service.ts';
import { startSession, until } from '../support/session.ts';

async function startBehindRelay(settings: Record<string, string> = {}) {
  const url = new URL(inject('databaseUrl'));
  const relay = await startRelay({ host: url.hostname, port: Number(url.port) });
  url.port = String(relay.port);
  url.hostname = '127.0.0.1';
  return { relay, service: await startService({ DATABASE_URL: url.href, ...settings }) };
}

const refusal = (error: object) => ({ error: expect.objectContaining({ retryable: true, ...error }) });
const SILENT = refusal({ code: 'db_unreachable', params: { reason: expect.stringContaining('has stopped answering') } });
const UNCHECKED = refusal({ code: 'auth_unavailable' });

test('a server that falls silent is noticed: what waits for it is answered, what comes is refused, and it is used again once it answers', async () => {
  const { relay, service } = await startBehindRelay({ SVC_POOL_MAX: '4', SVC_POOL_WAIT_MS: '60000' });
  const [one, other] = [await startSession(service), await startSession(service)];
  await Promise.all([one, other].map((session) => session.rows('SELECT 1')));
  relay.hold();
  // Some are at work, some wait for a session, and some for the control plane; each has a deadline of its own, which says something else.
  const replies = await Promise.all([
    ...[one, other].flatMap((session) => Array.from({ length: 8 }, () => session.run('SELECT 1'))),
    one.get('/v1/databases'),
    one.post('/v1/insert', { db: one.db, table: 'coffee_beans', rows: { name: 'Held' } }, { key: 'held' }),
  ]);
  for (const reply of [...replies, await one.run('SELECT 1')]) {
    expect(reply.headers.get('retry-after')).toBe('2');
    // Where it was the credential that had to be looked up, it is not said to be wrong.
    expect([SILENT, UNCHECKED]).toContainEqual(reply.json());
  }
  expect(replies.slice(0, 16).map((reply) => reply.status)).toContain(502);
  expect((await send(service, 'GET', '/readyz')).status).toBe(503);
  expect((await send(service, 'GET', '/healthz')).status).toBe(200);
  relay.letGo();
  await until(async () => (await one.run('SELECT 1')).status === 200);
  await until(async () => (await send(service, 'GET', '/readyz')).status === 200);
  // Whether it was written before or is written now, it is there once.
  await until(
    async () =>
      (await one.post('/v1/insert', { db: one.db, table: 'coffee_beans', rows: { name: 'Held' } }, { key: 'held' })).status === 200,
  );
  expect(await one.rows("SELECT count(*) AS n FROM coffee_beans WHERE name = 'Held'")).toEqual([{ n: 1 }]);
  await service.close();
  relay.close();
});

test('a server that answers anybody is not silent, and one whose path was lost is found again by a new one', async () => {
  const { relay, service } = await startBehindRelay();
  const session = await startSession(service);
  relay.hold('svc heartbeat');
  // The session that watches gets no answer, while others do.
  for (const end = Date.now() + 6_000; Date.now() < end; await delay(50))
    expect((await session.run('SELECT 1')).json()).toMatchObject({ data: [{ '?column?': 1 }] });
  await delay(4_000);
  await until(async () => (await session.run('SELECT 1')).status === 200);
  await service.close();
  relay.close();
});
