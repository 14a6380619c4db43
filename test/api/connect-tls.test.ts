import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Customer, newCustomer } from '../support/customer.ts';
import { codeOf, newOwnedService, type OwnedService } from '../support/keys.ts';
import { send } from '../support/service.ts';
import type { Reply } from '../support/session.ts';
import { startTlsFront, type TlsFront } from '../support/tls-front.ts';

let owned: OwnedService;
let shop: Customer;
let front: TlsFront;
beforeAll(async () => {
  const { hostname, port } = new URL(inject('databaseUrl'));
  // Longer than a test: what ends by its own limit was not cancelled.
  owned = await newOwnedService({
    SVC_ALLOW_PRIVATE_CONNECTIONS: 'true',
    SVC_STATEMENT_TIMEOUT_MS: '300000',
    SVC_STATEMENT_MAX_COST: '1e18',
  });
  shop = await newCustomer();
  front = await startTlsFront({ host: hostname, port: Number(port || 5432) });
});
afterAll(async () => {
  await owned?.home.close();
  await shop?.close();
  await front?.close();
});

function connect(host: string, query: string): Promise<Reply> {
  const url = new URL(shop.url({ query }));
  url.host = `${host}:${front.port}`;
  return send(owned.service, 'POST', '/v1/db/connect', { body: { connectionUrl: url.href }, token: owned.owner.token, key: randomUUID() });
}

test('TLS is to the name in the URL; require takes any certificate and tells so, verify-full takes none that is not trusted', async () => {
  const reply = await connect('localhost', 'sslmode=require');
  expect(reply.status, reply.text).toBe(201);
  expect((reply.json().warnings as { code: string }[]).map(({ code }) => code)).toEqual(['certificate_not_checked']);
  // Also of the sessions that read its stored values meanwhile.
  expect([...new Set(front.names)]).toEqual(['localhost']);
  const asked = await send(owned.service, 'POST', '/v1/ask', {
    body: { db: reply.json().dbId, goal: 'how many orders are there' },
    token: owned.owner.token,
    key: randomUUID(),
  });
  expect(asked.json()).toMatchObject({ data: [{ count: 3 }] });
  for (const mode of ['verify-full', 'verify-ca']) {
    const refused = await connect('localhost', `sslmode=${mode}`);
    expect(codeOf(refused), refused.text).toBe('introspection_failed');
    expect(refused.text).toContain('not one that this machine trusts');
  }
});

test('a statement that its caller leaves is cancelled over TLS, at a server that hears nothing else', async () => {
  const db = (await connect('localhost', 'sslmode=require')).json().dbId;
  const heavy = `SELECT count(*) FROM ${['a', 'b', 'c', 'd'].map((name) => `generate_series(1, 997) ${name}`).join(', ')}`;
  const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
  const runs = async () =>
    (
      await shop.sql(
        `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%generate_series(1, 997)%' AND pid <> pg_backend_pid()`,
      )
    ).length > 0;
  const leaving = new AbortController();
  let over: unknown = null;
  const going = fetch(`${owned.service.url}/v1/run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owned.owner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ db, sql: heavy }),
    signal: leaving.signal,
  })
    .then((reply) => reply.text())
    .catch((error: Error) => error.name)
    .then((how) => {
      over = how;
    });
  while (over === null && !(await runs())) await pause();
  expect(over).toBeNull();
  leaving.abort();
  await going;
  expect(over).toBe('AbortError');
  while (await runs()) await pause();
});

test('a server that speaks TLS alone is not spoken to without', async () => {
  expect(codeOf(await connect('127.0.0.1', 'sslmode=disable'))).toBe('introspection_failed');
});
