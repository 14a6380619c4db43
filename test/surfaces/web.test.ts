import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERRORS } from '../../src/contract/errors.ts';
import { PAGES } from '../../src/contract/pages.ts';
import { hasChromium, startBrowser } from '../support/chromium.ts';
import { type ConnectProviderServer, startConnectProviders } from '../support/connect-providers.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { addAccount } from '../support/grants.ts';
import { newOwnedService, type OwnedService } from '../support/keys.ts';
import { type OAuthServer, personOf, startOAuthServer } from '../support/oauth-server.ts';
import { buildPages, looksOf } from '../support/pages.ts';
import { send } from '../support/service.ts';
import { sessionOf, type TestSession, until } from '../support/session.ts';

let owned: OwnedService;
let elsewhere: OAuthServer;
let pages: Awaited<ReturnType<typeof buildPages>>;
let shop: Customer;
let providers: ConnectProviderServer;
beforeAll(async () => {
  pages = await buildPages();
  elsewhere = await startOAuthServer();
  shop = await newCustomer();
  providers = await startConnectProviders(shop);
  const settings = { ...elsewhere.settings, ...providers.settings, SVC_ALLOW_PRIVATE_CONNECTIONS: 'true' };
  const { providers: connectProviders } = providers;
  owned = await newOwnedService(settings, { pagesFolder: pages.folder, oauthProviders: elsewhere.providers, connectProviders });
});
afterAll(async () => {
  await owned?.home.close();
  await elsewhere?.close();
  await providers?.close();
  await shop?.close();
  await pages?.remove();
});

const HANGS_MS = 120_000;
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const open = (path: string, headers: Record<string, string> = BROWSER) => send(owned.service, 'GET', path, { headers });

describe('the pages as files', () => {
  test('each address of theirs gives the app, with a policy that lets nothing in from elsewhere', async () => {
    for (const path of PAGES) {
      const { status, headers, text } = await open(path);
      expect([path, status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
        'no-store',
      ]);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      );
      expect([headers.get('x-content-type-options'), headers.get('referrer-policy')]).toEqual(['nosniff', 'no-referrer']);
      // Nothing inline: the policy would refuse it.
      expect(text).not.toMatch(/<style|<script(?![^>]* src=)| style=| on\w+=/);
    }
  });

  test('their scripts are kept for ever by browsers, compressed, and nothing else is reached beside them', async () => {
    const script = /src="\.(\/assets\/[^"]+\.js)"/.exec((await open('/')).text)?.[1] ?? '';
    const { status, headers, text } = await send(owned.service, 'GET', script, { headers: { 'accept-encoding': 'br' } });
    expect([status, headers.get('cache-control'), headers.get('content-encoding'), headers.get('x-content-type-options')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'br',
      'nosniff',
    ]);
    expect(headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
    expect(text).toBe(await readFile(join(pages.folder, script), 'utf8'));
    for (const path of ['/assets/none.js', '/assets/..%2findex.html', '/assets/', '/assets/.keep', '/assets/%00'])
      expect([path, (await open(path, { accept: '*/*' })).status]).toEqual([path, 404]);
  });

  test('an address that nothing is at gives a person the app’s own page, and a program the error', async () => {
    const page = await open('/nothing/here');
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    for (const [path, headers] of [
      ['/nothing/here', { accept: '*/*' }],
      ['/v1/nothing', BROWSER],
    ] as const)
      expect((await open(path, headers)).json()).toMatchObject({ error: { code: 'not_found' } });
    expect((await open('/', { accept: '*/*' })).json()).toMatchObject({ service: 'svc' });
    expect((await open('/docs')).text).toContain('swagger-ui');
  });

  test('without a build a page says how to build them', async () => {
    const bare = await owned.home.start({}, { pagesFolder: join(pages.folder, 'none') });
    for (const path of ['/', '/keys']) {
      const { status, text } = await send(bare, 'GET', path, { headers: BROWSER });
      expect([path, status, text.includes('npm run build')]).toEqual([path, 200, true]);
    }
    expect((await send(bare, 'GET', '/assets/index.js')).json()).toMatchObject({ error: { code: 'not_found' } });
  });
});

