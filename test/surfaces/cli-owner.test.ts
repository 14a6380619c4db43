import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IDENTITY_PATH, keyIdOf } from '../../src/contract/local-owner.ts';
import { type CliUser, createCliUser } from '../support/cli.ts';
import { newCustomer } from '../support/customer.ts';
import { newFolder } from '../support/folder.ts';
import { addAccount } from '../support/grants.ts';
import { type Home, newHome } from '../support/owned.ts';
import { send, type TestService } from '../support/service.ts';
import { BEANS } from '../support/session.ts';
import { newBrowser, tokenOf } from '../support/signed-in.ts';

let home: Home;
let service: TestService;
const servers: Server[] = [];
beforeAll(async () => {
  home = await newHome();
  service = await home.start({ SVC_ANON_BUDGET: '1', SVC_ALLOW_PRIVATE_CONNECTIONS: 'true' });
});
afterAll(async () => {
  for (const server of servers) server.close();
  await home.close();
});

const whoami = async (user: CliUser, env: Record<string, string> = {}) =>
  JSON.parse((await user.onPipe(['whoami', '--json'], { env })).stdout);
const names = async (user: CliUser) =>
  (JSON.parse((await user.onPipe(['db', 'list', '--json'])).stdout) as { dbId: string }[]).map(({ dbId }) => dbId);

