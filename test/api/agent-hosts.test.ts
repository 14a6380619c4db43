import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServiceClient } from '../../src/client/service-client.ts';
import { API_AUDIENCE, SERVICE_AUDIENCE, SERVICE_ROWS, type ServiceOperations } from '../../src/contract/service-operations.ts';
import { createServiceTokens } from '../../src/lib/service-token.ts';
import { CONTROL_SESSIONS_MAX } from '../../src/store/control-plane.ts';
import { codeOf, newOwnedService, type OwnedService } from '../support/keys.ts';
import { send } from '../support/service.ts';
import { openAdmin } from '../support/session.ts';

const SECRET = 'a-service-secret-of-tests-0123456789abcdef';
const RESOURCE = 'https://svc.example.com/mcp';

let owned: OwnedService;
let api: ServiceOperations;
beforeAll(async () => {
  owned = await newOwnedService({ SVC_SERVICE_SECRET: SECRET });
  const tokens = createServiceTokens(SECRET);
  api = createServiceClient({ baseUrl: owned.service.url, token: () => tokens.sign(SERVICE_AUDIENCE) });
});
afterAll(async () => {
  await owned?.home.close();
});

const asked = (more: object = {}) => ({
  client_id: randomUUID(),
  redirect_uri: 'http://127.0.0.1:1/callback',
  state: randomUUID(),
  mcp_host: 'a-host',
  device_id: 'laptop',
  ...more,
});
const consent = (body: object) => send(owned.service, 'POST', '/v1/oauth/mcp-callback', { body, token: owned.owner.token });
type Asked = ReturnType<typeof asked>;

async function codeFor(body: Asked): Promise<string> {
  const reply = await consent(body);
  if (reply.status !== 200) throw new Error(`No code: ${reply.text}`);
  return String(reply.json().code);
}

const boundTo = ({ client_id, redirect_uri, state }: Asked) => ({
  client_id,
  redirect_uri,
  state,
  resource: RESOURCE,
  code_challenge: 'of-its-verifier',
});
async function redeemed(more: object = {}) {
  const body = asked(more);
  const reply = await api.redeemCode({ code: await codeFor(body), ...boundTo(body) });
  if (!reply.redeemed) throw new Error(`Not redeemed: ${reply.refused}`);
  return { ...reply.redeemed, asked: body };
}
const resolve = async (token: string, resource = RESOURCE) => await api.resolveToken({ token, resource, address: '192.0.2.1' });
const keysOf = async () =>
  (await send(owned.service, 'GET', '/v1/keys', { token: owned.owner.token })).json() as unknown as {
    id: string;
    revokedAt: string | null;
  }[];

describe('operations of other parts of the deployment', () => {
  test('are answered to who shows a service token, and to nobody else', async () => {
    const other = createServiceTokens('another-service-secret-0123456789abcdef');
    const own = createServiceTokens(SECRET);
    const shown: Record<string, string | null> = {
      nobody: null,
      'the owner': owned.owner.token,
      'an agent': (await owned.mint({ type: 'sk_mcp', host: 'host', device: 'device' })).key,
      'another secret': await other.sign(SERVICE_AUDIENCE),
      'another audience': await own.sign('svc-api'),
      'no algorithm': `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(`{"iss":"svc","aud":"${SERVICE_AUDIENCE}"}`).toString('base64url')}.`,
    };
    for (const [who, token] of Object.entries(shown))
      for (const { path } of Object.values(SERVICE_ROWS)) {
        const reply = await send(owned.service, 'POST', path, { body: {}, ...(token === null ? {} : { token }) });
        expect([who, path, reply.status, codeOf(reply)]).toEqual([who, path, 401, 'unauthorized']);
      }
    const known = await send(owned.service, 'POST', '/internal/codes/take', {
      body: { cod: 'x' },
      token: await own.sign(SERVICE_AUDIENCE),
    });
    expect([known.status, codeOf(known)]).toEqual([400, 'invalid_body']);
  });

  test('are for nobody without a service secret, and say that it is missing', async () => {
    const plain = await owned.home.start();
    const reply = await send(plain, 'POST', '/internal/codes/take', {
      body: { code: 'x' },
      token: await createServiceTokens(SECRET).sign(SERVICE_AUDIENCE),
    });
    expect([reply.status, codeOf(reply)]).toEqual([503, 'secret_unconfigured']);
  });
});

