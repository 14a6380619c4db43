import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createBridgeApp } from '../../bridge/standalone/app.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { freePort } from '../support/free-port.ts';
import { newOwnedService, type OwnedService } from '../support/keys.ts';
import { form, hostOf, newOAuthHost, type OAuthHost, register } from '../support/oauth-host.ts';
import { startProxy } from '../support/proxy.ts';
import { sendRaw } from '../support/raw.ts';
import { newSdkHost } from '../support/sdk-host.ts';
import { send, type TestService } from '../support/service.ts';
import { openAdmin, until } from '../support/session.ts';

const ISSUER = 'https://svc.example.com';

let owned: OwnedService;
let host: OAuthHost;
beforeAll(async () => {
  owned = await newOwnedService({ SVC_PUBLIC_URL: ISSUER });
  host = await newOAuthHost(owned.service);
});
afterAll(async () => {
  await owned?.home.close();
});

const get = (path: string, headers: Record<string, string> = {}) => send(owned.service, 'GET', path, { headers });
const bearer = () => owned.owner.token;
const errorOf = (reply: Awaited<ReturnType<typeof send>>) => [reply.status, reply.json().error];
const keysOf = async () =>
  (await get('/v1/keys', { authorization: `Bearer ${bearer()}` })).json() as unknown as { revokedAt: string | null }[];

const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'databases', arguments: {} } };
const MCP = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'databases',
};
const META = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'a host', version: '1' },
  },
};
const mcp = (token: string | null, at = owned.service) =>
  send(at, 'POST', '/mcp', { body: { ...CALL, params: { ...CALL.params, ...META } }, token, headers: MCP });

