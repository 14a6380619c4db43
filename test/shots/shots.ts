import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { PAGES } from '../../src/contract/pages.ts';
import { startProcess } from '../faults/service-process.ts';
import { startBrowser } from '../support/chromium.ts';
import { freePort } from '../support/free-port.ts';
import { fillShop } from './shop.ts';

const WIDTHS = [360, 800, 1440] as const;
const THEMES = ['light', 'dark'] as const;

const { values: options } = parseArgs({
  options: { folder: { type: 'string' }, only: { type: 'string' }, readme: { type: 'boolean', default: false } },
});

/** Scenes that README shows, by the names of their pictures. */
const IN_README: Readonly<Record<string, string>> = { ask: 'ask', 'ask-write': 'write', 'look-diagram': 'look' };

/**
 * Pictures of every page, with something on it, in both themes and three widths: to be looked at. The folder is said, and not of the project.
 * `--readme` takes those of README alone, in their place.
 */
async function shots(): Promise<void> {
  const folder = options.readme ? resolve('web/pictures') : resolve(options.folder ?? (await mkdtemp(join(tmpdir(), 'svc-shots-'))));
  await mkdir(folder, { recursive: true });
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-shots-data-'));
  // Started as root, the engine runs as another user, who has to get in.
  await chmod(dataDir, 0o755);
  const service = await startProcess(await freePort(), { SVC_DATA_DIR: dataDir, SVC_LOG_LEVEL: 'silent', SVC_LOCAL_OWNER: 'on' });
  const browser = await startBrowser({ width: 1280, height: 900 });
  try {
    const token = (await readFile(join(dataDir, 'owner.key'), 'utf8')).trim();
    const call = async (path: string, body?: object, as = token): Promise<Record<string, unknown>> => {
      const reply = await fetch(`${service.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const read = (await reply.json()) as Record<string, unknown>;
      if (!reply.ok) throw new Error(`${path}: ${JSON.stringify(read)}`);
      return read;
    };
    const db = await fillShop(call);
    const page = await browser.context.newPage();
    const visit = async (path: string) => {
      await page.goto(`${service.url}${path}`);
      await page.locator('main h1').waitFor();
      await page.locator('.loading').first().waitFor({ state: 'detached' });
    };
    const wanted = (name: string) => (options.readme ? name in IN_README : options.only === undefined || name.includes(options.only));
    const take = async (name: string) => {
      if (options.readme) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.screenshot({ path: join(folder, `${IN_README[name]}.png`) });
        return;
      }
      for (const width of WIDTHS)
        for (const colorScheme of THEMES) {
          await page.setViewportSize({ width, height: 800 });
          await page.emulateMedia({ colorScheme });
          await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
        }
    };
    if (wanted('sign-in')) {
      await visit('/sign-in');
      await take('sign-in');
    }
    await page.goto(String((await call('/v1/auth/link')).url));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    const scenes = {
      ...SCENES,
      ...Object.fromEntries(PAGES.filter((path) => !(nameOf(path) in SCENES)).map((path) => [nameOf(path), { path }])),
    };
    for (const [name, { path, act }] of Object.entries(scenes) as [string, Scene][]) {
      if (!wanted(name) || name.startsWith('sign-in')) continue;
      await page.setViewportSize({ width: 1280, height: 900 });
      await visit(path.replace('DB', db));
      await act?.(page);
      await take(name);
    }
    process.stdout.write(`The pictures are in ${folder}\n`);
  } finally {
    await browser.end();
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Scene {
  readonly path: string;
  /** What is done there before it is looked at. */
  readonly act?: (page: Page) => Promise<void>;
}

const nameOf = (path: string): string => (path === '/' ? 'home' : path.slice(1).replaceAll('/', '-'));

async function ask(page: Page, goal: string): Promise<void> {
  await page.getByLabel('Question or instruction').fill(goal);
  await page.keyboard.press('Enter');
  await page.locator('.turn[aria-busy="false"]').first().filter({ hasText: goal }).waitFor();
}

/** Pages that have something to show only when something is done there. */
const SCENES: Readonly<Record<string, Scene>> = {
  ask: { path: '/ask?db=DB&thread=a', act: (page) => ask(page, 'How many customers are there in each city?') },
  'ask-write': { path: '/ask?db=DB&thread=b', act: (page) => ask(page, 'Set the price of Yirgacheffe to 21') },
  'ask-table': {
    path: '/ask?db=DB&thread=c',
    async act(page) {
      await ask(page, 'Which products cost more than 15?');
      await page.getByText('SQL and how it was made').click();
    },
  },
  create: {
    path: '/create',
    async act(page) {
      await page
        .getByLabel('What is it for?')
        .fill('a library: books with title and author; members with name and unique email; members borrow books');
      await page.getByRole('button', { name: 'Propose tables' }).click();
      await page.getByRole('region', { name: 'Table books' }).waitFor();
    },
  },
  'create-diagram': {
    path: '/create',
    async act(page) {
      await page.getByRole('tab', { name: 'Diagram' }).click();
      await page.getByRole('list', { name: 'References' }).getByRole('button', { name: 'members' }).first().click();
      await page.getByRole('region', { name: 'Table members' }).waitFor();
    },
  },
  'grants-usage': {
    path: '/grants',
    async act(page) {
      await page.getByRole('button', { name: /^Usage of/ }).click();
      await page.getByText('It was not used yet.').waitFor();
    },
  },
  look: { path: '/look?db=DB&table=products', act: (page) => page.getByText('Rows 1 to').waitFor() },
  'look-diagram': { path: '/look?db=DB', act: (page) => page.getByRole('tab', { name: 'Diagram' }).click() },
  'look-glossary': { path: '/look?db=DB', act: (page) => page.getByRole('tab', { name: 'Glossary' }).click() },
  sql: {
    path: `/sql?db=DB&sql=${encodeURIComponent('SELECT p.category, sum(o.quantity) AS bags\nFROM orders o JOIN products p ON p.id = o.product_id\nGROUP BY p.category')}`,
    async act(page) {
      await page.getByRole('button', { name: 'Run' }).click();
      await page.getByRole('region', { name: 'Result' }).waitFor();
    },
  },
};

await shots();
