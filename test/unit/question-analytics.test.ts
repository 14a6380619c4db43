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

const col = (table: string, column: string) => ({ kind: 'column', table, column });
const compare = (op: string, left: object, right: object) => ({ kind: 'compare', op, left, right });
const count = { kind: 'aggregate', fn: 'count', arg: { kind: 'star' } };
const bucket = (unit: string, of: object) => ({ kind: 'call', fn: 'date_trunc', args: [{ kind: 'literal', value: unit }, of] });
const placed = col('orders', 'placed_at');
const within = (since: string, until: string) => ({
  kind: 'and',
  args: [compare('>=', placed, { kind: 'literal', value: since }), compare('<', placed, { kind: 'literal', value: until })],
});

/** Questions of people who look after numbers; today is Saturday, 21 November 2026. */
const READ: [question: string, plan: object][] = [
  ['How many orders were placed in the past 30 days, inclusive of 30 days ago?', { where: within('2026-10-22', '2026-11-22') }],
  ['How many orders were placed in the last 6 months excluding the current month?', { where: within('2026-05-01', '2026-11-01') }],
  ['How many orders were placed last week (exclusive of the current week)?', { where: within('2026-11-09', '2026-11-16') }],
  ['How many orders were placed in the first quarter of 2026?', { where: within('2026-01-01', '2026-04-01') }],
  [
    'How many orders were placed in each of the last 8 weeks excluding the current week?',
    {
      columns: [{ expr: bucket('week', placed) }, { expr: count }],
      where: within('2026-09-21', '2026-11-16'),
      groupBy: [bucket('week', placed)],
    },
  ],
  [
    'How many orders were placed per month in 2025? Return the month and the number of orders.',
    { columns: [{ expr: bucket('month', placed) }, { expr: count }], groupBy: [bucket('month', placed)] },
  ],
  [
    'How many orders were placed on weekends?',
    { columns: [{ expr: count }], where: { kind: 'in', arg: { kind: 'call', fn: 'weekday', args: [placed] } } },
  ],
  [
    'How many orders did each customer place? Return their id, name and number of orders.',
    {
      columns: [{ expr: col('customers', 'id') }, { expr: col('customers', 'name') }, { expr: count }],
      groupBy: [col('customers', 'id'), col('customers', 'name')],
    },
  ],
  [
    'What are the top 5 cities by total order total? Return the city, number of orders and total order total.',
    {
      columns: [
        { expr: col('customers', 'city') },
        { expr: count },
        { expr: { kind: 'aggregate', fn: 'sum', arg: col('orders', 'total') } },
      ],
      limit: 5,
    },
  ],
  [
    'What is the average total of shipping orders?',
    { where: compare('=', col('orders', 'status'), { kind: 'literal', value: 'shipped', type: 'text' }) },
  ],
  [
    'Which customer placed the most cancelled orders? Return the name and the number of orders.',
    {
      columns: [{ expr: col('customers', 'name') }, { expr: count }],
      where: compare('=', col('orders', 'status'), { kind: 'literal', value: 'cancelled', type: 'text' }),
      limit: 1,
    },
  ],
  [
    'Show the number of orders and the number of cancelled orders per month.',
    {
      columns: [
        { expr: bucket('month', placed) },
        { expr: count },
        { expr: { ...count, filter: compare('=', col('orders', 'status'), { kind: 'literal', value: 'cancelled' }) } },
      ],
    },
  ],
  [
    'What are the top 5 combinations of customer city and order status by number of orders?',
    { columns: [{ expr: col('customers', 'city') }, { expr: col('orders', 'status') }], groupBy: [{}, {}], limit: 5 },
  ],
  [
    'Return the distinct list of customer ids, based on joining the customers and orders tables.',
    { distinct: true, joins: [{ source: { table: 'orders' } }] },
  ],
  [
    'What is the percentage of cancelled orders per month?',
    { columns: [{ expr: bucket('month', placed) }, { expr: { kind: 'arithmetic', op: '/' }, as: 'percentage' }] },
  ],
  [
    'What is the average total of orders, rounded to 2 decimal places?',
    { columns: [{ expr: { kind: 'call', fn: 'round', args: [{ kind: 'cast' }, { kind: 'literal', value: 2 }] } }] },
  ],
];

describe('questions about numbers over time', () => {
  it.each(READ)('%s', async (question, plan) => {
    const outcome = await ask(question);
    if (outcome.kind !== 'plan') throw new Error(JSON.stringify(outcome));
    planSchema.parse(outcome.plan);
    expect(outcome.plan).toMatchObject(plan);
  });

  it.each(['How many orders were placed in the last 8 weeks? How many of these orders were placed on weekends?'])(
    'declines %s',
    async (question) => {
      expect(await ask(question)).toMatchObject({ kind: 'declined' });
    },
  );
});