describe('what the service says of itself', () => {
  test('its metadata has the issuer that it is found under, and of the resource who gives tokens for it', async () => {
    expect((await get('/.well-known/oauth-authorization-server')).json()).toMatchObject({
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/oauth/authorize`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    for (const path of ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource'])
      expect((await get(path)).json()).toMatchObject({ resource: `${ISSUER}/mcp`, authorization_servers: [ISSUER] });
  });

  test('an agent without a credential is told where it gets one, and one whose token does not count, why', async () => {
    const pointer = `Bearer resource_metadata="${ISSUER}/.well-known/oauth-protected-resource/mcp", scope="read write"`;
    expect((await mcp(null)).headers.get('www-authenticate')).toBe(pointer);
    const forged = await mcp(`svc_at_${'0'.repeat(32)}_0_zzzzzz_${'0'.repeat(64)}`);
    expect([forged.status, forged.headers.get('www-authenticate')]).toEqual([
      401,
      `${pointer}, error="invalid_token", error_description="The access token is none of this service."`,
    ]);
  });

  test('other addresses of it answer in the shape of OAuth', async () => {
    for (const path of ['/oauth', '/oauth/nothing', '/.well-known/openid-configuration', '/.well-known/oauth-authorization-server/mcp'])
      expect(errorOf(await get(path))).toEqual([404, 'not_found']);
    expect(errorOf(await get('/oauth/token'))).toEqual([404, 'not_found']);
  });

  test('without a public address there is none of it, and agents of this machine need no credential', async () => {
    const plain = await owned.home.start();
    expect((await send(plain, 'GET', '/.well-known/oauth-protected-resource/mcp')).status).toBe(404);
    expect((await send(plain, 'POST', '/oauth/register', { body: {} })).status).toBe(404);
    expect((await mcp(null, plain)).status).toBe(200);
  });

  test('hostile pages and names are refused before anything is done', async () => {
    for (const headers of [{ origin: 'https://evil.example.com' }, { host: 'evil.example.com' }, { 'sec-fetch-site': 'cross-site' }])
      for (const url of ['/oauth/register', '/oauth/token', '/oauth/consent/finish']) {
        const { statusCode } = await owned.service.app.inject({ method: 'POST', url, payload: {}, headers });
        expect([url, headers, statusCode]).toEqual([url, headers, 403]);
      }
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    const { statusCode } = await owned.service.app.inject({ method: 'GET', url: '/oauth/authorize', headers: link });
    expect(statusCode).toBe(400);
  });
});

describe('a client', () => {
  test('is registered as a public one, and known after a restart', async () => {
    const reply = await register(owned.service, {
      redirect_uris: ['https://app.example.com/cb'],
      client_name: 'An app',
      token_endpoint_auth_method: 'client_secret_basic',
      unknown_field: 1,
    });
    expect([reply.status, reply.headers.get('cache-control'), reply.json()]).toEqual([
      201,
      'no-store',
      expect.objectContaining({ client_name: 'An app', token_endpoint_auth_method: 'none', redirect_uris: ['https://app.example.com/cb'] }),
    ]);
    const again = await owned.home.start({ SVC_PUBLIC_URL: ISSUER });
    const asked = new URLSearchParams({
      client_id: String(reply.json().client_id),
      redirect_uri: 'https://app.example.com/cb',
      response_type: 'code',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const led = await fetch(`${again.url}/oauth/authorize?${asked}`, { redirect: 'manual' });
    expect(led.headers.get('location')).toMatch(new RegExp(`^${ISSUER}/connect#request=`));
  });

  test.each([
    ['no redirect URI', { redirect_uris: [] }, 'invalid_redirect_uri'],
    ['another machine without TLS', { redirect_uris: ['http://app.example.com/cb'] }, 'invalid_redirect_uri'],
    ['a script', { redirect_uris: ['javascript://x/%0aalert(1)'] }, 'invalid_redirect_uri'],
    ...['intent', 'ms-msdt', 'search-ms', 'ms-officecmd', 'shell', 'file', 'ftp', 'view-source'].map((scheme): [string, object, string] => [
      `the scheme ${scheme}`,
      { redirect_uris: [`${scheme}://x/cb`] },
      'invalid_redirect_uri',
    ]),
    ['a site with one slash', { redirect_uris: ['https:/app.example.com/cb'] }, 'invalid_redirect_uri'],
    ['a scheme without a domain, with one slash', { redirect_uris: ['shell:/cb'] }, 'invalid_redirect_uri'],
    ['another machine by a user’s name', { redirect_uris: ['http://127.0.0.1:80@evil.example.com/cb'] }, 'invalid_redirect_uri'],
    ['a fragment', { redirect_uris: ['https://app.example.com/cb#x'] }, 'invalid_redirect_uri'],
    ['a password', { redirect_uris: ['https://a:b@app.example.com/cb'] }, 'invalid_redirect_uri'],
    ['too many', { redirect_uris: Array.from({ length: 11 }, (_, n) => `https://app.example.com/${n}`) }, 'invalid_redirect_uri'],
    [
      'a name that turns the line round',
      { redirect_uris: ['https://a.example.com/'], client_name: 'svc\u202e' },
      'invalid_client_metadata',
    ],
    ['another grant', { redirect_uris: ['https://a.example.com/'], grant_types: ['implicit'] }, 'invalid_client_metadata'],
  ])('with %s is refused', async (_what, body, error) => {
    expect(errorOf(await register(owned.service, body))).toEqual([400, error]);
  });

  test('that is an app is led back by the name of a domain, or by the scheme of a known host', async () => {
    for (const uri of [
      'com.example.app://cb',
      'com.example.app:/oauth2redirect/provider',
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'vscode://publisher.extension/cb',
    ])
      expect([uri, (await register(owned.service, { redirect_uris: [uri] })).status]).toEqual([uri, 201]);
  });

  test('of one address registers so often and no more, and sends so much and no more', async () => {
    expect(errorOf(await register(owned.service, 'not json'))).toEqual([400, 'invalid_request']);
    expect(errorOf(await register(owned.service, { client_name: 'x'.repeat(20_000) }))).toEqual([413, 'invalid_request']);
    const few = await owned.home.start({ SVC_PUBLIC_URL: ISSUER });
    const states = await Promise.all(
      Array.from({ length: 35 }, async () => (await register(few, { redirect_uris: ['https://a.example.com/'] })).status),
    );
    expect([states.filter((one) => one === 201).length, states.filter((one) => one === 429).length]).toEqual([30, 5]);
  });
});

test('of one address, so many requests are served in a minute and no more, wherever they go', async () => {
  const limited = await owned.home.start({ SVC_PUBLIC_URL: ISSUER, SVC_ANON_RATE_LIMIT: '1' });
  const exchange = () => form(limited, '/oauth/token', { grant_type: 'refresh_token', refresh_token: 'guessed', client_id: 'nobody' });
  const replies = await Promise.all(Array.from({ length: LIMITS.oauthRequestsOfAddressMax + 1 }, exchange));
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(LIMITS.oauthRequestsOfAddressMax);
  const refused = replies.find(({ status }) => status === 429);
  expect([refused?.json().error, Number(refused?.headers.get('retry-after'))]).toEqual(['temporarily_unavailable', expect.any(Number)]);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await register(limited, { redirect_uris: ['https://a.example.com/'] })).status).toBe(429);
  expect((await hostOf(limited, host.clientId, host.redirectUri).authorize()).status).toBe(429);
  expect((await send(limited, 'GET', '/.well-known/oauth-authorization-server')).status).toBe(200);
});

