import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createAgentsApp } from '../../mcp/standalone/app.ts';
import { newSharing, type Sharing } from '../support/grants.ts';
import { newOwnedService, type OwnedService } from '../support/keys.ts';
import { HOSTS } from '../support/mcp.ts';
import { send, type TestService } from '../support/service.ts';
import { startSession } from '../support/session.ts';

const SECRET = 'a-service-secret-for-tests-alone-0123456789';

let owned: OwnedService;
/** Another service of the same deployment, where everything is changed. */
let other: TestService;
let apart: { readonly url: string; close(): Promise<void> };
let key: string;
beforeAll(async () => {
  owned = await newOwnedService({ SVC_SERVICE_SECRET: SECRET });
  other = await owned.home.start({ SVC_SERVICE_SECRET: SECRET });
  ({ key } = await owned.mint({ type: 'sk_mcp', host: 'claude-desktop', device: 'laptop' }));
  const names = { hostnames: new Set<string>(), loopbackOnly: true, allowedOrigins: new Set<string>() };
  const app = createAgentsApp({
    ...names,
    apiUrl: owned.service.url,
    serviceSecret: SECRET,
    issuer: null,
    drainMs: 8_000,
    onError: () => undefined,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  apart = { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, close: () => app.close() };
});
afterAll(async () => {
  await apart?.close();
  await owned?.home.close();
});

const newName = (): string => `n${randomUUID().slice(0, 8)}`;
const atOther = (method: string, path: string, body: object) =>
  send(other, method, path, { body, token: owned.owner.token, key: randomUUID() });
async function addColumn(table: string): Promise<void> {
  const { status, text } = await atOther('POST', '/v1/insert', { db: owned.owner.db, table, rows: [{ [newName()]: 'x' }] });
  expect([status, text]).toEqual([200, expect.any(String)]);
}
/** A change of tables that is previewed and confirmed. */
async function alter(db: string, sql: string, { url, token }: { url: string; token: string }): Promise<void> {
  const post = (body: object) => send({ url }, 'POST', '/v1/ask', { body, token, key: randomUUID() });
  const preview = await post({ db, sql });
  expect([preview.status, preview.text]).toEqual([200, expect.stringContaining('confirmToken')]);
  const { confirmToken } = preview.json();
  expect((await post({ db, confirm: true, confirmToken })).status).toBe(200);
}
const rename = (): Promise<unknown> => atOther('PATCH', `/v1/databases/${owned.owner.db}`, { name: `Beans ${newName()}` });
const uris = (db = owned.owner.db): string[] =>
  ['schema', 'tables/coffee_beans', 'tables/roasters'].map((part) => `svc://databases/${db}/${part}`);

const OVER_HTTP = ['the 1.x client over HTTP', 'the 2.x client over HTTP'] as const;

describe.each([
  ['beside the API', () => owned.service.url],
  ['as a process of its own', () => apart.url],
])('%s', (_where, url) => {
  test.each(OVER_HTTP)('%s is told what another service changed of what it watches, once', async (name) => {
    const host = await HOSTS[name]({ url: url(), token: key });
    await host.tools();
    const [schema = '', beans = ''] = uris();
    const seen = await host.watch(uris());
    await atOther('POST', '/v1/insert', { db: owned.owner.db, table: 'coffee_beans', rows: [{ roaster: 'Tim' }] });
    await addColumn('coffee_beans');
    await vi.waitFor(() => expect(seen).toEqual([schema, beans]), { timeout: 30_000 });
    await rename();
    await vi.waitFor(() => expect(seen).toEqual([schema, beans, 'list']), { timeout: 30_000 });
    await alter(owned.owner.db, `ALTER TABLE coffee_beans ADD COLUMN ${newName()} text`, { url: other.url, token: owned.owner.token });
    await vi.waitFor(() => expect(seen).toEqual([schema, beans, 'list', schema, beans]), { timeout: 30_000 });
    await host.close();
  });
});

test.each(['the 1.x client over stdio', 'the 2.x client over stdio'] as const)('%s looks for what it is not told', async (name) => {
  const host = await HOSTS[name]({ url: owned.service.url, token: key });
  await host.tools();
  const [schema = '', beans = ''] = uris();
  const seen = await host.watch(uris());
  await host.call('databases', {});
  // What is changed before it looked for the first time is no news to it.
  for (let tries = 0; tries < 5 && seen.length < 3; tries += 1) {
    await addColumn('coffee_beans');
    await rename();
    await vi.waitFor(() => expect(seen.length).toBeGreaterThanOrEqual(3), { timeout: 25_000 }).catch(() => undefined);
  }
  expect([...seen].sort()).toEqual(['list', schema, beans].sort());
  await host.close();
});

test('a connection to one database hears nothing of another, and a stranger nothing at all', async () => {
  const made = await atOther('POST', '/v1/databases', { goal: 'track boats with name and length' });
  const boats = String(made.json().dbId);
  const { token } = await startSession(owned.service, 'track cars with maker');
  const hosts = await Promise.all([
    HOSTS['the 2.x client over HTTP']({ url: owned.service.url, token: key, query: `?db=${boats}` }),
    HOSTS['the 1.x client over HTTP']({ url: owned.service.url, token: key, query: `?db=${boats}` }),
    HOSTS['the 1.x client over HTTP']({ url: owned.service.url, token }),
    HOSTS['the 2.x client over HTTP']({ url: owned.service.url, token: key }),
  ]);
  await Promise.all(hosts.map((host) => host.tools()));
  const seen = await Promise.all(hosts.map((host) => host.watch(uris())));
  await addColumn('coffee_beans');
  await vi.waitFor(() => expect(seen[3]).toHaveLength(2), { timeout: 30_000 });
  // Told of a later change, they would have been told of that one.
  await atOther('POST', '/v1/insert', { db: boats, table: 'boats', rows: [{ [newName()]: 'x' }] });
  await rename();
  await vi.waitFor(() => expect(seen[0]).toEqual(['list']), { timeout: 30_000 });
  await vi.waitFor(() => expect(seen[1]).toEqual(['list']), { timeout: 30_000 });
  expect(seen[2]).toEqual([]);
  await Promise.all(hosts.map((host) => host.close()));
});

describe('who was granted some tables', () => {
  let sharing: Sharing;
  beforeAll(async () => {
    sharing = await newSharing();
  });
  afterAll(() => sharing?.owned.home.close());

  test('is told of these alone, of the grant itself, and of nothing once it is revoked', async () => {
    const host = await HOSTS['the 2.x client over HTTP']({ url: sharing.service.url, token: sharing.grantee.token });
    await host.tools();
    const address = (part: string) => `svc://databases/${sharing.db}/${part}`;
    const seen = await host.watch([address('schema'), address('tables/orders'), address('tables/customers')]);
    const change = (table: string) =>
      alter(sharing.db, `ALTER TABLE ${table} ADD COLUMN ${newName()} text`, { url: sharing.service.url, token: sharing.owner.token });
    const grant = await sharing.grant({ scope: ['orders'] });
    await vi.waitFor(() => expect(seen).toEqual(['list']));
    await change('customers');
    await change('orders');
    await vi.waitFor(() => expect(seen).toEqual(['list', address('schema'), address('tables/orders')]));
    await sharing.revoke(grant);
    await vi.waitFor(() => expect(seen.at(-1)).toBe('list'));
    const before = seen.length;
    await change('orders');
    const again = await sharing.grant({ scope: ['customers'] });
    await vi.waitFor(() => expect(seen.slice(before)).toEqual(['list']));
    await sharing.revoke(again);
    await host.close();
  });
});
