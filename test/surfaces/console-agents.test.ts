import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, startBrowser } from '../support/chromium.ts';
import { type Console, HANGS_MS, startConsole } from '../support/console.ts';
import { addAccount } from '../support/grants.ts';
import type { Minted } from '../support/keys.ts';
import { sessionOf, until } from '../support/session.ts';

const HOSTILE = '<img src=x onerror="alert(1)">';

describe.skipIf(!hasChromium)('the page of agents, in a real browser', () => {
  let it: Console;
  let agent: Minted;
  beforeAll(async () => {
    it = await startConsole();
    agent = await it.owned.mint({ type: 'sk_mcp', host: 'claude-desktop', device: 'laptop', name: HOSTILE, confirm: 'owner' });
  }, 2 * HANGS_MS);
  afterAll(() => it?.close());

  const card = (name = 'claude-desktop on laptop') => it.page.getByRole('listitem').filter({ has: it.page.getByRole('heading', { name }) });
  const asAgent = () => sessionOf(it.owned.service, agent.key, it.owned.owner.db);

  test('a connected host shows what it asked last, as text, and each call leads to its receipt', async () => {
    const { page } = it;
    await it.visit('/agents');
    await card().getByText('It asked nothing').waitFor();
    await asAgent().ask('How many coffee beans are there?');
    await asAgent().run(`SELECT '${HOSTILE}' AS said`);
    await asAgent().run('SELECT nothing FROM nowhere');
    await it.visit('/agents');
    const calls = card().getByRole('group', { name: 'Last calls of claude-desktop on laptop' });
    await calls.getByText('failed: ').waitFor();
    expect((await calls.getByRole('row').allTextContents()).length).toBe(4);
    await calls.getByText(HOSTILE).waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    // Of this month: the line, by whom, and what is limited.
    await page.getByRole('img', { name: 'Line: calls by day, 30 values' }).waitFor();
    await page.getByRole('row', { name: `${HOSTILE} 3 1` }).waitFor();
    const keys = page.getByRole('meter', { name: 'Active keys' });
    expect([await keys.getAttribute('value'), await keys.getAttribute('max')]).toEqual(['1', '100']);
    await it.looksOf('agents');
    await calls.getByRole('link', { name: 'How many coffee beans are there?' }).click();
    await page.getByRole('region', { name: 'Receipt' }).getByText('How many coffee beans are there?').waitFor();
  });

  test('what waits is counted in the title and decided there; a second browser that decides too is told so in its place', async () => {
    const { page } = it;
    await asAgent().ask('set the price of the coffee beans to 20 where the roaster is Onyx');
    const other = await startBrowser({ width: 1280, height: 900 });
    try {
      const second = await other.context.newPage();
      second.setDefaultTimeout(HANGS_MS);
      await second.goto(String((await it.owned.owner.post('/v1/auth/link', undefined)).json().url));
      await second.getByRole('button', { name: 'Sign in' }).click();
      await second.getByRole('button', { name: 'Sign out' }).waitFor();
      for (const one of [page, second]) {
        await it.visit('/agents', one);
        await one.getByRole('heading', { name: 'Waiting for you' }).waitFor();
        await until(async () => (await one.title()) === '(1) Agents – svc');
      }
      await it.looksOf('agents-waiting');
      await page.getByRole('button', { name: /^Approve/ }).click();
      await page.getByRole('heading', { name: 'Waiting for you' }).waitFor({ state: 'detached' });
      await until(async () => (await page.title()) === 'Agents – svc');
      expect(await it.owned.owner.rows("SELECT price::int FROM coffee_beans WHERE roaster = 'Onyx'")).toEqual([{ price: 20 }]);
      await second.getByRole('button', { name: /^Refuse/ }).click();
      await second.getByRole('alert').waitFor();
      expect(await it.owned.owner.rows("SELECT price::int FROM coffee_beans WHERE roaster = 'Onyx'")).toEqual([{ price: 20 }]);
    } finally {
      await other.end();
    }
  });

  test('a grant’s usage is drawn over time', async () => {
    const { page } = it;
    const { owner, service } = it.owned;
    const friend = await addAccount(it.owned.home.control);
    await owner.post('/v1/grants', { dbId: owner.db, granteeAccountId: friend.id, scope: ['coffee_beans'] });
    for (let time = 0; time < 3; time++) await sessionOf(service, friend.key, owner.db).run('SELECT roaster FROM coffee_beans');
    await it.visit('/grants');
    await page.getByRole('button', { name: /^Usage of / }).click();
    const drawn = page.getByRole('dialog').getByRole('img', { name: 'Line: questions by day, 30 values' });
    await drawn.getByText(`${new Date().toISOString().slice(0, 10)}: 3`).waitFor({ state: 'attached' });
    await it.looksOf('grant-usage');
    await page.keyboard.press('Escape');
  });

  test('offline nothing is cut off, now or later, and it says so', async () => {
    const { page } = it;
    await it.visit('/agents');
    await page.context().setOffline(true);
    await card().getByRole('button', { name: 'Cut off claude-desktop on laptop' }).click();
    await card().getByRole('alert').getByText('The service did not answer.').waitFor();
    await page.context().setOffline(false);
    await page.reload();
    await card().waitFor();
    expect((await asAgent().ask('How many coffee beans are there?')).status).toBe(200);
  });

  test('one click cuts a host off, and what it sends afterwards is refused', async () => {
    const { page } = it;
    await it.visit('/agents');
    await card().getByRole('button', { name: 'Cut off claude-desktop on laptop' }).click();
    await page.getByText('is cut off.').first().waitFor();
    await card().waitFor({ state: 'detached' });
    expect((await asAgent().ask('How many coffee beans are there?')).status).toBe(401);
    await page.getByText('No agent is connected.').waitFor();
    await it.looksOf('agents-none');
  });

  test('asks nobody but its own service, and complains of nothing', () => {
    expect(it.requested.filter((one) => !one.startsWith(`${it.owned.service.url}/`))).toEqual([]);
    expect(it.problems.filter((text) => !/status of (?:401|409|410)|ERR_INTERNET_DISCONNECTED/.test(text))).toEqual([]);
  });
});
