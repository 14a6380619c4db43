import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../support/keys.ts';
import { type MailServer, startMailServer } from '../support/mail.ts';
import { type Home, newHome } from '../support/owned.ts';
import { send, type TestService } from '../support/service.ts';
import { openAdmin, type Reply } from '../support/session.ts';
import { newBrowser, signedIn, type TestBrowser } from '../support/signed-in.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

let mail: MailServer;
let home: Home;
let service: TestService;
let other: TestService;
let admin: Awaited<ReturnType<typeof openAdmin>>;
beforeAll(async () => {
  mail = await startMailServer();
  home = await newHome();
  const settings = { SVC_SMTP_URL: mail.url, SVC_LOCAL_OWNER: 'off' };
  [service, other] = [await home.start(settings), await home.start(settings)];
  admin = await openAdmin(home.control);
});
afterAll(async () => {
  await admin?.end();
  await home?.close();
  await mail?.close();
});

interface Codes {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
}
const begin = async (body: object = { client_id: 'svc', device: 'laptop' }) =>
  (await send(service, 'POST', '/v1/auth/device', { body })).json() as unknown as Codes;
const redeem = (device_code: string, at = service) =>
  send(at, 'POST', '/v1/auth/device/token', { body: { grant_type: GRANT, device_code, client_id: 'svc' } });
const decide = (browser: TestBrowser, userCode: string, decision = 'approve') =>
  browser.send('POST', '/v1/auth/device/decide', { body: { userCode, decision } });
