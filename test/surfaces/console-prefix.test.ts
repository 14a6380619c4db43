import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, startBrowser } from '../support/chromium.ts';
import { newOwnedService, type OwnedService } from '../support/keys.ts';
import { buildPages } from '../support/pages.ts';
import { type PrefixProxy, startPrefixProxy } from '../support/prefix-proxy.ts';
import { newSdkHost } from '../support/sdk-host.ts';
import { sessionOf } from '../support/session.ts';

const HANGS_MS = 120_000;

const PROXIES = [
  ['over TLS', true],
  ['without TLS, on this machine', false],
] as const;

describe.skipIf(!hasChromium).each(PROXIES)('the pages behind a proxy that serves them under a path, %s', (_, withTls) => {
  let pages: Awaited<ReturnType<typeof buildPages>>;
  let proxy: PrefixProxy;
  let owned: OwnedService;
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  let page: Page;
  const [problems, requested]: [string[], string[]] = [[], []];

  beforeAll(async () => {
    pages = await buildPages();
    proxy = await startPrefixProxy('/tools/svc', { withTls });
    owned = await newOwnedService({ SVC_PUBLIC_URL: proxy.url }, { pagesFolder: pages.folder });
    proxy.lead(Number(new URL(owned.service.url).port));
    browser = await startBrowser({ width: 1280, height: 900 }, { ignoreHTTPSErrors: true });
    page = await browser.context.newPage();
    page.setDefaultTimeout(HANGS_MS);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(`${page.url()}: ${message.text()}`);
    });
    page.on('request', (request) => requested.push(request.url()));
  }, 2 * HANGS_MS);
  afterAll(async () => {
    await browser?.end();
    await owned?.home.close();
    await proxy?.close();
    await pages?.remove();
  });

  test('a page leads who is nobody to signing in, and its link signs in and leads back', async () => {
    await page.goto(`${proxy.url}/keys`);
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL(`${proxy.url}/sign-in?next=%2Fkeys`);
    const { url } = (await owned.owner.post('/v1/auth/link', undefined)).json() as { url: string };
    expect(url.startsWith(`${proxy.url}/sign-in#token=`)).toBe(true);
    await page.goto(url);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
  });

  test('what is asked is answered in steps, its receipt has a link that opens elsewhere, and a reload loses nothing', async () => {
    await page.goto(`${proxy.url}/ask?db=${owned.owner.db}&thread=t`);
    // As soon as the box is there: what it still loads is waited for.
    await page.getByLabel('Question or instruction').fill('How many coffee beans are there?');
    await page.keyboard.press('Enter');
    const turn = page.getByRole('article', { name: 'How many coffee beans are there?' });
    await turn.getByText('2 coffee beans.').waitFor();
    await turn.getByText('SQL and how it was made').click();
    await turn.getByRole('link', { name: 'Open the receipt' }).click();
    await page.getByRole('region', { name: 'Receipt' }).getByText('How many coffee beans are there?').waitFor();
    expect(page.url()).toMatch(new RegExp(`^${proxy.url}/ask\\?db=${owned.owner.db}&thread=t&.*answer=`));
    await page.reload();
    await turn.waitFor();
    await page.getByRole('region', { name: 'Receipt' }).getByText('How many coffee beans are there?').waitFor();
  });

  test('every part of the app comes from under the path: lazy pages, deep ones, one that is not there, the reference', async () => {
    for (const [name, title] of [
      ['Create', 'Create'],
      ['SQL', 'SQL'],
      ['Look', 'Look'],
    ] as const) {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    }
    for (const path of ['/connect/neon', '/nothing/at/all', '/']) {
      await page.goto(`${proxy.url}${path}`);
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
      await page.locator('main h1').waitFor();
    }
    await page.getByRole('navigation').getByRole('link', { name: 'API reference' }).click();
    await page.getByText('/v1/traces', { exact: true }).waitFor();
  });

  test('an agent’s link to what waits leads under the path too', async () => {
    const { key } = await owned.mint({ type: 'sk_mcp', host: 'claude-desktop', device: 'laptop', confirm: 'owner' });
    const asked = await sessionOf(owned.service, key, owned.owner.db).ask('delete the coffee beans with roaster Sey');
    const { approval } = asked.json() as { approval: { url: string } };
    expect(approval.url.startsWith(`${proxy.url}/approvals#`)).toBe(true);
    await page.goto(approval.url);
    await page.getByRole('button', { name: /^Refuse/ }).click();
    await page.getByText('refused', { exact: true }).waitFor();
  });

  // The host's own HTTP client would not take the certificate.
  const testWithHost = withTls ? () => undefined : test;
  testWithHost('an agent host finds its way under the path, and is let in', async () => {
    const host = await newSdkHost(proxy.url);
    const asked = await host.connect();
    if (!('open' in asked)) throw new Error('It needed no consent.');
    expect(asked.open.href.startsWith(`${proxy.url}/oauth/authorize?`)).toBe(true);
    await page.goto(asked.open.href);
    const [back] = await Promise.all([browser.context.waitForEvent('page'), page.getByRole('button', { name: 'Allow' }).click()]);
    const answer = await host.code();
    await back.close();
    expect(answer.get('iss')).toBe(proxy.url);
    const client = await host.finish(String(answer.get('code')));
    const called = await client.callTool({ name: 'run', arguments: { db: owned.owner.db, sql: 'SELECT count(*) AS n FROM coffee_beans' } });
    expect(called.isError ?? false, JSON.stringify(called)).toBe(false);
    await client.close();
    await host.close();
  });

  test('nothing was asked for outside of the path', () => {
    expect(requested.filter((url) => !url.startsWith(`${proxy.url}/`) && !url.startsWith('data:'))).toEqual([]);
    expect(proxy.outside).toEqual([]);
    expect(problems.filter((text) => !/status of (?:401|404)/.test(text))).toEqual([]);
  });
});
