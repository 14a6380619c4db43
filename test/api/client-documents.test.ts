import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newOwnedService, type OwnedService } from '../support/keys.ts';
import { hostOf } from '../support/oauth-host.ts';
import type { TestService } from '../support/service.ts';

const ISSUER = 'https://svc.example.com';
const REDIRECT_URI = 'http://localhost:3000/callback';

interface Published {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Record<string, string>;
  readonly body: string;
}

let site: Server;
let at: string;
let owned: OwnedService;
let certificate: string;
const published = new Map<string, Published>();
const asked: string[] = [];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-site-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ...['-keyout', keyFile, '-out', certFile],
  ]);
  certificate = await readFile(certFile, 'utf8');
  site = createServer({ key: await readFile(keyFile), cert: certificate }, (request, response) => {
    asked.push(String(request.url));
    const {
      status = 200,
      type = 'application/json',
      headers = {},
      body,
    } = published.get(String(request.url)) ?? { status: 404, body: '{}' };
    response.writeHead(status, { 'content-type': type, ...headers }).end(body);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  await rm(folder, { recursive: true });
  at = `https://localhost:${(site.address() as AddressInfo).port}`;
  owned = await newOwnedService({ SVC_PUBLIC_URL: ISSUER, SVC_ALLOW_PRIVATE_CONNECTIONS: 'true' }, { trustedCertificates: certificate });
});
afterAll(async () => {
  await owned?.home.close();
  site?.close();
});

const publish = (path: string, metadata: object, more: Partial<Published> = {}): string => {
  const id = `${at}${path}`;
  const body = JSON.stringify({
    client_id: id,
    client_name: 'A published host',
    redirect_uris: ['http://localhost/callback'],
    ...metadata,
  });
  published.set(path, { body, ...more });
  return id;
};
const authorized = (id: string, service: TestService = owned.service) => hostOf(service, id, REDIRECT_URI).authorize();

test('a host that publishes what it is connects without being registered, and is known for a day', async () => {
  const id = publish('/client.json', {});
  const host = hostOf(owned.service, id, REDIRECT_URI);
  const given = await host.exchange(await host.code(owned.owner.token));
  expect(given.status).toBe(200);
  expect((await authorized(id)).status).toBe(302);
  expect(asked.filter((path) => path === '/client.json').length).toBe(1);
});

test.each([
  ['is another one’s', '/other.json', { client_id: 'https://localhost/else.json' }, {}],
  ['has no way back', '/none.json', { redirect_uris: [] }, {}],
  ['leads elsewhere', '/elsewhere.json', { redirect_uris: ['https://evil.example.com/'] }, {}],
  ['turns its own name round', '/turned.json', { client_name: 'Claude \u202e' }, {}],
  ['wants a secret', '/secret.json', { token_endpoint_auth_method: 'client_secret_post' }, {}],
  ['is not JSON', '/page.json', {}, { type: 'text/html' }],
  ['is too large', '/large.json', { padding: 'x'.repeat(40_000) }, {}],
  ['is somewhere else now', '/moved.json', {}, { status: 302, headers: { location: '/client.json' } }],
])('a document that %s is refused', async (_what, path, metadata, more) => {
  const reply = await authorized(publish(path, metadata, more));
  expect([reply.status, reply.headers.get('location')]).toEqual([400, null]);
});

test('addresses that are none of a document, and those of this network, are not asked', async () => {
  const strict = await owned.home.start({ SVC_PUBLIC_URL: ISSUER }, { trustedCertificates: certificate });
  const before = asked.length;
  const id = publish('/private.json', {});
  const { port } = site.address() as AddressInfo;
  for (const one of [id, 'https://localhost/private.json', 'https://127.0.0.1/private.json', 'https://[::1]/x', 'https://2130706433/x'])
    expect([one, (await authorized(one, strict)).status]).toEqual([one, 400]);
  for (const one of [`${at}/`, `${at}/private.json#x`, `https://a:b@localhost:${port}/private.json`, `${at}/a/../private.json`])
    expect([one, (await authorized(one)).status]).toEqual([one, 400]);
  expect(asked.length).toBe(before);
});

test('a certificate of another name is not taken', async () => {
  const plain = await owned.home.start({ SVC_PUBLIC_URL: ISSUER, SVC_ALLOW_PRIVATE_CONNECTIONS: 'true' });
  expect((await authorized(publish('/untrusted.json', {}), plain)).status).toBe(400);
});
