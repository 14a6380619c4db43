import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, startBrowser } from '../support/chromium.ts';
import { newOwnedService, type OwnedService } from '../support/keys.ts';
import { buildPages, looksOf } from '../support/pages.ts';
import { send } from '../support/service.ts';

const HANGS_MS = 120_000;

/**
 * As the provider documents it, in as much as a page meets it: a script that puts a frame of its own where the page says, here with
 * a button beside it.
 */
const scriptOf = (global: string, frame: string) => `window.${global} = { render(element, { sitekey, size, callback }) {
  const frame = document.createElement('iframe');
  frame.title = 'Check';
  frame.src = ${JSON.stringify(frame)};
  frame.width = size === 'compact' ? 164 : 303;
  const button = document.createElement('button');
  button.textContent = 'I am a person at ' + sitekey;
  button.onclick = () => callback('a-good-token');
  element.append(frame, button);
} };`;

const PROVIDERS = [
  {
    kind: 'turnstile',
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    frame: 'https://challenges.cloudflare.com/frame',
    sources: 'https://challenges.cloudflare.com',
    strangers: ['https://js.hcaptcha.com/1/api.js', 'https://cloudflare.com/x.js', 'http://challenges.cloudflare.com/x.js'],
  },
  {
    kind: 'hcaptcha',
    script: 'https://js.hcaptcha.com/1/api.js?render=explicit',
    frame: 'https://newassets.hcaptcha.com/frame',
    sources: 'https://hcaptcha.com https://*.hcaptcha.com',
    strangers: [
      'https://challenges.cloudflare.com/turnstile/v0/api.js',
      'https://hcaptcha.com.example.com/x.js',
      'http://js.hcaptcha.com/x.js',
    ],
  },
] as const;

describe.skipIf(!hasChromium)('a human check of a provider, in a real browser', () => {
  const verified: URLSearchParams[] = [];
  let provider: Server;
  let pages: Awaited<ReturnType<typeof buildPages>>;
  let browser: Awaited<ReturnType<typeof startBrowser>>;

  beforeAll(async () => {
    provider = createServer(async (request, response) => {
      const form = new URLSearchParams(await text(request));
      verified.push(form);
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ success: form.get('response') === 'a-good-token' }));
    }).listen(0, '127.0.0.1');
    await once(provider, 'listening');
    pages = await buildPages();
    browser = await startBrowser({ width: 900, height: 900 });
  });
  afterAll(async () => {
    await browser?.end();
    await pages?.remove();
    provider?.close();
  });

  const serviceOf = (kind: string): Promise<OwnedService> =>
    newOwnedService(
      {
        SVC_HUMAN_CHECK: kind,
        SVC_HUMAN_CHECK_AFTER: '0',
        SVC_HUMAN_CHECK_SITE_KEY: 'site-key',
        SVC_HUMAN_CHECK_SECRET: 'a-secret-of-the-provider',
        SVC_HUMAN_CHECK_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/siteverify`,
      },
      { pagesFolder: pages.folder },
    );

  test.each(PROVIDERS)('$kind is shown before a link is sent, passes with its token, and can be left', async ({ kind, script, frame }) => {
    const checking = await serviceOf(kind);
    const page = await browser.context.newPage();
    try {
      verified.length = 0;
      page.setDefaultTimeout(HANGS_MS);
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (/content security policy/i.test(message.text())) complaints.push(message.text());
      });
      const requested: string[] = [];
      await page.route(/^https?:\/\/(?!127\.0\.0\.1)/, async (route) => {
        const url = route.request().url();
        requested.push(url);
        // The first time it is away.
        if (requested.length === 1) await route.abort();
        else if (url === frame)
          await route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang="en"><title>Check</title>' });
        else await route.fulfill({ contentType: 'text/javascript', body: scriptOf(kind, frame) });
      });
      await page.goto(`${checking.service.url}/sign-in`);
      await page.getByLabel('E-mail address').fill('ada@example.com');
      const ask = page.getByRole('button', { name: 'Send me a link' });
      await ask.click();
      const dialog = page.getByRole('dialog', { name: 'Are you a person?' });
      await dialog.getByRole('alert').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('alert').waitFor();
      expect(verified).toEqual([]);
      await ask.click();
      await dialog.getByRole('button', { name: 'I am a person at site-key' }).waitFor();
      await looksOf(page).wideLooks(`human-check-${kind}`);
      expect(await dialog.getByTitle('Check').getAttribute('width')).toBe('303');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.setViewportSize({ width: 360, height: 800 });
      await ask.click();
      await dialog.getByRole('button', { name: 'I am a person at site-key' }).waitFor();
      await looksOf(page).narrowLooks(`human-check-${kind}-narrow`);
      const inside = (await page.evaluate(
        "(() => { const dialog = document.querySelector('dialog'); return dialog.scrollWidth <= dialog.clientWidth; })()",
      )) as boolean;
      expect(inside).toBe(true);
      await dialog.getByRole('button', { name: 'I am a person at site-key' }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('A link is on its way to ada@example.com.').waitFor();
      expect(verified.map((form) => [form.get('response'), form.get('secret')])).toEqual([['a-good-token', 'a-secret-of-the-provider']]);
      expect([complaints, requested]).toEqual([[], [script, script, frame, frame]]);
    } finally {
      await page.close();
      await checking.home.close();
    }
  });

  test.each(PROVIDERS)(
    'the policy of pages lets in $kind where that is set up, and nobody else',
    async ({ kind, script, sources, strangers }) => {
      const checking = await serviceOf(kind);
      const page = await browser.context.newPage();
      try {
        page.setDefaultTimeout(HANGS_MS);
        const { headers } = await send(checking.service, 'GET', '/sign-in', { headers: { accept: 'text/html' } });
        expect(headers.get('content-security-policy')).toBe(
          `default-src 'none'; script-src 'self' ${sources}; style-src 'self' ${sources}; img-src 'self' data:; connect-src 'self' ${sources}; frame-src ${sources}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
        );
        const requested: string[] = [];
        await page.route(/^https?:\/\/(?!127\.0\.0\.1)/, async (route) => {
          requested.push(route.request().url());
          await route.fulfill({ contentType: 'text/javascript', body: '' });
        });
        await page.goto(`${checking.service.url}/sign-in`);
        const outcomes: string[] = [];
        for (const src of [script, ...strangers])
          outcomes.push(
            String(
              await page.evaluate(
                `new Promise((resolve) => {
                const script = document.createElement('script');
                script.src = ${JSON.stringify(src)};
                script.onload = () => resolve('loaded');
                script.onerror = () => resolve('refused');
                document.head.append(script);
              })`,
              ),
            ),
          );
        expect(outcomes).toEqual(['loaded', ...strangers.map(() => 'refused')]);
        expect(requested).toEqual([script]);
      } finally {
        await page.close();
        await checking.home.close();
      }
    },
  );
});
