import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../support/keys.ts';
import { type MailServer, startMailServer } from '../support/mail.ts';
import { type Home, newHome } from '../support/owned.ts';
import { send, type TestService } from '../support/service.ts';
import { openAdmin, startSession, until } from '../support/session.ts';
import { cookieAt, newBrowser, signedIn, tokenOf } from '../support/signed-in.ts';

let mail: MailServer;
let home: Home;
let service: TestService;
let other: TestService;
let admin: Awaited<ReturnType<typeof openAdmin>>;
beforeAll(async () => {
  mail = await startMailServer();
  home = await newHome();
  const settings = { SVC_SMTP_URL: mail.url, SVC_MAIL_FROM: 'svc <svc@example.com>', SVC_LOCAL_OWNER: 'off' };
  [service, other] = [await home.start(settings), await home.start(settings)];
  admin = await openAdmin(home.control);
});
afterAll(async () => {
  await admin?.end();
  await home?.close();
  await mail?.close();
});

const newEmail = () => `${randomUUID()}@example.com`;
const verify = (token: string, options: { headers?: Record<string, string> } = {}) =>
  send(service, 'POST', '/v1/auth/email/verify', { body: { token }, ...options });
const whoAmI = (headers: Record<string, string>, at = service) => send(at, 'GET', '/v1/auth/session', { headers });

/** A link that was mailed to the address, and its token. */
async function linkFor(email: string): Promise<string> {
  const before = mail.letters.filter(({ to }) => to.includes(email.toLowerCase())).length;
  const asked = await send(service, 'POST', '/v1/auth/email', { body: { email } });
  if (asked.status !== 200) throw new Error(asked.text);
  return tokenOf((await mail.letterTo(email.toLowerCase(), before + 1)).link);
}

const withoutIds = ({ status, text }: { status: number; text: string }) => ({
  status,
  text: text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>'),
});