describe('a request for authorization', () => {
  test('leads to the consent page, which is told what the request is', async () => {
    const request = await host.ticket({ scope: 'read' });
    const shown = await send(owned.service, 'POST', '/oauth/consent/look-up', { body: { request } });
    expect(shown.json()).toEqual({
      client_id: host.clientId,
      client_name: 'A host',
      client_site: null,
      redirect_uri: host.redirectUri,
      state: expect.stringMatching(/^[\w-]{22}$/),
      writes: false,
    });
    const refused = await send(owned.service, 'POST', '/oauth/consent/refuse', { body: { request } });
    const answer = new URL(String(refused.json().redirect_to)).searchParams;
    expect([answer.get('error'), answer.get('state'), answer.get('iss')]).toEqual(['access_denied', host.state, ISSUER]);
    const forged = `${request.slice(0, -4)}AAAA`;
    expect(errorOf(await send(owned.service, 'POST', '/oauth/consent/look-up', { body: { request: forged } }))).toEqual([
      400,
      'invalid_request',
    ]);
  });

  test('of a client, or for a redirect URI, that is not known leads nowhere', async () => {
    for (const more of [{ client_id: randomUUID() }, { redirect_uri: 'https://evil.example.com/cb' }, { redirect_uri: null }]) {
      const reply = await host.authorize(more);
      expect([reply.status, reply.headers.get('location')]).toEqual([400, null]);
      const page = await host.authorize(more, { accept: 'text/html' });
      expect(page.headers.get('location')).toMatch(new RegExp(`^${ISSUER}/connect#error=`));
    }
    expect((await host.authorize({ redirect_uri: 'http://127.0.0.1:51234/callback' })).headers.get('location')).toContain('#request=');
  });

  test.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge: null }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: null }, 'invalid_request'],
    [{ resource: 'https://other.example.com/mcp' }, 'invalid_target'],
    [{ response_mode: 'fragment' }, 'invalid_request'],
  ])('with %j is answered at the redirect URI', async (more, error) => {
    const led = new URL(String((await host.authorize(more)).headers.get('location')));
    expect([led.origin, led.searchParams.get('error'), led.searchParams.get('state'), led.searchParams.get('iss')]).toEqual([
      'http://127.0.0.1:33418',
      error,
      host.state,
      ISSUER,
    ]);
  });
});

describe('an error', () => {
  test('is shown here, and leads to no site, before somebody agreed', async () => {
    const site = await newOAuthHost(owned.service, { redirect_uris: ['HTTPS://evil.example.com/cb'] });
    const plain = await site.authorize({ response_type: 'x' });
    expect([...errorOf(plain), plain.headers.get('location')]).toEqual([400, 'unsupported_response_type', null]);
    const page = await site.authorize({ response_type: 'x' }, { accept: 'text/html' });
    expect(page.headers.get('location')).toMatch(new RegExp(`^${ISSUER}/connect#error=unsupported_response_type`));
    const app = await newOAuthHost(owned.service, { redirect_uris: ['com.example.app://cb'] });
    expect((await app.authorize({ response_type: 'x' })).headers.get('location')).toMatch(/^com\.example\.app:\/\/cb\?error=/);
  });
});

