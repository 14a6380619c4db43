import { describe, expect, it } from 'vitest';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import { planSchema } from '../../src/plan/plan-schema.ts';
import { shopSchema, shopValues } from '../support/shop-schema.ts';

const planner = createQuestionPlanner();

const ask = (text: string) =>
  planner.plan({
    text,
    schema: shopSchema,
    values: shopValues,
    now: new Date('2026-11-21T10:00:00Z'),
    signal: new AbortController().signal,
  });

async function planOf(text: string) {
  const outcome = await ask(text);
  if (outcome.kind !== 'plan') throw new Error(`${text}: ${JSON.stringify(outcome)}`);
  planSchema.parse(outcome.plan);
  return outcome.plan;
}

const col = (table: string, column: string) => ({ kind: 'column', table, column });
const number = (value: number) => ({ kind: 'literal', value });
const text = (value: string) => ({ kind: 'literal', value, type: 'text' });
const compare = (op: string, left: object, right: object) => ({ kind: 'compare', op, left, right });
const count = { kind: 'aggregate', fn: 'count', arg: { kind: 'star' } };

const READ: [question: string, plan: object][] = [
  ['What is the maximum total of orders?', { columns: [{ expr: { fn: 'max', arg: col('orders', 'total') } }] }],
  [
    'Show the names of customers whose name starts with A in alphabetical order.',
    { where: { kind: 'match', op: 'ilike', left: col('customers', 'name'), right: text('A%') } },
  ],
  [
    'Find the names of products in the category with id 2.',
    { columns: [{ expr: col('products', 'name') }], where: compare('=', col('categories', 'id'), number(2)) },
  ],
  ['How many customers are there?', { columns: [{ expr: count, as: 'count' }], from: { table: 'customers' } }],
  ['Count the number of products.', { columns: [{ expr: count }], from: { table: 'products' } }],
  [
    'What are the names and cities of all customers?',
    { columns: [{ expr: col('customers', 'name') }, { expr: col('customers', 'city') }], from: { table: 'customers' } },
  ],
  [
    'How many different cities are customers from?',
    { columns: [{ expr: { fn: 'count', distinct: true, arg: col('customers', 'city') } }] },
  ],
  ['List the distinct countries of customers.', { distinct: true, columns: [{ expr: col('customers', 'country') }] }],
  [
    'What are the names of customers in Paris?',
    { columns: [{ expr: col('customers', 'name') }], where: compare('=', col('customers', 'city'), text('Paris')) },
  ],
  ['Show the email of the customer named "Bob Stone".', { where: compare('=', col('customers', 'name'), text('Bob Stone')) }],
  [
    'Which customers live in Paris or Rome?',
    {
      where: {
        kind: 'or',
        args: [compare('=', col('customers', 'city'), text('Paris')), compare('=', col('customers', 'city'), text('Rome'))],
      },
    },
  ],
  ['What are the names of customers older than 30?', { where: compare('>', col('customers', 'age'), number(30)) }],
  ['Find the names of products with a price of at least 20.', { where: compare('>=', col('products', 'price'), number(20)) }],
  [
    'What are the names of products whose price is between 5 and 10?',
    { where: { kind: 'between', arg: col('products', 'price'), low: number(5), high: number(10) } },
  ],
  ['What are the names of customers who are not from Italy?', { where: compare('<>', col('customers', 'country'), text('Italy')) }],
  [
    "Which products have a name that contains 'lamp'?",
    { where: { kind: 'match', op: 'ilike', left: col('products', 'name'), right: text('%lamp%') } },
  ],
  [
    'What are the minimum and maximum price of products?',
    {
      columns: [
        { expr: { fn: 'min', arg: col('products', 'price') }, as: 'min_price' },
        { expr: { fn: 'max' }, as: 'max_price' },
      ],
    },
  ],
  ['What is the average age of customers?', { columns: [{ expr: { fn: 'avg', arg: col('customers', 'age') }, as: 'avg_age' }] }],
  [
    'What is the average price of products in the category Lighting?',
    { joins: [{ source: { table: 'categories' } }], where: compare('=', col('categories', 'name'), text('Lighting')) },
  ],
  [
    'How many customers are there in each country?',
    { columns: [{ expr: col('customers', 'country') }, { expr: count }], groupBy: [col('customers', 'country')] },
  ],
  [
    'For each department, how many employees are there?',
    { columns: [{ expr: col('departments', 'department_name') }, { expr: count }], groupBy: [col('departments', 'id'), {}] },
  ],
  [
    'What is the average salary by department?',
    { columns: [{ expr: col('departments', 'department_name') }, { expr: { fn: 'avg', arg: col('employees', 'salary') } }] },
  ],
  ['What is the name of the most expensive product?', { orderBy: [{ expr: col('products', 'price'), direction: 'desc' }], limit: 1 }],
  [
    'What is the name of the customer with the most orders?',
    {
      joins: [{ source: { table: 'orders' } }],
      groupBy: [col('customers', 'id'), {}],
      orderBy: [{ expr: count, direction: 'desc' }],
      limit: 1,
    },
  ],
  [
    'Which city has the most customers?',
    { columns: [{ expr: col('customers', 'city') }], groupBy: [{}], orderBy: [{ expr: count, direction: 'desc' }], limit: 1 },
  ],
  ['Show the top 3 products by price.', { orderBy: [{ direction: 'desc' }], limit: 3 }],
  [
    'What is the most common status of orders?',
    { groupBy: [col('orders', 'status')], orderBy: [{ expr: count, direction: 'desc' }], limit: 1 },
  ],
  [
    'What are the names of customers with more than 2 orders?',
    { groupBy: [col('customers', 'id'), {}], having: compare('>', count, number(2)) },
  ],
  [
    'Which countries have at least 5 customers?',
    { columns: [{ expr: col('customers', 'country') }], having: compare('>=', count, number(5)) },
  ],
  [
    'What are the names of customers with no orders?',
    { where: { kind: 'not', arg: { kind: 'exists', query: { from: { table: 'orders' } } } } },
  ],
  [
    'Find the names of customers who have never ordered a product in the category Furniture.',
    { where: { kind: 'not', arg: { kind: 'exists' } } },
  ],
  [
    'What are the names of products sorted by price in descending order?',
    { orderBy: [{ expr: col('products', 'price'), direction: 'desc' }] },
  ],
  [
    'What is the most common status of orders, and how many are there?',
    {
      columns: [{ expr: col('orders', 'status') }, { expr: count }],
      groupBy: [col('orders', 'status')],
      orderBy: [{ expr: count, direction: 'desc' }],
      limit: 1,
    },
  ],
  [
    'How many customers are there per city? Order the cities by decreasing number of customers.',
    {
      columns: [{ expr: col('customers', 'city') }, { expr: count }],
      groupBy: [col('customers', 'city')],
      orderBy: [{ expr: count, direction: 'desc' }],
    },
  ],
  ['List the names of customers in alphabetical order.', { orderBy: [{ expr: col('customers', 'name'), direction: 'asc' }] }],
  [
    'What are the names of products with a price above the average price?',
    { where: { kind: 'compare', op: '>', right: { kind: 'scalarQuery', query: { columns: [{ expr: { fn: 'avg' } }] } } } },
  ],
  ['Which countries have both customers older than 60 and customers younger than 20?', { kind: 'set', op: 'intersect' }],
  [
    'How many orders were placed in 2025?',
    {
      where: {
        kind: 'and',
        args: [
          compare('>=', col('orders', 'placed_at'), { value: '2025-01-01' }),
          compare('<', col('orders', 'placed_at'), { value: '2026-01-01' }),
        ],
      },
    },
  ],
  ['How many orders were placed after March 2025?', { where: compare('>=', col('orders', 'placed_at'), { value: '2025-04-01' }) }],
  ['What are the full names of employees in the Research department?', { columns: [{ as: 'first_name' }, { as: 'last_name' }] }],
  [
    'What are the names of products with a price higher than the average price of products in the category Lighting?',
    {
      where: {
        kind: 'compare',
        op: '>',
        right: {
          kind: 'scalarQuery',
          query: { columns: [{ expr: { fn: 'avg' } }], joins: [{}], where: compare('=', col('categories', 'name'), text('Lighting')) },
        },
      },
    },
  ],
  [
    'Which employees earn more than every employee in the Sales department?',
    { where: { op: '>', left: col('employees', 'salary'), right: { kind: 'scalarQuery', query: { columns: [{ expr: { fn: 'max' } }] } } } },
  ],
  [
    'Find the names of customers who are older than some customers in Rome.',
    { where: { op: '>', left: col('customers', 'age'), right: { kind: 'scalarQuery', query: { columns: [{ expr: { fn: 'min' } }] } } } },
  ],
  ['Which countries have customers in Paris but not in Rome?', { kind: 'set', op: 'except' }],
  [
    'Find the cities that have no customers older than 60.',
    {
      kind: 'set',
      op: 'except',
      left: { columns: [{ expr: col('customers', 'city') }] },
      right: { where: compare('>', col('customers', 'age'), number(60)) },
    },
  ],
  [
    'What are the names of customers from Paris and Rome?',
    {
      where: {
        kind: 'or',
        args: [compare('=', col('customers', 'city'), text('Paris')), compare('=', col('customers', 'city'), text('Rome'))],
      },
    },
  ],
  [
    'What are the names of products in the most common category?',
    {
      where: {
        op: '=',
        left: col('products', 'category_id'),
        right: { kind: 'scalarQuery', query: { groupBy: [{}], orderBy: [{ direction: 'desc' }], limit: 1 } },
      },
    },
  ],
  ['Sort all the products according to price. Just report the names.', { orderBy: [{ expr: col('products', 'price'), direction: 'asc' }] }],
  ['List in alphabetical order the names of all customers.', { orderBy: [{ expr: col('customers', 'name'), direction: 'asc' }] }],
  [
    'What are the names of employees, ordered by hire date from the most recent to the oldest?',
    { orderBy: [{ expr: col('employees', 'hire_date'), direction: 'desc' }] },
  ],
  ['What are the names of the 3 customers with the most orders?', { orderBy: [{ expr: count, direction: 'desc' }], limit: 3 }],
  ['What is the id of the latest order?', { orderBy: [{ expr: col('orders', 'placed_at'), direction: 'desc' }], limit: 1 }],
  ['What are the names of products with between 5 and 10 stock?', { where: { kind: 'between', arg: col('products', 'stock') } }],
  ['Which customers are 30 years old or older?', { where: compare('>=', col('customers', 'age'), number(30)) }],
  [
    'Find the ids of orders placed before 2020-01-01 or after 2024-12-31.',
    {
      where: {
        kind: 'or',
        args: [compare('<', col('orders', 'placed_at'), {}), compare('>=', col('orders', 'placed_at'), { value: '2025-01-01' })],
      },
    },
  ],
  [
    'What is the total order total per month in 2025?',
    {
      columns: [{ as: 'month' }, { expr: { fn: 'sum' } }],
      groupBy: [{ kind: 'call', fn: 'date_trunc', args: [{ value: 'month' }, col('orders', 'placed_at')] }],
      orderBy: [{ direction: 'asc' }],
    },
  ],
  [
    'How many customers have more than 2 orders?',
    {
      columns: [{ expr: count }],
      from: { kind: 'derived', query: { groupBy: [col('customers', 'id')], having: compare('>', count, number(2)) } },
    },
  ],
  [
    'What is the ratio of customers in Paris to customers in Rome?',
    {
      columns: [
        { expr: { kind: 'arithmetic', op: '/', left: { kind: 'cast', type: 'float' }, right: { kind: 'scalarQuery' } }, as: 'ratio' },
      ],
    },
  ],
  [
    'What percentage of orders are shipped?',
    { columns: [{ expr: { kind: 'arithmetic', op: '/', left: { arg: { op: '*', left: number(100) } } }, as: 'percentage' }] },
  ],
];

