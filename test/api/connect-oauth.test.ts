import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConnectProviderServer, startConnectProviders } from '../support/connect-providers.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { codeOf, newOwnedService, type OwnedService } from '../support/keys.ts';
import { send } from '../support/service.ts';
import { openAdmin, type Reply } from '../support/session.ts';

let owned: OwnedService;
let shop: Customer;
let providers: ConnectProviderServer;
beforeAll(async () => {
  shop = await newCustomer();
  providers = await startConnectProviders(shop);
  owned = await newOwnedService(
    { SVC_ALLOW_PRIVATE_CONNECTIONS: 'true', ...providers.settings },
    { connectProviders: providers.providers },
  );
});
afterAll(async () => {
  await owned?.home.close();
  await providers?.close();
  await shop?.sql(
    `DO $$ DECLARE l text; BEGIN FOR l IN SELECT rolname FROM pg_roles WHERE rolname ~ '^svc_(reader|writer)_' LOOP EXECUTE format('DROP OWNED BY %I; DROP ROLE %I', l, l); END LOOP; END $$`,
  );
  await shop?.close();
});

const post = (path: string, body: object, more: { token?: string | null; cookie?: string } = {}): Promise<Reply> => {
  const { token = owned.owner.token, cookie } = more;
  const headers = { origin: owned.service.url, ...(cookie === undefined ? {} : { cookie }) };
  return send(owned.service, 'POST', `/v1/db/connect/oauth${path}`, { body, token, headers, key: randomUUID() });
};

async function begin(provider: string) {
  const begun = await post('', { provider });
  expect(begun.status, begun.text).toBe(200);
  const cookie = String(begun.headers.getSetCookie()[0]?.split(';')[0]);
  const url = String(begun.json().url);
  return { url, cookie, ...(await providers.agree(url)) };
}

async function listed(provider: string) {
  const { cookie, code, state, path } = await begin(provider);
  expect(path).toBe(`/connect/${provider}`);
  const reply = await post('/finish', { provider, code, state }, { cookie });
  expect(reply.status, reply.text).toBe(200);
  return reply.json() as { pick: string; leaves: string | null; databases: { id: string; name: string }[] };
}

const count = async (dbId: unknown): Promise<unknown> =>
  (
    await send(owned.service, 'POST', '/v1/run', { body: { db: dbId, sql: 'SELECT count(*) AS n FROM orders' }, token: owned.owner.token })
  ).json().data;

test('who is set up is listed', async () => {
  const reply = await send(owned.service, 'GET', '/v1/db/connect/oauth', { token: owned.owner.token });
  expect(reply.json()).toEqual({ providers: ['neon', 'supabase'] });
});

test('a database of Neon is chosen and asked, and leaves nothing there', async () => {
  const { pick, leaves, databases } = await listed('neon');
  expect(databases).toEqual([{ id: expect.any(String) as string, name: `shop / ${shop.database}` }]);
  expect(leaves).toBeNull();
  const picked = await post('/pick', { pick, database: databases[0]?.id, name: 'from neon' });
  expect(picked.status, picked.text).toBe(201);
  expect(picked.json()).toMatchObject({ slug: 'from_neon', access: 'read', schemaPreview: expect.stringContaining('orders(') as string });
  expect(await count(picked.json().dbId)).toEqual([{ n: 3 }]);
  expect(await shop.sql("SELECT rolname FROM pg_roles WHERE rolname ~ '^svc_(reader|writer)_'")).toEqual([]);
});

test('of Supabase, which tells no password, with a login that is made there and can do no more', async () => {
  const { pick, leaves, databases } = await listed('supabase');
  expect(leaves).toContain('svc_reader_');
  const picked = await post('/pick', { pick, database: databases[0]?.id });
  expect(picked.json(), picked.text).toMatchObject({ access: 'read', warnings: [{ code: 'not_encrypted' }] });
  expect(await count(picked.json().dbId)).toEqual([{ n: 3 }]);
  const writing = await post('/pick', { pick, database: databases[0]?.id, access: 'write' });
  expect(writing.json(), writing.text).toMatchObject({ access: 'write', warnings: [{ code: 'not_encrypted' }] });
});