const lookUp = (browser: TestBrowser, userCode: string) => browser.send('POST', '/v1/auth/device/look-up', { body: { userCode } });
const person = () => signedIn(service, mail, `${randomUUID()}@example.com`);
const ofDevice = (where: string) => `UPDATE svc_control.device_request SET ${where}`;
/** As the body of a form, which is how OAuth itself speaks. */
const sendForm = (path: string, fields: string | Record<string, string>): Promise<Reply> =>
  send(service, 'POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const keysOf = async (browser: TestBrowser) => (await browser.send('GET', '/v1/keys')).json() as unknown as Record<string, unknown>[];

describe('a device', () => {
  test('gets codes, waits, is approved in a browser, and gets a key of the account once', async () => {
    const reply = await send(service, 'POST', '/v1/auth/device', { body: { client_id: 'svc', device: 'laptop' } });
    expect(reply.status, reply.text).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const codes = reply.json() as unknown as Codes;
    expect(codes).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: `${service.url}/device`,
      verification_uri_complete: `${service.url}/device#code=${codes.user_code}`,
      expires_in: 900,
      interval: 5,
    });
    expect(codeOf(await redeem(codes.device_code))).toBe('authorization_pending');

    const browser = await person();
    const seen = await lookUp(browser, codes.user_code.toLowerCase().replace('-', ' '));
    expect(seen.json()).toEqual({
      userCode: codes.user_code,
      device: 'laptop',
      access: 'write',
      address: '127.0.0.1',
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
    });
    expect((await decide(browser, codes.user_code)).json()).toEqual({ device: 'laptop', decision: 'approve' });

    const given = await redeem(codes.device_code, other);
    expect(given.status, given.text).toBe(200);
    const { access_token: key, ...rest } = given.json() as { access_token: string; key: { id: string } };
    expect(key).toMatch(/^sk_live_[0-9A-Za-z]{38}$/);
    expect(rest).toMatchObject({
      token_type: 'Bearer',
      scope: 'write',
      key: { type: 'sk_live', name: 'svc on laptop', deviceId: 'laptop', access: 'write', last4: key.slice(-4) },
    });
    expect(codeOf(await redeem(codes.device_code))).toBe('invalid_grant');
    expect((await send(service, 'GET', '/v1/auth/session', { token: key })).json()).toMatchObject({
      kind: 'account_key',
      account: { id: browser.accountId },
      keyId: rest.key.id,
    });
    expect(await keysOf(browser)).toEqual([expect.objectContaining({ id: rest.key.id, deviceId: 'laptop' })]);
    const log = (await browser.send('GET', '/v1/audit')).json() as unknown as { action: string; subject: string; details: object }[];
    expect(log.map(({ action }) => action)).toEqual(['key.mint', 'device.approve', 'session.begin']);
    expect(log[1]).toMatchObject({ details: { device: 'laptop', access: 'write', address: '127.0.0.1' } });
  });

  test('that asks many times at once, at two services, gets one key', async () => {
    const browser = await person();
    const codes = await begin();
    await decide(browser, codes.user_code);
    const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => redeem(codes.device_code, n % 2 === 0 ? service : other)));
    expect(replies.map(codeOf).sort()).toEqual([null, ...Array.from({ length: 9 }, () => 'invalid_grant')].sort());
    expect(await keysOf(browser)).toHaveLength(1);
  });

  test('that asks too often is told to slow down, and waits longer from then on; its key comes whenever it is approved', async () => {
    const codes = await begin();
    const ask = async () => codeOf(await redeem(codes.device_code));
    const askedBefore = (when: string) => admin.query(ofDevice(`asked_at = clock_timestamp() - interval '${when}'`));
    const interval = async () =>
      (await admin.query('SELECT interval_seconds AS n FROM svc_control.device_request ORDER BY id DESC LIMIT 1')).rows[0].n;
    expect(await ask()).toBe('authorization_pending');
    for (const slower of [10, 15]) {
      await askedBefore('-1 hour');
      expect([await ask(), await interval()]).toEqual(['slow_down', slower]);
    }
    await askedBefore('15 seconds');
    expect([await ask(), await interval()]).toEqual(['authorization_pending', 15]);
    await askedBefore('-1 hour');
    await decide(await person(), codes.user_code);
    expect(await ask()).toBeNull();
  });

  test('that is refused is told so, and stays refused', async () => {
    const browser = await person();
    const codes = await begin();
    expect((await decide(browser, codes.user_code, 'refuse')).json()).toEqual({ device: 'laptop', decision: 'refuse' });
    expect(codeOf(await decide(browser, codes.user_code))).toBe('user_code_unknown');
    for (let n = 0; n < 2; n++) expect(codeOf(await redeem(codes.device_code))).toBe('access_denied');
    expect(await keysOf(browser)).toEqual([]);
  });

  test('that comes too late is told so, approved or not; nobody approves it any more', async () => {
    const browser = await person();
    const [late, approved] = [await begin(), await begin()];
    await decide(browser, approved.user_code);
    await admin.query(ofDevice("expires_at = now() - interval '1 second'"));
    for (const { device_code } of [late, approved]) expect(codeOf(await redeem(device_code))).toBe('expired_token');
    expect(codeOf(await decide(browser, late.user_code))).toBe('user_code_unknown');
    expect(codeOf(await lookUp(browser, late.user_code))).toBe('user_code_unknown');
  });

  test('is approved once: the first word counts, also of two accounts at once', async () => {
    const [one, two] = [await person(), await person()];
    const codes = await begin();
    const replies = await Promise.all([decide(one, codes.user_code), decide(two, codes.user_code)]);
    expect(replies.map(codeOf).sort()).toEqual([null, 'user_code_unknown'].sort());
    expect((await redeem(codes.device_code)).status).toBe(200);
    expect((await keysOf(one)).length + (await keysOf(two)).length).toBe(1);
  });

  test('may ask for a key that only reads', async () => {
    const browser = await person();
    const codes = await begin({ scope: 'read' });
    expect((await lookUp(browser, codes.user_code)).json()).toMatchObject({ access: 'read', device: 'unknown-device' });
    await decide(browser, codes.user_code);
    expect((await redeem(codes.device_code)).json()).toMatchObject({
      scope: 'read',
      key: { access: 'read', name: 'svc on unknown-device' },
    });
  });

  test('whose account has no room for a key gets it when there is', async () => {
    const browser = await person();
    const codes = await begin();
    await decide(browser, codes.user_code);
    const insert = `INSERT INTO svc_control.account_key (id, account_id, hash, type, last4, access, created_at)
      SELECT gen_random_uuid(), $1::uuid, md5(n::text || $1::uuid), 'sk_live', 'xxxx', 'read', now() FROM generate_series(1, 100) n`;
    await admin.query(insert, [browser.accountId]);
    expect(codeOf(await redeem(codes.device_code))).toBe('key_limit_reached');
    await admin.query('DELETE FROM svc_control.account_key WHERE account_id = $1', [browser.accountId]);
    expect((await redeem(codes.device_code)).status).toBe(200);
  });

  test.each([
    ['a name with a space', { device: 'my laptop' }],
    ['a name that begins another part of a key', { device: 'a_b' }],
    ['markup', { device: '<b>laptop</b>' }],
    ['another client', { client_id: 'other' }],
    ['a scope that there is not', { scope: 'openid' }],
  ])('with %s is refused', async (_, body) => {
    expect(codeOf(await send(service, 'POST', '/v1/auth/device', { body }))).toBe('invalid_body');
  });

  test('only hashes of its codes are kept, and no log of the account has them', async () => {
    const browser = await person();
    const codes = await begin();
    await decide(browser, codes.user_code);
    const kept = async () =>
      (
        await admin.query(
          'SELECT concat((SELECT json_agg(d) FROM svc_control.device_request d), (SELECT json_agg(a) FROM svc_control.audit_event a), (SELECT json_agg(i) FROM svc_control.idempotency i), (SELECT json_agg(k) FROM svc_control.account_key k)) AS all',
        )
      ).rows[0].all as string;
    const before = await kept();
    const { access_token: key } = (await redeem(codes.device_code)).json();
    for (const text of [before, await kept()])
      for (const secret of [codes.device_code, codes.user_code, codes.user_code.replace('-', ''), String(key)])
        expect(text).not.toContain(secret);
  });
});

