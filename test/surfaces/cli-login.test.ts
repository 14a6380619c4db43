import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSealedKeys } from '../../src/cli/sealed-keys.ts';
import { type CliUser, CTRL_C, createCliUser } from '../support/cli.ts';
import { type MailServer, startMailServer } from '../support/mail.ts';
import { type Home, newHome } from '../support/owned.ts';
import { send, type TestService } from '../support/service.ts';
import { BEANS } from '../support/session.ts';
import { signedIn, type TestBrowser } from '../support/signed-in.ts';

let mail: MailServer;
let home: Home;
let service: TestService;
beforeAll(async () => {
  mail = await startMailServer();
  home = await newHome();
  service = await home.start({ SVC_SMTP_URL: mail.url, SVC_LOCAL_OWNER: 'off' });
});
afterAll(async () => {
  await home?.close();
  await mail?.close();
});

const whoami = async (user: CliUser) => JSON.parse((await user.onPipe(['whoami', '--json'])).stdout);
const CODE = /code ([A-Z]{4}-[A-Z]{4})/;
const secretsOf = (user: CliUser) => join(dirname(user.stateFile), 'credentials.json');

const sealOf = (user: CliUser) => join(user.folder, 'of-state', 'svc', 'credentials.key');
const keyIn = (user: CliUser) => String(Object.values(openSealedKeys({ file: secretsOf(user), sealFile: sealOf(user) }).read())[0]);

/** `svc login` in a terminal, whose code is approved, or refused, in the browser. */
async function login(user: CliUser, browser: TestBrowser, decision = 'approve'): Promise<{ code: number; text: string }> {
  const terminal = user.onTerminal(['login'], { columns: 200 });
  await terminal.sees(CODE);
  const [, userCode = ''] = CODE.exec(terminal.text()) ?? [];
  expect(terminal.text()).toContain(`${service.url}/device#code=${userCode}`);
  await browser.send('POST', '/v1/auth/device/decide', { body: { userCode, decision } });
  return { code: await terminal.ended(), text: terminal.text() };
}

