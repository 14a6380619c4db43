import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium } from '../support/chromium.ts';
import { type Console, HANGS_MS, startConsole } from '../support/console.ts';
import { until } from '../support/session.ts';

const HOSTILE = '<img src=x onerror="alert(1)">';

describe.skipIf(!hasChromium)('the page for SQL, in a real browser', () => {
  let it: Console;
  beforeAll(async () => {
    it = await startConsole();
  }, 2 * HANGS_MS);
  afterAll(() => it?.close());

  const editor = () => it.page.getByRole('textbox', { name: 'SQL' });
  const write = async (sql: string) => {
    await editor().click();
    await it.page.keyboard.press('Control+a');
    await it.page.keyboard.press('Delete');
    // As it is pasted: brackets and names are not completed.
    await it.page.keyboard.insertText(sql);
  };
  const run = async (sql: string) => {
    await write(sql);
    await it.page.keyboard.press('Control+Enter');
  };
  const result = () => it.page.getByRole('region', { name: 'Result' });
  const prices = () => it.owned.owner.rows('SELECT roaster, price::float AS price FROM coffee_beans ORDER BY roaster');

  test('a statement is written with completion, explained, run with the keyboard, and found again', async () => {
    const { page } = it;
    await it.visit(`/sql?db=${it.owned.owner.db}`);
    await editor().click();
    await page.keyboard.type('SELECT * FROM coff');
    await page.getByRole('option', { name: 'coffee_beans', exact: true }).waitFor();
    await it.looksOf('sql-completion');
    await page.keyboard.press('Enter');
    await until(async () => (await editor().textContent()) === 'SELECT * FROM coffee_beans');
    await page.keyboard.press('Control+Enter');
    await result().getByRole('columnheader', { name: 'roaster' }).waitFor();
    expect(await result().getByRole('row').count()).toBe(3);
    await it.looksOf('sql');
    await page.getByRole('button', { name: 'Explain' }).click();
    await result().getByText('Seq Scan on coffee_beans').first().waitFor();
    await run('SELECT roaster FROM coffee_beans WHERE price > 17;');
    await result().getByText('Onyx').first().waitFor();
    // What was run is in the address, and what was run before at hand.
    const link = page.url();
    const other = await page.context().newPage();
    await other.goto(link);
    await other.getByRole('textbox', { name: 'SQL' }).getByText('17').waitFor();
    await other.close();
    await page.getByText('2 statements before').click();
    await page.getByRole('list', { name: 'Statements before' }).getByRole('button').nth(1).click();
    await until(async () => (await editor().textContent()) === 'SELECT * FROM coffee_beans');
  });

  test('columns are completed before a table is named, and say whose they are', async () => {
    const { page } = it;
    await it.visit(`/sql?db=${it.owned.owner.db}`);
    await write('');
    await page.keyboard.type('SELECT roas');
    await page.getByRole('option', { name: 'roaster coffee_beans' }).waitFor();
    // The editor takes no key for an answer within 75 ms of opening the list (CodeMirror's `interactionDelay`).
    await delay(150);
    await page.keyboard.press('Enter');
    await until(async () => (await editor().textContent()) === 'SELECT roaster');
  });

  test('a name that is begun before the names of the database are known is completed once they are', async () => {
    const { page } = it;
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/schema*', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(`${it.owned.service.url}/sql?db=${it.owned.owner.db}`);
    await editor().click();
    await page.keyboard.type('SELECT * FROM coff');
    expect(await page.getByRole('option', { name: 'coffee_beans', exact: true }).count()).toBe(0);
    answer();
    await page.getByRole('option', { name: 'coffee_beans', exact: true }).waitFor();
    await page.unroute('**/schema*');
  });

  test('values have fields of their own, and are never a part of the text', async () => {
    const { page } = it;
    await it.visit(`/sql?db=${it.owned.owner.db}`);
    await write("SELECT roaster, '$3' AS said FROM coffee_beans WHERE roaster = $1 OR price = $2");
    await page.getByLabel('$1').fill("Onyx' OR true --");
    await page.getByLabel('$2').fill('14');
    expect(await page.getByLabel('$3').count()).toBe(0);
    await it.looksOf('sql-values');
    await page.getByRole('button', { name: 'Run' }).click();
    await result().getByRole('cell', { name: 'Sey' }).waitFor();
    expect(await result().getByRole('row').count()).toBe(2);
  });

  test('what writes is not run, but shown; or run when that is said, and undone', async () => {
    const { page } = it;
    await it.visit(`/sql?db=${it.owned.owner.db}`);
    const before = await prices();
    await run("UPDATE coffee_beans SET price = 20 WHERE roaster = 'Onyx'");
    await page.getByText('This statement writes, or may: nothing was run.').waitFor();
    await it.looksOf('sql-writes');
    expect(await prices()).toEqual(before);
    await page.getByRole('button', { name: 'Show what would change' }).click();
    await result().locator('del').getByText('18.5').waitFor();
    await result().getByRole('button', { name: 'Confirm' }).click();
    await result().getByRole('button', { name: 'Undo' }).waitFor();
    expect(await prices()).not.toEqual(before);
    await result().getByRole('button', { name: 'Undo' }).click();
    await result().locator('.note.good').waitFor();
    expect(await prices()).toEqual(before);
    await run("WITH gone AS (DELETE FROM coffee_beans WHERE roaster = 'Sey' RETURNING *) SELECT count(*) FROM gone");
    await page.getByText('This statement writes, or may: nothing was run.').waitFor();
    expect(await prices()).toEqual(before);
    await run("DELETE FROM coffee_beans WHERE roaster = 'Sey'");
    await page.getByRole('button', { name: 'Run without a preview' }).click();
    expect(await prices()).toEqual(before);
    await page.getByRole('dialog').getByRole('button', { name: 'Run it' }).click();
    await result().getByRole('button', { name: 'Undo' }).click();
    await result().locator('.note.good').waitFor();
    expect(await prices()).toEqual(before);
  });

  test('what fails is said in its place, and somebody hostile is text', async () => {
    const { page } = it;
    await it.visit(`/sql?db=${it.owned.owner.db}&sql=${encodeURIComponent(`SELECT '${HOSTILE}' AS "${HOSTILE.replaceAll('"', '""')}"`)}`);
    await page.getByRole('button', { name: 'Run' }).click();
    await result().getByRole('columnheader', { name: HOSTILE }).waitFor();
    await run(`SELECT nothing FROM coffee_beans -- ${HOSTILE}`);
    await page.getByRole('alert').waitFor();
    await page.getByText(/statements before/).click();
    await it.looksOf('sql-hostile');
    expect(await page.locator('main img, main script').count()).toBe(0);
    await page.reload();
    await editor().getByText('nothing').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'svc', level: 1 }).waitFor();
    expect(
      await page.evaluate("[...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((name) => name.startsWith('svc.'))"),
    ).toEqual([]);
  });

  test('asks nobody but its own service, and complains of nothing', () => {
    expect(it.requested.filter((one) => !one.startsWith(`${it.owned.service.url}/`))).toEqual([]);
    expect(it.problems.filter((text) => !/status of (400|401|403|422)/.test(text))).toEqual([]);
  });
});