describe('by e-mail', () => {
  test('a link signs a browser in, and the account is found again by its address', async () => {
    const email = newEmail();
    const browser = await signedIn(service, mail, email);
    const said = await browser.send('GET', '/v1/auth/session');
    expect(said.json()).toEqual({
      kind: 'session',
      access: 'write',
      account: { id: browser.accountId, kind: 'person', email },
      sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      keyId: null,
    });
    const again = await signedIn(service, mail, email.toUpperCase().replace('EXAMPLE.COM', 'example.com').toLowerCase());
    expect(again.accountId).toBe(browser.accountId);
    // What an account makes is its own, in every browser and at every service.
    const made = await browser.send('POST', '/v1/databases', { body: { goal: 'track tea with name and price' } });
    expect(made.status, made.text).toBe(201);
    const listed = await again.send('GET', '/v1/databases', {}, other);
    expect(listed.json()).toMatchObject([{ dbId: made.json().dbId }]);
  });

  test('the letter is plain text and HTML that loads nothing; the token is in the fragment alone', async () => {
    const email = newEmail();
    const token = await linkFor(email);
    const { raw, link, from, to } = await mail.letterTo(email);
    expect({ from, to }).toEqual({ from: 'svc@example.com', to: [email] });
    expect(link).toBe(`${service.url}/sign-in#token=${token}`);
    expect(raw).toMatch(/text\/plain/);
    expect(raw).toMatch(/text\/html/);
    expect(raw).not.toMatch(/<img|src=|url\(/i);
  });

  test('the cookie is for this API alone, of scripts unseen, and only a hash of it is kept', async () => {
    const token = await linkFor(newEmail());
    const [cookie = ''] = (await verify(token)).headers.getSetCookie();
    const port = new URL(service.url).port;
    expect(cookie).toMatch(new RegExp(`^svc_session_${port}=[\\w-]{43}; Path=/v1; Max-Age=2592000; HttpOnly; SameSite=Lax$`));
    const value = /=([\w-]{43});/.exec(cookie)?.[1] ?? '';
    const { rows } = await admin.query(
      'SELECT (SELECT json_agg(s) FROM svc_control.web_session s)::text || (SELECT json_agg(a) FROM svc_control.audit_event a)::text AS all',
    );
    expect(rows[0].all).not.toContain(value);
    expect(rows[0].all).not.toContain(token);
  });

  test('a link counts once, also of many at once', async () => {
    const token = await linkFor(newEmail());
    const replies = await Promise.all(Array.from({ length: 8 }, () => verify(token)));
    expect(replies.map(codeOf).sort()).toEqual([null, ...Array.from({ length: 7 }, () => 'sign_in_expired')].sort());
    const late = await verify(token);
    expect(codeOf(late)).toBe('sign_in_expired');
    expect(late.headers.getSetCookie()).toEqual([]);
  });

  test('a link says whom it signs in, and counts as it did', async () => {
    const email = newEmail();
    const token = await linkFor(email);
    const look = () => newBrowser(service).send('POST', '/v1/auth/email/look-up', { body: { token } });
    expect((await look()).json()).toEqual({ email });
    expect((await look()).json()).toEqual({ email });
    expect((await verify(token)).json()).toMatchObject({ account: { email } });
    expect(codeOf(await look())).toBe('sign_in_expired');
  });

  test('an expired link, and what never was one, look the same', async () => {
    const token = await linkFor(newEmail());
    await admin.query("UPDATE svc_control.one_time_token SET expires_at = now() - interval '1 second'");
    const [expired, never, odd] = [await verify(token), await verify('x'.repeat(43)), await verify("'; DROP TABLE account; --")];
    expect(withoutIds(expired)).toEqual(withoutIds(never));
    expect(withoutIds(odd)).toEqual(withoutIds(never));
    expect(codeOf(never)).toBe('sign_in_expired');
  });

  test('an address with an account and one without get the same reply', async () => {
    const email = newEmail();
    await signedIn(service, mail, email);
    const [known, unknown] = [email, newEmail()].map((one) => send(service, 'POST', '/v1/auth/email', { body: { email: one } }));
    const replies = await Promise.all([known, unknown]);
    expect(replies[0]?.text).toBe(replies[1]?.text);
    expect(replies[0]?.text).toBe('{"sent":true,"expiresInSeconds":900}');
  });

  test.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'a b@example.com',
    'ada@example.com,eve@example.com',
    'ada@exämple.com',
    'ada@example.com\r\nBcc: eve@example.com',
    `${'x'.repeat(250)}@example.com`,
    7,
    null,
  ])('%j is no address', async (email) => {
    expect(codeOf(await send(service, 'POST', '/v1/auth/email', { body: { email } }))).toBe('invalid_email');
  });

  test('an address is sent so many links and no more', async () => {
    const email = newEmail();
    const ask = () => send(service, 'POST', '/v1/auth/email', { body: { email } });
    for (let n = 0; n < 5; n++) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(codeOf(refused)).toBe('rate_limited');
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    await mail.letterTo(email, 5);
  });

  test('a mail server that is busy is asked again', async () => {
    const email = newEmail();
    mail.refuse(1);
    await send(service, 'POST', '/v1/auth/email', { body: { email } });
    expect((await mail.letterTo(email)).link).toMatch(/#token=/);
  });
});