describe('a code', () => {
  test('becomes tokens that a tool is called with, and refreshed', async () => {
    const given = await host.exchange(await host.code(bearer()));
    expect([given.status, given.headers.get('cache-control'), given.json()]).toEqual([
      200,
      'no-store',
      {
        access_token: expect.stringMatching(/^svc_at_/),
        token_type: 'Bearer',
        expires_in: 3_600,
        refresh_token: expect.stringMatching(/^svc_rt_/),
        scope: 'read write',
      },
    ]);
    expect((await mcp(String(given.json().access_token))).json()).toMatchObject({
      result: { structuredContent: { databases: [{ db: owned.owner.db }] } },
    });
    const refreshed = await host.refresh(String(given.json().refresh_token));
    expect(refreshed.status).toBe(200);
    expect((await mcp(String(refreshed.json().access_token))).status).toBe(200);
    const gone = await form(owned.service, '/oauth/revoke', { token: String(refreshed.json().refresh_token), client_id: host.clientId });
    expect([gone.status, gone.text]).toEqual([200, '{}']);
    expect((await mcp(String(refreshed.json().access_token))).headers.get('www-authenticate')).toContain('was revoked');
    expect(errorOf(await host.refresh(String(refreshed.json().refresh_token)))).toEqual([400, 'invalid_grant']);
  });

  test('counts once, however many show it at once', async () => {
    const code = await host.code(bearer());
    const replies = await Promise.all([1, 2, 3].map(() => host.exchange(code)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(errorOf(await host.exchange(code))).toEqual([400, 'invalid_grant']);
    // A host that sends its request twice keeps what it got.
    const given = replies.find(({ status }) => status === 200)?.json();
    expect((await mcp(String(given?.access_token))).status).toBe(200);
  });

  test.each([
    ['by somebody without its verifier', { code_verifier: 'v'.repeat(43) }, 0],
    ['later, by whomever', {}, LIMITS.agentRefreshGraceSeconds + 1],
  ])('that is shown again %s ends what it gave', async (_who, more, seconds) => {
    const code = await host.code(bearer());
    const given = (await host.exchange(code)).json();
    expect((await mcp(String(given.access_token))).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 });
    const replayed = await host.exchange(code, more).finally(() => vi.useRealTimers());
    expect(errorOf(replayed)).toEqual([400, 'invalid_grant']);
    expect((await mcp(String(given.access_token))).headers.get('www-authenticate')).toContain('was revoked');
    expect(errorOf(await host.refresh(String(given.refresh_token)))).toEqual([400, 'invalid_grant']);
    const log = await get('/v1/audit?action=key.revoke', { authorization: `Bearer ${bearer()}` });
    expect((log.json() as unknown as object[])[0]).toMatchObject({ details: { reason: 'Its authorization code was used again.' } });
  });

  test.each([
    ['another verifier', { code_verifier: 'v'.repeat(43) }, 'invalid_grant'],
    ['another client', { client_id: randomUUID() }, 'invalid_grant'],
    ['another redirect URI', { redirect_uri: 'https://evil.example.com/cb' }, 'invalid_grant'],
  ])('with %s makes no key and is used up', async (_what, more, error) => {
    const before = (await keysOf()).length;
    const code = await host.code(bearer());
    expect(errorOf(await host.exchange(code, more))).toEqual([400, error]);
    expect(errorOf(await host.exchange(code))).toEqual([400, 'invalid_grant']);
    expect((await keysOf()).length).toBe(before);
  });

  test.each([
    ['no verifier', { code_verifier: null }, 400, 'invalid_request'],
    ['a secret', { client_secret: 'x' }, 401, 'invalid_client'],
    ['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['another resource', { resource: 'https://other.example.com/mcp' }, 400, 'invalid_target'],
  ])('with %s is not looked at', async (_what, more, status, error) => {
    const code = await host.code(bearer());
    expect(errorOf(await host.exchange(code, more))).toEqual([status, error]);
    expect((await host.exchange(code, { resource: `${ISSUER}/mcp` })).status).toBe(200);
  });

  test('of one request finishes no other, and none counts after its minute', async () => {
    const other = await newOAuthHost(owned.service);
    const request = await other.ticket();
    const code = await host.code(bearer());
    expect(errorOf(await send(owned.service, 'POST', '/oauth/consent/finish', { body: { request, code } }))).toEqual([
      400,
      'invalid_request',
    ]);
    expect(errorOf(await send(owned.service, 'POST', '/oauth/consent/finish', { body: { request, code: 'made-up' } }))).toEqual([
      400,
      'invalid_request',
    ]);
    const admin = await openAdmin(owned.home.control);
    await admin.query("UPDATE svc_control.one_time_token SET expires_at = now() - interval '1 ms'").finally(() => admin.end());
    expect(errorOf(await host.exchange(code))).toEqual([400, 'invalid_grant']);
  });

  test('narrows what its host sees to the databases that were chosen, and to reading', async () => {
    const another = await send(owned.service, 'POST', '/v1/databases', {
      body: { goal: 'track tools with name' },
      token: bearer(),
      key: randomUUID(),
    });
    const other = String(another.json().dbId);
    const consent = { databases: [owned.owner.db], access: 'read' };
    const token = String((await host.exchange(await host.code(bearer(), { consent }))).json().access_token);
    const listed = (await mcp(token)).text;
    expect([listed.includes(owned.owner.db), listed.includes(other)]).toEqual([true, false]);
  });

  test('that lets its host read alone has it told which scope a write needs, unless its address wants no more', async () => {
    const given = (await host.exchange(await host.code(bearer(), { consent: { access: 'read' } }))).json();
    expect(given.scope).toBe('read');
    const onAnother = { consent: { access: 'read', device_id: 'desktop' } };
    const elsewhere = String((await host.exchange(await host.code(bearer(), onAnother))).json().access_token);
    const insert = (path: string) => {
      const params = { name: 'insert', arguments: { db: owned.owner.db, table: 'coffee_beans', rows: [{ price: 1 }] }, ...META };
      const body = { ...CALL, params };
      return send(owned.service, 'POST', path, { body, token: String(given.access_token), headers: { ...MCP, 'mcp-name': 'insert' } });
    };
    const refused = await insert('/mcp');
    expect([refused.status, refused.json().id]).toEqual([403, 1]);
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${ISSUER}/.well-known/oauth-protected-resource/mcp", error="insufficient_scope", scope="read write", ` +
        'error_description="The user lets this host read alone: it has to ask for the scope read write."',
    );
    const narrow = await insert('/mcp?read_only=true');
    expect([narrow.headers.get('www-authenticate'), narrow.text]).toEqual([null, expect.stringContaining('Unknown tool: insert')]);
    const wider = (await host.exchange(await host.code(bearer(), { authorize: { scope: 'read write' } }))).json();
    expect(wider.scope).toBe('read write');
    // The key that the host had until now, and no other one of it, is of no use to it any more.
    expect((await mcp(String(given.access_token))).headers.get('www-authenticate')).toContain('was revoked');
    const statuses = [String(wider.access_token), elsewhere].map(async (token) => (await mcp(token)).status);
    expect(await Promise.all(statuses)).toEqual([200, 200]);
  });
});

describe('a token', () => {
  const tokens = async () => {
    const given = (await host.exchange(await host.code(bearer()))).json();
    return { access: String(given.access_token), refresh: String(given.refresh_token) };
  };

  test('of another audience, or over, does not count', async () => {
    const { access } = await tokens();
    const elsewhere = await owned.home.start({ SVC_PUBLIC_URL: 'https://other.example.com' });
    const there = await mcp(access, elsewhere);
    expect([there.status, there.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('is for another resource')]);
    expect((await send(owned.service, 'GET', '/v1/databases', { token: access })).status).toBe(401);
  });

  test('is over after its hour, and its refresh token after ninety days without use', async () => {
    const { access, refresh } = await tokens();
    const inTime = async <T>(seconds: number, work: () => Promise<T>): Promise<T> => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 });
      return await work().finally(() => vi.useRealTimers());
    };
    const over = await inTime(LIMITS.agentAccessTokenSeconds + 5, () => mcp(access));
    expect([over.status, over.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('has expired: refresh it')]);
    const renewed = await inTime(LIMITS.agentAccessTokenSeconds + 5, () => host.refresh(refresh));
    expect((await mcp(String(renewed.json().access_token))).status).toBe(200);
    const late = () => host.refresh(String(renewed.json().refresh_token));
    expect(errorOf(await inTime(LIMITS.agentRefreshTokenSeconds + 5, late))).toEqual([400, 'invalid_grant']);
    expect((await late()).status).toBe(200);
  });

  test('that is over is refreshed by the protocol’s own client, whose call goes on', async () => {
    const port = String(await freePort());
    const there = await owned.home.start({ SVC_PORT: port, SVC_PUBLIC_URL: `http://127.0.0.1:${port}` });
    const own = await newSdkHost(there.url, { onTokens: () => void vi.useRealTimers() });
    const asked = await own.connect();
    if (!('open' in asked)) throw new Error('It needed no consent.');
    const fields = Object.fromEntries(asked.open.searchParams);
    const browser = hostOf(there, String(fields.client_id), String(fields.redirect_uri));
    const back = await browser.consent(bearer(), { authorize: fields });
    const client = await own.finish(String(back.searchParams.get('code')));
    const first = own.tokens()?.access_token;
    // What was looked up a moment ago counts for less than a second, and is measured by a clock that is not moved on here.
    await delay(LIMITS.revocationMaxMs);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (LIMITS.agentAccessTokenSeconds + 5) * 1_000 });
    const called = await client.callTool({ name: 'databases', arguments: {} }).finally(() => vi.useRealTimers());
    expect(JSON.stringify(called.structuredContent)).toContain(owned.owner.db);
    expect(own.tokens()?.access_token).not.toBe(first);
    await client.close();
    await own.close();
  });

  test('that cannot be checked, since the control plane is away, opens nothing and is not called invalid', async () => {
    const { access, refresh } = await tokens();
    const url = new URL(String(owned.home.settings.DATABASE_URL));
    const proxy = await startProxy({ host: url.hostname, port: Number(url.port || 5432) });
    [url.hostname, url.port] = ['127.0.0.1', String(proxy.port)];
    const cutOff = await owned.home.start({ SVC_PUBLIC_URL: ISSUER, DATABASE_URL: url.href });
    expect((await mcp(access, cutOff)).status).toBe(200);
    await proxy.close();
    await until(async () => (await mcp(access, cutOff)).status !== 200);
    const refused = await mcp(access, cutOff);
    expect([refused.status, refused.text, refused.headers.get('www-authenticate')]).toEqual([
      503,
      expect.stringContaining('auth_unavailable: '),
      null,
    ]);
    const there = hostOf(cutOff, host.clientId, host.redirectUri);
    expect(errorOf(await there.refresh(refresh))).toEqual([503, 'temporarily_unavailable']);
    expect(errorOf(await there.authorize())).toEqual([503, 'temporarily_unavailable']);
    expect([(await mcp(access)).status, (await host.refresh(refresh)).status]).toEqual([200, 200]);
  });

  test('ends within a second when its key is revoked, here and at another service', async () => {
    const twin = await owned.home.start({ SVC_PUBLIC_URL: ISSUER });
    const { access } = await tokens();
    expect([(await mcp(access)).status, (await mcp(access, twin)).status]).toEqual([200, 200]);
    const [key] = (await keysOf()) as unknown as { id: string }[];
    await owned.revoke(String(key?.id));
    expect((await mcp(access)).status).toBe(401);
    await until(async () => (await mcp(access, twin)).status === 401);
  });
});

