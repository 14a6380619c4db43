import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium } from '../support/chromium.ts';
import { type Console, HANGS_MS, startConsole } from '../support/console.ts';
import { until } from '../support/session.ts';

const HOSTILE = '<img src=x onerror="alert(1)">';
const MAKERS = 'id,name\n1,Kiambu\n2,Huila\n';
const BEANS = `id,maker_id,note,price,bought\n1,1,"${HOSTILE.replaceAll('"', '""')}",12.5,03/04/2026\n2,2,sweet,14,05/04/2026\n3,2,plain,9,06/04/2026\n`;
const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

describe.skipIf(!hasChromium)('the page that imports, in a real browser', () => {
  let it: Console;
  beforeAll(async () => {
    it = await startConsole();
  }, 2 * HANGS_MS);
  afterAll(() => it?.close());

  const run = () => it.page.getByRole('region', { name: 'Import' });

  test('files become a database; what was supposed of them is said, and a reload goes on looking', async () => {
    const { page } = it;
    await it.visit('/import');
    await page.getByLabel('Files', { exact: true }).setInputFiles([fileOf('makers.csv', MAKERS), fileOf('beans.csv', BEANS)]);
    await page.getByLabel('Name').fill('From files');
    await it.looksOf('import-form');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    // Nothing is made before it was looked at.
    const found = page.getByRole('region', { name: 'What was found' });
    await found.getByLabel('What beans.maker_id points at').waitFor();
    const databases = async () =>
      ((await it.owned.owner.get('/v1/databases')).json() as unknown as { name: string }[]).map(({ name }) => name);
    expect(await databases()).not.toContain('From files');
    const chosen = async (label: string) => await found.getByLabel(label).inputValue();
    expect(await Promise.all(['Key of beans', 'Type of beans.price', 'What beans.maker_id points at'].map(chosen))).toEqual([
      'id',
      'numeric',
      'makers',
    ]);
    await found.getByLabel('Type of beans.price').selectOption('text');
    // Either could be meant, so that it is asked.
    expect(await chosen('Type of beans.bought')).toBe('text');
    await found.getByLabel('Type of beans.bought').selectOption({ label: 'date, day first' });
    await until(async () => (await chosen('Type of beans.bought')) === 'date day_first');
    await found.getByLabel('Key of makers').selectOption('name');
    // What pointed at the other key points at nothing.
    await until(async () => (await chosen('What beans.maker_id points at')) === '');
    await it.looksOf('import-found');
    await page.reload();
    await until(async () => (await chosen('Key of makers')) === 'name');
    expect(await chosen('Type of beans.price')).toBe('text');
    await found.getByLabel('Key of makers').selectOption('id');
    await until(async () => (await chosen('Key of makers')) === 'id');
    await found.getByLabel('What beans.maker_id points at').selectOption('makers');
    await until(async () => (await chosen('What beans.maker_id points at')) === 'makers');
    await found.getByRole('button', { name: 'Write the rows' }).click();
    await run().getByText('Done', { exact: true }).waitFor();
    await run().getByText('beans.maker_id points at makers.id: all of its values are there').waitFor();
    await it.looksOf('import-done');
    await page.reload();
    await run().getByText('Done', { exact: true }).waitFor();
    await run().getByRole('link', { name: 'Look at the tables' }).click();
    await page.getByRole('list', { name: 'Tables' }).getByRole('button', { name: 'beans' }).click();
    const beans = page.getByRole('region', { name: 'beans', exact: true });
    await beans.getByText('Rows 1 to 3').waitFor();
    await beans.locator('summary').click();
    await beans.getByRole('row', { name: /^price text/ }).waitFor();
    await beans.getByRole('row', { name: /^bought date/ }).waitFor();
    await beans.getByText(HOSTILE).waitFor();
    expect(await page.locator('main img, main script').count()).toBe(0);
  });

  test('an import that waits is found again after the browser was closed, and gone on with or forgotten', async () => {
    const begin = async (name: string) => {
      const page = await it.page.context().newPage();
      await it.visit('/import', page);
      await page.getByLabel('Files', { exact: true }).setInputFiles([fileOf(name, MAKERS)]);
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByRole('region', { name: 'What was found' }).waitFor();
      await page.close();
    };
    await begin('first.csv');
    await begin('second.csv');
    const { page } = it;
    await it.visit('/import');
    const begun = page.getByRole('region', { name: 'Begun in this browser' });
    await begun.getByText('All rows are read').nth(1).waitFor();
    await it.looksOf('import-begun');
    await begun.getByRole('button', { name: 'Forget the import of first.csv' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Forget it' }).click();
    await begun.getByText('first.csv').waitFor({ state: 'detached' });
    await begun.getByRole('link', { name: 'Go on with the import of second.csv' }).click();
    await page.getByRole('region', { name: 'What was found' }).getByRole('button', { name: 'Write the rows' }).click();
    await run().getByText('Done', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Import something else' }).click();
    await page.getByLabel('Files', { exact: true }).waitFor();
    // What is done waits for nobody.
    expect(await begun.count()).toBe(0);
  });

  test('a file longer than a part arrives whole, and one that cannot be read says so', async () => {
    const { page } = it;
    const rows = 120_000;
    const long = `n,what\n${Array.from({ length: rows }, (_, index) => `${index},${'row '.repeat(10)}${index}`).join('\n')}\n`;
    expect(long.length).toBeGreaterThan(4 * 1024 * 1024);
    await it.visit('/import');
    await page.getByLabel('Files', { exact: true }).setInputFiles([fileOf('long.csv', long)]);
    await page.getByLabel('Show me types, keys and relations before anything is written').uncheck();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await run().getByText('Done', { exact: true }).waitFor();
    await run().getByText(`${rows} of ${rows}`).waitFor();
    await page.getByRole('button', { name: 'Import something else' }).click();
    await page.getByLabel('Files', { exact: true }).setInputFiles([fileOf(`${HOSTILE.replace('/', '')}.json`, '{"broken": ')]);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('alert').getByText('<img src=x onerror="alert(1)">.json').waitFor();
    await page.getByRole('alert').getByText('This file cannot be read as it is.').waitFor();
    expect(await page.getByRole('alert').textContent()).not.toMatch(/`|params/);
    await it.looksOf('import-failed');
    expect(await page.locator('main img').count()).toBe(0);
    await it.visit('/import?id=imp_none');
    await page.getByRole('alert').waitFor();
  });

  test('asks nobody but its own service, and complains of nothing', () => {
    expect(it.requested.filter((one) => !one.startsWith(`${it.owned.service.url}/`) && !one.startsWith('blob:'))).toEqual([]);
    expect(it.problems.filter((text) => !/status of (400|401|404|422)/.test(text))).toEqual([]);
  });
});