/** A program on a port of its own that is not the service. */
async function stranger(
  answer: (url: string) => Promise<unknown>,
): Promise<{ url: string; seen: { url: string; authorization?: string }[] }> {
  const seen: { url: string; authorization?: string }[] = [];
  const server = createServer(async (request, response) => {
    const { authorization } = request.headers;
    seen.push({ url: String(request.url), ...(authorization === undefined ? {} : { authorization }) });
    response.setHeader('content-type', 'application/json').end(JSON.stringify(await answer(String(request.url))));
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

describe('on the machine of the service', () => {
  test('svc is the owner by itself: its databases do not hang on what it remembers', async () => {
    const user = await createCliUser(service.url);
    expect(await user.onPipe(['new', BEANS])).toMatchObject({ code: 0, stderr: '' });
    expect(await whoami(user)).toMatchObject({ credential: 'owner' });
    expect(await readFile(user.stateFile, 'utf8')).not.toMatch(/anon_|sk_live_|own_/);
    for (let n = 0; n < 3; n++) expect(await user.onPipe(['run', 'SELECT 1 AS one'])).toMatchObject({ code: 0 });
    const elsewhere = await createCliUser(service.url.replace('127.0.0.1', 'localhost'));
    expect(await names(elsewhere)).toHaveLength(1);
  });

  test('the embedded ClickHouse is installed where the service that runs looks for it, whichever folder is the command’s own', async () => {
    const user = await createCliUser(service.url);
    const programs = await newFolder('programs');
    await writeFile(join(programs, 'npm'), '#!/bin/sh\necho "$@" >&2\nexit 1\n', { mode: 0o755 });
    const env = { PATH: `${programs}:${process.env.PATH}`, XDG_DATA_HOME: user.folder, SVC_DATA_DIR: '' };
    const { code, stderr } = await user.onPipe(['clickhouse', 'install'], { env });
    expect([code, stderr]).toEqual([1, expect.stringContaining(`--prefix ${join(home.dataDir, 'libraries')} `)]);
    const elsewhere = await user.onPipe(['clickhouse', 'install', '--data-dir', user.folder], { env });
    expect(elsewhere.stderr).toContain(`--prefix ${join(user.folder, 'libraries')} `);
  });

  test('a database is connected by a URL that is no argument, asked, looked at and forgotten', async () => {
    const customer = await newCustomer();
    try {
      const user = await createCliUser(service.url);
      const made = await user.onPipe(['db', 'connect', 'their shop'], { input: `${customer.url({ user: customer.owner })}\n` });
      expect(made).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('orders(id int*'),
        stderr: expect.stringContaining('CREATE ROLE svc_reader'),
      });
      expect((await user.onPipe(['db', 'list'])).stdout).toMatch(/their_shop.*postgres.*connected/);
      expect((await user.onPipe(['ask', 'how many orders are there'])).stdout).toContain('3');
      expect(await user.onPipe(['db', 'check'])).toMatchObject({ code: 0, stdout: expect.stringContaining('customers(') });
      const argued = await user.onPipe(['db', 'connect', '--url', customer.url(), '--json']);
      expect(argued).toMatchObject({ code: 0, stderr: expect.stringContaining('next time leave it out') });
      const first = await user.onPipe(['db', 'connect', customer.url(), '--name', 'as first', '--json']);
      expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('where every user of this machine can read it') });
      expect(JSON.parse(first.stdout)).toMatchObject({ slug: 'as_first' });
      const named = await user.onPipe(['db', 'connect', '--json'], { env: { SVC_CONNECTION_URL: customer.url() } });
      expect(named).toMatchObject({ code: 0, stderr: '' });
      expect((await user.onPipe(['db', 'delete', '--confirm', 'their_shop'])).stdout).toContain('their_shop is forgotten here');
      for (const dbId of [argued, first, named].map(({ stdout }) => (JSON.parse(stdout) as { dbId: string }).dbId))
        expect(await user.onPipe(['db', 'delete', '--confirm', dbId])).toMatchObject({ code: 0 });
      const said = JSON.stringify([made, argued, first, named, await readFile(user.stateFile, 'utf8')]);
      expect(said).not.toContain(customer.password);
      expect(said).not.toContain(encodeURIComponent(customer.password));
    } finally {
      await customer.close();
    }
  });

  test('grants are made, listed, used, counted and revoked', async () => {
    const user = await createCliUser(service.url);
    const [db = ''] = await names(user);
    const other = await addAccount(home.control);
    const made = await user.onPipe(['grants', 'create', other.id, 'coffee_beans', '--db', db]);
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[0-9a-f-]{36}\n$/) });
    const id = made.stdout.trim();
    const theirs = { env: { SVC_API_KEY: other.key } };
    expect((await user.onPipe(['db', 'list'], theirs)).stdout).toContain(db);
    expect(await user.onPipe(['run', '--db', db, 'SELECT count(*) AS n FROM coffee_beans'], theirs)).toMatchObject({ code: 0 });
    expect((await user.onPipe(['grants', 'list'])).stdout).toContain(`${id} │ given │ ${db} │ coffee_beans`);
    expect((await user.onPipe(['grants', 'usage', id])).stdout).toMatch(/^1 query and 1 row since /);
    expect(await user.onPipe(['grants', 'create', other.id, 'tea', '--db', db])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('scope_unknown_table'),
    });
    for (const wrong of [
      ['--rows', 'rating > 4'],
      ['--rows', 'coffee_beans: rating > 4', '--rows', 'coffee_beans: rating > 5'],
      ['--mask', 'coffee_beans: '],
    ])
      expect(await user.onPipe(['grants', 'create', other.id, 'coffee_beans', '--db', db, ...wrong])).toMatchObject({ code: 2 });
    expect((await user.onPipe(['grants', 'revoke', id])).stdout).toBe('Revoked, at once and for good.\n');
    expect((await user.onPipe(['grants', 'revoke', id])).stdout).toMatch(/^It was revoked before/);
    expect((await user.onPipe(['run', '--db', db, 'SELECT 1'], theirs)).stderr).toContain('db_not_found');
    const narrow = ['--rows', "coffee_beans: roaster = 'Onyx: gold' AND rating >= 4", '--mask', 'coffee_beans: price, id'];
    const second = await user.onPipe(['grants', 'create', other.id, 'coffee_beans', '--db', db, ...narrow]);
    expect(second).toMatchObject({ code: 0 });
    const list = await user.onPipe(['grants', 'list', '--json']);
    expect(JSON.parse(list.stdout)[0]).toMatchObject({
      rows: { coffee_beans: "roaster = 'Onyx: gold' AND rating >= 4" },
      mask: { coffee_beans: ['price', 'id'] },
    });
    expect((await user.onPipe(['grants', 'list'])).stdout).toMatch(/coffee_beans \(where roaster/);
    expect(await user.onPipe(['run', '--db', db, 'SELECT price FROM coffee_beans'], theirs)).toMatchObject({ code: 1 });
    expect((await user.onPipe(['run', '--db', db, 'SELECT count(*) AS n FROM coffee_beans', '--csv'], theirs)).stdout).toMatch(/^n\r?\n0/);
    expect(await user.onPipe(['grants', 'revoke', second.stdout.trim()])).toMatchObject({ code: 0 });
  });

  test('svc login prints a link that signs a browser in as the owner, once; whoami says whose the account is', async () => {
    const user = await createCliUser(service.url);
    const { account } = await whoami(user);
    const said = await user.onPipe(['login']);
    expect(said).toMatchObject({ code: 0, stdout: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/sign-in#token=[\w-]{43}\n$/) });
    const open = () => newBrowser(service).send('POST', '/v1/auth/email/verify', { body: { token: tokenOf(said.stdout.trim()) } });
    expect((await open()).json()).toMatchObject({ account: { id: account.id, kind: 'local' } });
    expect((await open()).json()).toMatchObject({ error: { code: 'sign_in_expired' } });
    const stranger = await createCliUser(service.url);
    const refused = await stranger.onPipe(['login', '--api-url', 'http://127.0.0.1:1']);
    expect(refused.code).toBe(5);
  });

  test('keys are made, listed and revoked; a key is printed alone, and works as SVC_API_KEY', async () => {
    const user = await createCliUser(service.url);
    const [db = ''] = await names(user);
    const made = await user.onPipe(['keys', 'create', 'nightly', '--read-only']);
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^sk_live_\w{38}\n$/) });
    expect(made.stderr).toMatch(/not shown again.*svc keys revoke/);
    const key = made.stdout.trim();
    const page = await user.onPipe([
      'keys',
      'create',
      '--publishable',
      '--db',
      db,
      '--origins',
      'https://a.example, https://b.example',
      '--json',
    ]);
    expect(JSON.parse(page.stdout)).toMatchObject({ type: 'pk_live', dbId: db, origins: ['https://a.example', 'https://b.example'] });
    expect(await user.onPipe(['keys', 'create', '--publishable'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--db') });
    expect(await user.onPipe(['keys', 'create', '--publishable', '--db', db, '--read-only'])).toMatchObject({ code: 2 });
    expect(await user.onPipe(['keys', 'create', '--origins', 'https://a.example'])).toMatchObject({ code: 2 });
    const listed = (await user.onPipe(['keys', 'list'])).stdout;
    expect(listed).toContain(`sk_live…${key.slice(-4)}`);
    expect(listed).not.toContain(key);

    const program = { env: { SVC_API_KEY: key } };
    expect(await user.onPipe(['run', '--db', db, 'SELECT 1 AS one'], program)).toMatchObject({ code: 0 });
    const write = await user.onPipe(['run', '--db', db, 'DELETE FROM coffee_beans'], program);
    expect(write).toMatchObject({ code: 6, stderr: expect.stringContaining('may read but not write') });
    expect(await user.onPipe(['keys', 'create'], program)).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('No key can do this'),
    });

    const { id } = (JSON.parse((await user.onPipe(['keys', 'list', '--json'])).stdout) as { id: string; name?: string }[]).find(
      ({ name }) => name === 'nightly',
    ) ?? { id: '' };
    expect((await user.onPipe(['keys', 'revoke', id])).stdout).toBe('Revoked, at once and for good.\n');
    expect((await user.onPipe(['keys', 'revoke', id])).stdout).toMatch(/^It was revoked before/);
    expect(await user.onPipe(['run', '--db', db, 'SELECT 1'], program)).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('SVC_API_KEY'),
    });
  });

  test('a provider key is stored from standard input, shown by its end, and forgotten', async () => {
    const user = await createCliUser(service.url);
    const set = await user.onPipe(['byollm', 'set', 'openrouter', 'qwen/qwen3-coder'], { input: 'sk-or-made-up-1234\n' });
    expect(set).toMatchObject({ code: 0, stdout: 'Asks are planned with openrouter/qwen/qwen3-coder, by the key that ends in 1234.\n' });
    expect(JSON.parse((await user.onPipe(['byollm', 'status', '--json'])).stdout)).toEqual({
      configured: true,
      provider: 'openrouter',
      model: 'qwen/qwen3-coder',
      last4: '1234',
    });
    expect((await user.onPipe(['byollm', 'clear'])).stdout).toBe('The provider key is forgotten.\n');
    expect((await user.onPipe(['byollm', 'status'])).stdout).toMatch(/^No provider key is stored/);
    expect(await user.onPipe(['byollm', 'set', 'openai', 'gpt-6'])).toMatchObject({ code: 2 });
    expect(await user.onPipe(['byollm', 'set', 'nobody', 'm', '--key', 'k'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/every user of this machine can read it[\s\S]*openrouter/),
    });
  });

  test('mcp serve is the owner too, whatever the host is called', async () => {
    const call = (id: number, method: string, params: object) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
    for (const host of ['one host', 'another host']) {
      const user = await createCliUser(service.url);
      const input =
        call(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: host, version: '1' } }) +
        `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n` +
        call(2, 'tools/call', { name: 'databases', arguments: {} });
      const { stdout } = await user.onPipe(['mcp', 'serve'], { input, endInputAt: /"id":2/ });
      const reply = JSON.parse(
        stdout
          .trim()
          .split('\n')
          .find((line) => line.includes('"id":2')) ?? '{}',
      );
      expect(reply.result.structuredContent.databases).toHaveLength(1);
    }
  });

  test('an agent host that is installed has a key of its own, which its calls are made with, and which ends with it', async () => {
    const user = await createCliUser(service.url);
    const env = { HOME: user.folder };
    const keysOf = async () =>
      (
        JSON.parse((await user.onPipe(['keys', 'list', '--json'])).stdout) as {
          id: string;
          mcpHost?: string;
          lastUsedAt: unknown;
          revokedAt: unknown;
        }[]
      ).filter(({ mcpHost }) => mcpHost === 'cursor');
    const called = async () => {
      const messages = [
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'initialize',
          params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
        },
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'databases', arguments: {} } },
      ];
      const input = `${messages.map((message) => JSON.stringify(message)).join('\n')}\n`;
      return (await user.onPipe(['mcp', 'serve', '--host', 'cursor'], { env, input, endInputAt: /"id":2/ })).stdout;
    };
    const installed = await user.onPipe(['mcp', 'install', 'cursor', '--yes'], { env });
    expect(installed).toMatchObject({ code: 0, stderr: expect.stringMatching(/Its key is in .*credentials\.json; `svc keys revoke/) });
    const [key] = await keysOf();
    expect(key).toMatchObject({ mcpHost: 'cursor', lastUsedAt: null, revokedAt: null });
    expect(await readFile(join(user.folder, '.cursor', 'mcp.json'), 'utf8')).not.toContain('sk_mcp');
    expect(await readFile(user.stateFile, 'utf8')).not.toContain('sk_mcp');
    expect(await called()).toContain('coffee_beans');
    await user.onPipe(['keys', 'revoke', String(key?.id)]);
    expect(await called()).toMatch(/unauthorized|sign in|not accepted/i);
    expect((await user.onPipe(['mcp', 'uninstall', 'cursor', '--yes'], { env })).stderr).toContain('Its key is revoked.');
    expect(await readFile(user.stateFile, 'utf8')).not.toContain('keyId');
    // Taken out of the file by hand, it still has its key.
    await user.onPipe(['mcp', 'install', 'cursor', '--yes'], { env });
    await rm(join(user.folder, '.cursor', 'mcp.json'));
    expect((await user.onPipe(['mcp', 'uninstall', 'cursor'], { env })).stderr).toMatch(/svc is not in .* Its key is revoked\./);
    expect(await readFile(user.stateFile, 'utf8')).not.toContain('keyId');
  });

  test('a session of before goes to the owner with all it has, once', async () => {
    const user = await createCliUser(service.url);
    const made = await send(service, 'POST', '/v1/databases', { body: { goal: 'track trees with species and height' }, key: randomUUID() });
    const token = String(made.headers.get('x-svc-anonymous-token'));
    await mkdir(dirname(user.stateFile), { recursive: true });
    await writeFile(user.stateFile, JSON.stringify({ version: 1, services: { [service.url]: { token, db: made.json().dbId } } }));
    const first = await user.onPipe(['schema']);
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('species') });
    expect(first.stderr).toBe('The database of your anonymous session is now yours for good.\n');
    expect(await user.onPipe(['schema'])).toMatchObject({ code: 0, stderr: '' });
    expect(await readFile(user.stateFile, 'utf8')).not.toContain('anon_');
    expect(await names(user)).toContain(made.json().dbId);
  });

  test('finds the key of a service of this user wherever that keeps its data', async () => {
    const other = await newHome();
    try {
      const user = await createCliUser((await other.start()).url);
      expect((await user.onPipe(['whoami'])).stdout).toContain(join(other.dataDir, 'owner.key'));
      expect(await names(user)).toEqual([]);
    } finally {
      await other.close();
    }
  });

  test('SVC_API_KEY goes before it', async () => {
    const user = await createCliUser(service.url);
    const env = { SVC_API_KEY: `anon_${'x'.repeat(32)}` };
    expect(await whoami(user, env)).toMatchObject({ credential: 'key' });
    expect(await user.onPipe(['db', 'list'], { env })).toMatchObject({ code: 6, stderr: expect.stringContaining('invalid_token') });
  });
});

describe('a program that is not the service', () => {
  const keyIdHere = async () => keyIdOf((await readFile(join(home.dataDir, 'owner.key'), 'utf8')).trim());

  test('names the key and cannot prove it: nothing is sent to it', async () => {
    const owner = { keyId: await keyIdHere(), boot: 'x', dataDir: home.dataDir, proof: 'A'.repeat(43) };
    const { url, seen } = await stranger(async () => ({ service: 'svc', owner }));
    const user = await createCliUser(url);
    const told = await user.onPipe(['ask', 'How many secrets are there?']);
    expect(told).toMatchObject({
      code: 6,
      stderr: expect.stringMatching(/cannot prove it\. Nothing was sent to it\. \(service_unproven\)/),
    });
    expect(seen.map(({ url }) => url.split('?')[0])).toEqual([IDENTITY_PATH]);
  });

  test('passes the question on to the real service: what it proves holds for the real one’s address alone', async () => {
    const { url, seen } = await stranger(async (path) => (await fetch(`${service.url}${path}`)).json());
    const user = await createCliUser(url);
    expect(await user.onPipe(['db', 'list'])).toMatchObject({ code: 6, stderr: expect.stringContaining('service_unproven') });
    expect(seen).toHaveLength(1);
    expect(seen.every(({ authorization }) => authorization === undefined)).toBe(true);
  });

  test('without an owner is asked as before, with no credential of the owner’s', async () => {
    const { url, seen } = await stranger(async () => []);
    const user = await createCliUser(url);
    expect(await user.onPipe(['db', 'list'])).toMatchObject({ code: 0, stdout: expect.stringContaining('No databases yet') });
    expect(seen.every(({ authorization }) => authorization === undefined)).toBe(true);
  });
});

test('logout on a pipe forgets a session only when told to', async () => {
  const off = await home.start({ SVC_LOCAL_OWNER: 'off' });
  const user = await createCliUser(off.url);
  await user.onPipe(['db', 'list']);
  expect(await user.onPipe(['logout'])).toMatchObject({ code: 3, stderr: expect.stringContaining('cannot be reached again') });
  expect(await whoami(user)).toMatchObject({ credential: 'anonymous' });
  expect((await user.onPipe(['logout', '--confirm'])).stdout).toMatch(/is forgotten/);
  expect(await whoami(user)).toMatchObject({ credential: 'none' });
});
