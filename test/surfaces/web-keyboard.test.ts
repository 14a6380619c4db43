import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGES } from '../../src/contract/pages.ts';
import { hasChromium, startBrowser } from '../support/chromium.ts';
import { addAccount } from '../support/grants.ts';
import { newOwnedService, type OwnedService } from '../support/keys.ts';
import { buildPages } from '../support/pages.ts';
import { send } from '../support/service.ts';
import { sessionOf, until } from '../support/session.ts';
import { newBrowser, tokenOf } from '../support/signed-in.ts';

const HANGS_MS = 120_000;
/** More than there are controls on any page. */
const TABS_MAX = 80;

/** In the page: what can have the focus, as its tag and its name; of a group of radios the one that is chosen, as the browser has it. */
const CONTROLS = `[
  ...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]'),
  ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll('[contenteditable="true"]') ?? [])]),
]
  .filter((one) => one.checkVisibility() && !one.disabled && (one.tabIndex >= 0 || one.isContentEditable))
  .filter((one) => one.type !== 'radio' || one.checked)`;
const NAME = `((one) => one.tagName + ' ' + (one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent ?? '').trim())`;
/** What has the focus, in a shadow tree too. */
const ACTIVE = `((one) => {
  while (one.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
  return one;
})(document.activeElement)`;
const FOCUSED = `${NAME}(${ACTIVE})`;
/** Whether who looks can tell where the focus is: by an outline, which an editor has around it as a whole. */
const IS_SHOWN = `(() => {
  const { outlineStyle, outlineWidth } = getComputedStyle(${ACTIVE}.closest('.cm-editor') ?? ${ACTIVE});
  return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
})()`;