describe('a code of a consent', () => {
  test('has 128 random bits, and makes a key of the host and the device, once', async () => {
    const body = asked({ access: 'read', confirm: 'owner' });
    const reply = await consent(body);
    expect(reply.json()).toEqual({ code: expect.stringMatching(/^[\w-]{22}$/), expires_in: 60 });
    const code = String(reply.json().code);
    const { redeemed: made } = await api.redeemCode({ code, ...boundTo(body) });
    expect(made).toMatchObject({
      client_id: body.client_id,
      redirect_uri: body.redirect_uri,
      state: body.state,
      scope: 'read',
      expires_in: 3_600,
      key: { type: 'sk_mcp', mcpHost: 'a-host', deviceId: 'laptop', access: 'read', confirm: 'owner', revokedAt: null },
    });
    expect(await api.redeemCode({ code, ...boundTo(body) })).toEqual({ redeemed: null, refused: 'unknown' });
    const log = await send(owned.service, 'GET', `/v1/audit?subject=${made?.key.id}`, { token: owned.owner.token });
    expect(log.json()).toMatchObject([{ action: 'key.mint', details: { client: body.client_id, host: 'a-host', device: 'laptop' } }]);
  });

  test('of two that redeem at once, one gets the key', async () => {
    const body = asked();
    const code = await codeFor(body);
    const before = (await keysOf()).length;
    const both = await Promise.all([1, 2, 3, 4].map(() => api.redeemCode({ code, ...boundTo(body) })));
    expect(both.map(({ redeemed: made, refused }) => (made ? 'made' : refused)).sort()).toEqual(['made', 'unknown', 'unknown', 'unknown']);
    expect((await keysOf()).length).toBe(before + 1);
  });

  test('is redeemed beside as many others as the control plane has sessions', async () => {
    const asking = Array.from({ length: CONTROL_SESSIONS_MAX }, () => asked());
    const codes = await Promise.all(asking.map(codeFor));
    const made = await Promise.all(asking.map((body, n) => api.redeemCode({ code: String(codes[n]), ...boundTo(body) })));
    expect(made.map(({ redeemed: one }) => one?.key.type)).toEqual(asking.map(() => 'sk_mcp'));
  });

  test('is used up, and makes nothing, when it is shown for another client, redirect URI or state', async () => {
    const before = (await keysOf()).length;
    for (const other of [{ client_id: 'another' }, { redirect_uri: 'http://127.0.0.1:2/callback' }, { state: 'another' }]) {
      const body = asked();
      const code = await codeFor(body);
      expect(await api.redeemCode({ code, ...boundTo(body), ...other })).toEqual({ redeemed: null, refused: 'mismatch' });
      expect(await api.redeemCode({ code, ...boundTo(body) })).toEqual({ redeemed: null, refused: 'unknown' });
    }
    expect((await keysOf()).length).toBe(before);
  });

  test('counts for a minute', async () => {
    const body = asked();
    const code = await codeFor(body);
    const admin = await openAdmin(owned.home.control);
    await admin
      .query("UPDATE svc_control.one_time_token SET expires_at = now() - interval '1 ms' WHERE purpose = 'agent code'")
      .finally(() => admin.end());
    expect(await api.redeemCode({ code, ...boundTo(body) })).toEqual({ redeemed: null, refused: 'unknown' });
  });

  test('is given for databases of the account alone', async () => {
    expect(codeOf(await consent(asked({ databases: ['db_of_nobody'] })))).toBe('db_not_found');
    const { key } = await redeemed({ databases: [owned.owner.db] });
    expect(key.databases).toEqual([owned.owner.db]);
  });
});

