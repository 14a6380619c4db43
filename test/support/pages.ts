import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The pages as people get them, in a folder of their own. */
export async function buildPages(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-pages-'));
  // In a process of its own, since what is built for tests is not what people get.
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, ['node_modules/vite/bin/vite.js', 'build', 'web', '--outDir', folder], { env });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

const LOOKS = [
  [360, 'light'],
  [1280, 'dark'],
  [360, 'dark'],
  [1280, 'light'],
] as const;
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Looks at what a page shows, narrow and wide, light and dark: nothing is cut off, axe finds nothing. `SVC_SCREENSHOTS` is a folder to keep pictures in. */
export function looksOf(page: Page) {
  const look = async (name: string, looks: readonly (typeof LOOKS)[number][]) => {
    const axe = await readFile(AXE, 'utf8');
    for (const [width, theme] of looks) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: theme });
      const shown = `${name}-${width}-${theme}`;
      if (process.env.SVC_SCREENSHOTS) await page.screenshot({ path: join(process.env.SVC_SCREENSHOTS, `${shown}.png`), fullPage: true });
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), `${shown} is scrolled sideways`).toBeLessThanOrEqual(
        0,
      );
      await page.evaluate(axe);
      const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
      expect(violations.map(({ id, nodes }) => [shown, id, nodes.map(({ html }) => html)])).toEqual([]);
    }
  };
  return {
    everyLook: (name: string) => look(name, LOOKS),
    /** Of a dialog or a state each width and theme once. */
    bothLooks: (name: string) => look(name, LOOKS.slice(0, 2)),
    /** Of what depends on the width that it was opened at. */
    narrowLooks: (name: string) => look(name, [LOOKS[0], LOOKS[2]]),
    wideLooks: (name: string) => look(name, [LOOKS[1], LOOKS[3]]),
  };
}