describe.skipIf(!hasChromium)('the pages with the keyboard alone', () => {
  let pages: Awaited<ReturnType<typeof buildPages>>;
  let owned: OwnedService;
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  let page: Page;

  beforeAll(async () => {
    pages = await buildPages();
    owned = await newOwnedService({}, { pagesFolder: pages.folder });
    await owned.mint({ type: 'sk_live', name: 'Nightly report', access: 'read' });
    const friend = await addAccount(owned.home.control);
    await owned.owner.post('/v1/grants', { dbId: owned.owner.db, granteeAccountId: friend.id, scope: ['coffee_beans'] });
    browser = await startBrowser({ width: 1280, height: 900 });
    page = await browser.context.newPage();
    page.setDefaultTimeout(HANGS_MS);
  });
  afterAll(async () => {
    await browser?.end();
    await owned?.home.close();
    await pages?.remove();
  });

  const press = (key: string) => page.keyboard.press(key);
  const type = (text: string) => page.keyboard.type(text);
  const focused = async () => String(await page.evaluate(FOCUSED));
  /** An editor draws its outline a moment after it has the focus. */
  const isShown = () =>
    page.waitForFunction(IS_SHOWN, undefined, { timeout: 5_000 }).then(
      () => true,
      () => false,
    );
  const focusOn = (name: string) => until(async () => (await focused()) === name);
  /** Goes on to a control, as somebody would who reads which one has the focus. */
  const tabTo = async (name: string) => {
    for (let tab = 0; tab < TABS_MAX; tab++) {
      await press('Tab');
      if ((await focused()) === name) return expect([name, await isShown()]).toEqual([name, true]);
    }
    throw new Error(`No Tab leads to ${name}.`);
  };
  const visit = async (path: string) => {
    await page.goto(`${owned.service.url}${path}`);
    await page.locator('main h1').waitFor();
    await until(async () => (await page.locator('.loading').count()) === 0);
  };
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const closed = () => page.getByRole('dialog').waitFor({ state: 'detached' });

  test('the link of the owner signs in', async () => {
    const made = await owned.owner.post('/v1/auth/link', undefined);
    await page.goto(String(made.json().url));
    await page.getByText('the owner of this service').waitFor();
    await tabTo('BUTTON Sign in');
    await press('Enter');
    await page.getByText('Signed in as').waitFor();
    expect(await focused()).toMatch(/^H1 /);
  });

  const visitSignedIn = async (path: string) => {
    await visit(path);
    await page.getByRole('button', { name: 'Sign out', exact: true }).first().waitFor();
    // What a page loads once it is there, its parts and its data.
    await page.waitForLoadState('networkidle');
  };

  test.each(PAGES)('%s: Tab reaches every control and leaves again, forwards and backwards, and each is shown', async (path) => {
    await visitSignedIn(path);
    const there = (await page.evaluate(`${CONTROLS}.map(${NAME})`)) as string[];
    expect(there.length).toBeGreaterThan(5);
    for (const key of ['Tab', 'Shift+Tab']) {
      const reached: string[] = [];
      await page.evaluate('document.activeElement.blur()');
      for (let tab = 0; tab <= there.length; tab++) {
        await press(key);
        if ((await page.evaluate('document.activeElement === document.body')) && tab > 0) break;
        const name = await focused();
        if (name.startsWith('BODY')) continue;
        expect([path, name, await isShown()]).toEqual([path, name, true]);
        reached.push(name);
      }
      expect(new Set(reached)).toEqual(new Set(there));
    }
  });

  test('on a narrow screen the menu opens, closes with Escape, and leads to a page whose title has the focus', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await visit('/');
    await tabTo('BUTTON Menu');
    await press('Enter');
    await tabTo('A Keys');
    await press('Escape');
    await focusOn('BUTTON Menu');
    expect(await page.getByRole('banner').getByRole('link', { name: 'Keys' }).isVisible()).toBe(false);
    await press('Enter');
    await tabTo('A Sessions');
    await press('Enter');
    await focusOn('H1 Sessions');
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('the link to the content passes by the menu', async () => {
    await visit('/keys');
    await press('Tab');
    expect(await focused()).toBe('A Skip to content');
    expect(await page.evaluate('document.activeElement.getBoundingClientRect().top >= 0')).toBe(true);
    await press('Enter');
    await press('Tab');
    expect(await focused()).toBe('BUTTON New key');
  });

  test('a publishable key is made for one database, chosen with the arrows', async () => {
    await visit('/keys');
    await tabTo('BUTTON New key');
    await press('Enter');
    await dialog('New key').waitFor();
    expect(await focused()).toMatch(/^INPUT Secret key/);
    await press('ArrowDown');
    expect(await focused()).toMatch(/^INPUT Publishable key/);
    await tabTo('INPUT Name');
    await type('A shop');
    await tabTo('TEXTAREA Origins');
    await type('https://shop.example.com');
    await tabTo('BUTTON Make key');
    await press('Enter');
    await focusOn('H2 Your new key');
    expect(await page.locator('.note.good code').textContent()).toMatch(/^pk_live_/);
    await tabTo('BUTTON Done');
    await press('Enter');
    await focusOn('H1 Keys');
  });

  test('a grant is given, its use looked at, and revoked; the focus is never lost', async () => {
    const friend = await addAccount(owned.home.control);
    await visit('/grants');
    await tabTo('BUTTON New grant');
    await press('Enter');
    await dialog('New grant').waitFor();
    expect(await focused()).toBe('INPUT Who may read?');
    await type('nobody');
    await tabTo('INPUT coffee_beans');
    await press('Space');
    await tabTo('SUMMARY Narrow coffee_beans');
    await press('Enter');
    await tabTo('INPUT Only rows where');
    await type('price > 15');
    await tabTo('INPUT rating');
    await press('Space');
    await tabTo('BUTTON Give grant');
    await press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await focused()).toMatch(/^BUTTON Giv/);
    // Around, as nothing leads out of a dialog but its buttons and Escape.
    await tabTo('INPUT Who may read?');
    await press('Control+A');
    await type(friend.id);
    await press('Enter');
    await closed();
    await focusOn('BUTTON New grant');
    const session = sessionOf(owned.service, friend.key, owned.owner.db);
    const read = () => session.run('SELECT * FROM coffee_beans');
    expect((await read()).json().data).toEqual([expect.not.objectContaining({ rating: expect.anything() })]);
    const name = `${owned.owner.db}, coffee_beans`;
    await visit('/grants');
    await tabTo(`BUTTON Usage of ${name}`);
    await press('Enter');
    await dialog(`Usage of ${owned.owner.db}`).getByRole('cell', { name: '1', exact: true }).first().waitFor();
    await press('Escape');
    await focusOn(`BUTTON Usage of ${name}`);
    await tabTo(`BUTTON Revoke ${name}`);
    await press('Enter');
    await dialog('Revoke this grant?').waitFor();
    expect(await focused()).toBe('BUTTON Cancel');
    await press('Enter');
    await focusOn(`BUTTON Revoke ${name}`);
    await press('Enter');
    await tabTo('BUTTON Revoke grant');
    await press('Enter');
    await closed();
    await focusOn('H1 Grants');
    expect((await read()).status).toBe(404);
  });

  test('a database is renamed, one is connected and refused, and the form is left', async () => {
    await visit('/connections');
    await tabTo('BUTTON Rename coffee-beans');
    await press('Enter');
    await dialog('Rename coffee-beans').waitFor();
    await press('Control+A');
    await type('Beans');
    await press('Enter');
    await closed();
    await focusOn('BUTTON Rename Beans');
    await visit('/connections');
    await tabTo('BUTTON Connect a database');
    await press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo('INPUT Connection URL');
    await type('postgres://nobody@127.0.0.1/x');
    await press('Enter');
    await page.getByRole('alert').waitFor();
    await press('Escape');
    await closed();
    await focusOn('BUTTON Connect a database');
  });

  test('a device is approved by its code', async () => {
    const begun = await send(owned.service, 'POST', '/v1/auth/device', { body: { device: 'laptop' } });
    await visit('/device');
    await tabTo('INPUT Code');
    await type(String(begun.json().user_code).toLowerCase());
    await press('Enter');
    await page.getByText('laptop').first().waitFor();
    await focusOn('H1 Sign in a device');
    await tabTo('BUTTON Approve');
    await press('Enter');
    await page.getByText('laptop is signed in').first().waitFor();
    await focusOn('H1 Sign in a device');
  });

  test('a browser elsewhere is signed out, and the log is filtered with the arrows', async () => {
    const elsewhere = newBrowser(owned.service);
    const made = await owned.owner.post('/v1/auth/link', undefined);
    const token = tokenOf(String(made.json().url));
    expect((await elsewhere.send('POST', '/v1/auth/email/verify', { body: { token } })).status).toBe(200);
    await visit('/sessions');
    const buttons = page.getByRole('main').getByRole('button', { name: /^Sign out / });
    expect(await buttons.count()).toBe(3);
    const other = page.getByRole('listitem').filter({ hasNotText: 'this browser' }).getByRole('button');
    await tabTo(`BUTTON ${await other.getAttribute('aria-label')}`);
    await press('Enter');
    await dialog('Sign this browser out?').waitFor();
    await tabTo('BUTTON Sign out');
    await press('Enter');
    await closed();
    await focusOn('H1 Sessions');
    expect((await elsewhere.send('GET', '/v1/auth/sessions')).status).toBe(401);
    await visit('/audit');
    await tabTo((await page.evaluate(`${NAME}(document.querySelector('select'))`)) as string);
    await press('ArrowDown');
    await until(async () => (await page.locator('.loading').count()) === 0);
    expect(await focused()).toMatch(/^SELECT /);
    await tabTo('BUTTON Export CSV');
    const [download] = await Promise.all([page.waitForEvent('download'), press('Enter')]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    expect(await focused()).toBe('BUTTON Export CSV');
  });

  test('signing out, and asking for a link', async () => {
    await visitSignedIn('/keys');
    await tabTo('BUTTON Sign out');
    await press('Enter');
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
    await until(async () => !(await focused()).startsWith('BODY'));
    await visit('/sign-in');
    await tabTo('INPUT E-mail address');
    await type('ada@example.com');
    await press('Enter');
    await page.getByText('A link is on its way to ada@example.com').waitFor();
    await focusOn('H1 Sign in');
    await tabTo('BUTTON Use another address');
    await press('Enter');
    await focusOn('H1 Sign in');
    await tabTo('INPUT E-mail address');
  });
});
