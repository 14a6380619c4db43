import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OAuthProviderName } from '../../src/contract/sign-in.ts';
import { codeOf } from '../support/keys.ts';
import { type MailServer, startMailServer } from '../support/mail.ts';
import { type OAuthServer, personOf, startOAuthServer } from '../support/oauth-server.ts';
import { type Home, newHome } from '../support/owned.ts';
import { send, type TestService } from '../support/service.ts';
import { openAdmin } from '../support/session.ts';
import { newBrowser, signedIn, type TestBrowser } from '../support/signed-in.ts';

let mail: MailServer;
let elsewhere: OAuthServer;
let home: Home;
let service: TestService;
let admin: Awaited<ReturnType<typeof openAdmin>>;
const lines: string[] = [];
beforeAll(async () => {
  [mail, elsewhere, home] = await Promise.all([startMailServer(), startOAuthServer(), newHome()]);
  const settings = { SVC_SMTP_URL: mail.url, SVC_LOCAL_OWNER: 'off', ...elsewhere.settings };
  service = await home.start(settings, { oauthProviders: elsewhere.providers, logTo: { write: (line) => void lines.push(line) } });
  admin = await openAdmin(home.control);
});
afterAll(async () => {
  await admin?.end();
  await home?.close();
  await elsewhere?.close();
  await mail?.close();
});
beforeEach(() => {
  elsewhere.person = personOf(newEmail());
  elsewhere.claims = {};
  elsewhere.answer = null;
});

const BOTH = ['github', 'google'] as const;
const newEmail = () => `${randomUUID()}@example.com`;

/** Begins in a browser, and goes to the provider as the browser would: what it leads back with. */
async function atProvider(browser: TestBrowser, provider: OAuthProviderName) {
  const begun = await browser.send('POST', '/v1/auth/oauth/start', { body: { provider } });
  if (begun.status !== 200) throw new Error(begun.text);
  const url = new URL(String(begun.json().url));
  const back = new URL(String((await fetch(url, { redirect: 'manual' })).headers.get('location')));
  const [code, state] = ['code', 'state'].map((name) => String(back.searchParams.get(name)));
  return { url, back, answer: { provider, code, state } };
}
const finish = (browser: TestBrowser, body: object) => browser.send('POST', '/v1/auth/oauth/finish', { body });
async function signIn(provider: OAuthProviderName, browser = newBrowser(service)) {
  const { answer } = await atProvider(browser, provider);
  return Object.assign(browser, { reply: await finish(browser, answer) });
}
const accountOf = ({ reply }: Awaited<ReturnType<typeof signIn>>) =>
  (reply.json().account as { id: string; email: string } | undefined)?.id;