describe('the built-in planner', () => {
  it.each(READ)('reads: %s', async (question, plan) => {
    expect(await planOf(question)).toMatchObject(plan);
  });

  it('says what it took a relative date to be', async () => {
    const outcome = await ask('How many orders were placed last month?');
    expect(outcome).toMatchObject({ kind: 'plan', assumptions: ["'last month' read as 2026-10-01 to 2026-10-31"] });
  });

  it('uses values as they are stored', async () => {
    expect(await planOf('How many customers live in new york?')).toMatchObject({
      where: compare('=', col('customers', 'city'), text('New York')),
    });
  });

  it.each([
    'What is the capital of France?',
    'How many reviews does each product have?',
    'Which customers bought the blue umbrella on a rainy day?',
    'Why did sales fall?',
    'Tell me a joke.',
    'What is the profit margin of each customer?',
    '',
    '?!',
  ])('declines: %s', async (question) => {
    expect(await ask(question)).toMatchObject({ kind: 'declined' });
  });

  it('offers both readings of "than any", each of which it answers', async () => {
    const outcome = await ask('Find the names of customers who are older than any customers in Rome.');
    if (outcome.kind !== 'clarify') throw new Error(JSON.stringify(outcome));
    expect(outcome.options.map(({ goal }) => goal)).toEqual([
      'Find the names of customers who are older than all customers in Rome.',
      'Find the names of customers who are older than some customers in Rome.',
    ]);
    for (const { goal } of outcome.options) expect(await ask(goal)).toMatchObject({ kind: 'plan' });
  });

  it('names the words that found no place', async () => {
    expect(await ask('What are the names of customers with a glowing aura?')).toMatchObject({ kind: 'declined', unclear: ['glowing'] });
  });

  it('gives the same answer every time', async () => {
    const question = 'What are the names of customers with more than 2 orders?';
    expect(await ask(question)).toEqual(await ask(question));
  });

  it('is surer of a plain question than of a loose one', async () => {
    const plain = await ask('What are the names of customers?');
    const loose = await ask('Which clients come from Italy?');
    if (plain.kind !== 'plan' || loose.kind !== 'plan') throw new Error('both have to be read');
    expect(plain.confidence ?? 0).toBeGreaterThan(loose.confidence ?? 1);
  });
});