test('a login of a database that cannot be connected is taken away again, or named where it stays', async () => {
  const { pick, leaves, databases } = await listed('supabase');
  expect(leaves).toContain('BYPASSRLS');
  const logins = async () =>
    (await shop.sql("SELECT rolname FROM pg_roles WHERE rolname ~ '^svc_(reader|writer)_'")).map((row) => row.rolname);
  const before = await logins();
  const fail = (access: string) => post('/pick', { pick, database: databases[0]?.id, access });
  providers.poolerPort = 9;
  try {
    for (const access of ['read', 'write']) {
      const failed = await fail(access);
      expect([failed.status, codeOf(failed), failed.text.includes('svc_')]).toEqual([502, 'introspection_failed', false]);
      expect(await logins()).toEqual(before);
    }
    providers.keepsLogins = true;
    const failed = await fail('read');
    const [left] = (await logins()).filter((one) => !before.includes(one));
    expect([codeOf(failed), failed.text]).toEqual(['introspection_failed', expect.stringContaining(`DROP ROLE ${String(left)}`)]);
  } finally {
    providers.poolerPort = null;
    providers.keepsLogins = false;
  }
});

test('a choice is its account’s own, of what was listed, and for ten minutes', async () => {
  const { pick, databases } = await listed('neon');
  const database = databases[0]?.id;
  expect(codeOf(await post('/pick', { pick, database: 'another' }))).toBe('invalid_request');
  expect(codeOf(await post('/pick', { pick: `${pick}x`, database }))).toBe('pick_expired');
  const admin = await openAdmin(owned.home.control);
  await admin
    .query("UPDATE svc_control.one_time_token SET expires_at = now() WHERE purpose = 'databases of a provider'")
    .finally(() => admin.end());
  const late = await post('/pick', { pick, database });
  expect([late.status, codeOf(late)]).toEqual([410, 'pick_expired']);
});

test('what leads back counts once, in the browser that began', async () => {
  const first = await begin('neon');
  const finish = (more: object, cookie?: string) =>
    post('/finish', { provider: 'neon', code: first.code, state: first.state, ...more }, cookie === undefined ? {} : { cookie });
  expect(codeOf(await finish({}))).toBe('sign_in_lost');
  expect(codeOf(await finish({}, first.cookie.replace(/=.*/, '=another')))).toBe('sign_in_lost');
  expect(codeOf(await finish({ provider: 'supabase' }, first.cookie))).toBe('sign_in_lost');
  expect((await finish({}, first.cookie)).status).toBe(200);
  expect(codeOf(await finish({}, first.cookie))).toBe('sign_in_lost');
  const second = await begin('neon');
  expect(codeOf(await post('/finish', { provider: 'neon', code: 'made-up', state: second.state }, { cookie: second.cookie }))).toBe(
    'sign_in_failed',
  );
});

test('a provider that fails, or is not set up, is told apart; who is not signed in is refused', async () => {
  const { pick, databases } = await listed('neon');
  providers.refusal = 503;
  try {
    const failed = await post('/pick', { pick, database: databases[0]?.id });
    expect([codeOf(failed), failed.text]).toEqual(['sign_in_failed', expect.stringContaining('status 503')]);
  } finally {
    providers.refusal = null;
  }
  const cloud = await post('', { provider: 'clickhouse_cloud' });
  expect([cloud.status, codeOf(cloud), cloud.text]).toEqual([503, 'oauth_not_configured', expect.stringContaining('by its URL')]);
  expect(codeOf(await post('', { provider: 'neon' }, { token: null }))).toBe('connect_requires_account');
  const { key } = await owned.mint({ type: 'sk_live' });
  expect(codeOf(await post('', { provider: 'neon' }, { token: key }))).toBe('connect_requires_account');
});
