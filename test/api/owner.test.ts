import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IDENTITY_PATH, keyIdOf, ownerToken, type ServiceIdentity, serviceProof } from '../../src/contract/local-owner.ts';
import { loadSecret } from '../../src/secret.ts';
import { newFolder } from '../support/folder.ts';
import { type Home, newHome } from '../support/owned.ts';
import { send, type TestService } from '../support/service.ts';
import { BEANS, openAdmin, sessionOf } from '../support/session.ts';

let home: Home;
let service: TestService;
let key: string;
beforeAll(async () => {
  home = await newHome();
  service = await home.start({ SVC_ANON_RATE_LIMIT: '30', SVC_ANON_BUDGET: '1' });
  key = (await readFile(join(home.dataDir, 'owner.key'), 'utf8')).trim();
});
afterAll(() => home.close());

const audience = (): string => new URL(service.url).host;
const identity = async (nonce?: string): Promise<NonNullable<ServiceIdentity['owner']>> => {
  const reply = await send(service, 'GET', `${IDENTITY_PATH}${nonce === undefined ? '' : `?nonce=${nonce}`}`);
  expect(reply.headers.get('cache-control')).toBe('no-store');
  return reply.json().owner as NonNullable<ServiceIdentity['owner']>;
};
const list = (token: string, headers: Record<string, string> = {}) => send(service, 'GET', '/v1/databases', { token, headers });

describe('the key', () => {
  test('is a key by its text, its owner’s file alone, and a hash in the control plane', async () => {
    expect(key).toMatch(/^sk_live_[0-9A-Za-z]{38}$/);
    expect((await stat(join(home.dataDir, 'owner.key'))).mode & 0o777).toBe(0o600);
    const admin = await openAdmin(home.control);
    try {
      const { rows } = await admin.query<{ name: string }>(
        "SELECT relname AS name FROM pg_class WHERE relnamespace = 'svc_control'::regnamespace AND relkind = 'r'",
      );
      for (const { name } of rows)
        expect((await admin.query(`SELECT 1 FROM svc_control.${name} t WHERE strpos(t::text, $1) > 0`, [key])).rowCount, name).toBe(0);
      expect((await admin.query('SELECT kind, name FROM svc_control.account')).rows).toEqual([{ kind: 'local', name: 'local' }]);
      expect((await admin.query('SELECT last4 FROM svc_control.account_key')).rows).toEqual([{ last4: key.slice(-4) }]);
    } finally {
      await admin.end();
    }
  });

  test('opens what its owner made, again and again, uncounted and without a budget', async () => {
    const created = await send(service, 'POST', '/v1/databases', { body: { goal: BEANS }, token: key, key: randomUUID() });
    expect(created.status).toBe(201);
    expect(created.headers.get('x-svc-anonymous-token')).toBeNull();
    const owner = sessionOf(service, key, String(created.json().dbId));
    for (let n = 0; n < 40; n++) expect((await owner.run('SELECT 1')).status).toBe(200);
    expect((await list(key)).json()).toMatchObject([{ dbId: owner.db }]);
    expect(JSON.stringify((await owner.run('SELECT 1')).json().session)).toBe(JSON.stringify({ db: owner.db }));
  });

  test('that is mistyped, or is another’s, is nobody’s', async () => {
    const other = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
    for (const token of [other, 'sk_live_x', `${key}x`, `own_${'A'.repeat(43)}`]) expect(await list(token)).toMatchObject({ status: 401 });
  });

  test('counts on this machine alone', async () => {
    for (const headers of [{ 'x-forwarded-for': '203.0.113.7' }, { forwarded: 'for=203.0.113.7' }, { via: '1.1 proxy' }])
      expect(await list(key, headers as unknown as Record<string, string>)).toMatchObject({ status: 401 });
  });

  test('is written whole, and services that start at once agree on it', async () => {
    const fresh = await newFolder('owner');
    const services = await Promise.all(Array.from({ length: 3 }, () => home.start({ SVC_DATA_DIR: fresh })));
    const text = (await readFile(join(fresh, 'owner.key'), 'utf8')).trim();
    for (const { url } of services) expect((await send({ url }, 'GET', '/v1/databases', { token: text })).status).toBe(200);
    expect((await readdir(fresh)).filter((name) => name.includes('tmp'))).toEqual([]);
    // Another folder, the same control plane: another key of the one account.
    expect(text).not.toBe(key);
    const [first] = services;
    expect((await send(first as TestService, 'GET', '/v1/databases', { token: text })).json()).toHaveLength(1);
    expect((await send(first as TestService, 'GET', '/v1/databases', { token: key })).json()).toHaveLength(1);
  });

  test('that others may read is closed again; one that is no key stops the start', async () => {
    const fresh = await newFolder('owner');
    await home.start({ SVC_DATA_DIR: fresh });
    const file = join(fresh, 'owner.key');
    await chmod(file, 0o644);
    await home.start({ SVC_DATA_DIR: fresh });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await writeFile(file, 'not a key');
    await expect(home.start({ SVC_DATA_DIR: fresh })).rejects.toThrow(/owner\.key holds no usable key/);
  });
});

