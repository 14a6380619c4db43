import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';

export const CHROMIUM = process.env.SVC_CHROMIUM ?? '/usr/bin/chromium';
/** Says so where there is none, since the tests in it are then left out. */
export const hasChromium = existsSync(CHROMIUM);
if (!hasChromium)
  console.warn(
    `Nothing is tested in a browser: there is no Chromium at ${CHROMIUM}. Set SVC_CHROMIUM to one, or install Debian's package chromium.`,
  );

/** Nothing of the browser's own may look for the network. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser of its own, and the way to end it with all that it kept. */
export async function startBrowser(
  viewport = { width: 1280, height: 1600 },
  more: { readonly ignoreHTTPSErrors?: boolean } = {},
): Promise<{ context: BrowserContext; end(): Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'svc-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    headless: true,
    args: QUIET,
    viewport,
    ...more,
  });
  return {
    context,
    async end() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