describe.skipIf(!hasChromium)('the pages in a real browser', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  let page: Page;
  let everyLook: ReturnType<typeof looksOf>['everyLook'];
  let bothLooks: ReturnType<typeof looksOf>['bothLooks'];
  const problems: string[] = [];
  const requested: string[] = [];

  beforeAll(async () => {
    browser = await startBrowser({ width: 1280, height: 900 });
    page = await browser.context.newPage();
    ({ everyLook, bothLooks } = looksOf(page));
    // For hangs alone.
    page.setDefaultTimeout(HANGS_MS);
    // Complaints of the content security policy are errors of the console too.
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(`${page.url()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('request', (request) => requested.push(request.url()));
    await owned.mint({ type: 'pk_live', name: 'Shop page', dbId: owned.owner.db, origins: ['https://shop.example.com'] });
    const { id } = await owned.mint({ type: 'sk_mcp', host: 'claude-desktop', device: 'laptop-of-a-rather-long-name' });
    await owned.revoke(id);
    await owned.mint({ type: 'sk_live', name: 'Nightly report', access: 'read' });
  });
  afterAll(() => browser?.end());

  const visit = async (path: string) => {
    await page.goto(`${owned.service.url}${path}`);
    await page.locator('main h1').waitFor();
    await page.locator('.loading').first().waitFor({ state: 'detached' });
  };

  test('a page of an account leads who is nobody to signing in', async () => {
    await visit('/keys');
    await bothLooks('signed-out');
    await page.locator('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await bothLooks('sign-in-form');
    await page.keyboard.press('Enter');
    await page.getByText('A link is on its way to ada@example.com').waitFor();
    await bothLooks('link-sent');
    // Pasted into the address bar of this very page, a link changes what follows the # alone.
    await page.evaluate("location.hash = 'token=x'");
    await page.getByRole('button', { name: 'Ask for a new link' }).waitFor();
  });

  test('a link signs in when its button is pressed, once, and leads back to where one was', async () => {
    const made = await owned.owner.post('/v1/auth/link', undefined);
    const link = String(made.json().url);
    await page.goto(link);
    await page.getByText('the owner of this service').waitFor();
    await bothLooks('sign-in-link');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
    await page.goto(link);
    await page.getByRole('alert').waitFor();
    await bothLooks('link-used');
    await page.getByRole('button', { name: 'Ask for a new link' }).click();
    await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
  });

  test.each([...PAGES, '/nothing/here'])('%s is accessible, narrow and wide, light and dark', async (path) => {
    await visit(path);
    await everyLook(path === '/' ? 'home' : path.slice(1).replaceAll('/', '-'));
  });

  test('a key is made, copied and revoked with the keyboard alone', async () => {
    await visit('/keys');
    const press = (key: string) => page.keyboard.press(key);
    const focusOn = (text: string) => until(async () => (await page.evaluate("document.activeElement?.textContent ?? ''")) === text);
    await page.getByRole('button', { name: 'New key' }).focus();
    await press('Enter');
    await page.getByRole('dialog', { name: 'New key' }).waitFor();
    await bothLooks('new-key');
    await press('Escape');
    await focusOn('New key');
    await press('Enter');
    await press('Tab');
    await page.keyboard.type('By hand');
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('By hand');
    await press('Enter');
    await page.getByRole('heading', { name: 'Your new key' }).waitFor();
    await focusOn('Your new key');
    const key = (await page.locator('.note.good code').textContent()) ?? '';
    expect(key).toMatch(/^sk_live_[A-Za-z0-9]{38}$/);
    await bothLooks('minted');
    expect((await send(owned.service, 'GET', '/v1/databases', { token: key })).status).toBe(200);
    await press('Tab');
    await press('Tab');
    await focusOn('Done');
    await press('Enter');
    await focusOn('Keys');
    const revoke = page.getByRole('button', { name: 'Revoke By hand' });
    await revoke.focus();
    await press('Enter');
    await page.getByRole('dialog', { name: 'Revoke this key?' }).waitFor();
    await bothLooks('revoke-key');
    await press('Tab');
    await focusOn('Revoke key');
    await press('Enter');
    await revoke.waitFor({ state: 'detached' });
    await page.getByRole('status').filter({ hasText: 'Revoked: By hand.' }).waitFor({ state: 'attached' });
    await focusOn('Keys');
    expect((await send(owned.service, 'GET', '/v1/databases', { token: key })).status).toBe(401);
  });

  test('of an agent’s key that writes it is said who confirms, and shown', async () => {
    await visit('/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /^Agent key/ }).check();
    expect(await dialog.getByText('Who confirms its changes?').count()).toBe(0);
    await dialog.getByRole('radio', { name: 'Read and write' }).check();
    await dialog.getByRole('radio', { name: /^You/ }).check();
    await dialog.getByRole('textbox', { name: 'Agent host' }).fill('some-host');
    await dialog.getByRole('textbox', { name: 'Device' }).fill('laptop');
    await bothLooks('new-agent-key');
    await dialog.getByRole('button', { name: 'Make key' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('listitem').filter({ hasText: 'some-host' }).getByText('you alone').waitFor();
    const made = ((await owned.owner.get('/v1/keys')).json() as unknown as { id: string; mcpHost?: string; confirm?: string }[]).find(
      ({ mcpHost }) => mcpHost === 'some-host',
    );
    expect(made).toMatchObject({ confirm: 'owner' });
    await send(owned.service, 'DELETE', `/v1/keys/${made?.id}`, { token: owned.owner.token, key: randomUUID() });
  });

  test('a provider key is stored, shown by its last characters alone, and forgotten', async () => {
    await visit('/keys');
    await page.getByRole('button', { name: 'Store a provider key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Provider', { exact: true }).fill('nobody');
    await dialog.getByLabel('Model', { exact: true }).fill('their-model');
    await dialog.getByLabel('Key', { exact: true }).fill('sk-made-up-for-pages-4321');
    await dialog.getByRole('button', { name: 'Store key' }).click();
    await dialog.getByText('The provider is one of openai').waitFor();
    await bothLooks('provider-key');
    await dialog.getByLabel('Provider', { exact: true }).fill('openai');
    await dialog.getByRole('button', { name: 'Store key' }).click();
    await page.getByText('openai/their-model').waitFor();
    expect(await page.content()).not.toContain('made-up-for-pages');
    await bothLooks('provider-key-stored');
    const status = async () => (await owned.owner.get('/v1/keys/byollm')).json();
    expect(await status()).toEqual({ configured: true, provider: 'openai', model: 'their-model', last4: '4321' });
    await page.getByRole('button', { name: 'Forget provider key' }).click();
    await page.getByRole('button', { name: 'Forget key' }).click();
    await page.getByRole('button', { name: 'Store a provider key' }).waitFor();
    expect(await status()).toEqual({ configured: false });
  });

  test('a database is renamed, and deleted when its name is typed', async () => {
    const made = await owned.owner.post('/v1/databases', { goal: 'track plants with name and species', name: 'Greenhouse' });
    await visit('/connections');
    await page.getByRole('button', { name: 'Rename Greenhouse' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Winter garden');
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await page.getByRole('heading', { name: 'Winter garden', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete Winter garden' }).click();
    await bothLooks('delete-database');
    await page.getByLabel(/^Type /).fill('winter');
    await page.getByRole('button', { name: 'Delete database' }).click();
    await page.getByLabel('Type Winter garden to confirm').waitFor();
    const path = `/v1/databases/${made.json().dbId}`;
    expect((await owned.owner.get(path)).status).toBe(200);
    await page.getByLabel(/^Type /).fill('Winter garden');
    await page.getByRole('button', { name: 'Delete database' }).click();
    await page.getByRole('heading', { name: 'Winter garden', exact: true }).waitFor({ state: 'detached' });
    expect((await owned.owner.get(path)).status).toBe(404);
  });

  test('a database is connected by its URL, and forgotten', async () => {
    const customer = await newCustomer();
    try {
      await visit('/connections');
      await page.getByRole('button', { name: 'Connect a database' }).click();
      await bothLooks('connect-database');
      await page.getByLabel('Connection URL').fill(`${customer.url()}?sslmode=prefer`);
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await page.getByText('Its sslmode has to be require, verify-ca or verify-full.').waitFor();
      await page.getByLabel('Connection URL').fill(customer.url({ user: customer.owner }));
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Their shop');
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await page.getByText('CREATE ROLE svc_reader').waitFor();
      await bothLooks('connected-database');
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('heading', { name: 'Their shop', exact: true }).waitFor();
      await page.getByRole('button', { name: 'Delete Their shop' }).click();
      await page.getByText('the database itself stays as it is').waitFor();
      await page.getByLabel(/^Type /).fill('Their shop');
      await page.getByRole('button', { name: 'Delete database' }).click();
      await page.getByRole('heading', { name: 'Their shop', exact: true }).waitFor({ state: 'detached' });
    } finally {
      await customer.close();
    }
  });

  test('a database is chosen at a provider and connected; what fails there is said in words', async () => {
    await visit('/connections');
    await page.getByRole('button', { name: 'Connect a database' }).click();
    await page.getByRole('button', { name: 'Supabase' }).waitFor();
    await page.getByRole('button', { name: 'Neon' }).click();
    await page.getByRole('heading', { name: 'Connect a database of Neon', level: 1 }).waitFor();
    await page.getByRole('radio').first().waitFor();
    expect(page.url()).toBe(`${owned.service.url}/connect/neon`);
    await everyLook('pick-database');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.waitForURL(`${owned.service.url}/connections`);
    const all = (await owned.owner.get('/v1/databases')).json() as unknown as { dbId: string; name: string; origin: string }[];
    const [neon] = all.filter(({ origin }) => origin === 'connected');
    await page.getByRole('heading', { name: String(neon?.name), exact: true }).waitFor();
    expect((await owned.owner.run('SELECT count(*) AS n FROM orders', { db: String(neon?.dbId) })).json().data).toEqual([{ n: 3 }]);
    // Loaded again, and pressed at the provider to go away.
    await visit('/connect/neon');
    await page.getByText('Nothing is under way here with Neon.').waitFor();
    await page.goto(`${owned.service.url}/connect/supabase?error=access_denied&error_description=Call+this+number&state=x`);
    await page.getByText('You did not agree at Supabase. Nothing was connected.').waitFor();
    expect(await page.getByText('Call this number').count()).toBe(0);
    await page.goto(`${owned.service.url}/connect/neon?code=x&state=y`);
    await page.getByRole('alert').waitFor();
    await bothLooks('connect-over');
    await page.getByRole('link', { name: 'Back to your databases' }).click();
    await page.getByRole('heading', { name: String(neon?.name), exact: true }).waitFor();
  });

  test('a grant is given, its use is seen, and it is revoked', async () => {
    const friend = await addAccount(owned.home.control);
    await visit('/grants');
    await page.getByRole('button', { name: 'New grant' }).click();
    await page.getByLabel('Who may read?').fill(friend.id);
    await page.getByRole('checkbox', { name: 'coffee_beans' }).check();
    await page.getByText('Narrow coffee_beans').click();
    await page.getByLabel('Only rows where').fill('price > 15');
    await page.getByRole('checkbox', { name: 'rating' }).check();
    await bothLooks('new-grant');
    await page.getByRole('button', { name: 'Give grant' }).click();
    await page.getByRole('heading', { name: 'Given by you' }).waitFor();
    const read = () => sessionOf(owned.service, friend.key, owned.owner.db).run('SELECT * FROM coffee_beans');
    expect((await read()).json().data).toEqual([expect.not.objectContaining({ rating: expect.anything() })]);
    await everyLook('grants');
    await page.getByRole('button', { name: /^Usage of/ }).click();
    await page.getByRole('dialog').getByRole('cell', { name: '1' }).first().waitFor();
    await bothLooks('usage');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: /^Revoke db_/ }).click();
    await page.getByRole('button', { name: 'Revoke grant' }).click();
    await page.getByRole('button', { name: /^Revoke db_/ }).waitFor({ state: 'detached' });
    expect((await read()).status).toBe(404);
  });

  test('the log is filtered, and saved as it is filtered', async () => {
    await visit('/audit');
    await page.getByLabel('What happened').selectOption('key.revoke');
    const log = (await owned.owner.get('/v1/audit?action=key.revoke')).json() as unknown as { id: string }[];
    expect(log.length).toBeGreaterThan(0);
    await until(async () => (await page.locator('tbody tr').count()) === log.length);
    const saved = async (name: string): Promise<string> => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
      return await readFile(await download.path(), 'utf8');
    };
    expect((JSON.parse(await saved('Export JSON')) as { id: string }[]).map(({ id }) => id)).toEqual(log.map(({ id }) => id));
    expect((await saved('Export CSV')).trimEnd().split('\r\n')).toHaveLength(log.length + 1);
  });

  test('what fails is said with what to do next, and what nobody has heard of too', async () => {
    const answer = (status: number, error: object) =>
      page.route('**/v1/keys*', (route) => route.fulfill({ status, json: { error: { retryable: false, requestId: 'r-1', ...error } } }));
    await answer(418, { code: 'teapot', message: 'The pot is a teapot.', action: 'Use another pot.' });
    await visit('/keys');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/The pot is a teapot\. Use another pot\..*r-1/);
    await bothLooks('failed');
    await page.unroute('**/v1/keys*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Nightly report' }).waitFor();
  });

  test('who is signed in stays so while sessions cannot be looked up, and is told so until they can', async () => {
    const { message, action } = ERRORS.auth_unavailable;
    const error = { code: 'auth_unavailable', message, action, retryable: true, requestId: 'r-2' };
    let asked = 0;
    await page.route('**/v1/auth/session', async (route) => {
      asked += 1;
      await route.fulfill({ status: 503, json: { error } });
    });
    await page.goto(`${owned.service.url}/keys`);
    await page.getByRole('alert').getByText(message).waitFor();
    const before = asked;
    await bothLooks('sessions-away');
    expect(asked).toBe(before);
    await page.unroute('**/v1/auth/session');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Nightly report' }).waitFor();
  });

  test('a device is approved by the code that it shows, typed or in the address', async () => {
    const begin = async (device: string) =>
      (await send(owned.service, 'POST', '/v1/auth/device', { body: { device } })).json() as unknown as {
        device_code: string;
        user_code: string;
        verification_uri: string;
        verification_uri_complete: string;
      };
    const grant = 'urn:ietf:params:oauth:grant-type:device_code';
    const redeem = ({ device_code }: { device_code: string }) =>
      send(owned.service, 'POST', '/v1/auth/device/token', { body: { grant_type: grant, device_code } });
    const [typed, linked] = [await begin('laptop'), await begin('build-machine-of-a-rather-long-name')];
    await page.goto(typed.verification_uri);
    await page.getByLabel('Code').fill('bcdf ghjk');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').getByText('No device waits with this code').waitFor();
    await bothLooks('device-unknown');
    await page.getByRole('button', { name: 'Type another code' }).click();
    await page.getByLabel('Code').fill(typed.user_code.toLowerCase().replace('-', ''));
    await page.keyboard.press('Enter');
    await page.getByText(typed.user_code).waitFor();
    await everyLook('device-waiting');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('laptop is signed in').first().waitFor();
    await bothLooks('device-approved');
    const given = await redeem(typed);
    expect(given.json()).toMatchObject({ token_type: 'Bearer', key: { deviceId: 'laptop', name: 'svc on laptop' } });
    expect((await send(owned.service, 'GET', '/v1/databases', { token: String(given.json().access_token) })).status).toBe(200);
    await page.goto(linked.verification_uri_complete);
    await page.getByText(linked.user_code).waitFor();
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByText('was refused').first().waitFor();
    expect((await redeem(linked)).json()).toMatchObject({ error: { code: 'access_denied' } });
  });

  test('what an agent asks for is seen and approved, or refused, by its link', async () => {
    const { key } = await owned.mint({ type: 'sk_mcp', host: 'claude-desktop', device: 'laptop', confirm: 'owner' });
    const agent = sessionOf(owned.service, key, owned.owner.db);
    const ask = async (goal: string) => (await agent.ask(goal)).json() as { approval: { url: string }; confirmToken: string };
    const first = await ask('set the price of the coffee beans to 20 where the roaster is Onyx');
    const second = await ask('delete the coffee beans with roaster Sey');
    await visit('/approvals');
    await page.getByText('2 wait for you').waitFor();
    await page.getByRole('link', { name: 'Approvals (2 waiting)' }).waitFor();
    expect(await page.title()).toBe('(2) Approvals – svc');
    await everyLook('approvals-waiting');
    await page.goto(first.approval.url);
    await page.getByRole('button', { name: /^Approve/ }).click();
    await page.getByText('Updated 1 row in coffee_beans.').first().waitFor();
    expect(await page.getByText('Nothing has been written yet').count()).toBe(0);
    expect(await owned.owner.rows("SELECT price::int FROM coffee_beans WHERE roaster = 'Onyx'")).toEqual([{ price: 20 }]);
    await page.goto(second.approval.url);
    await page.getByRole('button', { name: /^Refuse/ }).click();
    await page.getByText('refused', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Approvals', exact: true }).waitFor();
    await bothLooks('approval-refused');
    const told = await agent.post('/v1/ask', { confirm: true, confirmToken: second.confirmToken });
    expect(told.json()).toMatchObject({ error: { code: 'forbidden' } });
    expect(await owned.owner.rows("SELECT count(*)::int AS n FROM coffee_beans WHERE roaster = 'Sey'")).toEqual([{ n: 1 }]);
    const wanted = { dbId: owned.owner.db, granteeEmail: 'ada@example.com', scope: ['coffee_beans'] };
    await page.goto(String((await agent.post('/v1/approvals', wanted)).json().url));
    await page.getByRole('button', { name: 'Refuse: Let ada@example.com read coffee_beans' }).click();
    await page.getByText('refused', { exact: true }).waitFor();
  });

  describe('asking', () => {
    const HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
    const HIDDEN = '\u001b[2Jgone\u202egnp.exe';
    let kiosk: TestSession;
    beforeAll(async () => {
      const made = await owned.owner.post('/v1/databases', { goal: 'track drinks with name, kind and price', name: 'Kiosk' });
      kiosk = sessionOf(owned.service, owned.owner.token, String(made.json().dbId));
      await kiosk.rows(
        "INSERT INTO drinks (name, kind, price) VALUES ('Chai', 'tea', 4), ('Sencha', 'tea', 3), ('Mocha', 'coffee', 5), ($1, $2, 1) RETURNING name",
        [HOSTILE, HIDDEN],
      );
      await page.setViewportSize({ width: 1280, height: 900 });
    });

    const here = () => `/ask?db=${kiosk.db}&thread=kiosk`;
    const box = () => page.getByLabel('Question or instruction');
    const turnOf = (goal: string) => page.getByRole('article', { name: goal, exact: true }).first();
    const ask = async (goal: string, shown = goal) => {
      await box().fill(goal);
      await page.keyboard.press('Enter');
      const turn = turnOf(shown);
      await turn.and(page.locator('[aria-busy="false"]')).waitFor();
      return turn;
    };
    const saved = async (button: Locator): Promise<string> => {
      const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
      return await readFile(await download.path(), 'utf8');
    };

    test('a question is answered in words, as a picture and as a table, with its SQL; the thread goes on', async () => {
      await visit(here());
      const turn = await ask('How many drinks are there per kind?');
      await turn.getByRole('img', { name: /^Bars: .*3 values$/ }).waitFor();
      await everyLook('ask-picture');
      const drawing = await saved(turn.getByRole('button', { name: 'Save as SVG' }));
      expect(drawing).toMatch(/^<svg[^>]* xmlns="http:\/\/www.w3.org\/2000\/svg".*<rect[^>]* fill="rgb\(.*coffee/s);
      await turn.getByRole('button', { name: 'Show as table' }).click();
      const kinds = () => turn.locator('tbody tr td:nth-child(2)').allTextContents();
      const byKind = turn.getByRole('columnheader').nth(1).getByRole('button');
      await byKind.click();
      const upwards = await kinds();
      expect(upwards).toHaveLength(3);
      await byKind.click();
      expect(await kinds()).toEqual(upwards.toReversed());
      expect((await saved(turn.getByRole('button', { name: 'Save as CSV' }))).trimEnd().split('\r\n')).toHaveLength(4);
      await turn.getByText('SQL and how it was made').click();
      await turn.locator('pre').getByText('SELECT').waitFor();
      await turn.getByText('Nothing was sent to a model.').waitFor();
      await everyLook('ask-table');
      await (await ask('How many drinks are there?')).locator('.big-number').getByText('4', { exact: true }).waitFor();
      await ask('List the name and price of the drinks');
      const next = await ask('sort them by price');
      await next.getByRole('img').or(next.getByRole('table')).waitFor();
      const { searchParams } = new URL(page.url());
      expect(['db', 'thread', 'goal'].map((name) => searchParams.get(name))).toEqual([kiosk.db, 'kiosk', 'sort them by price']);
      // A link that is shared asks nothing by itself; where it was asked, a reload loses nothing.
      await page.reload();
      await until(async () => (await page.locator('.turn').count()) === 4);
      const elsewhere = await browser.context.newPage();
      await elsewhere.goto(page.url());
      await until(async () => (await elsewhere.getByLabel('Question or instruction').inputValue()) === 'sort them by price');
      expect(await elsewhere.locator('.turn').count()).toBe(0);
      await elsewhere.close();
    });

    test('what can be read in several ways is asked back, and each way is a button', async () => {
      await visit(here());
      const turn = await ask('clear my database');
      await turn.getByRole('group', { name: 'Which do you mean?' }).waitFor();
      await bothLooks('ask-back');
      await turn.getByRole('button').first().click();
      const offered = page.locator('.turn').first();
      await offered.getByRole('button', { name: 'Cancel' }).click();
      await offered.getByText('Cancelled. Nothing was written.').waitFor();
      expect(await kiosk.rows('SELECT count(*)::int AS n FROM drinks')).toEqual([{ n: 4 }]);
    });

    test('a write is shown before and after, confirmed and undone, with the keyboard alone', async () => {
      await visit(here());
      const press = (key: string) => page.keyboard.press(key);
      const focused = () => page.evaluate("document.activeElement?.textContent ?? ''");
      const priceOfChai = () => kiosk.rows("SELECT price::int AS price FROM drinks WHERE name = 'Chai'");
      await page.getByRole('heading', { name: 'Ask', level: 1 }).focus();
      await press('/');
      const goal = "set the price of the drinks to 6 where the name is 'Chai'";
      await page.keyboard.type(goal);
      await press('Enter');
      const turn = turnOf(goal);
      await turn.getByRole('button', { name: 'Confirm' }).waitFor();
      expect([await turn.locator('del').allTextContents(), await turn.locator('ins').allTextContents()]).toEqual([['4'], ['6']]);
      await bothLooks('ask-write');
      expect(await priceOfChai()).toEqual([{ price: 4 }]);
      await press('ArrowDown');
      expect(await page.evaluate("document.activeElement?.className ?? ''")).toContain('turn');
      while ((await focused()) !== 'Confirm') await press('Tab');
      await press('Enter');
      await turn.getByRole('button', { name: 'Undo' }).waitFor();
      expect(await priceOfChai()).toEqual([{ price: 6 }]);
      await bothLooks('ask-written');
      while ((await focused()) !== 'Undo') await press('Tab');
      await press('Enter');
      await turn.locator('.note.good').waitFor();
      expect(await priceOfChai()).toEqual([{ price: 4 }]);
    });
  });

  test('a session that ended elsewhere is said in its place, and what was typed stays', async () => {
    await visit('/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Half typed');
    const sessions = (await owned.owner.get('/v1/auth/sessions')).json() as unknown as { id: string }[];
    for (const { id } of sessions)
      await send(owned.service, 'DELETE', `/v1/auth/sessions/${id}`, { token: owned.owner.token, key: randomUUID() });
    await page.getByRole('button', { name: 'Make key' }).click();
    await page.getByRole('alert').getByText('You are not signed in any more.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Half typed');
    await bothLooks('session-ended');
  });

  test('signs out everywhere', async () => {
    const made = await owned.owner.post('/v1/auth/link', undefined);
    await page.goto(String(made.json().url));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'svc', level: 1 }).waitFor();
    await visit('/sessions');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('heading', { name: 'Sign in first' }).waitFor();
    expect((await owned.owner.get('/v1/auth/sessions')).json()).toEqual([]);
  });

  test('signs in at a provider, and leads back to where one was; what fails is said in words', async () => {
    elsewhere.person = personOf('grace@example.com');
    await visit('/sessions');
    await page.locator('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Continue with Google' }).waitFor();
    await everyLook('sign-in-ways');
    await page.getByRole('button', { name: 'Continue with GitHub' }).click();
    await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
    await page.getByText('by GitHub').waitFor();
    await page.goto(`${owned.service.url}/sign-in/github?error=access_denied&error_description=Call+this+number&state=x`);
    await page.getByText('You did not agree at GitHub.').waitFor();
    expect(await page.getByText('Call this number').count()).toBe(0);
    await bothLooks('provider-refused');
    await page.goto(`${owned.service.url}/sign-in/google?code=x&state=y`);
    await page.getByRole('alert').getByText('This sign-in is over').waitFor();
    expect(page.url()).toBe(`${owned.service.url}/sign-in/google`);
    await bothLooks('provider-over');
    await page.getByRole('link', { name: 'Back to signing in' }).click();
    await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
  });

  test('asks nobody but its own service, and complains of nothing', () => {
    expect(requested.length).toBeGreaterThan(10);
    expect(
      requested.filter(
        (url) =>
          !url.startsWith(`${owned.service.url}/`) &&
          !url.startsWith('blob:') &&
          !url.startsWith(`${elsewhere.url}/github/login/oauth/authorize?`) &&
          !url.startsWith(`${providers.providers.neon?.authorization}?`),
      ),
    ).toEqual([]);
    // A failed answer is an error of the console whatever a page makes of it.
    expect(problems.filter((text) => !text.includes('/nothing/here') && !/status of (400|401|404|409|410|418|422|503)/.test(text))).toEqual(
      [],
    );
  });
});
