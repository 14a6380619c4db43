import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visible } from '../../web/src/parts/value-text.ts';
import { hasChromium } from '../support/chromium.ts';
import { type Console, HANGS_MS, startConsole } from '../support/console.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { send } from '../support/service.ts';
import { sessionOf, type TestSession, until } from '../support/session.ts';

const HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
const TURNED = 'gnp.\u202eexe\u2066';
const LONG = 'long '.repeat(4_000);

describe.skipIf(!hasChromium)('the page that asks, in a real browser', () => {
  let it: Console;
  let page: Page;
  let kiosk: TestSession;
  let customer: Customer;

  beforeAll(async () => {
    it = await startConsole({ SVC_ALLOW_PRIVATE_CONNECTIONS: 'true' });
    page = it.page;
    const { owner, service } = it.owned;
    const made = await owner.post('/v1/databases', {
      goal: 'track drinks with name, kind, city, price, rating and bought date',
      name: 'Kiosk',
    });
    kiosk = sessionOf(service, owner.token, String(made.json().dbId));
    const rows = [
      'Chai,tea,Porto,4,5',
      'Sencha,tea,Lisbon,3,4',
      'Mocha,coffee,Porto,5,3',
      'Latte,coffee,Lisbon,6,4',
      'Cocoa,other,Porto,2,5',
    ];
    const told = rows.map((row) => row.split(',')).map(([name, kind, city, price, rating]) => ({ name, kind, city, price, rating }));
    const numbers = told.map((row) => ({ ...row, price: Number(row.price), rating: Number(row.rating), bought_date: '2026-10-05' }));
    expect((await owner.post('/v1/insert', { db: kiosk.db, table: 'drinks', rows: numbers })).status).toBe(200);
  }, 2 * HANGS_MS);
  afterAll(async () => {
    await it?.close();
    await customer?.close();
  });

  const box = (on = page) => on.getByLabel('Question or instruction');
  const ask = async (goal: string) => {
    await box().fill(goal);
    await page.keyboard.press('Enter');
    const turn = page.getByRole('article', { name: visible(goal), exact: true }).first();
    await turn.and(page.locator('[aria-busy="false"]')).waitFor();
    return turn;
  };

  test('a result is drawn as what fits it, in another way when that is chosen, and saved as SVG and PNG', async () => {
    await it.visit(`/ask?db=${kiosk.db}&thread=pictures`);
    const groups = await ask('How many drinks are there per kind?');
    await groups.getByRole('img', { name: /^Bars: / }).waitFor();
    await groups.getByLabel('Kind of picture').selectOption('Stacked');
    await groups.getByRole('img', { name: /^Stacked bars: .*in 3 parts$/ }).waitFor();
    expect(await groups.locator('svg text').allTextContents()).toContain('tea 40.0 %');
    await it.looksOf('ask-shares');
    const svg = String(await it.saved(groups.getByRole('button', { name: 'Save as SVG' })));
    expect(svg).toMatch(/^<svg[^>]* xmlns="http:\/\/www.w3.org\/2000\/svg".*<rect[^>]* fill="rgb\(/s);
    const png = await it.saved(groups.getByRole('button', { name: 'Save as PNG' }));
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    const measures = await ask('List the price and rating of the drinks');
    await measures.getByRole('img', { name: /^Points: rating by price, 5 points$/ }).waitFor();
    await it.looksOf('ask-points');
  });

  test('what was assumed can be said in other words, with the words it is about marked', async () => {
    await it.visit(`/ask?db=${kiosk.db}&thread=chips`);
    const turn = await ask('How many drinks were bought last month?');
    const chips = turn.getByRole('list', { name: 'What was assumed' });
    await chips.getByRole('button').first().click();
    const dialog = page.getByRole('dialog', { name: 'Ask in other words' });
    const words = dialog.getByRole('textbox');
    expect(
      await page.evaluate(
        "document.querySelector('dialog textarea').value.slice(document.querySelector('dialog textarea').selectionStart, document.querySelector('dialog textarea').selectionEnd)",
      ),
    ).toBe('last month');
    await it.looksOf('ask-other-words');
    await words.fill('which drinks are in Lisbon?');
    await dialog.getByRole('button', { name: 'Ask again' }).click();
    const again = page.getByRole('article', { name: 'which drinks are in Lisbon?', exact: true });
    await again.getByText('Sencha').first().waitFor();
  });

  test('a receipt opens by its link, says what ran and what left the house, and runs again', async () => {
    await it.visit(`/ask?db=${kiosk.db}&thread=receipts`);
    const turn = await ask('How many drinks are there?');
    await turn.getByText('SQL and how it was made').click();
    await turn.getByRole('link', { name: 'Open the receipt' }).click();
    const receipt = page.getByRole('region', { name: 'Receipt' });
    await receipt.getByText('How many drinks are there?').waitFor();
    await receipt.getByText('Nothing was sent to a model.').waitFor();
    await receipt.getByRole('button', { name: 'Run it again' }).click();
    await receipt.getByText('The same rows as then.').first().waitFor();
    await kiosk.rows("INSERT INTO drinks (name, kind, city, price, rating) VALUES ('Gone', 'tea', 'Faro', 1, 1) RETURNING name");
    await receipt.getByRole('button', { name: 'Run it again' }).click();
    await receipt.getByText('Other rows come now.').first().waitFor();
    await kiosk.rows("DELETE FROM drinks WHERE name = 'Gone' RETURNING name");
    await it.looksOf('ask-receipt');
    const link = page.url();
    expect(new URL(link).searchParams.get('answer')).toMatch(/^[\w-]+$/);
    const other = await page.context().newPage();
    await other.goto(link);
    await other.getByRole('region', { name: 'Receipt' }).getByText('How many drinks are there?').waitFor();
    await other.goto(`${it.owned.service.url}/ask?answer=none-such`);
    await other.getByRole('alert').waitFor();
    await other.close();
  });

  test('a reload loses nothing: the answers, what was decided, what was typed', async () => {
    await it.visit(`/ask?db=${kiosk.db}&thread=reload`);
    await ask('How many drinks are there per city?');
    const goal = "set the price of the drinks to 7 where the name is 'Chai'";
    const write = await ask(goal);
    await write.getByRole('button', { name: 'Confirm' }).click();
    await write.getByRole('button', { name: 'Undo' }).waitFor();
    await ask('frobnicate the zorp of every quux');
    await box().fill('half a quest');
    await page.reload();
    await until(async () => (await box().inputValue()) === 'half a quest');
    expect(await page.locator('.turn').count()).toBe(3);
    await page.getByRole('img', { name: /^Bars: / }).waitFor();
    const after = page.getByRole('article', { name: goal, exact: true });
    expect(await after.getByRole('button', { name: 'Confirm' }).count()).toBe(0);
    await after.getByRole('button', { name: 'Undo' }).click();
    await after.locator('.note.good').waitFor();
    await page.reload();
    await page.getByRole('article', { name: goal, exact: true }).locator('.note.good').waitFor();
    // Of another thread nothing is here, and of another tab neither: its link asks nothing by itself.
    await page.getByRole('button', { name: 'New thread' }).click();
    await page.locator('.turn').first().waitFor({ state: 'detached' });
    await it.visit(`/ask?db=${kiosk.db}&thread=reload`);
    expect(await page.locator('.turn').count()).toBe(3);
    const other = await page.context().newPage();
    await it.visit(`/ask?db=${kiosk.db}&thread=reload&goal=asked+elsewhere`, other);
    expect([await box(other).inputValue(), await other.locator('.turn').count()]).toEqual(['asked elsewhere', 0]);
    // What was asked there before is found by its receipts.
    const before = other.getByRole('region', { name: 'Asked in this thread' });
    await before.getByRole('link', { name: goal }).waitFor();
    await before.getByRole('link', { name: 'How many drinks are there per city?' }).click();
    await other.getByRole('region', { name: 'Receipt' }).getByText('How many drinks are there per city?').waitFor();
    await other.close();
  });

  test('a hundred thousand rows scroll, sort and open one by one', async () => {
    const table = 'readings';
    for (let part = 0; part < 10; part++) {
      const rows = Array.from({ length: 10_000 }, (_, index) => ({
        place: `p${part * 10_000 + index}`,
        value: (part * 10_000 + index) * 7,
      }));
      expect((await it.owned.owner.post('/v1/insert', { db: kiosk.db, table, rows })).status).toBe(200);
    }
    await it.visit(`/ask?db=${kiosk.db}&thread=rows`);
    const turn = await ask('list the place and value of all readings');
    await turn.getByText('These are the first 1,000 rows').waitFor();
    await turn.getByRole('button', { name: 'Load all rows' }).click();
    await turn
      .getByRole('button', { name: 'Load all rows' })
      .or(turn.getByRole('button', { name: 'Stop loading' }))
      .waitFor({ state: 'detached' });
    // Points in a plane are too many to draw.
    const rows = turn.getByRole('group', { name: 'Rows of the answer' });
    expect(await rows.getByRole('table').getAttribute('aria-rowcount')).toBe('100001');
    await page.evaluate("document.querySelector('.rows').scrollTo(0, 1e9)");
    await rows.getByRole('button', { name: 'Row 100000, whole' }).waitFor();
    expect(await rows.getByRole('row').count()).toBeLessThan(120);
    await page.evaluate("document.querySelector('.rows').scrollTo(0, 0)");
    const byValue = rows.getByRole('columnheader', { name: 'value' });
    await byValue.getByRole('button').click();
    await byValue.getByRole('button').click();
    await rows.getByText('699993', { exact: true }).waitFor();
    await rows.getByRole('button', { name: 'Row 1, whole' }).click();
    await page.getByRole('dialog', { name: 'Row 1 of 100000' }).getByText('p99999').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect((await it.saved(turn.getByRole('button', { name: 'Save as CSV' }))).toString().trimEnd().split('\r\n')).toHaveLength(100_001);
  }, 240_000);

  test('names, cells, words and SQL of somebody hostile are text, wherever they are shown', async () => {
    customer = await newCustomer(
      `CREATE TABLE "${HOSTILE.replaceAll('"', '""')}" (id int PRIMARY KEY, "${TURNED}" text, "<b>bold</b>" int);
       CREATE TABLE notes (id int PRIMARY KEY, body text, kind text);`,
    );
    await customer.sql(
      `GRANT USAGE ON SCHEMA public TO ${customer.reader}; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${customer.reader}`,
    );
    await customer.sql(`INSERT INTO notes VALUES (1, '${HOSTILE}', '${TURNED}'), (2, '${LONG}', 'b')`);
    const { owner, service } = it.owned;
    const connected = await owner.post('/v1/db/connect', { connectionUrl: customer.url(), name: `${HOSTILE} shop`.slice(0, 80) });
    expect(connected.status, connected.text).toBe(201);
    const db = String(connected.json().dbId);
    await it.visit(`/ask?db=${db}&thread=${encodeURIComponent(HOSTILE)}&goal=${encodeURIComponent(HOSTILE)}`);
    expect(await box().inputValue()).toBe(HOSTILE);
    const said = await ask(`${HOSTILE} ${TURNED}`);
    await said.getByRole('alert').waitFor();
    const listed = await ask('list all notes');
    await listed.getByText(HOSTILE).first().waitFor();
    await listed.getByText('gnp.\\u202eexe\\u2066').first().waitFor();
    await listed.getByRole('button', { name: 'Row 2, whole' }).click();
    expect(await page.getByRole('dialog').locator('dd').nth(1).textContent()).toBe(LONG);
    await page.keyboard.press('Escape');
    const found = await ask(`which notes have the body '${HOSTILE}'`);
    await found
      .locator('details summary')
      .click()
      .catch(() => undefined);
    const sql = await send(service, 'POST', '/v1/run', {
      token: owner.token,
      key: randomUUID(),
      body: { db, sql: `SELECT body AS "<script>alert(3)</script>" FROM notes WHERE body <> '${HOSTILE}' -- ${HOSTILE}` },
    });
    const trace = (sql.json().trace as { id: string }).id;
    await it.visit(`/ask?db=${db}&thread=${encodeURIComponent(HOSTILE)}&answer=${trace}`);
    const receipt = page.getByRole('region', { name: 'Receipt' });
    await receipt.locator('pre').getByText('<script>alert(3)</script>').waitFor();
    await receipt.getByRole('button', { name: 'Run it again' }).click();
    await receipt.getByRole('columnheader', { name: '<script>alert(3)</script>' }).waitFor();
    await it.looksOf('ask-hostile');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('option').getByText(HOSTILE.slice(0, 40)).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator('main img, main script, main b').count()).toBe(0);
  });

  test('Escape cancels what runs; Ctrl-K leads to a page by its letters', async () => {
    await it.visit(`/ask?db=${kiosk.db}&thread=keys`);
    await page.route('**/v1/ask', () => undefined);
    await box().fill('How many drinks are there?');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Cancelled before the answer came.').waitFor();
    await page.unroute('**/v1/ask');
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.locator('.big-number').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Page or database' }).fill('e');
    await it.looksOf('go-to');
    await page.keyboard.type('ys');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
  });

  test('offline it says so in its place, keeps what was asked, and answers once the network is back', async () => {
    await it.visit(`/ask?db=${kiosk.db}&thread=offline`);
    await page.context().setOffline(true);
    const turn = await ask('How many drinks are there?');
    await turn.getByRole('alert').getByText('The service did not answer.').waitFor();
    await it.looksOf('ask-offline');
    await page.context().setOffline(false);
    await turn.getByRole('button', { name: 'Try again' }).click();
    await turn.locator('.big-number').waitFor();
  });

  test('a session that has ended keeps what was asked and what is typed', async () => {
    await it.visit(`/ask?db=${kiosk.db}&thread=ended`);
    const { owner, service } = it.owned;
    for (const { id } of (await owner.get('/v1/auth/sessions')).json() as unknown as { id: string }[])
      await send(service, 'DELETE', `/v1/auth/sessions/${id}`, { token: owner.token, key: randomUUID() });
    const turn = await ask('How many drinks are there?');
    await turn.getByRole('alert').getByText('You are not signed in any more.').waitFor();
    await box().fill('typed meanwhile');
    const other = await page.context().newPage();
    await other.goto(String((await owner.post('/v1/auth/link', undefined)).json().url));
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('button', { name: 'Sign out' }).waitFor();
    await other.close();
    await turn.getByRole('button', { name: 'Try again' }).click();
    await turn.locator('.big-number').waitFor();
    expect(await box().inputValue()).toBe('typed meanwhile');
  });

  test('asks nobody but its own service, and complains of nothing', () => {
    const { url } = it.owned.service;
    expect(
      it.requested.filter((one) => !one.startsWith(`${url}/`) && !one.startsWith('blob:') && !one.startsWith('data:image/svg')),
    ).toEqual([]);
    expect(it.problems.filter((text) => !/status of (400|401|404|409|422)|ERR_INTERNET_DISCONNECTED/.test(text))).toEqual([]);
  });
});
