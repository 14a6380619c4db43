import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { readConfig } from '../../src/config.ts';
import { leadingZeroBits } from '../../src/contract/proof-of-work.ts';
import { createProofOfWork } from '../../src/human-check/proof-of-work.ts';
import { createMemoryEphemeral } from '../../src/store/ephemeral.ts';
import { createCliUser } from '../support/cli.ts';
import { codeOf } from '../support/keys.ts';
import { noteSecret } from '../support/log-watch.ts';
import { type Home, newHome } from '../support/owned.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { send, TEST_SECRET, type TestService } from '../support/service.ts';
import type { Reply } from '../support/session.ts';

const PROOF = {
  SVC_HUMAN_CHECK: 'proof-of-work',
  SVC_HUMAN_CHECK_AFTER: '1',
  SVC_PROOF_OF_WORK_BITS: '10',
  SVC_TRUST_PROXY: '1',
  SVC_PUBLIC_URL: 'https://svc.example.com',
};

let home: Home;
let redis: TestRedis;
let [service, twin] = [] as unknown as [TestService, TestService];
beforeAll(async () => {
  redis = await startRedis();
  home = await newHome();
  const settings = { ...PROOF, REDIS_URL: redis.url };
  [service, twin] = [await home.start(settings), await home.start(settings)];
});
afterAll(async () => {
  await home?.close();
  await redis?.stop();
});

/** Nobody's yet: each test comes from an address of its own. */
const newAddress = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;
const from = (address: string, solution?: string) => ({
  'x-forwarded-for': address,
  ...(solution === undefined ? {} : { 'x-svc-challenge': solution }),
});
/** Begins a session. */
const begin = (address: string, solution?: string, at = service) =>
  send(at, 'POST', '/v1/run', { body: { sql: 'SELECT 1' }, headers: from(address, solution) });
const ask = (address: string, solution?: string, at = service) => send(at, 'GET', '/v1/databases', { headers: from(address, solution) });
const askForLink = (address: string, solution?: string, at = service) =>
  send(at, 'POST', '/v1/auth/email', { body: { email: `${randomUUID()}@example.com` }, headers: from(address, solution) });

const paramsOf = (reply: Reply) =>
  (reply.json().error as { params: { kind: string; challenge: string; bits: number; reason?: string; expiresAt: string } }).params;

/** As a stranger's program would, with what `params.how` says. */
function solutionOf({ challenge, bits }: { challenge: string; bits: number }, isRight = true): string {
  for (let n = 0; ; n++) {
    const solution = `${challenge}.${n}`;
    if (leadingZeroBits(createHash('sha256').update(solution).digest()) >= bits === isRight) return solution;
  }
}