describe('a session', () => {
  test('is always a new one: a cookie that was there before is not signed in, and its session ends', async () => {
    const attacker = await signedIn(service, mail, newEmail());
    const token = await linkFor(newEmail());
    const chosen = attacker.cookie;
    const reply = await verify(token, { headers: { cookie: chosen } });
    const [cookie = ''] = reply.headers.getSetCookie();
    expect(cookie.split(';')[0]).not.toBe(chosen);
    expect(codeOf(await whoAmI({ cookie: chosen }))).toBe('unauthorized');
    const made = `svc_session_${new URL(service.url).port}=${'a'.repeat(43)}`;
    await verify(await linkFor(newEmail()), { headers: { cookie: made } });
    expect(codeOf(await whoAmI({ cookie: made }))).toBe('unauthorized');
  });

  test('slides: a use after an hour moves its end, and the cookie’s', async () => {
    const browser = await signedIn(service, mail, newEmail());
    const before = browser.cookie;
    expect((await whoAmI({ cookie: before })).headers.getSetCookie()).toEqual([]);
    const { sessionId } = (await browser.send('GET', '/v1/auth/session')).json();
    await admin.query(
      "UPDATE svc_control.web_session SET last_used_at = now() - interval '2 days', expires_at = now() + interval '28 days' WHERE id = $1",
      [sessionId],
    );
    const used = await whoAmI({ cookie: cookieAt(before, other) }, other);
    expect(used.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=2592000')]);
    await until(async () => {
      const { rows } = await admin.query(
        "SELECT expires_at > now() + interval '29 days' AS slid FROM svc_control.web_session WHERE id = $1",
        [sessionId],
      );
      return rows[0].slid;
    });
  });

  test('that is over is unauthorized, and swept', async () => {
    const browser = await signedIn(service, mail, newEmail());
    await admin.query("UPDATE svc_control.web_session SET expires_at = now() - interval '1 second' WHERE account_id = $1", [
      browser.accountId,
    ]);
    expect(codeOf(await browser.send('GET', '/v1/auth/session', {}, other))).toBe('unauthorized');
    const sweeping = await home.start({ SVC_LOCAL_OWNER: 'off' });
    await until(
      async () => (await admin.query('SELECT 1 FROM svc_control.web_session WHERE account_id = $1', [browser.accountId])).rowCount === 0,
    );
    await sweeping.close();
  });

  test('signing out ends it here and at the other service', async () => {
    const browser = await signedIn(service, mail, newEmail());
    const cookie = browser.cookie;
    expect((await browser.send('GET', '/v1/auth/session')).status).toBe(200);
    const out = await browser.send('POST', '/v1/auth/sign-out');
    expect(out.json()).toEqual({ signedOut: true });
    expect(browser.cookie).toBe('');
    expect(codeOf(await whoAmI({ cookie }))).toBe('unauthorized');
    expect((await newBrowser(service).send('POST', '/v1/auth/sign-out')).status).toBe(200);
  });

  test('is listed for its account alone; one can be ended, and another’s looks like none', async () => {
    const email = newEmail();
    const [one, two] = [await signedIn(service, mail, email), await signedIn(service, mail, email)];
    const stranger = await signedIn(service, mail, newEmail());
    const listed = (await one.send('GET', '/v1/auth/sessions')).json() as unknown as { id: string; current: boolean }[];
    expect(listed).toMatchObject([{ current: false, method: 'email', address: '127.0.0.1' }, { current: true }]);
    const [newest] = listed;
    const end = (browser: typeof one, id = newest?.id ?? '') => browser.send('DELETE', `/v1/auth/sessions/${id}`);
    const [theirs, nobodys] = [await end(stranger), await end(stranger, randomUUID())];
    expect(codeOf(theirs)).toBe('session_not_found');
    expect(withoutIds(theirs)).toEqual(withoutIds(nobodys));
    expect((await end(one)).json()).toEqual({ id: newest?.id, ended: true });
    expect(codeOf(await two.send('GET', '/v1/auth/session'))).toBe('unauthorized');
    expect((await one.send('GET', '/v1/auth/session')).status).toBe(200);
  });

  test('signing out everywhere ends all of them at once, at other services too, and what runs with them', async () => {
    const email = newEmail();
    const [one, two] = [await signedIn(service, mail, email), await signedIn(service, mail, email)];
    const made = await two.send('POST', '/v1/databases', { body: { goal: 'track tea with name and price' } });
    const running = two.send(
      'POST',
      '/v1/run',
      {
        body: {
          db: made.json().dbId,
          sql: 'SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000) b WHERE a.a + b.b < 0',
        },
      },
      other,
    );
    const watch = await openAdmin();
    await until(
      async () =>
        ((
          await watch.query(
            "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%generate_series(1, 1000000) a%' AND datname = $1",
            [made.json().dbId],
          )
        ).rowCount ?? 0) > 0,
    ).finally(() => watch.end());
    expect((await one.send('POST', '/v1/auth/sign-out-everywhere')).json()).toEqual({ ended: 2 });
    expect(codeOf(await running)).toBe('unauthorized');
    expect(codeOf(await two.send('GET', '/v1/auth/session', {}, other))).toBe('unauthorized');
    expect(one.cookie).toBe('');
  });

  test('may do what is for who is signed in, and a key of the account may not', async () => {
    const browser = await signedIn(service, mail, newEmail());
    const minted = await browser.send('POST', '/v1/keys', { body: { type: 'sk_live', name: 'mine' } });
    expect(minted.status, minted.text).toBe(201);
    const key = String(minted.json().key);
    expect((await send(service, 'GET', '/v1/auth/session', { token: key })).json()).toMatchObject({
      kind: 'account_key',
      account: { id: browser.accountId },
      keyId: minted.json().id,
    });
    expect(codeOf(await send(service, 'GET', '/v1/auth/sessions', { token: key }))).toBe('forbidden');
    const log = (await browser.send('GET', '/v1/audit')).json() as unknown as { action: string }[];
    expect(log.map(({ action }) => action)).toEqual(['key.mint', 'session.begin']);
  });

  test('takes over an anonymous session', async () => {
    const browser = await signedIn(service, mail, newEmail());
    const anonymous = await startSession(service);
    const adopted = await browser.send('POST', '/v1/anon/adopt', { body: { token: anonymous.token } });
    expect(adopted.json()).toEqual({ adopted: true, databases: [anonymous.db], savedPrompt: null });
    expect((await browser.send('GET', '/v1/databases')).json()).toMatchObject([{ dbId: anonymous.db }]);
    const stranger = await signedIn(service, mail, newEmail());
    expect(codeOf(await stranger.send('POST', '/v1/anon/adopt', { body: { token: anonymous.token } }))).toBe('token_taken');
  });

  test('the store away is 503, and the cookie stays', async () => {
    const frail = await newHome();
    try {
      const alone = await frail.start({ SVC_SMTP_URL: mail.url, SVC_LOCAL_OWNER: 'off' });
      const browser = await signedIn(alone, mail, newEmail());
      const cookie = browser.cookie;
      const control = await openAdmin();
      const close = (isOpen: boolean) => control.query(`ALTER DATABASE ${frail.control} ALLOW_CONNECTIONS ${isOpen}`);
      await close(false);
      await control.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [frail.control]);
      try {
        await until(async () => codeOf(await browser.send('GET', '/v1/auth/session')) === 'auth_unavailable');
        const out = await browser.send('POST', '/v1/auth/sign-out');
        expect(codeOf(out)).toBe('auth_unavailable');
        expect(out.headers.getSetCookie()).toEqual([]);
        expect(browser.cookie).toBe(cookie);
      } finally {
        await close(true);
        await control.end();
      }
      await until(async () => (await browser.send('GET', '/v1/auth/session')).status === 200);
    } finally {
      await frail.close();
    }
  });
});

