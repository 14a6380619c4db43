import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAgentsApp } from '../../mcp/standalone/app.ts';
import { newOwnedService, type OwnedService } from '../support/keys.ts';
import { HOSTS, rpc } from '../support/mcp.ts';
import { newOAuthHost } from '../support/oauth-host.ts';
import { sendRaw } from '../support/raw.ts';
import { send, startService } from '../support/service.ts';
import { startSession } from '../support/session.ts';

const SECRET = 'a-service-secret-for-tests-alone-0123456789';

let owned: OwnedService;
let apart: Apart;
beforeAll(async () => {
  owned = await newOwnedService({ SVC_SERVICE_SECRET: SECRET });
  apart = await startApart();
});
afterAll(async () => {
  await apart?.close();
  await owned?.home.close();
});

interface Apart {
  readonly url: string;
  close(): Promise<void>;
}

/** The agents' endpoint as a process of its own has it: it knows the API's address and the secret, and nothing else. */
async function startApart({
  apiUrl = owned.service.url,
  serviceSecret = SECRET,
  issuer = null as string | null,
  trustProxy = 0,
} = {}): Promise<Apart> {
  const names = { hostnames: new Set(['agents.example.com']), loopbackOnly: true, allowedOrigins: new Set<string>() };
  const app = createAgentsApp({ ...names, apiUrl, serviceSecret, issuer, trustProxy, drainMs: 8_000, onError: () => undefined });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, close: () => app.close() };
}

const CLIENTS = ['the 1.x client over HTTP', 'the 2.x client over HTTP'] as const;

test.each(CLIENTS)('%s works by its key, as its access says, until it is revoked', async (name) => {
  const mint = (access: 'read' | 'write') => owned.mint({ type: 'sk_mcp', host: 'claude-desktop', device: 'laptop', access });
  const [writer, reader] = [await mint('write'), await mint('read')];
  const host = await HOSTS[name]({ url: apart.url, token: writer.key });
  const steps: (string | undefined)[] = [];
  const asked = await host.call(
    'ask',
    { db: owned.owner.db, goal: 'How many coffee beans are there?' },
    { onprogress: ({ message }) => void steps.push(message) },
  );
  expect(asked.structured).toMatchObject({ kind: 'query', rows: [[expect.any(Number)]] });
  expect(steps).toContain('Plan made');
  const preview = await host.call('run', { db: owned.owner.db, sql: "UPDATE coffee_beans SET price = 21 WHERE roaster = 'Onyx'" });
  expect((await host.send(preview)).structured).toMatchObject({ kind: 'write', rowCount: 1 });
  const numbers = await host.call('run', { db: owned.owner.db, sql: 'SELECT $1::numeric AS n', params: ['12345678901234567890.12'] });
  expect(numbers.text).toContain('12345678901234567890.12');
  const readOnly = await HOSTS[name]({ url: apart.url, token: reader.key });
  expect((await readOnly.tools()).map((tool) => tool.name)).toEqual(['ask', 'run', 'databases']);
  await owned.revoke(writer.id);
  await vi.waitFor(() => expect(host.call('databases', {})).rejects.toThrow(/unauthorized|401|Session not found/i), { timeout: 30_000 });
  expect((await readOnly.call('databases', {})).isError).toBe(false);
  await Promise.all([host.close().catch(() => undefined), readOnly.close()]);
});

