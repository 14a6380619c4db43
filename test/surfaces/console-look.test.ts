import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium } from '../support/chromium.ts';
import { type Console, HANGS_MS, startConsole } from '../support/console.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { sessionOf, type TestSession } from '../support/session.ts';

const HOSTILE = '<img src=x onerror="alert(1)">';

describe.skipIf(!hasChromium)('the page that looks into a database, in a real browser', () => {
  let it: Console;
  let shop: TestSession;
  let customer: Customer;

  beforeAll(async () => {
    it = await startConsole({ SVC_ALLOW_PRIVATE_CONNECTIONS: 'true' });
    const { owner, service } = it.owned;
    const goal =
      'a coffee shop: customers with name and city; products with name, category and price; orders with customer, product, quantity and ordered date';
    const made = await owner.post('/v1/databases', { goal, name: 'Shop' });
    shop = sessionOf(service, owner.token, String(made.json().dbId));
    const rows = Array.from({ length: 130 }, (_, index) => ({ name: `Person ${index + 1}`, city: index % 3 === 0 ? 'Porto' : 'Lisbon' }));
    expect((await owner.post('/v1/insert', { db: shop.db, table: 'customers', rows })).status).toBe(200);
  }, 2 * HANGS_MS);
  afterAll(async () => {
    await it?.close();
    await customer?.close();
  });

  test('tables are a list and a diagram, which lead to their columns and rows', async () => {
    const { page } = it;
    await it.visit(`/look?db=${shop.db}`);
    await page.getByRole('tab', { name: 'Tables' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('region', { name: 'Diagram of the tables' }).waitFor();
    expect(await page.locator('.diagram .reference').count()).toBe(2);
    await it.looksOf('look-diagram');
    await page.getByRole('list', { name: 'References' }).getByRole('button', { name: 'orders' }).first().click();
    const table = page.getByRole('region', { name: 'orders', exact: true });
    await table.getByText('No rows yet.').waitFor();
    await table.locator('summary').click();
    await table.getByText('points at customers').waitFor();
    await it.looksOf('look-table');
    expect(new URL(page.url()).searchParams.get('table')).toBe('orders');
    await page.reload();
    await table.getByText('No rows yet.').waitFor();
  });

  test('rows are filtered, and come page by page', async () => {
    const { page } = it;
    await it.visit(`/look?db=${shop.db}&table=customers`);
    const table = page.getByRole('region', { name: 'customers', exact: true });
    await table.getByText('Rows 1 to 100').waitFor();
    await table.getByRole('button', { name: 'Next page' }).click();
    await table.getByText('Rows 101 to 130').waitFor();
    await table.getByLabel('Column', { exact: true }).selectOption('city');
    await table.getByLabel('Value').fill('porto');
    await table.getByRole('button', { name: 'Filter' }).click();
    await table.getByText('Rows 1 to 44').waitFor();
    await it.looksOf('look-rows');
    await page.reload();
    await table.getByText('Rows 1 to 44').waitFor();
    expect(await table.getByLabel('Value').inputValue()).toBe('porto');
    await table.getByLabel('Comparison').selectOption('is');
    await table.getByRole('button', { name: 'Filter' }).click();
    await table.getByText('No row is like that.').waitFor();
    await table.getByLabel('Value').fill('Porto');
    await table.getByRole('button', { name: 'Filter' }).click();
    await table.getByText('Rows 1 to 44').waitFor();
  });

  test('a row is added, changed and deleted, each shown before it is done, and undone', async () => {
    const { page } = it;
    await it.visit(`/look?db=${shop.db}&table=products`);
    const products = () => shop.rows('SELECT name, category, price::float AS price FROM products ORDER BY name');
    await page.getByRole('button', { name: 'Add a row' }).click();
    const adding = page.getByRole('region', { name: 'Add a row to products' });
    await adding.getByLabel('name', { exact: true }).fill('Kiambu');
    await adding.getByLabel('price', { exact: true }).fill('18.5');
    await it.looksOf('look-add');
    await adding.getByRole('button', { name: 'Show what would change' }).click();
    await adding.locator('ins').getByText('Kiambu').waitFor();
    expect(await products()).toEqual([]);
    await adding.getByRole('button', { name: 'Confirm' }).click();
    await adding.getByRole('button', { name: 'Undo' }).waitFor();
    expect(await products()).toEqual([{ name: 'Kiambu', category: null, price: 18.5 }]);
    await adding.getByRole('button', { name: 'Close' }).click();
    const open = async () => {
      await page.getByRole('button', { name: 'Row 1, whole' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Change or delete' }).click();
      return page.getByRole('region', { name: 'Change a row of products' });
    };
    const changing = await open();
    await changing.getByLabel('price', { exact: true }).fill('20');
    await changing.getByRole('button', { name: 'Show what would change' }).click();
    await changing.locator('del').getByText('18.5').waitFor();
    await it.looksOf('look-change');
    await changing.getByRole('button', { name: 'Confirm' }).click();
    await changing.getByRole('button', { name: 'Undo' }).waitFor();
    expect(await products()).toEqual([{ name: 'Kiambu', category: null, price: 20 }]);
    await changing.getByRole('button', { name: 'Undo' }).click();
    await changing.locator('.note.good').waitFor();
    expect(await products()).toEqual([{ name: 'Kiambu', category: null, price: 18.5 }]);
    await changing.getByRole('button', { name: 'Close' }).click();
    const deleting = await open();
    await deleting.getByRole('button', { name: 'Delete row…' }).click();
    await deleting.getByRole('button', { name: 'Confirm' }).click();
    await deleting.getByRole('button', { name: 'Undo' }).waitFor();
    expect(await products()).toEqual([]);
  });

  test('the glossary is edited, and what is asked is read by it', async () => {
    const { page } = it;
    await it.visit(`/look?db=${shop.db}`);
    await page.getByRole('tab', { name: 'Glossary' }).click();
    await page.getByRole('button', { name: 'Add an entry' }).click();
    await page.keyboard.type('northerners');
    await page.getByLabel('Mean').fill("customers with city 'Porto'");
    await it.looksOf('look-glossary');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('All is saved.').waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Glossary' }).click();
    expect(await page.getByLabel('Words').inputValue()).toBe('northerners');
    expect((await shop.ask('how many northerners are there?')).json()).toMatchObject({ data: [{ count: 44 }] });
  });

  test('names and cells of somebody hostile are text', async () => {
    const { page } = it;
    const quoted = HOSTILE.replaceAll('"', '""');
    customer = await newCustomer(
      `CREATE TABLE "${quoted}" (id int PRIMARY KEY, "<script>alert(2)</script>" text, "back\\slash" text);
       COMMENT ON TABLE "${quoted}" IS '${HOSTILE}\u202e';
       CREATE TABLE child (id int PRIMARY KEY, "${quoted}" int REFERENCES "${quoted}")`,
    );
    await customer.sql(`INSERT INTO "${quoted}" VALUES (1, '${HOSTILE}', 'x')`);
    await customer.sql(
      `GRANT USAGE ON SCHEMA public TO ${customer.reader}; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${customer.reader}`,
    );
    const connected = await it.owned.owner.post('/v1/db/connect', { connectionUrl: customer.url(), name: `Hostile ${HOSTILE}` });
    expect(connected.status, connected.text).toBe(201);
    await it.visit(`/look?db=${String(connected.json().dbId)}`);
    await page.getByRole('list', { name: 'Tables' }).getByRole('button', { name: HOSTILE }).click();
    const table = page.getByRole('region', { name: HOSTILE });
    await table.getByText('Rows 1 to 1').waitFor();
    await table.locator('td').getByText(HOSTILE).waitFor();
    await table.getByLabel('Column', { exact: true }).selectOption('back\\slash');
    await table.getByLabel('Value').fill("x' OR true --");
    await table.getByRole('button', { name: 'Filter' }).click();
    await table.getByText('No row is like that.').waitFor();
    expect(await table.getByRole('button', { name: 'Add a row' }).count()).toBe(0);
    await page.getByRole('tab', { name: 'Diagram' }).click();
    await page.getByRole('list', { name: 'References' }).getByRole('button', { name: HOSTILE }).waitFor();
    await it.looksOf('look-hostile');
    expect(await page.locator('main img, main script').count()).toBe(0);
  });

  test('asks nobody but its own service, and complains of nothing', () => {
    expect(it.requested.filter((one) => !one.startsWith(`${it.owned.service.url}/`))).toEqual([]);
    expect(it.problems.filter((text) => !/status of 401/.test(text))).toEqual([]);
  });
});