describe('who speaks OAuth’s own way, with forms', () => {
  test('gets codes and a key as RFC 8628 has them', async () => {
    const codes = (await sendForm('/v1/auth/device', { client_id: 'svc', scope: 'write', device: 'laptop' })).json() as unknown as Codes;
    await decide(await person(), codes.user_code);
    const given = await sendForm('/v1/auth/device/token', { grant_type: GRANT, device_code: codes.device_code, client_id: 'svc' });
    expect(given.json()).toMatchObject({ access_token: expect.stringMatching(/^sk_live_/), token_type: 'Bearer', scope: 'write' });
  });

  test.each([
    ['authorization_pending', async () => ({ grant_type: GRANT, device_code: (await begin()).device_code })],
    ['invalid_grant', async () => ({ grant_type: GRANT, device_code: 'x'.repeat(43) })],
    ['unsupported_grant_type', async () => ({ grant_type: 'authorization_code', device_code: 'x' })],
    ['invalid_request', async () => ({ grant_type: GRANT, device_code: 'x', client_id: 'other' })],
    ['invalid_request', async () => `grant_type=${GRANT}&device_code=x&device_code=y`],
  ])('%s comes in the shape of RFC 6749, 5.2', async (error, fields) => {
    const reply = await sendForm('/v1/auth/device/token', await fields());
    expect([reply.status, reply.json()]).toEqual([
      400,
      { error, error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/) },
    ]);
  });

  test('elsewhere a form is no JSON', async () => {
    expect(codeOf(await sendForm('/v1/auth/email', { email: 'ada@example.com' }))).toBe('invalid_json');
  });
});

describe('the code that is typed', () => {
  test('counts for who is signed in alone', async () => {
    const { user_code: userCode } = await begin();
    expect(codeOf(await lookUp(newBrowser(service), userCode))).toBe('unauthorized');
    expect(codeOf(await decide(newBrowser(service), userCode))).toBe('unauthorized');
    const browser = await person();
    const { key } = (await browser.send('POST', '/v1/keys', { body: { type: 'sk_live' } })).json();
    const reply = await send(service, 'POST', '/v1/auth/device/decide', {
      body: { userCode, decision: 'approve' },
      token: String(key),
      key: randomUUID(),
    });
    expect(codeOf(reply)).toBe('forbidden');
  });

  test('and on pages of this service alone', async () => {
    const browser = await person();
    const { user_code: userCode, device_code } = await begin();
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'http://127.0.0.1:1' }, { origin: 'null' }]) {
      const body = { userCode, decision: 'approve' };
      expect(codeOf(await browser.send('POST', '/v1/auth/device/decide', { body, headers }))).toBe('forbidden');
      expect(codeOf(await browser.send('POST', '/v1/auth/device/look-up', { body: { userCode }, headers }))).toBe('forbidden');
    }
    expect(codeOf(await redeem(device_code))).toBe('authorization_pending');
  });

  test.each(['', 'AAAA-AAAA', 'BCDF-GHJ', 'BCDF-GHJKL', "BCDF-GHJ'", 'BCDF-GHJK'])(
    '%j looks like any that there is not',
    async (userCode) => {
      expect(codeOf(await lookUp(await person(), userCode))).toBe('user_code_unknown');
    },
  );

  test('is guessed only so often, right or wrong', async () => {
    const browser = await person();
    const { user_code: right } = await begin();
    for (let n = 0; n < 15; n++) {
      expect(codeOf(await lookUp(browser, 'BCDF-GHJK'))).toBe('user_code_unknown');
      expect(codeOf(await decide(browser, 'BCDF-GHJK'))).toBe('user_code_unknown');
    }
    for (const userCode of ['BCDF-GHJK', right]) {
      const refused = await lookUp(browser, userCode);
      expect(codeOf(refused)).toBe('rate_limited');
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    }
  });
});

