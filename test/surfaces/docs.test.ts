import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATION_ROWS } from '../../src/contract/operations.ts';
import { hasChromium, startBrowser } from '../support/chromium.ts';
import { startService, type TestService } from '../support/service.ts';
import { BEANS } from '../support/session.ts';

/**
 * Presses Execute until the page has sent the call, and returns the status of its reply. Swagger UI fills in the values of an opened operation
 * once it has resolved the references in it; a press before that, faster than a person's, finds required values missing and sends nothing.
 */
async function execute(block: Locator): Promise<Locator> {
  const code = block.locator('.live-responses-table .response-col_status').last();
  for (let presses = 1; presses <= 30; presses++) {
    const sent = block.page().waitForRequest(/\/v1\//, { timeout: 3_000 });
    const isSent = sent.then(
      () => true,
      () => false,
    );
    await block.locator('.execute').click();
    if (await isSent) break;
  }
  await code.waitFor();
  return code;
}

describe.skipIf(!hasChromium)('the reference page in a real browser', () => {
  let service: TestService;
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  let context: BrowserContext;
  let page: Page;
  const problems: string[] = [];
  const requested: string[] = [];

  beforeAll(async () => {
    service = await startService();
    browser = await startBrowser();
    context = browser.context;
    context.setDefaultTimeout(120_000);
    page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('requestfailed', (request) => problems.push(`${request.url()} failed`));
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(`${service.url}/docs`);
    await page.locator('.opblock').first().waitFor();
  });
  afterAll(async () => {
    await browser?.end();
    await service?.close();
  });

  test('shows every built operation and none other', async () => {
    const shown = await page
      .locator('.opblock-summary')
      .evaluateAll((blocks) => blocks.map((block) => block.textContent?.replace(/\s+/g, ' ') ?? ''));
    const built = Object.values(OPERATION_ROWS);
    expect(shown).toHaveLength(built.length);
    for (const row of built) {
      const path = row.path.replace(/:(\w+)/g, '{$1}');
      // Swagger UI breaks long paths with zero-width spaces.
      const found = shown.some((text) => text.replaceAll('\u200b', '').startsWith(`${row.method}${path}${row.summary}`));
      expect(found, `${row.method} ${path} in ${shown.join(' | ')}`).toBe(true);
    }
    expect(await page.title()).toBe('svc API');
  });

  test('a write can be tried at once, and the next call is the same caller’s', async () => {
    const tried = async (operation: string, body?: object): Promise<[number, string]> => {
      const block = page.locator(`[id="operations-${operation}"]`);
      await block.locator('.opblock-summary').click();
      if (body) await block.locator('.body-param__text').fill(JSON.stringify(body));
      const code = await execute(block);
      return [Number.parseInt((await code.textContent()) ?? '', 10), (await block.locator('.live-responses-table').textContent()) ?? ''];
    };
    const [made, shown] = await tried('Databases-createDatabase', { goal: BEANS });
    expect(made).toBe(201);
    const dbId = /db_coffee_beans_[a-z2-7]{8}/.exec(shown)?.[0];
    expect(dbId).toBeDefined();
    const [listed, list] = await tried('Databases-listDatabases');
    expect(listed).toBe(200);
    expect(list).toContain(dbId);
    // As they are filled in: what is the reader's own is put in by the page.
    expect((await tried('Ask-insert'))[0]).toBe(200);
    const [ran, rows] = await tried('Ask-run');
    expect([ran, rows]).toEqual([200, expect.stringContaining('"roaster": "Onyx"')]);
    expect((await tried('Receipts-getTrace'))[0]).toBe(200);
    expect((await tried('Ask-undo'))[0]).toBe(200);
    expect((await tried('Databases-describeDatabase'))[1]).toContain('coffee_beans');
  });

  test('every example runs as it stands, in any order of a newcomer’s', async () => {
    const fresh = await context.newPage();
    try {
      await fresh.goto(`${service.url}/docs`);
      const seen: [string, number][] = [];
      // The account of a service and a database to delete are the reader's own to have.
      for (const operation of [
        'undo',
        'run',
        'transaction',
        'ask',
        'insert',
        'getTrace',
        'replayTrace',
        'describeDatabase',
        'postChatMessage',
        'listChatMessages',
        'putGlossary',
        'updateDatabase',
        'listModels',
        'getImport',
        'addToImport',
      ]) {
        const block = fresh.locator(`[id^="operations-"][id$="-${operation}"]`);
        await block.locator('.opblock-summary').click();
        const code = await execute(block);
        seen.push([operation, Number.parseInt((await code.textContent()) ?? '', 10)]);
      }
      expect(seen.filter(([, status]) => status !== 200)).toEqual([]);
    } finally {
      await fresh.close();
    }
  }, 900_000);

  test('asks nobody but its own origin, and complains of nothing', async () => {
    if (process.env.SVC_SCREENSHOT) await page.screenshot({ path: process.env.SVC_SCREENSHOT, fullPage: true });
    expect(requested.length).toBeGreaterThan(3);
    expect(requested.filter((url) => !url.startsWith(`${service.url}/`) && !url.startsWith('data:'))).toEqual([]);
    expect(problems).toEqual([]);
  });
});
