import { describe, expect, it } from 'vitest';
import { compilePostgres } from '../../src/engines/postgres/compile.ts';
import { looksLikeWrite, planWrite } from '../../src/plan/builtin/writes/write.ts';
import type { ValueIndex } from '../../src/plan/planner.ts';
import { SHOP } from '../support/shop.ts';

const STORED: Record<string, Record<string, string[]>> = {
  coffee_beans: { name: ['Yirgacheffe', 'Sumatra'], roaster: ['Onyx', 'Counter Culture'] },
  customers: { name: ['Ada', 'Bob'], city: ['London', 'Paris'] },
  orders: { status: ['cancelled', 'shipped', 'pending'] },
};

const values: ValueIndex = {
  entries: [],
  find: (value) =>
    Object.entries(STORED).flatMap(([table, columns]) =>
      Object.entries(columns).flatMap(([column, stored]) =>
        stored.filter((each) => each.toLowerCase() === value.toLowerCase()).map((each) => ({ table, column, stored: each })),
      ),
    ),
  of: (table, column) => STORED[table]?.[column] ?? null,
};

const plan = (text: string) =>
  planWrite({ text, schema: SHOP, values, now: new Date('2026-11-21T12:00:00Z'), signal: new AbortController().signal });

/** The statement on one line, without its fixed ending, and its values. */
function sql(text: string): [string, ...unknown[]] {
  const outcome = plan(text);
  if (outcome.kind !== 'plan') throw new Error(`${outcome.kind}: ${outcome.kind === 'declined' ? outcome.reason : ''}`);
  const statement = compilePostgres(outcome.plan, SHOP);
  return [statement.sql.replaceAll(/\s+/g, ' ').replace(' RETURNING *', '').replaceAll('public.', ''), ...statement.params];
}

const ADA = '( SELECT customers.id FROM customers WHERE customers.name = $1 )';

describe('inserts', () => {
  it.each<[string, unknown[]]>([
    [
      'add a coffee bean named Kenya AA from Onyx with price 18.5 and rating 5',
      ['INSERT INTO coffee_beans (name, roaster, price, rating) VALUES ($1, $2, $3, $4)', 'Kenya AA', 'Onyx', 18.5, 5],
    ],
    [
      "Insert 'Zoe' into customers with 'San Diego' for city and 'zoe@x.org' for email",
      ['INSERT INTO customers (name, city, email) VALUES ($1, $2, $3)', 'Zoe', 'San Diego', 'zoe@x.org'],
    ],
    ["insert into customers (name, city) values ('Eve', 'Rome')", ['INSERT INTO customers (name, city) VALUES ($1, $2)', 'Eve', 'Rome']],
    [
      'add two customers: Eve from Rome and Carl from Oslo',
      ['INSERT INTO customers (name, city) VALUES ($1, $2), ($3, $4)', 'Eve', 'Rome', 'Carl', 'Oslo'],
    ],
    [
      'add an order for customer ada with status pending and total 1,200.50',
      [`INSERT INTO orders (customer_id, status, total) VALUES (${ADA}, $2, $3)`, 'Ada', 'pending', 1200.5],
    ],
  ])('%s', (text, expected) => expect(sql(text)).toEqual(expected));
});

describe('a name that no row has', () => {
  it.each(['add an order for customer Zed with total 5', 'add an order for customer Adda with total 5'])('%s', (text) => {
    const name = text.includes('Zed') ? 'Zed' : 'Adda';
    expect(plan(text)).toEqual({
      kind: 'declined',
      reason: `No row of customers has the name "${name}"; there are Ada, Bob.`,
      unclear: [name],
    });
  });
});