describe('svc login at a service of somebody else’s', () => {
  test('signs the device in; its key is in a file for this user alone where there is no keychain; logout revokes it', async () => {
    const user = await createCliUser(service.url);
    const email = `${randomUUID()}@example.com`;
    const browser = await signedIn(service, mail, email);
    await user.onPipe(['new', BEANS]);
    const { db } = await whoami(user);

    const said = await login(user, browser);
    expect(said).toMatchObject({ code: 0, text: expect.stringContaining(`as ${email}`) });
    expect(said.text).toMatch(/no keychain here.*credentials\.json, which this user alone may read/);
    expect(said.text).toContain('The database of your anonymous session is now yours for good.');
    const key = keyIn(user);
    expect(key).toMatch(/^sk_live_/);
    for (const file of [secretsOf(user), sealOf(user)]) {
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(await readFile(file, 'utf8')).not.toMatch(/sk_live_/);
    }
    expect(await readFile(user.stateFile, 'utf8')).not.toMatch(/sk_live_|anon_/);
    expect(said.text).not.toContain(key);

    expect(await whoami(user)).toMatchObject({ credential: 'device', account: { email }, db });
    expect((await user.onPipe(['whoami'])).stdout).toMatch(/credential {2}the key of this device, in .*credentials\.json\n/);
    expect(await user.onPipe(['run', 'SELECT count(*) AS n FROM coffee_beans'])).toMatchObject({ code: 0 });
    expect(await user.onPipe(['login'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`signed in to ${service.url} as ${email}`),
    });
    // What takes somebody who is signed in is done in their browser.
    for (const words of [
      ['keys', 'create', 'nightly'],
      ['grants', 'list'],
      ['byollm', 'status'],
    ])
      expect(await user.onPipe(words), words.join(' ')).toMatchObject({
        code: 6,
        stderr: expect.stringContaining(`A browser can: ${service.url}/keys and /grants, where you are signed in.`),
      });
    // A key of one's own goes before it.
    expect(await user.onPipe(['db', 'list'], { env: { SVC_API_KEY: `anon_${'x'.repeat(32)}` } })).toMatchObject({ code: 6 });
    expect(await user.onPipe(['login'], { env: { SVC_API_KEY: key } })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('SVC_API_KEY is set'),
    });

    expect(await user.onPipe(['logout'])).toMatchObject({ code: 3, stderr: expect.stringContaining('Its key is revoked') });
    expect((await send(service, 'GET', '/v1/auth/session', { token: key })).status).toBe(200);
    const out = user.onTerminal(['logout'], { columns: 200 });
    await out.sees('Sign this device out?');
    out.type('y');
    expect(await out.ended()).toBe(0);
    expect(out.text()).toMatch(/the key of this device is revoked/);
    expect((await send(service, 'GET', '/v1/auth/session', { token: key })).status).toBe(401);
    await expect(stat(secretsOf(user))).rejects.toThrow('ENOENT');
    expect(await whoami(user)).toMatchObject({ credential: 'none' });
    expect((await browser.send('GET', '/v1/databases')).json()).toMatchObject([{ dbId: db }]);
  });

  test('mcp install gives a host a key of its own, which ends with that of the device', async () => {
    const user = await createCliUser(service.url);
    const browser = await signedIn(service, mail, `${randomUUID()}@example.com`);
    const env = { HOME: user.folder };
    const install = () => user.onPipe(['mcp', 'install', 'cursor', '--yes'], { env });
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
    const ofHost = async () =>
      (
        (await browser.send('GET', '/v1/keys')).json() as unknown as {
          id: string;
          mcpHost?: string;
          lastUsedAt: unknown;
          revokedAt: unknown;
        }[]
      )
        .filter(({ mcpHost }) => mcpHost === 'cursor')
        .map(({ id, lastUsedAt, revokedAt }) => ({ id, isUsed: lastUsedAt !== null, isRevoked: revokedAt !== null }));

    expect(await install()).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('after `svc login`, `svc mcp install` gives it a key'),
    });
    await login(user, browser);
    await user.onPipe(['new', BEANS]);
    expect(await install()).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/already in .* Its key is in .*credentials\.json; `svc keys revoke/),
    });
    expect(await readFile(join(user.folder, '.cursor', 'mcp.json'), 'utf8')).not.toContain('sk_');
    expect(await readFile(user.stateFile, 'utf8')).not.toContain('sk_mcp');
    expect(await called()).toContain('coffee_beans');
    await expect.poll(ofHost, { timeout: 20_000 }).toEqual([{ id: expect.any(String), isUsed: true, isRevoked: false }]);

    // The same again makes no second one; where the first was revoked it does.
    expect((await install()).stderr).not.toContain('key');
    const [first = { id: '' }] = await ofHost();
    await user.onPipe(['keys', 'revoke', first.id]);
    expect(await called()).toMatch(/unauthorized|sign in|not accepted/i);
    expect((await install()).stderr).toContain('Its key is in');
    expect(await called()).toContain('coffee_beans');

    const told = await user.onPipe(['logout']);
    expect(told).toMatchObject({ code: 3, stderr: expect.stringContaining('and with it those of cursor') });
    expect(await user.onPipe(['logout', '--confirm'])).toMatchObject({ code: 0 });
    expect((await ofHost()).map(({ isRevoked }) => isRevoked)).toEqual([true, true]);
    await expect(stat(secretsOf(user))).rejects.toThrow('ENOENT');
    expect(await readFile(user.stateFile, 'utf8')).not.toContain('keyId');
    const shell = await user.onPipe(['mcp', 'install', 'zed', '--yes'], { env: { ...env, SVC_API_KEY: `anon_${'x'.repeat(32)}` } });
    expect(shell).toMatchObject({ code: 0, stderr: expect.stringContaining('SVC_API_KEY is written into no file') });
  });

  test('a refusal, and Ctrl-C, leave nothing behind', async () => {
    const user = await createCliUser(service.url);
    const refused = await login(user, await signedIn(service, mail, `${randomUUID()}@example.com`), 'refuse');
    expect(refused).toMatchObject({ code: 6, text: expect.stringContaining('This device was refused.') });
    const terminal = user.onTerminal(['login'], { columns: 200 });
    await terminal.sees(CODE);
    terminal.type(CTRL_C);
    expect(await terminal.ended()).toBe(130);
    await expect(stat(secretsOf(user))).rejects.toThrow('ENOENT');
    expect(await whoami(user)).toMatchObject({ credential: 'none' });
  });

  test('a key that was revoked elsewhere is said so, and login gets another', async () => {
    const user = await createCliUser(service.url);
    const browser = await signedIn(service, mail, `${randomUUID()}@example.com`);
    await login(user, browser);
    const [{ id } = { id: '' }] = (await browser.send('GET', '/v1/keys')).json() as unknown as { id: string }[];
    await browser.send('DELETE', `/v1/keys/${id}`);
    expect(await user.onPipe(['db', 'list'])).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('The key of this device was revoked'),
    });
    expect((await user.onPipe(['whoami'])).stdout).toContain('not accepted any more');
    expect(await login(user, browser)).toMatchObject({ code: 0 });
    expect(await user.onPipe(['db', 'list'])).toMatchObject({ code: 0 });
    // A key that is lost here is still in force there.
    await rm(secretsOf(user));
    expect(await user.onPipe(['db', 'list'])).toMatchObject({ code: 6, stderr: expect.stringContaining('not in') });
    expect(await user.onPipe(['logout', '--confirm'])).toMatchObject({ code: 1, stderr: expect.stringContaining('could not be revoked') });
    expect(await whoami(user)).toMatchObject({ credential: 'none' });
  });

  test('keys that cannot be opened are said so; logout and login go on, and keep the file aside', async () => {
    const user = await createCliUser(service.url);
    const browser = await signedIn(service, mail, `${randomUUID()}@example.com`);
    await login(user, browser);
    await writeFile(sealOf(user), Buffer.alloc(32).toString('base64'));
    expect(await user.onPipe(['db', 'list'])).toMatchObject({
      code: 6,
      stderr: expect.stringMatching(/cannot be read from .*credentials\.json/),
    });
    expect(await user.onPipe(['logout', '--confirm'])).toMatchObject({ code: 1, stderr: expect.stringContaining('could not be revoked') });
    expect(await login(user, browser)).toMatchObject({ code: 0 });
    expect(await user.onPipe(['db', 'list'])).toMatchObject({ code: 0 });
    expect((await readdir(dirname(secretsOf(user)))).filter((name) => name.startsWith('credentials.json'))).toEqual([
      'credentials.json',
      expect.stringMatching(/^credentials\.json\.broken-\d+$/),
    ]);
  });

  test('SVC_KEYCHAIN takes on and off alone', async () => {
    const user = await createCliUser(service.url);
    expect(await user.onPipe(['whoami'], { env: { SVC_KEYCHAIN: 'none' } })).toMatchObject({ code: 2 });
  });
});
