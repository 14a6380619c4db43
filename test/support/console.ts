import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AxeResults } from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { startBrowser } from './chromium.ts';
import { newOwnedService, type OwnedService } from './keys.ts';

/** For hangs alone. */
export const HANGS_MS = 120_000;

type Theme = 'light' | 'dark';
const LOOKS = [
  [360, 'light'],
  [768, 'dark'],
  [1280, 'light'],
  [360, 'dark'],
] as const;

/** The pages as they are built, served by a service with an owner, who is signed in in a browser. */
export interface Console {
  readonly owned: OwnedService;
  readonly page: Page;
  /** What the browser complained of, and which addresses it asked. */
  readonly problems: string[];
  readonly requested: string[];
  visit(path: string, page?: Page): Promise<void>;
  /** Axe finds nothing, and nothing is scrolled sideways, in several widths and both themes; a picture of each when SVC_SCREENSHOTS names a folder. */
  looksOf(name: string): Promise<void>;
  saved(button: Locator): Promise<Buffer>;
  close(): Promise<void>;
}

export async function startConsole(settings: Record<string, string> = {}): Promise<Console> {
  const pagesFolder = await mkdtemp(join(tmpdir(), 'svc-pages-'));
  // In a process of its own, since what is built for tests is not what people get.
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, ['node_modules/vite/bin/vite.js', 'build', 'web', '--outDir', pagesFolder], { env });
  const owned = await newOwnedService(settings, { pagesFolder });
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const browser = await startBrowser({ width: 1280, height: 900 });
  browser.context.setDefaultTimeout(HANGS_MS);
  const [problems, requested]: [string[], string[]] = [[], []];
  browser.context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(`${message.page()?.url()}: ${message.text()}`);
  });
  browser.context.on('weberror', (error) => problems.push(String(error.error())));
  browser.context.on('dialog', (dialog) => {
    problems.push(`A script of the data ran: ${dialog.message()}`);
    void dialog.dismiss();
  });
  browser.context.on('request', (request) => requested.push(request.url()));
  const page = await browser.context.newPage();
  const made = await owned.owner.post('/v1/auth/link', undefined);
  await page.goto(String(made.json().url));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();

  const look = async (name: string, width: number, theme: Theme) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: theme });
    const folder = process.env.SVC_SCREENSHOTS;
    if (folder) await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`), fullPage: true });
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), `${name} is scrolled sideways`).toBeLessThanOrEqual(0);
    await page.evaluate(axe);
    const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
    expect(violations.map(({ id, nodes }) => [name, width, id, nodes.map(({ html }) => html)])).toEqual([]);
  };
  return {
    owned,
    page,
    problems,
    requested,
    async visit(path, other = page) {
      await other.goto(`${owned.service.url}${path}`);
      await other.locator('main h1').waitFor();
      await other.locator('.loading').first().waitFor({ state: 'detached' });
    },
    async looksOf(name) {
      for (const [width, theme] of LOOKS) await look(name, width, theme);
      await page.setViewportSize({ width: 1280, height: 900 });
    },
    async saved(button) {
      const [download] = await Promise.all([button.page().waitForEvent('download'), button.click()]);
      return await readFile(await download.path());
    },
    async close() {
      await browser.end();
      await owned.home.close();
      await rm(pagesFolder, { recursive: true, force: true });
    },
  };
}