describe('a cookie counts on pages of this service alone', () => {
  const sent = async (headers: Record<string, string>, method = 'POST') => {
    const browser = await signedIn(service, mail, newEmail());
    const body = method === 'POST' ? { body: { type: 'sk_live' }, key: randomUUID() } : {};
    return send(service, method, '/v1/keys', { ...body, headers: { cookie: browser.cookie, ...headers } });
  };

  test.each([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['an opaque origin', { origin: 'null' }],
    ['no Origin at all', {}],
    ['a page of a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['a page of another site, without an Origin', { 'sec-fetch-site': 'cross-site' }],
  ])('a change from %s', async (_, headers) => {
    expect(codeOf(await sent(headers))).toBe('forbidden');
  });

  test.each([
    ['its own', () => ({ origin: service.url })],
    ['its own under the other loopback name', () => ({ origin: service.url.replace('127.0.0.1', 'localhost') })],
  ])('a change from %s is done', async (_, headers) => {
    expect((await sent(headers())).status).toBe(201);
  });

  test('an origin that may call otherwise may not with the cookie, nor sign anybody in', async () => {
    const open = await home.start({ SVC_SMTP_URL: mail.url, SVC_LOCAL_OWNER: 'off', SVC_ALLOWED_ORIGINS: 'https://app.example' });
    const browser = await signedIn(open, mail, newEmail());
    const headers = { origin: 'https://app.example' };
    expect((await send(open, 'GET', '/v1/databases', { headers })).status).toBe(200);
    const withCookie = await browser.send('GET', '/v1/databases', { headers });
    expect(codeOf(withCookie)).toBe('forbidden');
    expect(withCookie.headers.get('access-control-allow-credentials')).toBeNull();
    expect(codeOf(await browser.send('POST', '/v1/auth/email/verify', { body: { token: 'x'.repeat(43) }, headers }))).toBe('forbidden');
    expect(codeOf(await browser.send('POST', '/v1/auth/sign-out', { headers }))).toBe('forbidden');
    await open.close();
  });

  test('a form cannot send it: the body has to be JSON', async () => {
    const browser = await signedIn(service, mail, newEmail());
    const reply = await browser.send('POST', '/v1/keys', { body: 'type=sk_live', headers: { 'content-type': 'text/plain' } });
    expect(codeOf(reply)).toBe('unsupported_media_type');
  });

  test.each([
    ['cut', (value: string) => value.slice(0, -1)],
    ['longer', (value: string) => `${value}A`],
    ['of another case', (value: string) => (value.toUpperCase() === value ? value.toLowerCase() : value.toUpperCase())],
    ['padded', (value: string) => `${value}=`],
    ['quoted', (value: string) => `"${value}"`],
    ['encoded', (value: string) => `%${value.charCodeAt(0).toString(16)}${value.slice(1)}`],
    ['of very many characters', (value: string) => value.repeat(100)],
  ])('one that looks like it is none: %s', async (_, change) => {
    const browser = await signedIn(service, mail, newEmail());
    const [name = '', value = ''] = browser.cookie.split('=');
    const reply = await whoAmI({ cookie: `${name}=${change(value)}` });
    expect(codeOf(reply)).toBe('unauthorized');
  });

  test('under another name it is not looked at, twice under its own it is refused', async () => {
    const browser = await signedIn(service, mail, newEmail());
    const [name = '', value = ''] = browser.cookie.split('=');
    for (const like of [`x${name}=${value}`, `${name}x=${value}`, `${name.toUpperCase()}=${value}`, `a="; ${name}x=${value}"`])
      expect(codeOf(await whoAmI({ cookie: like })), like).toBe('unauthorized');
    const twice = await whoAmI({ cookie: `${name}=${value}; ${name}=${'b'.repeat(43)}` });
    expect(codeOf(twice)).toBe('unauthorized');
    expect(twice.text).toMatch(/several cookies/);
  });

  test('as a bearer it is nothing, and a bearer goes before it', async () => {
    const browser = await signedIn(service, mail, newEmail());
    const value = browser.cookie.split('=')[1] ?? '';
    expect(codeOf(await send(service, 'GET', '/v1/auth/session', { token: value }))).toBe('unauthorized');
    const anonymous = await startSession(service);
    const both = await browser.send('GET', '/v1/auth/session', { headers: { authorization: `Bearer ${anonymous.token}` } });
    expect(both.json()).toMatchObject({ kind: 'anonymous', account: null });
  });
});

/** A request with any Host, which fetch would not send. */
async function sendAs(
  host: string,
  { url }: TestService,
  path: string,
  { body, headers = {} }: { body?: object; headers?: Record<string, string> },
) {
  return await new Promise<{ status: number; setCookie: string; text: string }>((resolve, reject) => {
    const all = { host, 'content-type': 'application/json', ...headers };
    const sent = request(`${url}${path}`, { method: body ? 'POST' : 'GET', headers: all }, (response) => {
      const setCookie = String(response.headers['set-cookie'] ?? '');
      text(response).then((said) => resolve({ status: response.statusCode ?? 0, setCookie, text: said }), reject);
    });
    sent.on('error', reject).end(body ? JSON.stringify(body) : undefined);
  });
}

describe('the owner of this machine', () => {
  test('has a link at the first start alone, which counts once and is in no log; its session counts on this machine alone', async () => {
    const own = await newHome();
    try {
      const lines: string[] = [];
      const first = await own.start({}, { logTo: { write: (line) => void lines.push(line) } });
      const link = String(await first.firstSignIn(first.url));
      expect(link).toMatch(/\/sign-in#token=[\w-]{43}$/);
      const browser = newBrowser(first);
      const open = () => browser.send('POST', '/v1/auth/email/verify', { body: { token: tokenOf(link) } });
      expect((await open()).json()).toMatchObject({ account: { kind: 'local', email: null } });
      expect(codeOf(await open())).toBe('sign_in_expired');
      expect((await browser.send('GET', '/v1/databases')).headers.get('ratelimit')).toBeNull();
      // A browser makes no links: a stolen cookie would outlast its session.
      expect(codeOf(await browser.send('POST', '/v1/auth/link'))).toBe('forbidden');
      expect(codeOf(await browser.send('GET', '/v1/auth/session', { headers: { 'x-forwarded-for': '203.0.113.7' } }))).toBe('unauthorized');
      const second = await own.start({ SVC_LOCAL_OWNER: 'on' });
      expect(await second.firstSignIn(second.url)).toBeNull();
      expect((await browser.send('GET', '/v1/auth/session', {}, second)).status).toBe(200);
      const without = await own.start({ SVC_LOCAL_OWNER: 'off' });
      expect(codeOf(await browser.send('GET', '/v1/auth/session', {}, without))).toBe('unauthorized');
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.join('')).not.toContain(tokenOf(link));
    } finally {
      await own.close();
    }
  });

  test('without a mail server, the link of somebody else is in the log', async () => {
    const lines: string[] = [];
    const alone = await home.start(
      { SVC_LOCAL_OWNER: 'off', SVC_LOG_LEVEL: 'warn' },
      { logTo: { write: (line) => void lines.push(line) } },
    );
    const email = newEmail();
    await send(alone, 'POST', '/v1/auth/email', { body: { email } });
    const { link } = JSON.parse(lines.find((line) => line.includes('/sign-in#token=')) ?? '{}') as { link: string };
    const reply = await newBrowser(alone).send('POST', '/v1/auth/email/verify', { body: { token: tokenOf(link) } });
    expect(reply.json()).toMatchObject({ account: { kind: 'person', email } });
    await alone.close();
  });
});

describe('off loopback', () => {
  test('the cookie is a Host one, over TLS alone, and a plain one is nobody’s', async () => {
    const far = await home.start({ SVC_SMTP_URL: mail.url, SVC_LOCAL_OWNER: 'off', SVC_HOSTNAMES: 'svc.example.com' });
    const origin = { origin: 'https://svc.example.com' };
    const email = newEmail();
    await sendAs('svc.example.com', far, '/v1/auth/email', { body: { email }, headers: origin });
    const { link } = await mail.letterTo(email);
    expect(link).toMatch(/^https:\/\/svc\.example\.com\/sign-in#token=/);
    const { setCookie } = await sendAs('svc.example.com', far, '/v1/auth/email/verify', {
      body: { token: tokenOf(link) },
      headers: origin,
    });
    expect(setCookie).toMatch(/^__Host-svc_session=[\w-]{43}; Path=\/; Secure; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
    const cookie = setCookie.slice(0, setCookie.indexOf(';'));
    const status = async (named: string) =>
      (await sendAs('svc.example.com', far, '/v1/auth/session', { headers: { ...origin, cookie: named } })).status;
    expect(await status(cookie)).toBe(200);
    for (const name of ['svc_session_80', 'svc_session', 'svc_session_443'])
      expect(await status(cookie.replace('__Host-svc_session', name)), name).toBe(401);
    await far.close();
  });

  test('a Host header of one’s own making leads no link anywhere', async () => {
    const open = await home.start({ SVC_SMTP_URL: mail.url, SVC_LOCAL_OWNER: 'off', SVC_HOST: '0.0.0.0' });
    const reply = await sendAs('evil.example', open, '/v1/auth/email', { body: { email: newEmail() } });
    expect(JSON.parse(reply.text).error).toMatchObject({
      code: 'unconfigured',
      params: { reason: expect.stringContaining('SVC_PUBLIC_URL') },
    });
    await open.close();
  });

  test('without a mail server there are no links', async () => {
    const open = await home.start({ SVC_LOCAL_OWNER: 'off', SVC_HOST: '0.0.0.0', SVC_PUBLIC_URL: 'https://svc.example.com' });
    const reply = await send(open, 'POST', '/v1/auth/email', { body: { email: newEmail() } });
    expect(reply.json().error).toMatchObject({ code: 'unconfigured', params: { reason: expect.stringContaining('SVC_SMTP_URL') } });
    expect((await send(open, 'GET', '/v1/auth/methods')).json()).toEqual({ email: false, oauth: [] });
    await open.close();
  });
});