describe('updates', () => {
  it.each<[string, unknown[]]>([
    ['set the price of yirgacheffe to 20', ['UPDATE coffee_beans SET price = $1 WHERE name = $2', 20, 'Yirgacheffe']],
    ['change the status of order 5 to shipped', ['UPDATE orders SET status = $1 WHERE id = $2', 'shipped', 5]],
    ['increase the price of all beans by 10%', ['UPDATE coffee_beans SET price = price * $1', 1.1]],
    ['bump the price of Sumatra to 20', ['UPDATE coffee_beans SET price = $1 WHERE name = $2', 20, 'Sumatra']],
    ['lower the rating of Sumatra by 1', ['UPDATE coffee_beans SET rating = rating - $1 WHERE name = $2', 1, 'Sumatra']],
    ['mark order 5 as SHIPPED', ['UPDATE orders SET status = $1 WHERE id = $2', 'shipped', 5]],
    ['mark Sumatra as in stock', ['UPDATE coffee_beans SET in_stock = TRUE WHERE name = $1', 'Sumatra']],
    ["change Ada's city to Rome", ['UPDATE customers SET city = $1 WHERE name = $2', 'Rome', 'Ada']],
    ['rename Ada to Grace', ['UPDATE customers SET name = $1 WHERE name = $2', 'Grace', 'Ada']],
    ['set the roasted on of Sumatra to 5 May 2026', ['UPDATE coffee_beans SET roasted_on = $1 WHERE name = $2', '2026-05-05', 'Sumatra']],
    [
      'Update orders, set status to shipped where total is greater than 50 and status is pending',
      ['UPDATE orders SET status = $1 WHERE total > $2 AND status = $3', 'shipped', 50, 'pending'],
    ],
  ])('%s', (text, expected) => expect(sql(text)).toEqual(expected));
});

describe('deletes', () => {
  it.each<[string, unknown[]]>([
    ['delete the orders that are cancelled', ['DELETE FROM orders WHERE status = $1', 'cancelled']],
    ['delete all orders that are not shipped', ['DELETE FROM orders WHERE status <> $1', 'shipped']],
    ['remove the bean named Sumatra', ['DELETE FROM coffee_beans WHERE name = $1', 'Sumatra']],
    ['delete orders placed before 2020', ['DELETE FROM orders WHERE placed_at < $1', '2020-01-01 00:00:00']],
    ['delete orders placed after March 2020', ['DELETE FROM orders WHERE placed_at >= $1', '2020-04-01 00:00:00']],
    ['delete beans with price above 20', ['DELETE FROM coffee_beans WHERE price > $1', 20]],
    ['remove all customers without an email', ['DELETE FROM customers WHERE email IS NULL']],
    ["remove Ada's orders", [`DELETE FROM orders WHERE customer_id IN ${ADA}`, 'Ada']],
    ['delete every row of orders', ['DELETE FROM orders']],
    ['delete all rows of orders', ['DELETE FROM orders']],
    ['can you delete order 7?', ['DELETE FROM orders WHERE id = $1', 7]],
  ])('%s', (text, expected) => expect(sql(text)).toEqual(expected));
});

describe('dates in updates and deletes are read as in questions', () => {
  it('reads what is due by the date of that name, and by no other', () => {
    const schema = {
      ...SHOP,
      tables: SHOP.tables.map((one) => ({
        ...one,
        columns: one.columns.flatMap((each) => (each.name === 'placed_at' ? [each, { ...each, name: 'due_at' }] : [each])),
      })),
    };
    const read = (text: string) =>
      planWrite({ text, schema, values, now: new Date('2026-11-21T12:00:00Z'), signal: new AbortController().signal });
    expect(read('delete orders due before 2026')).toMatchObject({ kind: 'plan', plan: { where: { op: '<', left: { column: 'due_at' } } } });
    expect(read('delete orders due in march')).toMatchObject({ kind: 'declined', reason: 'Say the year of "due in march".' });
    expect(plan('delete orders due last month')).toMatchObject({ kind: 'declined' });
  });

  // 21 November 2026 is a Saturday.
  it.each<[string, string, string]>([
    ['delete orders placed in the last 7 days', '2026-11-14', '2026-11-22'],
    ['delete orders from the last 7 days', '2026-11-14', '2026-11-22'],
    ['delete all orders from january 2026', '2026-01-01', '2026-02-01'],
    ['delete all orders in the past year', '2025-11-21', '2026-11-22'],
    ['delete the orders placed on Monday', '2026-11-16', '2026-11-17'],
    ["delete yesterday's orders", '2026-11-20', '2026-11-21'],
    ['delete orders placed last month', '2026-10-01', '2026-11-01'],
    ['delete orders placed in October', '2026-10-01', '2026-11-01'],
    ['delete orders placed between March and May 2021', '2021-03-01', '2021-06-01'],
    ['delete orders placed this year', '2026-01-01', '2027-01-01'],
  ])('%s', (text, since, until) =>
    expect(sql(text)).toEqual(['DELETE FROM orders WHERE placed_at >= $1 AND placed_at < $2', `${since} 00:00:00`, `${until} 00:00:00`]),
  );

  it.each<[string, unknown[]]>([
    ['delete orders older than 30 days', ['DELETE FROM orders WHERE placed_at < $1', '2026-10-22 00:00:00']],
    ['delete orders placed more than a year ago', ['DELETE FROM orders WHERE placed_at < $1', '2025-11-21 00:00:00']],
    ['delete orders where placed_at is before last month', ['DELETE FROM orders WHERE placed_at < $1', '2026-10-01 00:00:00']],
    [
      'set the status of orders placed last week to shipped',
      ['UPDATE orders SET status = $1 WHERE placed_at >= $2 AND placed_at < $3', 'shipped', '2026-11-09 00:00:00', '2026-11-16 00:00:00'],
    ],
  ])('%s', (text, expected) => expect(sql(text)).toEqual(expected));

  it('tells what was assumed', () => {
    const outcome = plan('delete orders in the last 7 days');
    expect(outcome.kind === 'plan' && outcome.assumptions).toEqual([
      '"in the last 7 days" read as placed_at',
      "'last 7 days' read as 2026-11-14 to 2026-11-21",
    ]);
  });

  it.each([
    // A Saturday is meant on a Saturday: this one or the one before.
    'delete orders placed on Saturday',
    // Beans have only the day on which they were roasted, customers have none.
    'delete customers created in the last 7 days',
    'delete orders placed in the last few days',
  ])('declines: %s', (text) => expect(plan(text).kind).toBe('declined'));
});

