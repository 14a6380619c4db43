import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium } from '../support/chromium.ts';
import { type Console, HANGS_MS, startConsole } from '../support/console.ts';
import { type MailServer, startMailServer } from '../support/mail.ts';
import { send } from '../support/service.ts';
import { until } from '../support/session.ts';

const BRIEF = 'a library: books with title and author; members with name';

// Without a Chromium `chromium.ts` says so, and what would run this.
describe.skipIf(!hasChromium)('what is typed, in a real browser', () => {
  let mail: MailServer;
  let it: Console;
  let db: string;
  beforeAll(async () => {
    mail = await startMailServer();
    it = await startConsole({ SVC_SMTP_URL: mail.url, SVC_MAIL_FROM: 'svc@example.com' });
    db = it.owned.owner.db;
  }, 2 * HANGS_MS);
  afterAll(async () => {
    await it?.close();
    await mail?.close();
  });

  const box = (page: Page) => page.getByLabel('Question or instruction');
  const editor = (page: Page) => page.getByRole('textbox', { name: 'SQL' });
  const result = (page: Page) => page.getByRole('region', { name: 'Result' });
  const newTab = async (path: string) => {
    const page = await it.page.context().newPage();
    await it.visit(path, page);
    return page;
  };
  /** As after the browser was closed: a tab's own storage is gone with it. */
  const closedAndOpened = async (page: Page, path: string) => {
    await page.close();
    return await newTab(path);
  };
  const write = async (page: Page, sql: string) => {
    await editor(page).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(sql);
  };
  const prices = () => it.owned.owner.rows('SELECT roaster, price::float AS price FROM coffee_beans ORDER BY roaster');
  const keptIn = async (page: Page) =>
    (await page.evaluate(
      "[...Object.entries(localStorage), ...Object.entries(sessionStorage)].filter(([name]) => name.startsWith('svc.')).flat()",
    )) as string[];

  test('a question, a statement with its values and a brief with its tables are there again after the browser was closed', async () => {
    let page = await newTab(`/ask?db=${db}`);
    await box(page).fill('half a quest');
    // A link that asks something else comes first, and does not take what was typed away.
    const other = await newTab(`/ask?db=${db}&thread=elsewhere&goal=asked+elsewhere`);
    expect(await box(other).inputValue()).toBe('asked elsewhere');
    await other.close();
    page = await closedAndOpened(page, `/ask?db=${db}`);
    expect(await box(page).inputValue()).toBe('half a quest');
    await box(page).fill('How many coffee beans are there?');
    await page.keyboard.press('Enter');
    await page.locator('.big-number').waitFor();
    await until(async () => (await box(page).inputValue()) === '');
    page = await closedAndOpened(page, `/ask?db=${db}`);
    expect(await box(page).inputValue()).toBe('');

    await it.visit(`/sql?db=${db}`, page);
    await write(page, 'SELECT * FROM coffee_beans WHERE price > $1');
    await page.getByLabel('$1').fill('17');
    page = await closedAndOpened(page, `/sql?db=${db}`);
    await editor(page).getByText('$1').waitFor();
    expect(await page.getByLabel('$1').inputValue()).toBe('17');

    await it.visit('/create', page);
    await page.getByLabel('What is it for?').fill(BRIEF);
    await page.getByRole('button', { name: 'Propose tables' }).click();
    await page.getByRole('region', { name: 'Table books' }).getByLabel('Name of the column title').fill('heading');
    page = await closedAndOpened(page, '/create');
    await page.getByRole('region', { name: 'Table books' }).getByLabel('Name of the column heading').waitFor();
    expect(await page.getByLabel('What is it for?').inputValue()).toBe(BRIEF);
    await page.close();
  });

  test('words of the glossary and a row that are not saved are there again; a row that was written is not', async () => {
    let page = await newTab(`/look?db=${db}&table=coffee_beans`);
    await page.getByRole('button', { name: 'Add a row' }).click();
    const form = () => page.getByRole('region', { name: 'Add a row to coffee_beans' });
    await form().getByLabel('roaster', { exact: true }).fill('Kiambu');
    page = await closedAndOpened(page, `/look?db=${db}&table=coffee_beans`);
    expect(await form().getByLabel('roaster', { exact: true }).inputValue()).toBe('Kiambu');
    await form().getByRole('button', { name: 'Show what would change' }).click();
    await form().locator('ins').getByText('Kiambu').waitFor();
    await page.reload();
    await form().getByRole('button', { name: 'Confirm' }).click();
    await form().getByRole('button', { name: 'Undo' }).waitFor();
    await page.reload();
    await form().getByRole('button', { name: 'Undo' }).waitFor();
    const other = await newTab(`/look?db=${db}&table=coffee_beans`);
    await other.getByText('Rows 1 to 3').waitFor();
    expect(await other.getByRole('region', { name: 'Add a row to coffee_beans' }).count()).toBe(0);
    await other.close();
    await form().getByRole('button', { name: 'Undo' }).click();
    await form().locator('.note.good').waitFor();
    await form().getByRole('button', { name: 'Close' }).click();

    await page.getByRole('tab', { name: 'Glossary' }).click();
    await page.getByRole('button', { name: 'Add an entry' }).click();
    await page.keyboard.type('fancy');
    // The tab is in the address.
    page = await closedAndOpened(page, new URL(page.url()).pathname + new URL(page.url()).search);
    await page.getByText('There are changes that are not saved.').waitFor();
    expect(await page.getByLabel('Words').inputValue()).toBe('fancy');
    await page.getByLabel('Mean').fill('with price above 15');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('All is saved.').waitFor();
    // What is begun here, and overtaken by what somebody else saves, is not put in its place.
    await page.getByLabel('Mean').fill('with price above 99');
    const { owner, service } = it.owned;
    const saved = await send(service, 'PUT', `/v1/databases/${db}/glossary`, {
      token: owner.token,
      key: randomUUID(),
      body: { terms: [{ term: 'cheap', means: 'with price below 15' }] },
    });
    expect(saved.status, saved.text).toBe(200);
    await page.reload();
    await until(async () => (await page.getByLabel('Words').inputValue()) === 'cheap');
    expect(await page.getByLabel('Words').count()).toBe(1);
    expect(await page.getByLabel('Words').isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Go on with what I typed' }).click();
    await until(async () => (await page.getByLabel('Mean').inputValue()) === 'with price above 99');
    await page.getByText('There are changes that are not saved.').waitFor();
    await page.close();
  });

  test('a reload of the page for SQL loses neither what was typed after a statement ran, nor its rows, nor the way to undo', async () => {
    const page = await newTab(`/sql?db=${db}`);
    await write(page, 'SELECT roaster, 12345678901234567890::numeric AS wide FROM coffee_beans WHERE price > 17');
    await page.keyboard.press('Control+Enter');
    await result(page).getByText('Onyx').first().waitFor();
    await write(page, 'SELECT rating');
    await until(async () => (await keptIn(page)).some((text) => text.includes('SELECT rating')));
    await page.reload();
    await result(page).getByText('Onyx').first().waitFor();
    expect(await editor(page).textContent()).toBe('SELECT rating');
    const link = page.url();
    // Its link shows what was run, and runs nothing by itself.
    const other = await newTab(new URL(link).pathname + new URL(link).search);
    await editor(other).getByText('17').waitFor();
    expect(await result(other).count()).toBe(0);
    await other.close();
    const before = await prices();
    await write(page, "UPDATE coffee_beans SET price = 20 WHERE roaster = 'Onyx'");
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Show what would change' }).click();
    await result(page).locator('del').getByText('18.5').waitFor();
    await page.reload();
    await result(page).getByRole('button', { name: 'Confirm' }).click();
    await result(page).getByRole('button', { name: 'Undo' }).waitFor();
    expect(await prices()).not.toEqual(before);
    await page.reload();
    await result(page).getByRole('button', { name: 'Undo' }).click();
    await result(page).locator('.note.good').waitFor();
    expect(await prices()).toEqual(before);
    // What is run next has nothing of it.
    await write(page, "UPDATE coffee_beans SET price = 21 WHERE roaster = 'Onyx'");
    await page.keyboard.press('Control+Enter');
    await page.getByText('This statement writes, or may: nothing was run.').waitFor();
    await page.close();
  });

  test('where the browser has no more room, what is typed is kept all the same, and answers come', async () => {
    const page = await newTab(`/ask?db=${db}&thread=full`);
    await page.evaluate(`{
      let part = 'x'.repeat(1_000_000);
      for (let at = 0; part.length > 0; at++)
        try { sessionStorage.setItem('full' + at, part); } catch { part = part.slice(0, part.length / 2); }
    }`);
    await box(page).fill('typed without room');
    await page.reload();
    await until(async () => (await box(page).inputValue()) === 'typed without room');
    await box(page).fill('Which coffee beans are there?');
    await page.keyboard.press('Enter');
    await page.locator('.turn[aria-busy="false"]').getByText('Onyx').first().waitFor();
    await page.close();
  });

  test('who signs out in one tab is out in all, and nothing stays', async () => {
    const [one, two] = [await newTab(`/ask?db=${db}&thread=one`), await newTab(`/ask?db=${db}&thread=two`)];
    for (const page of [one, two]) {
      await box(page).fill('How many coffee beans are there?');
      await page.keyboard.press('Enter');
      await page.locator('.big-number').waitFor();
      await box(page).fill('of mine alone');
    }
    await two.getByRole('button', { name: 'Sign out' }).click();
    await one.getByRole('heading', { name: 'Sign in first' }).waitFor();
    expect([await keptIn(one), await keptIn(two)]).toEqual([[], []]);
    await one.close();
    await two.close();
  });

  test('somebody else who signs in after a session ended sees nothing of what was typed, in no tab', async () => {
    const { owner, service } = it.owned;
    const first = await newTab('/sign-in');
    await first.goto(String((await owner.post('/v1/auth/link', undefined)).json().url));
    await first.getByRole('button', { name: 'Sign in' }).click();
    await first.getByRole('button', { name: 'Sign out' }).waitFor();
    await it.visit(`/ask?db=${db}&thread=mine`, first);
    await box(first).fill('of mine alone');
    for (const { id } of (await owner.get('/v1/auth/sessions')).json() as unknown as { id: string }[])
      await send(service, 'DELETE', `/v1/auth/sessions/${id}`, { token: owner.token, key: randomUUID() });
    const other = await newTab('/sign-in');
    await other.getByLabel('E-mail address').fill('ada@example.com');
    await other.getByRole('button', { name: 'Send me a link' }).click();
    await other.goto((await mail.letterTo('ada@example.com')).link);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByText('Signed in as ada@example.com').waitFor();
    await first.getByText('Signed in as ada@example.com').waitFor();
    expect(await box(first).inputValue()).toBe('');
    expect([...(await keptIn(first)), ...(await keptIn(other))].filter((text) => text.includes('of mine alone'))).toEqual([]);
    await it.visit(`/ask?thread=mine`, other);
    expect(await box(other).inputValue()).toBe('');
  });

  test('asks nobody but its own service, and complains of nothing', () => {
    expect(it.requested.filter((one) => !one.startsWith(`${it.owned.service.url}/`) && !one.startsWith(mail.url))).toEqual([]);
    expect(it.problems.filter((text) => !/status of (401|403|404)/.test(text))).toEqual([]);
  });
});