describe('a bridge that is a process of its own', () => {
  const SECRET = 'a-service-secret-of-tests-0123456789abcdef';
  let api: TestService;
  let apart: FastifyInstance;
  let url: string;

  beforeAll(async () => {
    api = await owned.home.start({ SVC_PUBLIC_URL: ISSUER, SVC_SERVICE_SECRET: SECRET });
    apart = createBridgeApp({
      apiUrl: api.url,
      serviceSecret: SECRET,
      issuer: ISSUER,
      loopbackOnly: true,
      trustProxy: 0,
      drainMs: 8_000,
      onError: () => undefined,
    });
    await apart.listen({ host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${(apart.server.address() as AddressInfo).port}`;
  });
  afterAll(() => apart?.close());

  test('connects hosts by the API alone, and begins with its tickets what another bridge ends', async () => {
    const there = await newOAuthHost({ url });
    const given = await there.exchange(await hostOf(api, there.clientId, there.redirectUri, there).code(bearer()));
    expect(given.status).toBe(200);
    expect((await mcp(String(given.json().access_token), api)).status).toBe(200);
    expect((await send({ url }, 'GET', '/readyz')).status).toBe(200);
    for (const headers of [{ host: 'evil.example.com' }, { origin: 'https://evil.example.com' }])
      expect((await apart.inject({ method: 'POST', url: '/oauth/token', headers })).statusCode).toBe(403);
  });

  test('at a stop finishes what it began, and sends others away in the shape of OAuth', async () => {
    const waits = createServer();
    await new Promise<void>((done) => waits.listen(0, '127.0.0.1', done));
    const slow = createBridgeApp({
      apiUrl: `http://127.0.0.1:${(waits.address() as AddressInfo).port}`,
      serviceSecret: SECRET,
      issuer: ISSUER,
      loopbackOnly: true,
      trustProxy: 0,
      drainMs: 60_000,
      onError: () => undefined,
    });
    await slow.listen({ host: '127.0.0.1', port: 0 });
    const there = { url: `http://127.0.0.1:${(slow.server.address() as AddressInfo).port}` };
    const asked = new Promise<ServerResponse>((done) => void waits.once('request', (_request, response) => done(response)));
    const begun = form(there, '/oauth/token', { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'y' });
    const response = await asked;
    const stopped = slow.close();
    await until(async () => (await send(there, 'GET', '/readyz')).status === 503);
    const late = await form(there, '/oauth/token', { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'y' });
    expect([...errorOf(late), late.headers.get('retry-after'), late.headers.get('connection')]).toEqual([
      503,
      'temporarily_unavailable',
      '5',
      'close',
    ]);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ retryAfterSeconds: 7 }));
    expect([(await begun).status, (await begun).headers.get('retry-after')]).toEqual([429, '7']);
    await stopped;
    waits.close();
  });

  test.each(['host', 'authorization'])('refuses a request with several %s headers', async (name) => {
    const twice = `POST /oauth/token HTTP/1.1\r\nhost: ${new URL(url).host}\r\nauthorization: Bearer a\r\n${name}: svc.example.com\r\nconnection: close\r\n\r\n`;
    const said = await sendRaw(new URL(url), twice);
    expect(said).toMatch(/^HTTP\/1\.1 400 /);
    expect(said).toContain(`several ${name} headers`);
  });

  test('is probed by its address where others reach it, under no name but its own', async () => {
    const options = { apiUrl: 'http://127.0.0.1:9', serviceSecret: SECRET, issuer: ISSUER, trustProxy: 0, drainMs: 0 };
    const statusOf = async (loopbackOnly: boolean, headers: Record<string, string>) => {
      const probed = createBridgeApp({ ...options, loopbackOnly, onError: () => undefined });
      const { statusCode } = await probed.inject({ url: '/healthz', headers });
      await probed.close();
      return statusCode;
    };
    // As kubelet sends it: the address of the pod, and the port of the container.
    for (const host of ['10.0.0.7:8789', '[fd00::7]:8789']) {
      expect(await statusOf(false, { host })).toBe(200);
      expect(await statusOf(true, { host })).toBe(403);
      expect(await statusOf(false, { host, origin: `http://${host}` })).toBe(403);
    }
    expect(await statusOf(false, { host: 'evil.example.com' })).toBe(403);
  });

  test('says that it cannot answer while the API is away', async () => {
    const alone = createBridgeApp({
      apiUrl: 'http://127.0.0.1:9',
      serviceSecret: SECRET,
      issuer: ISSUER,
      loopbackOnly: true,
      trustProxy: 0,
      drainMs: 0,
      onError: () => undefined,
    });
    const reply = await alone.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'grant_type=refresh_token&refresh_token=x&client_id=y',
    });
    expect([reply.statusCode, reply.json().error, reply.headers['retry-after']]).toEqual([503, 'temporarily_unavailable', '2']);
    expect((await alone.inject('/readyz')).statusCode).toBe(503);
    await alone.close();
  });
});