describe('the tokens of a host', () => {
  test('stand for the key at their resource, and open nothing of the API', async () => {
    const { access_token: token, refresh_token: refresh, key } = await redeemed();
    expect(await resolve(token)).toMatchObject({ key: { id: key.id, access: 'write', confirm: 'agent' }, refused: null });
    expect(await resolve(token, 'https://other.example.com/mcp')).toEqual({ key: null, refused: 'mismatch' });
    expect(await resolve(refresh)).toEqual({ key: null, refused: 'unknown' });
    expect(await resolve(`${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`)).toEqual({ key: null, refused: 'unknown' });
    for (const one of [token, refresh]) {
      const reply = await send(owned.service, 'GET', '/v1/databases', { token: one });
      expect([reply.status, codeOf(reply)]).toEqual([401, 'unauthorized']);
    }
  });

  test('are made anew with each refresh: a retry gets the same ones, and one that comes late ends all of them', async () => {
    const first = await redeemed();
    const client = first.asked.client_id;
    const refresh = (refresh_token: string, client_id: string = client) => api.refreshTokens({ refresh_token, client_id, resource: null });
    const atOnce = await Promise.all([1, 2, 3].map(() => refresh(first.refresh_token)));
    const [second] = atOnce;
    expect(second?.tokens?.refresh_token).not.toBe(first.refresh_token);
    expect(atOnce).toEqual([second, second, second]);
    expect(await resolve(String(second?.tokens?.access_token))).toMatchObject({ key: { id: first.key.id } });
    expect(await refresh(first.refresh_token, 'another')).toEqual({ tokens: null, refused: 'mismatch' });
    expect(await refresh(first.access_token)).toEqual({ tokens: null, refused: 'unknown' });
    const admin = await openAdmin(owned.home.control);
    await admin
      .query("UPDATE svc_control.agent_grant SET rotated_at = now() - interval '1 minute' WHERE key_id = $1", [first.key.id])
      .finally(() => admin.end());
    expect(await refresh(first.refresh_token)).toEqual({ tokens: null, refused: 'reused' });
    expect(await refresh(String(second?.tokens?.refresh_token))).toEqual({ tokens: null, refused: 'revoked' });
    expect(await resolve(String(second?.tokens?.access_token))).toEqual({ key: null, refused: 'revoked' });
    expect((await keysOf()).find(({ id }) => id === first.key.id)?.revokedAt).not.toBeNull();
  });

  test('end with the key, and the key with them', async () => {
    const one = await redeemed();
    expect((await resolve(one.access_token)).key?.id).toBe(one.key.id);
    await owned.revoke(one.key.id);
    expect(await resolve(one.access_token)).toEqual({ key: null, refused: 'revoked' });
    expect(await api.endedKeys({ ids: [one.key.id] })).toEqual({ ended: [one.key.id] });

    const other = await redeemed();
    const token = other.refresh_token;
    expect(await api.revokeToken({ token, client_id: 'another' })).toEqual({ revoked: false });
    expect(await api.revokeToken({ token, client_id: other.asked.client_id })).toEqual({ revoked: true });
    expect(await resolve(other.access_token)).toEqual({ key: null, refused: 'revoked' });
    expect((await keysOf()).find(({ id }) => id === other.key.id)?.revokedAt).not.toBeNull();
  });

  test('are no bearer of the API; another part of the deployment speaks for the key with a service token, while the key counts', async () => {
    const { key } = await redeemed({ access: 'read', databases: [owned.owner.db] });
    const services = createServiceTokens(SECRET);
    const as = async (subject: string, audience = API_AUDIENCE) =>
      await send(owned.service, 'GET', '/v1/databases', { token: await services.sign(audience, { subject }) });
    expect((await as(key.id)).json()).toMatchObject([{ dbId: owned.owner.db }]);
    expect(codeOf(await as(key.id, SERVICE_AUDIENCE))).toBe('unauthorized');
    expect(codeOf(await as(randomUUID()))).toBe('unauthorized');
    await owned.revoke(key.id);
    expect(codeOf(await as(key.id))).toBe('unauthorized');
  });

  test('are in no dump of the control plane, and neither is a code', async () => {
    const body = asked();
    const code = await codeFor(body);
    const made = await redeemed();
    const admin = await openAdmin(owned.home.control);
    try {
      const { rows } = await admin.query("SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'svc_control'");
      for (const { name } of rows as { name: string }[]) {
        const dump = JSON.stringify((await admin.query(`SELECT * FROM svc_control.${name}`)).rows);
        for (const secret of [code, made.access_token, made.refresh_token]) expect([name, dump.includes(secret)]).toEqual([name, false]);
      }
    } finally {
      await admin.end();
    }
  });
});

