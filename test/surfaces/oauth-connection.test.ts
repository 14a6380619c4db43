import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, startBrowser } from '../support/chromium.ts';
import { freePort } from '../support/free-port.ts';
import { newOwnedService, type OwnedService } from '../support/keys.ts';
import { newOAuthHost } from '../support/oauth-host.ts';
import { buildPages, looksOf } from '../support/pages.ts';
import { newSdkHost } from '../support/sdk-host.ts';
import { until } from '../support/session.ts';

const HANGS_MS = 120_000;

describe.skipIf(!hasChromium)('an agent host that is connected in a real browser', () => {
  let owned: OwnedService;
  let pages: Awaited<ReturnType<typeof buildPages>>;
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  let page: Page;

  beforeAll(async () => {
    pages = await buildPages();
    const port = String(await freePort());
    owned = await newOwnedService({ SVC_PORT: port, SVC_PUBLIC_URL: `http://127.0.0.1:${port}` }, { pagesFolder: pages.folder });
    browser = await startBrowser({ width: 900, height: 1000 });
    page = await browser.context.newPage();
    page.setDefaultTimeout(HANGS_MS);
    await signIn();
  });
  afterAll(async () => {
    await browser?.end();
    await owned?.home.close();
    await pages?.remove();
  });

  async function signIn(): Promise<void> {
    const made = await owned.owner.post('/v1/auth/link', undefined);
    await page.goto(String(made.json().url));
    await page.getByRole('button', { name: /^Sign in/ }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await until(async () => (await browser.context.cookies()).some(({ name }) => name.startsWith('svc_session')));
  }
  /** The consent is shown to people who come from a terminal or an app: also on a telephone. */
  const seen = (name: string) => looksOf(page).everyLook(name);

  test('registers, is consented to, calls a tool, and is refused from the moment its key is revoked', async () => {
    const host = await newSdkHost(owned.service.url);
    const asked = await host.connect();
    if (!('open' in asked)) throw new Error('It needed no consent.');
    await page.goto(asked.open.href);
    await page.getByText('Claude Code (as it says)').waitFor();
    await page.getByText(/a program on this machine \(127\.0\.0\.1:\d+\)/).waitFor();
    await page.getByLabel('Some of them').check();
    await page.getByLabel(new RegExp(owned.owner.db)).check();
    await page.getByRole('radio', { name: /^You What it changes or deletes waits/ }).check();
    expect(await page.getByLabel('Agent host').inputValue()).toBe('claude-code');
    await page.getByLabel('Device').fill('laptop');
    await seen('consent');
    const [back] = await Promise.all([browser.context.waitForEvent('page'), page.getByRole('button', { name: 'Allow' }).click()]);
    const answer = await host.code();
    await back.close();
    expect([answer.get('state'), answer.get('iss')]).toEqual(['a-state-of-the-host', owned.service.url]);
    const client = await host.finish(String(answer.get('code')));
    const called = await client.callTool({ name: 'run', arguments: { db: owned.owner.db, sql: 'SELECT count(*) AS n FROM coffee_beans' } });
    expect(JSON.stringify(called)).toContain('2');
    expect(JSON.stringify(called)).not.toContain('"isError":true');

    await page.goto(`${owned.service.url}/keys`);
    await page.getByText('claude-code').first().waitFor();
    await page
      .getByRole('button', { name: /^Revoke/ })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Revoke/ })
      .click();
    await until(async () => {
      const said = await client.callTool({ name: 'databases', arguments: {} }).then(
        () => 'answered',
        () => 'refused',
      );
      return said === 'refused';
    });
    // Its refresh token went with the key, and it has to ask again.
    expect('open' in (await host.connect())).toBe(true);
    await client.close().catch(() => undefined);
    await host.close();
  });

  test('whose listener is away is given its code by hand', async () => {
    const host = await newSdkHost(owned.service.url, { answers: false, name: 'Far away' });
    const asked = await host.connect();
    if (!('open' in asked)) throw new Error('It needed no consent.');
    await page.goto(asked.open.href);
    const [back] = await Promise.all([browser.context.waitForEvent('page'), page.getByRole('button', { name: 'Allow' }).click()]);
    await page.getByRole('button', { name: 'Copy the code' }).waitFor();
    await seen('consent-by-hand');
    const code = String(await page.locator('section code').first().textContent());
    await back.close();
    const client = await host.finish(code);
    expect((await client.listTools()).tools.length).toBeGreaterThan(3);
    await client.close();
  });

  test('that is refused is told so, and one that nobody knows leads to a page that says it', async () => {
    const host = await newSdkHost(owned.service.url, { name: 'Unwanted' });
    const asked = await host.connect();
    if (!('open' in asked)) throw new Error('It needed no consent.');
    await page.goto(asked.open.href);
    const [back] = await Promise.all([browser.context.waitForEvent('page'), page.getByRole('button', { name: 'Refuse' }).click()]);
    expect((await host.code()).get('error')).toBe('access_denied');
    await back.close();
    await host.close();
    const made = asked.open;
    made.searchParams.set('client_id', 'nobody');
    await page.goto(made.href);
    await page.getByRole('alert').getByText('The agent host is not known here.').waitFor();
    await seen('consent-unknown');
    // A link that anybody can make says nothing in our name.
    await page.goto('about:blank');
    await page.goto(`${owned.service.url}/connect#error=Call+this+number&error_description=Call+this+number`);
    await page.getByRole('alert').getByText('The request of the agent host is not valid.').waitFor();
    expect(await page.getByText('Call this number').count()).toBe(0);
  });

  test('that is an app is not opened where it is refused', async () => {
    const app = await newOAuthHost(owned.service, { client_name: 'An app', redirect_uris: ['com.example.app://callback'] });
    const led: string[] = [];
    const session = await browser.context.newCDPSession(page);
    await session.send('Page.enable');
    session.on('Page.frameRequestedNavigation', ({ url }) => led.push(url));
    await page.goto('about:blank');
    await page.goto(`${owned.service.url}/connect#request=${await app.ticket()}`);
    await page.getByText('an app on this machine (com.example.app://callback)').waitFor();
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByText('It was refused.').waitFor();
    expect(led.filter((url) => url.startsWith('com.'))).toEqual([]);
    await page.goto('about:blank');
    await page.goto(`${owned.service.url}/connect#request=${await app.ticket()}`);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('link', { name: 'Go back to An app' }).waitFor();
    expect(led.filter((url) => url.startsWith('com.'))).toEqual([expect.stringContaining('code=')]);
  });
});