test('a stream that is open ends when its key is revoked', async () => {
  const { id, key } = await owned.mint({ type: 'sk_mcp', host: 'claude-desktop', device: 'laptop' });
  const { headers, body } = rpc('subscriptions/listen', { notifications: { resourcesListChanged: true } });
  const stream = await fetch(`${apart.url}/mcp`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
  expect(stream.status).toBe(200);
  const read = stream.text().catch(() => 'cut');
  await owned.revoke(id);
  await read;
});

test('a host without a credential on this machine has the same databases after a restart of this process', async () => {
  const self = { token: null, name: 'editor beside a process of its own' };
  const first = await startApart();
  const before = await HOSTS['the 2.x client over HTTP']({ ...self, url: first.url });
  const { db } = (await before.call('create_database', { goal: 'track books with title and pages' })).structured;
  await before.close();
  await first.close();
  const second = await startApart();
  const after = await HOSTS['the 1.x client over HTTP']({ ...self, url: second.url });
  expect((await after.call('ask', { goal: 'How many books are there?' })).structured).toMatchObject({ db });
  const stranger = await HOSTS['the 1.x client over HTTP']({ url: second.url, token: null, name: 'another editor' });
  expect((await stranger.call('databases', {})).structured.databases).toEqual([]);
  await Promise.all([after.close(), stranger.close()]);
  await second.close();
});

test('what an address calls, and guesses, is counted as its own, not as this process’s', async () => {
  const limited = await startService({ SVC_SERVICE_SECRET: SECRET, SVC_ANON_RATE_LIMIT: '4' });
  const { token } = await startSession(limited);
  const proxied = await startApart({ apiUrl: limited.url, trustProxy: 1 });
  const call = async (address: string, bearer = token) => {
    const { headers, body } = rpc('tools/call', { name: 'databases', arguments: {} });
    const reply = await fetch(`${proxied.url}/mcp`, {
      method: 'POST',
      headers: { ...headers, 'x-forwarded-for': address, authorization: `Bearer ${bearer}` },
      body: JSON.stringify(body),
    });
    return `${reply.status} ${/rate_limited|unauthorized|"databases":\[/.exec(await reply.text())?.[0]}`;
  };
  const times = async (count: number, work: () => Promise<string>) => {
    const said: string[] = [];
    for (let n = 0; n < count; n++) said.push(await work());
    return said;
  };
  const answered = '200 "databases":[';
  expect(await times(5, () => call('203.0.113.1'))).toEqual([...Array(4).fill(answered), '200 rate_limited']);
  expect(await call('203.0.113.2')).toBe(answered);
  const guess = () => call('203.0.113.3', 'sk_mcp_a_host_laptop_guessedguessedguessed');
  expect(await times(5, guess)).toEqual([...Array(4).fill('401 unauthorized'), '429 rate_limited']);
  expect(await call('203.0.113.4')).toBe(answered);
  // Who does not know the secret has no say in whose calls these are.
  const forged = await send(limited, 'GET', '/v1/databases', { token, headers: { 'x-svc-forwarded-for': '203.0.113.9' } });
  expect([forged.status, forged.text]).toEqual([401, expect.stringContaining('not signed with the secret of this deployment')]);
  await proxied.close();
  await limited.close();
});

test('a connection that reads alone is refused its writes by the API, whatever its key may', async () => {
  const { key } = await owned.mint({ type: 'sk_mcp', host: 'claude-desktop', device: 'laptop' });
  const narrow = await HOSTS['the 2.x client over HTTP']({ url: apart.url, token: key, query: '?read_only=true' });
  const preview = await narrow.call('run', { db: owned.owner.db, sql: 'DELETE FROM coffee_beans' });
  expect(preview.structured).toMatchObject({ error: 'forbidden' });
  await expect(narrow.call('insert', { db: owned.owner.db, table: 'coffee_beans', rows: [{ price: 1 }] })).rejects.toThrow(/Unknown tool/);
  expect((await narrow.call('run', { db: owned.owner.db, sql: 'SELECT 1 AS one' })).isError).toBe(false);
  await narrow.close();
  // The same past the tools: what they ask of the API is refused there.
  const { db, post } = owned.owner;
  const headers = { 'x-svc-access': 'read' };
  const wide = await post('/v1/ask', { db, goal: 'delete the coffee beans with price 14', dryRun: true });
  for (const [path, body] of [
    ['/v1/insert', { db, table: 'coffee_beans', rows: [{ price: 1 }] }],
    ['/v1/run', { db, sql: 'DELETE FROM coffee_beans' }],
    ['/v1/ask', { confirm: true, confirmToken: wide.json().confirmToken }],
    ['/v1/databases', { goal: 'track trees' }],
  ] as const)
    expect([path, (await post(path, body, { headers })).status]).toEqual([path, 403]);
  for (const path of ['/v1/databases', '/v1/insert'])
    expect((await send(owned.service, 'POST', path, { body: {}, headers: { ...headers, 'idempotency-key': 'k' } })).status).toBe(403);
  expect((await post('/v1/run', { db, sql: 'SELECT 1 AS one' }, { headers })).status).toBe(200);
  expect((await post('/v1/run', { db, sql: 'SELECT 1 AS one' }, { headers: { 'x-svc-access': 'reed' } })).status).toBe(400);
});

test('foreign names and pages, and bearers that open nothing, are refused', async () => {
  const { headers, body } = rpc('tools/call', { name: 'databases', arguments: {} });
  const status = (more: Record<string, string>) =>
    new Promise<number | undefined>((done) => {
      const sent = request(`${apart.url}/mcp`, { method: 'POST', headers: { ...headers, ...more } }, (reply) => {
        reply.resume();
        done(reply.statusCode);
      });
      sent.end(JSON.stringify(body));
    });
  expect(await status({ host: 'evil.example.com' })).toBe(403);
  expect(await status({ origin: 'https://evil.example.com' })).toBe(403);
  const { key } = await owned.mint({ type: 'sk_mcp', host: 'claude-desktop', device: 'laptop' });
  const named = { host: 'agents.example.com', origin: 'https://agents.example.com' };
  expect(await status({ ...named, authorization: `Bearer ${key}` })).toBe(200);
  // Whoever comes by that name is not beside it.
  expect(await status(named)).toBe(401);
  expect(await status({ origin: apart.url })).toBe(200);
  expect(await status({ authorization: 'Bearer sk_mcp_nope' })).toBe(401);
  expect(await status({ authorization: 'Basic x' })).toBe(401);
  expect(await status({ authorization: 'Bearer anon_nope' })).toBe(401);
});

test.each(['host', 'authorization'])('a request with several %s headers is refused', async (name) => {
  const { headers, body } = rpc('tools/call', { name: 'databases', arguments: {} });
  const text = JSON.stringify(body);
  const lines = {
    ...headers,
    host: new URL(apart.url).host,
    authorization: 'Bearer a',
    'content-length': String(text.length),
    connection: 'close',
  };
  const head = [...Object.entries(lines), [name, 'agents.example.com']].map(([field, value]) => `${field}: ${value}\r\n`).join('');
  const said = await sendRaw(new URL(apart.url), `POST /mcp HTTP/1.1\r\n${head}\r\n${text}`);
  expect(said).toMatch(/^HTTP\/1\.1 400 /);
  expect(said).toContain(`several ${name} headers`);
});

test('a body that is not UTF-8 is refused, not read as other characters', async () => {
  const { headers, body } = rpc('tools/call', { name: 'run', arguments: { db: 'x', sql: "SELECT '\u00ff'" } });
  const reply = await fetch(`${apart.url}/mcp`, { method: 'POST', headers, body: Buffer.from(JSON.stringify(body), 'latin1') });
  expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining('not UTF-8')]);
});