describe('a key that reaches some databases alone', () => {
  test('finds no other by any operation, and makes none', async () => {
    const made = await send(owned.service, 'POST', '/v1/databases', {
      body: { goal: 'track tools with name and price' },
      token: owned.owner.token,
      key: randomUUID(),
    });
    const other = String(made.json().dbId);
    const { key } = await redeemed({ databases: [owned.owner.db] });
    const services = createServiceTokens(SECRET);
    const as = async (method: string, path: string, body?: object) =>
      await send(owned.service, method, path, {
        ...(body === undefined ? {} : { body }),
        token: await services.sign(API_AUDIENCE, { subject: key.id }),
        key: randomUUID(),
      });
    const ownRun = await as('POST', '/v1/run', { db: owned.owner.db, sql: 'SELECT count(*) AS n FROM coffee_beans' });
    expect(ownRun.status).toBe(200);
    const about: [string, string, object?][] = [
      ['POST', '/v1/run', { db: other, sql: 'SELECT 1 AS one' }],
      ['POST', '/v1/ask', { db: other, goal: 'how many tools are there?' }],
      ['POST', '/v1/insert', { db: other, table: 'tools', rows: { name: 'saw' } }],
      ['GET', `/v1/databases/${other}`],
      ['GET', `/v1/databases/${other}/schema`],
      ['PATCH', `/v1/databases/${other}`, { name: 'mine' }],
      ['DELETE', `/v1/databases/${other}`],
      ['GET', `/v1/databases/${other}/glossary`],
    ];
    for (const [method, path, body] of about) {
      const reply = await as(method, path, body);
      expect([method, path, codeOf(reply)]).toEqual([method, path, 'db_not_found']);
    }
    const listed = (await as('GET', '/v1/databases')).json() as unknown as { dbId: string }[];
    expect(listed.map(({ dbId }) => dbId)).toEqual([owned.owner.db]);
    expect(codeOf(await as('POST', '/v1/databases', { goal: 'track birds' }))).toBe('forbidden');
    expect(codeOf(await as('POST', '/v1/ask', { goal: 'track birds with name and wingspan' }))).not.toBeNull();
    const trace = await send(owned.service, 'POST', '/v1/run', { body: { db: other, sql: 'SELECT 1 AS one' }, token: owned.owner.token });
    const id = (trace.json().trace as { id: string }).id;
    expect((await send(owned.service, 'GET', `/v1/traces/${id}`, { token: owned.owner.token })).status).toBe(200);
    expect(codeOf(await as('GET', `/v1/traces/${id}`))).toBe('trace_not_found');
    const replayed = await as('POST', `/v1/traces/${id}/replay`);
    expect(codeOf(replayed)).toBe('trace_not_found');
    expect(replayed.text).not.toContain(other);
    const after = (await send(owned.service, 'GET', '/v1/databases', { token: owned.owner.token })).json() as unknown as unknown[];
    expect(after.length).toBe(2);
  });
});