describe('the proof', () => {
  test('the service answers a nonce; the token that the key then makes is the owner’s bearer', async () => {
    const nonce = randomBytes(32).toString('base64url');
    const { keyId, boot, dataDir, proof } = await identity(nonce);
    expect({ keyId, dataDir }).toEqual({ keyId: await keyIdOf(key), dataDir: home.dataDir });
    expect(proof).toBe(await serviceProof(key, { boot, audience: audience() }, nonce));
    const token = await ownerToken(key, { boot, audience: audience() });
    expect((await list(token)).json()).toHaveLength(1);
  });

  test('holds for this process at this address: not elsewhere, not for another service of the same data', async () => {
    const { boot } = await identity();
    const elsewhere = await ownerToken(key, { boot, audience: '127.0.0.1:1' });
    expect(await list(elsewhere)).toMatchObject({ status: 401 });
    const twin = await home.start();
    const token = await ownerToken(key, { boot, audience: audience() });
    expect((await send(twin, 'GET', '/v1/databases', { token })).status).toBe(401);
  });

  test('does not answer what is no nonce, nor a page of another name, nor through a proxy', async () => {
    expect((await send(service, 'GET', `${IDENTITY_PATH}?nonce=short`)).status).toBe(400);
    expect((await send(service, 'GET', IDENTITY_PATH, { headers: { 'x-forwarded-for': '203.0.113.7' } })).status).toBe(404);
    const status = await new Promise((resolve) =>
      httpRequest(`${service.url}${IDENTITY_PATH}`, { headers: { host: 'evil.example.com' } }, (reply) => resolve(reply.statusCode)).end(),
    );
    // Refused before, or by, the route.
    expect([403, 404]).toContain(status);
    expect((await identity()).proof).toBeNull();
  });
});

test('SVC_LOCAL_OWNER=off: no key is written, none is taken, and nobody is named', async () => {
  const fresh = await newFolder('owner');
  const off = await home.start({ SVC_LOCAL_OWNER: 'off', SVC_DATA_DIR: fresh });
  expect((await readdir(fresh)).includes('owner.key')).toBe(false);
  expect((await send(off, 'GET', '/v1/databases', { token: key })).status).toBe(401);
  expect((await send(off, 'GET', IDENTITY_PATH)).json()).toEqual({
    service: 'svc',
    id: expect.stringMatching(/^[\w-]{22}$/),
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    owner: null,
  });
});

describe('the secret', () => {
  const settingsIn = (dataDir: string) => ({ secret: undefined, databaseUrl: undefined, dataDir, acceptsChangedSecret: false });

  test('is written whole: starts at once agree, and an empty file of a start that was killed is no end', async () => {
    const folder = await newFolder('secret');
    await writeFile(join(folder, 'secret'), '');
    const secrets = await Promise.all(Array.from({ length: 8 }, () => loadSecret(settingsIn(folder))));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toMatch(/^[\w-]{43}$/);
    expect(await readdir(folder)).toEqual(['secret']);
  });

  test('that is too short is not replaced', async () => {
    const folder = await newFolder('secret');
    await writeFile(join(folder, 'secret'), 'short');
    await expect(loadSecret(settingsIn(folder))).rejects.toThrow(/holds no usable secret/);
  });

  test('that is missing beside the data that it opens is not made anew, unless the change is accepted', async () => {
    const folder = await newFolder('secret');
    await mkdir(join(folder, 'postgres'));
    await writeFile(join(folder, 'postgres', 'service-password'), 'of the cluster');
    await expect(loadSecret(settingsIn(folder))).rejects.toThrow(
      `${join(folder, 'secret')} is missing, and the data in ${folder} does not open without it: put it back`,
    );
    expect(await readdir(folder)).toEqual(['postgres']);
    expect(await loadSecret({ ...settingsIn(folder), acceptsChangedSecret: true })).toMatch(/^[\w-]{43}$/);
  });

  test('another one is refused at the start with one line, unless the change is accepted', async () => {
    const own = await newHome();
    try {
      const first = await own.start();
      const made = await send(first, 'POST', '/v1/databases', { body: { goal: BEANS }, key: randomUUID() });
      const other = { SVC_SECRET: 'another-secret-for-tests-0123456789abcdef' };
      const refusal = await own.start(other).then(() => null, String);
      expect(refusal).toMatch(/^Error: this PostgreSQL holds the data of services with another secret: .*SVC_SECRET_CHANGED=accept/);
      expect(refusal?.split('\n')).toHaveLength(1);
      const accepted = await own.start({ ...other, SVC_SECRET_CHANGED: 'accept' });
      const token = String(made.headers.get('x-svc-anonymous-token'));
      expect((await send(accepted, 'GET', '/v1/databases', { token })).status).toBe(400);
      await expect(own.start()).rejects.toThrow(/another secret/);
    } finally {
      await own.close();
    }
  });
});
