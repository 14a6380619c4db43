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
  owned = await newOwnedService({ SVC_ALLOW_PRIVATE_CONNECTIONS: 'true' });
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
  expect(front.names).toEqual(['localhost']);
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

test('a server that speaks TLS alone is not spoken to without', async () => {
  expect(codeOf(await connect('127.0.0.1', 'sslmode=disable'))).toBe('introspection_failed');
});
