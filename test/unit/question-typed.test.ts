import { describe, expect, it } from 'vitest';
import { createQuestionPlanner } from '../../src/plan/builtin/question.ts';
import { buildValueIndex } from '../../src/plan/builtin/value-index.ts';
import { idTable } from '../support/table.ts';

/** A bicycle workshop: work that is charged, parts that are sold, and bicycles that are lent. */
const schema = {
  fingerprint: 'workshop',
  tables: [
    idTable('mechanic', { id: 'integer', first_name: 'text', last_name: 'text', hired_on: 'date' }),
    idTable('customer', { id: 'integer', name: 'text', kind: 'text' }),
    idTable('bicycle', { id: 'integer', customer_id: 'integer', model: 'text', maker: 'text' }, { customer_id: 'customer' }),
    idTable(
      'repair',
      { id: 'integer', bicycle_id: 'integer', mechanic_id: 'integer', done_on: 'date', charged: 'decimal', distance: 'decimal' },
      { bicycle_id: 'bicycle', mechanic_id: 'mechanic' },
    ),
    idTable('part', { id: 'integer', name: 'text', price: 'decimal' }),
    idTable(
      'part_sale',
      { id: 'integer', part_id: 'integer', mechanic_id: 'integer', sold_on: 'date', quantity: 'integer', unit_price: 'decimal' },
      { part_id: 'part', mechanic_id: 'mechanic' },
    ),
  ],
};
const values = buildValueIndex([
  { table: 'mechanic', column: 'first_name', values: ['Rosalba', 'Ingmar'] },
  { table: 'mechanic', column: 'last_name', values: ['Quint', 'Veld'] },
  { table: 'customer', column: 'name', values: ['Hotel Miramar', 'Nils Abel'] },
  { table: 'customer', column: 'kind', values: ['private', 'company'] },
  { table: 'bicycle', column: 'maker', values: ['Koga', 'Gazelle'] },
  { table: 'part', column: 'name', values: ['Brake pad', 'Bell'] },
]);

const planner = createQuestionPlanner();
const ask = (text: string) =>
  planner.plan({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal: new AbortController().signal });

describe('money that is kept in two places', () => {
  it.each(['how much did we take last month', 'how much did we make this year'])('is not added up of one of them: %s', async (question) => {
    expect(await ask(question)).toMatchObject({ kind: 'declined' });
  });

  it('is added up of the one that is named', async () => {
    expect(await ask('total charged for repairs this year')).toMatchObject({ plan: { from: { table: 'repair' } } });
  });
});