describe('what it does not do', () => {
  it.each([
    'remove the price of Sumatra',
    'delete the email of Ada',
    'delete customers except Ada',
    'delete Ada or Bob',
    'delete customers from London or Oslo',
    'delete orders that are not cancelled or shipped',
    'delete orders where total is above 5 or status is pending',
    'delete the cheapest bean',
    'delete the first 3 orders',
    'delete duplicate customers',
    'delete orders 5, 6',
    'delete half of the orders',
    'delete customers living in London',
    'delete orders of customers from London',
    'set the price of Sumatra to 20 if it is below 18',
    'set the price of Sumatra to twenty',
    'set the price of Yirgacheffe to 20 and Sumatra to 30',
    'add customer Eve or Carl',
    'mark orders as shipped',
    'insert customer Eve twice',
    'add bean Kenya AA from Counter Culture rated 4',
    'add three customers: Eve from Rome and Carl from Oslo',
    'add an order for customer Nobody with total 5',
    'do not delete Ada',
    'delete from orders; drop table customers',
  ])('declines %j', (text) => expect(plan(text).kind).toBe('declined'));

  it('names the words that found no place', () => {
    expect(plan('delete the cheapest bean')).toMatchObject({ unclear: ['cheapest'] });
  });

  it.each([
    'clear my database',
    'wipe everything',
    'Empty the whole database.',
    'delete everything',
    'delete orders',
    'delete all orders',
    'wipe the orders',
  ])('asks back on %j', (text) => {
    const outcome = plan(text);
    expect(outcome.kind).toBe('clarify');
    if (outcome.kind !== 'clarify') return;
    const orders = outcome.options.find(({ goal }) => goal.endsWith(' orders'));
    expect(sql(orders?.goal ?? '')).toEqual(['DELETE FROM orders']);
  });

  it('never lets a value become SQL', () => {
    const [text, ...params] = sql(`add a bean named "x'; DROP TABLE orders; --" with price 3`);
    expect(text).toBe('INSERT INTO coffee_beans (name, price) VALUES ($1, $2)');
    expect(params).toEqual(["x'; DROP TABLE orders; --", 3]);
  });
});

describe('whether a goal writes', () => {
  it.each([
    'add a bean',
    'Please delete order 5',
    'set the price to 20',
    'In the year 2002, update the finish to 5',
    'clear my database',
    'create an order for Ada',
  ])('yes: %j', (text) => expect(looksLikeWrite(text)).toBe(true));

  it.each([
    'how many orders were deleted',
    'change in revenue by month',
    'make me a list of customers',
    'add up the totals of all orders',
    'set up a database for my shop',
    'track coffee beans with roaster and price',
    'which orders were updated yesterday?',
    'orders by month',
    'Return the name, make, model and year of every car',
    'could you show orders, update dates included',
  ])('no: %j', (text) => expect(looksLikeWrite(text)).toBe(false));
});
