import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { nearReadings } from '../../src/plan/builtin/near/near-readings.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Table } from '../../src/plan/schema.ts';
import { idTable } from '../support/table.ts';

const withComments = (made: Table, comments: Readonly<Record<string, string>>): Table => ({
  ...made,
  columns: made.columns.map((column) => ({ ...column, comment: comments[column.name] ?? null, nullable: column.name !== 'id' })),
});
const withCode = (made: Table, code: string): Table => ({
  ...made,
  uniques: [[code]],
  columns: made.columns.map((column) => (column.name === code ? { ...column, nullable: false } : column)),
});

/** A garden centre: what grows where, who buys it, who waters it, and who holds a yearly pass. */
const schema = {
  fingerprint: 'garden',
  tables: [
    withComments(
      idTable(
        'customers',
        { id: 'integer', first_name: 'text', last_name: 'text', town: 'text', country: 'text', insurer: 'text', referred_by: 'integer' },
        { referred_by: 'customers' },
      ),
      { insurer: 'NULL = pays privately' },
    ),
    idTable('gardeners', { id: 'integer', first_name: 'text', last_name: 'text', hired_on: 'date', hourly_wage: 'decimal' }),
    withCode(
      idTable('plants', {
        id: 'integer',
        title: 'text',
        label_no: 'text',
        stock: 'integer',
        reorder_level: 'integer',
        growth_days: 'integer',
        length_cm: 'integer',
      }),
      'label_no',
    ),
    idTable(
      'orders',
      {
        id: 'integer',
        customer_id: 'integer',
        ordered_on: 'date',
        due_on: 'date',
        delivered_on: 'date',
        state: 'text',
        channel: 'text',
        total: 'decimal',
      },
      { customer_id: 'customers' },
    ),
    idTable(
      'order_lines',
      { id: 'integer', order_id: 'integer', plant_id: 'integer', quantity: 'integer', price: 'decimal' },
      { order_id: 'orders', plant_id: 'plants' },
    ),
    idTable('beds', { id: 'integer', title: 'text', keeper_name: 'text', kind: 'text' }),
    idTable(
      'passes',
      { id: 'integer', customer_id: 'integer', kind: 'text', yearly_fee: 'decimal', paid_on: 'date', opened_on: 'date' },
      { customer_id: 'customers' },
    ),
    idTable(
      'visits',
      { id: 'integer', customer_id: 'integer', gardener_id: 'integer', visited_on: 'date', rating: 'integer' },
      { customer_id: 'customers', gardener_id: 'gardeners' },
    ),
    idTable('quotes', { id: 'integer', asked_by: 'text', quoted_on: 'date', decided_on: 'date', amount: 'decimal' }),
  ],
};
const values = buildValueIndex([
  { table: 'customers', column: 'first_name', values: ['Ada', 'Olav'] },
  { table: 'customers', column: 'last_name', values: ['Berg', 'Dahl'] },
  { table: 'plants', column: 'title', values: ['Rosemary', 'Christmas Rose'] },
  { table: 'orders', column: 'state', values: ['new', 'delivered', 'cancelled', 'no show'] },
  { table: 'orders', column: 'channel', values: ['website', 'phone', 'market'] },
  { table: 'beds', column: 'title', values: ['North Wall', 'Pond Side'] },
  { table: 'beds', column: 'kind', values: ['shade', 'sun'] },
  { table: 'passes', column: 'kind', values: ['family', 'single'] },
]);
const asked = (text: string) => ({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal: new AbortController().signal });
const labels = (text: string): string[] => nearReadings(asked(text)).map(({ label }) => label);

const NEAREST: readonly (readonly [text: string, label: string])[] = [
  // Of two dates the one on which something ends is farther.
  ['orders in october', 'List orders whose ordered on is from 2026-10-01 until before 2026-11-01'],
  // "us" are those who ask.
  ['who has ordered from us more than 3 times', 'List customers with more than 3 orders (with "customers" for "who")'],
  // Who did something is told by "did".
  ['which customers did ada berg send', 'List customers whose referred by is one whose first name is "Ada" and whose last name is "Berg"'],
  ['tenants with a family pass', 'List customers with passes whose kind is "family" (with "customers" for "tenants")'],
  ['what do the family passes bring in per year', 'Total yearly fee of passes whose kind is "family"'],
  ['who owes us for their pass', 'List customers with passes whose paid on is empty (with "customers" for "who")'],
  ['beds nobody looks after', 'List beds whose keeper name is empty (without "looks after")'],
  ['who keeps the north wall', 'Keeper name of beds whose title is "North Wall" (without "keeps")'],
  ['which countries have we delivered to', 'Each different country of customers with orders whose delivered on is not empty'],
  ['website or market, how many orders of each', 'Number of orders for each channel whose channel is "website" or "market"'],
  ['what are we running short of', 'List plants whose stock is less than its reorder level'],
  ['how many plants are sold out', 'Number of plants whose stock is exactly 0'],
  ['the slowest plant', 'The plant with the highest growth days'],
  ['plants longer than 2 metres, longest first', 'List plants whose length cm is more than 200, highest length cm first'],
  ['customers who pay privately', 'List customers whose insurer is empty'],
  ['orders where they did not turn up', 'List orders whose state is "no show"'],
  ['how long do they take to decide on a quote', 'Average days from quoted on to decided on of quotes'],
  [
    'how much did we sell on the market over the summer',
    'Total total of orders whose channel is "market", whose ordered on is from 2026-06-01 until before 2026-09-01',
  ],
  ['tittle of all plants', 'Each different title of plants (with "title" for "tittle")'],
  ['visits that got one or two stars', 'List visits whose rating is 1 or 2 (with "rating" for "stars")'],
];

describe('a question of a garden centre', () => {
  it.each(NEAREST)('%s', (text, label) => {
    expect(labels(text)[0]).toBe(label);
  });

  it('of what may be one of several things is offered for each of them', () => {
    expect(labels('customers we havent seen this year')).toContain(
      'List customers without visits whose visited on is from 2026-01-01 until before 2027-01-01 (without "seen")',
    );
  });

  it('shows beside a name the code that no two rows share', () => {
    const [reading] = nearReadings(asked('the slowest plant'));
    expect(JSON.stringify(reading?.sure?.plan)).toContain('"column":"label_no"');
  });
});

const plan = async (text: string) => createQuestionPlanner().plan(asked(text));

describe('an answer', () => {
  it('about what is ahead or late leaves out what was called off, and says so', async () => {
    const ahead = await plan('which orders are due next week');
    expect(JSON.stringify(ahead)).toContain('Those that are cancelled are left out.');
    const past = await plan('orders ordered last week');
    expect(JSON.stringify(past)).not.toContain('left out');
    const named = await plan('which cancelled orders are due next week');
    expect(JSON.stringify(named)).not.toContain('left out');
  });

  it.each(['orders this year in total', 'how many rosemary have we sold', 'whats the number for ada berg'])(
    'is no list or number of rows where something else may be asked for: %s',
    async (text) => {
      const outcome = await plan(text);
      expect(outcome.kind === 'plan' && outcome.assumptions.length === 0).toBe(false);
    },
  );
});