/** A device that a person signed in, and what it sends with the key that it got. */
async function signedInDevice(scope: 'read' | 'write' = 'write') {
  const browser = await person();
  const codes = await begin({ client_id: 'svc', device: 'laptop', scope });
  await decide(browser, codes.user_code);
  const { access_token: token, key } = (await redeem(codes.device_code)).json() as { access_token: string; key: { id: string } };
  const mint = (body: object, at = service) => send(at, 'POST', '/v1/keys', { body, token, key: randomUUID() });
  return { browser, token, id: key.id, mint };
}
const OF_HOST = { type: 'sk_mcp', host: 'cursor', device: 'laptop' };

describe('the key of a device', () => {
  test('makes keys of agent hosts on that device, and no others', async () => {
    const { browser, mint } = await signedInDevice();
    const made = await mint({ ...OF_HOST, access: 'read', confirm: 'owner' });
    expect(made.status, made.text).toBe(201);
    const { key, ...record } = made.json() as unknown as { key: string };
    expect(record).toMatchObject({ type: 'sk_mcp', mcpHost: 'cursor', deviceId: 'laptop', access: 'read', confirm: 'owner' });
    expect((await send(service, 'GET', '/v1/auth/session', { token: key })).json()).toMatchObject({
      kind: 'agent_key',
      account: { id: browser.accountId },
    });
    for (const other of [{ type: 'sk_live' }, { ...OF_HOST, device: 'desktop' }, { type: 'pk_live', dbId: 'db_beans_aaaaaaaa' }]) {
      const refused = await mint(other);
      expect(codeOf(refused), refused.text).toBe('forbidden');
      expect(refused.text).toContain('for that device alone, which is laptop');
    }
    const ofHost = await send(service, 'POST', '/v1/keys', { body: OF_HOST, token: key, key: randomUUID() });
    expect(codeOf(ofHost), ofHost.text).toBe('forbidden');
    expect(codeOf(await (await signedInDevice('read')).mint({ ...OF_HOST, access: 'read' }))).toBe('forbidden');
  });

  test('takes the keys that it made along when it is revoked, on every service, and the log has each of them', async () => {
    const { browser, id, mint } = await signedInDevice();
    const made = await Promise.all(
      ['cursor', 'zed'].map(async (host) => (await mint({ ...OF_HOST, host })).json() as unknown as { id: string; key: string }),
    );
    const ofOther = (await signedInDevice()).mint(OF_HOST).then((reply) => reply.json() as unknown as { key: string });
    const statusOf = async (token: string, at: TestService) => (await send(at, 'GET', '/v1/auth/session', { token })).status;
    for (const { key } of made) expect([await statusOf(key, service), await statusOf(key, other)]).toEqual([200, 200]);
    expect((await browser.send('DELETE', `/v1/keys/${id}`)).status).toBe(200);
    for (const { key } of made) {
      expect(await statusOf(key, service)).toBe(401);
      await expect.poll(() => statusOf(key, other), { timeout: 20_000 }).toBe(401);
    }
    expect(await statusOf((await ofOther).key, service)).toBe(200);
    const log = (await browser.send('GET', '/v1/audit')).json() as unknown as { action: string; subject: string; details: object }[];
    const revoked = log.filter(({ action }) => action === 'key.revoke');
    expect(revoked.map(({ subject }) => subject).sort()).toEqual([id, ...made.map((one) => one.id)].sort());
    expect(revoked.filter(({ subject }) => subject !== id).map(({ details }) => details)).toEqual([{ with: id }, { with: id }]);
  });

  test('makes nothing that outlives it, when it is revoked while it makes some', async () => {
    const { browser, id, mint } = await signedInDevice();
    const minting = Array.from({ length: 12 }, (_, n) => mint({ ...OF_HOST, host: `host-${n}` }, n % 2 === 0 ? service : other));
    await Promise.race(minting);
    await browser.send('DELETE', `/v1/keys/${id}`);
    const codes = (await Promise.all(minting)).map(codeOf);
    expect(codes.filter((code) => code !== null && code !== 'unauthorized')).toEqual([]);
    const { rows } = await admin.query('SELECT count(*)::int AS n FROM svc_control.account_key WHERE made_by = $1 AND revoked_at IS NULL', [
      id,
    ]);
    expect(rows).toEqual([{ n: 0 }]);
  });
});