describe.each(BOTH)('with %s', (provider) => {
  test('a browser is signed in, and known again by who it is there, whatever its address is then', async () => {
    const email = elsewhere.person.emails[0]?.email;
    const one = await signIn(provider);
    expect(one.reply.status, one.reply.text).toBe(200);
    expect(one.reply.json()).toMatchObject({ account: { kind: 'person', email } });
    expect((await one.send('GET', '/v1/auth/session')).json()).toMatchObject({ kind: 'session', account: { email } });
    expect((await one.send('GET', '/v1/auth/sessions')).json()).toMatchObject([{ method: provider, current: true }]);
    expect(one.cookie).toMatch(/^svc_session_\d+=[\w-]{43}$/);
    elsewhere.person = { ...personOf(newEmail()), id: elsewhere.person.id };
    const two = await signIn(provider);
    expect(accountOf(two)).toBe(accountOf(one));
  });

  test('what is sent has PKCE, a state, and a redirect URI of the provider’s own; the secret goes to the token endpoint alone', async () => {
    const { url } = await atProvider(newBrowser(service), provider);
    const sent = Object.fromEntries(url.searchParams);
    expect(sent).toMatchObject({
      response_type: 'code',
      client_id: `${provider}-client`,
      redirect_uri: `${service.url}/sign-in/${provider}`,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(sent.nonce === undefined).toBe(provider === 'github');
    expect(url.href).not.toContain(String(elsewhere.settings.SVC_GITHUB_CLIENT_SECRET));
  });

  test('a verified address joins the account that was made by mail', async () => {
    const email = newEmail();
    const byMail = await signedIn(service, mail, email);
    elsewhere.person = personOf(email.toUpperCase());
    expect(accountOf(await signIn(provider))).toBe(byMail.accountId);
  });

  test('an address that is not verified joins nothing, and makes nothing', async () => {
    const email = newEmail();
    await signedIn(service, mail, email);
    elsewhere.person = personOf(email, false);
    const { reply } = await signIn(provider);
    expect(codeOf(reply)).toBe('email_unverified');
    expect(reply.headers.getSetCookie()).toEqual([]);
    const { rowCount } = await admin.query('SELECT 1 FROM svc_control.account_identity WHERE subject = $1', [String(elsewhere.person.id)]);
    expect(rowCount).toBe(0);
  });

  test('an answer counts once, also of many at once', async () => {
    const browser = newBrowser(service);
    const { answer } = await atProvider(browser, provider);
    const headers = { cookie: browser.cookie };
    const replies = await Promise.all(
      Array.from({ length: 6 }, () =>
        finish(newBrowser(service), answer).then(() => send(service, 'POST', '/v1/auth/oauth/finish', { body: answer, headers })),
      ),
    );
    expect(replies.map(codeOf).sort()).toEqual([null, ...Array.from({ length: 5 }, () => 'sign_in_lost')].sort());
    expect(codeOf(await send(service, 'POST', '/v1/auth/oauth/finish', { body: answer, headers }))).toBe('sign_in_lost');
  });

  test('an answer from another browser signs nobody in, and takes nothing from the one that began', async () => {
    const [victim, attacker] = [newBrowser(service), newBrowser(service)];
    const { answer } = await atProvider(attacker, provider);
    expect(codeOf(await finish(victim, answer))).toBe('sign_in_lost');
    await atProvider(victim, provider);
    expect(codeOf(await finish(victim, answer))).toBe('sign_in_lost');
    expect((await victim.send('GET', '/v1/auth/session')).status).toBe(401);
    expect((await finish(attacker, answer)).status).toBe(200);
  });

  test('a code of another sign-in is refused by the provider, which knows its challenge', async () => {
    const [one, two] = [newBrowser(service), newBrowser(service)];
    const [begun, other] = [await atProvider(one, provider), await atProvider(two, provider)];
    expect(codeOf(await finish(one, { ...begun.answer, code: other.answer.code }))).toBe('sign_in_failed');
    expect(one.cookie).not.toContain('svc_session');
  });

  test('an answer of one provider is none of the other', async () => {
    const browser = newBrowser(service);
    const { answer } = await atProvider(browser, provider);
    const other = provider === 'github' ? 'google' : 'github';
    expect(codeOf(await finish(browser, { ...answer, provider: other }))).toBe('sign_in_lost');
    expect((await finish(browser, answer)).status).toBe(200);
  });

  test('one that took too long is over', async () => {
    const browser = newBrowser(service);
    const { answer } = await atProvider(browser, provider);
    await admin.query("UPDATE svc_control.one_time_token SET expires_at = now() - interval '1 second'");
    expect(codeOf(await finish(browser, answer))).toBe('sign_in_lost');
  });

  test('the session is a new one, whatever the browser came with, and that one ends', async () => {
    const attacker = await signIn(provider);
    const chosen = attacker.cookie;
    elsewhere.person = personOf(newEmail());
    const victim = newBrowser(service);
    victim.cookie = chosen;
    await signIn(provider, victim);
    expect(victim.cookie).not.toBe(chosen);
    expect((await send(service, 'GET', '/v1/auth/session', { headers: { cookie: chosen } })).status).toBe(401);
  });

  test('pages of other sites neither begin nor end it', async () => {
    const browser = newBrowser(service);
    const { answer } = await atProvider(browser, provider);
    for (const origin of ['https://evil.example', 'http://127.0.0.1:1', 'null']) {
      const headers = { origin };
      expect(codeOf(await browser.send('POST', '/v1/auth/oauth/start', { body: { provider }, headers }))).toBe('forbidden');
      expect(codeOf(await browser.send('POST', '/v1/auth/oauth/finish', { body: answer, headers }))).toBe('forbidden');
    }
    expect((await finish(browser, answer)).status).toBe(200);
  });

  test.each([
    ['a page of words', { status: 200, body: '<html>' }],
    ['no token', { status: 200, body: '{}' }],
    ['a failure of its own', { status: 500, body: '{}' }],
    ['a refusal', { status: 400, body: '{"error":"invalid_client","error_description":"a-secret-that-came-back"}' }],
  ])('that answers with %s signs nobody in', async (_, answer) => {
    elsewhere.answer = answer;
    const { reply } = await signIn(provider);
    expect(codeOf(reply)).toBe('sign_in_failed');
    expect(reply.text).not.toContain('a-secret-that-came-back');
    expect(reply.headers.getSetCookie()).toEqual([]);
  });
});

test.each([
  ['for another client', { aud: 'another-client' }],
  ['of another issuer', { iss: 'https://accounts.example.com' }],
  ['of another sign-in', { nonce: 'x'.repeat(43) }],
  ['without a nonce', { nonce: undefined }],
  ['that has expired', { exp: 1_000 }],
  ['about nobody', { sub: '' }],
])('an ID token %s signs nobody in', async (_, claims) => {
  elsewhere.claims = claims;
  expect(codeOf((await signIn('google')).reply)).toBe('sign_in_failed');
});

test('of several addresses at GitHub the first verified one counts, the one that the person put first before others', async () => {
  const [unverified, second, first] = [newEmail(), newEmail(), newEmail()];
  const emails = [
    { email: unverified, primary: false, verified: false },
    { email: second, primary: false, verified: true },
    { email: first, primary: true, verified: true },
  ];
  elsewhere.person = { ...elsewhere.person, emails };
  expect((await signIn('github')).reply.json()).toMatchObject({ account: { email: first } });
  elsewhere.person = {
    ...personOf(newEmail()),
    emails: [
      { email: unverified, primary: true, verified: false },
      { email: newEmail(), primary: false, verified: true },
    ],
  };
  expect((await signIn('github')).reply.json()).not.toMatchObject({ account: { email: unverified } });
});

test('two at once with one address make one account', async () => {
  const email = newEmail();
  elsewhere.person = personOf(email);
  const replies = await Promise.all([...BOTH, ...BOTH].map((provider) => signIn(provider)));
  expect(new Set(replies.map(accountOf)).size).toBe(1);
});

test('the page is told which there are; what is not set up is said so', async () => {
  expect((await send(service, 'GET', '/v1/auth/methods')).json()).toEqual({ email: true, oauth: ['github', 'google'] });
  const { SVC_GITHUB_CLIENT_ID, SVC_GITHUB_CLIENT_SECRET } = elsewhere.settings as Record<string, string>;
  const one = await home.start({ SVC_LOCAL_OWNER: 'off', SVC_GITHUB_CLIENT_ID, SVC_GITHUB_CLIENT_SECRET } as Record<string, string>);
  expect((await send(one, 'GET', '/v1/auth/methods')).json()).toMatchObject({ oauth: ['github'] });
  for (const path of ['start', 'finish'])
    expect(
      codeOf(await newBrowser(one).send('POST', `/v1/auth/oauth/${path}`, { body: { provider: 'google', code: 'x', state: 'x' } })),
    ).toBe('oauth_not_configured');
  await one.close();
});

test('one half of a client is no setting', async () => {
  await expect(home.start({ SVC_GOOGLE_CLIENT_ID: 'x' })).rejects.toThrow('SVC_GOOGLE_CLIENT_SECRET');
});

test('nothing secret is logged or kept', async () => {
  const browser = newBrowser(service);
  const { answer } = await atProvider(browser, 'google');
  const cookie = browser.cookie.split('=')[1] ?? '';
  const { rows } = await admin.query('SELECT json_agg(t)::text AS all FROM svc_control.one_time_token t');
  await finish(browser, answer);
  const verifiers = elsewhere.exchanges.map(({ code_verifier }) => String(code_verifier));
  expect(verifiers.length).toBeGreaterThan(10);
  for (const secret of [cookie, answer.state, answer.code, String(elsewhere.settings.SVC_GOOGLE_CLIENT_SECRET), ...verifiers]) {
    expect(lines.join('')).not.toContain(secret);
    expect(rows[0].all).not.toContain(secret);
  }
});
