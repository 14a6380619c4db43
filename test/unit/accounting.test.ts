import { describe, expect, it } from 'vitest';
import { compilePostgres } from '../../src/engines/postgres/compile.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Outcome } from '../../src/plan/planner.ts';
import { shopSchema, shopValues } from '../support/shop-schema.ts';

const planner = createQuestionPlanner();
const ask = (text: string): Promise<Outcome> =>
  planner.plan({
    text,
    schema: shopSchema,
    values: shopValues,
    now: new Date('2026-11-22T12:00:00Z'),
    signal: new AbortController().signal,
  });

describe('a word that is not in the plan is not dropped', () => {
  it.each([
    'customers who frobnicate',
    'customers with unpaid orders',
    'paid orders',
    'how many refunded orders are there',
    'average price of discontinued products',
    'customers in idaho',
    'customers from Lisa',
    'which customers share the same city',
    'cities shared by customers with shipped or cancelled orders',
    'recently cancelled orders of customers in Paris that were returned',
    'orders that shipped quickly',
    'which customers never missed an order',
    'customers who skipped orders',
    'how many orders does wedding each customer have',
    'number of wedding orders per customer',
    'other customers in Paris',
    'customers with other orders than in Paris',
  ])('declines: %s', async (text) => {
    expect((await ask(text)).kind).not.toBe('plan');
  });

  it.each([
    'customers in Paris',
    'how many orders are cancelled',
    'customers who dont have any orders',
    'average price of products',
    'show me all the customers please',
    'orders placed last month',
    'how many orders did customers in Rome place',
    'orders with a status other than cancelled',
    'how many customers live in a city other than Paris',
  ])('answers: %s', async (text) => {
    expect(await ask(text)).toMatchObject({ kind: 'plan' });
  });
});

describe('what people ask in their own words', () => {
  const sqlOf = async (text: string): Promise<string> => {
    const outcome = await ask(text);
    if (outcome.kind !== 'plan') throw new Error(`${text}: ${outcome.kind === 'declined' ? outcome.reason : outcome.kind}`);
    const { sql, params } = compilePostgres(outcome.plan, shopSchema);
    return `${sql.replaceAll(/\s+/g, ' ').replaceAll('public.', '')} ${JSON.stringify(params)}`;
  };

  it.each([
    // A superlative before "first" orders, and leaves nothing out.
    ['customers in Paris, oldest first', 'SELECT name FROM customers WHERE city = $1 ORDER BY age DESC NULLS LAST ["Paris"]'],
    ['products, cheapest first', 'SELECT name FROM products ORDER BY price []'],
    // A place that is stored nowhere finds nothing, rather than all or an error.
    ['how many customers are in Lisbon', 'SELECT count(*) AS count FROM customers WHERE city = $1 ["Lisbon"]'],
    ['customers from portugal', 'SELECT name FROM customers WHERE country = $1 ["Portugal"]'],
    // Of rows without one of the other nothing is counted.
    [
      'average number of orders per customer',
      'SELECT ( SELECT count(*) AS count FROM orders JOIN customers ON orders.customer_id = customers.id )::double precision / NULLIF(( SELECT count(*) AS count FROM customers ), 0) AS average []',
    ],
    [
      'how many orders does a customer have on average?',
      'SELECT ( SELECT count(*) AS count FROM orders JOIN customers ON orders.customer_id = customers.id )::double precision / NULLIF(( SELECT count(*) AS count FROM customers ), 0) AS average []',
    ],
    [
      'how many customers dont have any orders',
      'SELECT count(*) AS count FROM customers WHERE NOT EXISTS ( SELECT $1::integer AS found FROM orders WHERE customers.id = orders.customer_id ) [1]',
    ],
    ['which cities do our customers live in', 'SELECT DISTINCT city FROM customers WHERE city IS NOT NULL []'],
    [
      'customers with cancelled orders',
      'SELECT DISTINCT customers.name FROM customers JOIN orders ON customers.id = orders.customer_id WHERE orders.status = $1 ["cancelled"]',
    ],
  ])('%s', async (text, sql) => expect(await sqlOf(text)).toBe(sql));

  it.each([
    // A country by another of its names.
    'customers from england',
    'average number of orders per month and customer',
  ])('declines: %s', async (text) => expect((await ask(text)).kind).not.toBe('plan'));

  it('offers what would be understood', async () => {
    expect(await ask('customres in Paris with blorps')).toMatchObject({ kind: 'declined', unclear: [expect.any(String)] });
    expect(await ask('shwo all customers')).toMatchObject({
      options: [{ label: 'with "show" for "shwo"', goal: 'show all customers' }],
    });
    expect(await ask('customers with unpaid orders')).toMatchObject({
      unclear: ['unpaid'],
      options: [{ label: 'without "unpaid"', goal: 'customers with orders' }],
    });
  });
});