describe('a proof of work', () => {
  test('is asked for once an address has begun its first sessions, counts once and for that address alone, whoever serves', async () => {
    const [address, other] = [newAddress(), newAddress()];
    expect((await ask(address)).status).toBe(200);
    const asked = await ask(address, undefined, twin);
    expect([asked.status, codeOf(asked)]).toEqual([428, 'challenge_required']);
    expect(asked.headers.get('x-svc-anonymous-token')).toBeNull();
    const params = paramsOf(asked);
    expect(params).toMatchObject({ kind: 'proof_of_work', bits: 10, what: expect.stringContaining('sessions') });
    expect(Date.parse(params.expiresAt)).toBeGreaterThan(Date.now());
    const solution = solutionOf(params);
    // Another address of the same host has the same limit, and the same challenge.
    expect((await ask(`${address}23`, solution)).status).toBe(200);
    for (const at of [service, twin]) expect(paramsOf(await ask(address, solution, at)).reason).toMatch(/used before/);
    expect((await ask(other)).status).toBe(200);
    const second = solutionOf(paramsOf(await ask(address)));
    expect(paramsOf(await ask(other, second)).reason).toMatch(/no challenge that was given to this address/);
    expect((await ask(address, second)).status).toBe(200);
  });

  test.each<[string, (challenge: { challenge: string; bits: number }) => string]>([
    ['a wrong number', (params) => solutionOf(params, false)],
    [
      'a challenge with fewer bits',
      ({ challenge }) => {
        const [payload = '', signature] = challenge.split('.');
        const [id, , end] = JSON.parse(Buffer.from(payload, 'base64url').toString());
        return solutionOf({ challenge: `${Buffer.from(JSON.stringify([id, 1, end])).toString('base64url')}.${signature}`, bits: 1 });
      },
    ],
    ['no challenge', () => 'let me in'],
    ['a number with more behind it', (params) => `${solutionOf(params)}\u0020x`],
    ['nothing', () => ''],
    ['a long text', () => 'a'.repeat(4_000)],
  ])('does not take %s', async (_, spoil) => {
    const address = newAddress();
    await ask(address);
    const reply = await ask(address, spoil(paramsOf(await ask(address))));
    expect(codeOf(reply), reply.text).toBe('challenge_required');
  });

  test('lets one of many through that come with the same at once', async () => {
    const address = newAddress();
    await ask(address);
    const solution = solutionOf(paramsOf(await ask(address)));
    const replies = await Promise.all(Array.from({ length: 12 }, (_, n) => ask(address, solution, n % 2 ? twin : service)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(428)]);
  });

  test('counts for what it was given for, and not for long', async () => {
    const address = newAddress();
    await Promise.all([ask(address), askForLink(address)]);
    const ofSession = solutionOf(paramsOf(await ask(address)));
    expect(paramsOf(await askForLink(address, ofSession)).reason).toMatch(/for this/);
    let time = 0;
    const proof = createProofOfWork({ secret: TEST_SECRET, ephemeral: createMemoryEphemeral(), bits: 4, now: () => time });
    const subject = { purpose: 'session', group: '192.0.2.1' };
    const [early, late] = [proof.make(subject), proof.make(subject)];
    time = 299_000;
    expect(await proof.refuse(solutionOf(early), subject)).toBeNull();
    time = 300_000;
    expect(await proof.refuse(solutionOf(late), subject)).toMatch(/expired/);
  });

  test('is no matter of calls that failed, of sessions that go on, nor of who is signed in', async () => {
    const address = newAddress();
    for (const _ of [1, 2, 3]) expect(codeOf(await begin(address))).not.toBe('challenge_required');
    const first = await ask(address);
    const token = String(first.headers.get('x-svc-anonymous-token'));
    const owner = (await readFile(join(home.dataDir, 'owner.key'), 'utf8')).trim();
    for (const _ of [1, 2, 3]) expect((await send(service, 'GET', '/v1/databases', { token, headers: from(address) })).status).toBe(200);
    expect(codeOf(await ask(address))).toBe('challenge_required');
    for (const _ of [1, 2, 3]) expect((await send(service, 'GET', '/v1/databases', { token: owner })).status).toBe(200);
    for (const _ of [1, 2, 3]) {
      const body = { email: `${randomUUID()}@example.com` };
      expect((await send(service, 'POST', '/v1/auth/email', { body, token: owner })).status).toBe(200);
    }
  });

  test('is asked for before a mail is sent to somebody', async () => {
    const address = newAddress();
    expect((await askForLink(address)).status).toBe(200);
    const asked = await askForLink(address);
    expect(paramsOf(asked)).toMatchObject({ kind: 'proof_of_work', what: expect.stringContaining('links') });
    expect((await askForLink(address, solutionOf(paramsOf(asked)))).status).toBe(200);
  });

  test('is done by the typed client and by svc, unasked', async () => {
    const strict = await home.start({ ...PROOF, SVC_HUMAN_CHECK_AFTER: '0', SVC_LOCAL_OWNER: 'off' });
    expect(await createClient({ baseUrl: strict.url }).listDatabases()).toEqual([]);
    expect(await createClient({ baseUrl: strict.url }).requestSignIn({ email: 'ada@example.com' })).toMatchObject({ sent: true });
    const user = await createCliUser(strict.url);
    expect(await user.onPipe(['db', 'list', '--json'])).toMatchObject({ code: 0, stdout: '[]\n' });
    const leaving = AbortSignal.abort();
    await expect(createClient({ baseUrl: strict.url }).listDatabases({}, { signal: leaving })).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('a provider of human checks', () => {
  const forms: URLSearchParams[] = [];
  let answer: (form: URLSearchParams) => string = () => '';
  let provider: Server;
  let checked: TestService;
  const SECRET = 'a-secret-of-the-provider-0123456789';
  beforeAll(async () => {
    noteSecret(SECRET);
    provider = createServer(async (request, response) => {
      const form = new URLSearchParams(await text(request));
      forms.push(form);
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer(form));
    }).listen(0, '127.0.0.1');
    await once(provider, 'listening');
    checked = await home.start({
      SVC_HUMAN_CHECK: 'turnstile',
      SVC_HUMAN_CHECK_AFTER: '0',
      SVC_HUMAN_CHECK_SITE_KEY: '1x00000000000000000000AA',
      SVC_HUMAN_CHECK_SECRET: SECRET,
      SVC_HUMAN_CHECK_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/siteverify`,
      SVC_TRUST_PROXY: '1',
      SVC_LOCAL_OWNER: 'off',
    });
  });
  afterAll(() => void provider?.close());

  test('verifies the token of its widget, which the client asks a person for', async () => {
    const [address, good] = [newAddress(), randomUUID()];
    answer = (form) =>
      JSON.stringify(
        form.get('response') === good ? { success: true, hostname: 'x' } : { success: false, 'error-codes': ['timeout-or-duplicate'] },
      );
    const asked = await ask(address, undefined, checked);
    expect(paramsOf(asked)).toEqual({
      kind: 'turnstile',
      siteKey: '1x00000000000000000000AA',
      header: 'x-svc-challenge',
      what: 'new anonymous sessions from this address',
      how: expect.any(String),
    });
    expect(paramsOf(await ask(address, 'bad', checked)).reason).toMatch(/provider does not take it/);
    expect((await ask(address, good, checked)).status).toBe(200);
    expect(Object.fromEntries(forms.at(-1) ?? [])).toEqual({ secret: SECRET, response: good, remoteip: address });
    const seen: string[] = [];
    const client = createClient({
      baseUrl: checked.url,
      solveChallenge: async (challenge) => {
        seen.push(challenge.kind);
        return good;
      },
    });
    expect(await client.listDatabases()).toEqual([]);
    expect(seen).toEqual(['turnstile']);
    await expect(createClient({ baseUrl: checked.url }).listDatabases()).rejects.toMatchObject({ code: 'challenge_required' });
    const tired = createClient({ baseUrl: checked.url, solveChallenge: async () => 'bad' });
    await expect(tired.listDatabases()).rejects.toMatchObject({ code: 'challenge_required' });
  });

  test('that does not answer, or does not know the service, lets nobody pass', async () => {
    const before = forms.length;
    answer = () => JSON.stringify({ success: false, 'error-codes': ['invalid-input-secret'] });
    expect(codeOf(await ask(newAddress(), 'token', checked))).toBe('unconfigured');
    answer = () => '<html>';
    expect(codeOf(await ask(newAddress(), 'token', checked))).toBe('auth_unavailable');
    expect(paramsOf(await ask(newAddress(), 'x'.repeat(5_000), checked)).reason).toMatch(/longer/);
    expect(forms.length).toBe(before + 2);
    provider.closeAllConnections();
    provider.close();
    await once(provider, 'close');
    expect(codeOf(await ask(newAddress(), 'token', checked))).toBe('auth_unavailable');
  });
});

test('a service on loopback alone asks nobody, and any other for a proof of work', () => {
  expect(readConfig({}).humanCheck).toBeNull();
  expect(readConfig({ SVC_HOST: '0.0.0.0' }).humanCheck).toEqual({ free: 3, bits: 17, provider: null });
  expect(readConfig({ SVC_HOST: '0.0.0.0', SVC_HUMAN_CHECK: 'off' }).humanCheck).toBeNull();
  expect(() => readConfig({ SVC_HUMAN_CHECK: 'hcaptcha', SVC_HUMAN_CHECK_SITE_KEY: 'x' })).toThrow(/SVC_HUMAN_CHECK_SECRET/);
});
