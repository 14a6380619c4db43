import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import { candidatesFor } from '../../src/plan/builtin/search/candidates.ts';
import { nurserySchema, nurseryValues } from '../support/nursery-schema.ts';
import { idTable } from '../support/table.ts';

const planner = createQuestionPlanner();

const ask = (text: string) =>
  planner.plan({
    text,
    schema: nurserySchema,
    values: nurseryValues,
    now: new Date('2026-11-21T10:00:00Z'),
    signal: new AbortController().signal,
  });

const names = (...columns: string[]) => columns.map((column) => ({ expr: { column } }));

describe('ordinary questions about a database that nobody prepared', () => {
  it.each([
    [
      'Which clients are in Norway?',
      { columns: names('company_name'), from: { table: 'clients' }, where: { left: { column: 'country' } } },
    ],
    ['Clients in Bergen or Lima', { where: { kind: 'or', args: [{ left: { column: 'town' } }, { left: { column: 'town' } }] } }],
    ['What are the names of clients whose contact title is Owner?', { columns: names('company_name'), from: { table: 'clients' } }],
    ['Who is the oldest agent?', { columns: names('first_name', 'last_name'), orderBy: [{ expr: { column: 'birth_date' } }] }],
    ['Talks longer than 5 minutes', { where: { op: '>', left: { column: 'seconds' }, right: { value: 300 } } }],
    ['What are the 3 longest talks?', { orderBy: [{ expr: { column: 'seconds' }, direction: 'desc' }], limit: 3 }],
    ['What is the average talk length in seconds?', { columns: [{ expr: { fn: 'avg', arg: { column: 'seconds' } } }] }],
    ['How many orders have not been sent yet?', { where: { kind: 'isNull', arg: { column: 'sent_date' } } }],
    ['How many orders have been sent?', { where: { kind: 'not', arg: { kind: 'isNull', arg: { column: 'sent_date' } } } }],
    ['Which agents were hired before 1993?', { where: { op: '<', left: { column: 'hired_on' } } }],
    ['What is the average postage per country?', { groupBy: [{ table: 'orders', column: 'ship_country' }] }],
    ['Which plants are discontinued?', { where: { op: '=', left: { column: 'discontinued' }, right: { value: 1 } } }],
    ['Which plants are not discontinued?', { where: { op: '=', left: { column: 'discontinued' }, right: { value: 0 } } }],
    ['How many plants cost 12.5?', { where: { op: '=', left: { column: 'price' }, right: { value: 12.5 } } }],
    ['Which plants cost more than 20?', { columns: names('name'), where: { op: '>', left: { column: 'price' }, right: { value: 20 } } }],
    ['What plants cost less than 5?', { columns: names('name'), where: { op: '<', left: { column: 'price' }, right: { value: 5 } } }],
    ['Plants above 20 dollars', { where: { op: '>', left: { column: 'price' }, right: { value: 20 } } }],
    ['List all agents by last name', { orderBy: [{ expr: { column: 'last_name' }, direction: 'asc' }] }],
    ['What is the total revenue?', { columns: [{ expr: { fn: 'sum', arg: { kind: 'arithmetic', op: '*' } } }] }],
    ['Who are the top 5 clients by number of orders?', { columns: [...names('company_name'), { expr: { fn: 'count' } }], limit: 5 }],
    ['Which agents report to Ida Krog?', { columns: names('first_name', 'last_name'), where: { kind: 'exists' } }],
    ['What percentage of orders were shipped to Peru?', { columns: [{ as: 'percentage' }] }],
  ])('is answered: %s', async (question, plan) => {
    expect(await ask(question)).toMatchObject({ kind: 'plan', plan });
  });

  it.each(['What are the 5 longest plants?', 'Show clients with their total gardening'])('is declined: %s', async (question) => {
    expect(await ask(question)).toMatchObject({ kind: 'declined' });
  });

  it('tells what revenue was taken for', async () => {
    expect(await ask('What is the total revenue?')).toMatchObject({
      assumptions: ['"revenue" is taken as the sum of order_lines.unit_price × order_lines.quantity.'],
    });
  });

  it.each([
    ['Show me the last 10 orders', { orderBy: [{ expr: { column: 'order_date' }, direction: 'desc' }], limit: 10 }],
    ['Which plant sold the most units?', { orderBy: [{ expr: { fn: 'sum', arg: { column: 'quantity' } }, direction: 'desc' }], limit: 1 }],
  ])('is read so first of all: %s', (text, plan) => {
    const found = candidatesFor({ text, schema: nurserySchema, values: nurseryValues, now: new Date('2026-11-21T10:00:00Z') });
    expect(found).toMatchObject({ kind: 'some' });
    expect(found.kind === 'some' ? found.candidates[0].plan : null).toMatchObject(plan);
  });
});

it.each(['Which coffee beans cost more than 15?', 'What coffee beans cost less than 15?'])(
  'shows the things, not what the verb measures: %s',
  async (text) => {
    const beans = idTable('coffee_beans', { id: 'integer', roaster: 'text', price: 'decimal', rating: 'integer' });
    const outcome = await planner.plan({
      text,
      schema: { fingerprint: 'beans', tables: [beans] },
      values: buildValueIndex([]),
      now: new Date('2026-11-21T10:00:00Z'),
      signal: new AbortController().signal,
    });
    expect(outcome).toMatchObject({ kind: 'plan', plan: { columns: names('id', 'roaster', 'price', 'rating') } });
  },
);