test('while the API is away, or does not know this process, nothing is done and it says so', async () => {
  for (const wrong of [{ apiUrl: 'http://127.0.0.1:1' }, { serviceSecret: 'another-secret-that-nobody-knows-0123456789' }]) {
    const lost = await startApart(wrong);
    const { headers, body } = rpc('tools/call', { name: 'databases', arguments: {} });
    const reply = await fetch(`${lost.url}/mcp`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect([reply.status, await reply.text()]).toEqual([503, expect.stringContaining('auth_unavailable')]);
    expect([(await fetch(`${lost.url}/healthz`)).status, (await fetch(`${lost.url}/readyz`)).status]).toEqual([200, 503]);
    await lost.close();
  }
  expect((await fetch(`${apart.url}/readyz`)).status).toBe(200);
});

test('a host that is connected by OAuth is served by its token, until its key is revoked', async () => {
  const issuer = 'https://svc.example.com';
  const open = await newOwnedService({ SVC_SERVICE_SECRET: SECRET, SVC_PUBLIC_URL: issuer });
  const beside = await startApart({ apiUrl: open.service.url, issuer });
  const host = await newOAuthHost(open.service);
  const { access_token: token } = (await host.exchange(await host.code(open.owner.token))).json() as { access_token: string };
  const connected = await HOSTS['the 1.x client over HTTP']({ url: beside.url, token });
  const described = await connected.call('databases', { db: open.owner.db });
  expect(described.structured).toMatchObject({ tables: [{ name: 'coffee_beans' }] });
  await expect(HOSTS['the 1.x client over HTTP']({ url: beside.url, token: null })).rejects.toThrow();
  const refused = await fetch(`${beside.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  });
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    401,
    expect.stringContaining(`${issuer}/.well-known/oauth-protected-resource/mcp`),
  ]);
  const keys = (await open.owner.get('/v1/keys')).json() as unknown as { id: string; type: string }[];
  for (const { id } of keys.filter(({ type }) => type === 'sk_mcp')) await open.revoke(id);
  await vi.waitFor(() => expect(connected.call('databases', {})).rejects.toThrow(), { timeout: 30_000 });
  await connected.close().catch(() => undefined);
  const ended = await fetch(`${beside.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  });
  expect([ended.status, ended.headers.get('www-authenticate')]).toEqual([
    401,
    expect.stringMatching(/error="invalid_token", error_description="[^"]*has expired or was revoked\."$/),
  ]);
  const consent = { access: 'read' };
  const reader = (await host.exchange(await host.code(open.owner.token, { consent }))).json() as { access_token: string };
  const { headers, body } = rpc('tools/call', { name: 'create_database', arguments: { goal: 'track trees' } });
  const narrow = await fetch(`${beside.url}/mcp`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${reader.access_token}` },
    body: JSON.stringify(body),
  });
  expect([narrow.status, narrow.headers.get('www-authenticate')]).toEqual([403, expect.stringContaining('error="insufficient_scope"')]);
  await beside.close();
  await open.home.close();
});
