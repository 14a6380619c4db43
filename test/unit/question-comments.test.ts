import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import { idTable } from '../support/table.ts';

/** A kennel: its comments name what tables keep and what an empty column means, a tariff is called as a state is, and a stay is booked before it begins. */
const base = [
  idTable('tariffs', { id: 'integer', name: 'text', day_rate: 'decimal' }),
  idTable(
    'owners',
    { id: 'integer', name: 'text', email_address: 'text', tariff_id: 'integer', left_on: 'date' },
    { tariff_id: 'tariffs' },
  ),
  idTable('breeds', { id: 'integer', name: 'text' }),
  idTable(
    'wards',
    {
      id: 'integer',
      title: 'text',
      owner_id: 'integer',
      breed_id: 'integer',
      birth_date: 'date',
      weight: 'decimal',
      waiver_signed_on: 'date',
    },
    { owner_id: 'owners', breed_id: 'breeds' },
  ),
  idTable(
    'stays',
    {
      id: 'integer',
      ward_id: 'integer',
      booked_on: 'date',
      start_date: 'date',
      fetched_on: 'date',
      payment_method: 'text',
      total_price: 'decimal',
    },
    { ward_id: 'wards' },
  ),
];
const optional = new Set(['left_on', 'waiver_signed_on', 'fetched_on', 'email_address']);
const comments: Record<string, string> = {
  wards: 'wards (guests) we look after',
  fetched_on: 'NULL = guest is still boarding',
  waiver_signed_on: 'empty while missing',
};
const schema = {
  fingerprint: 'kennel',
  tables: base.map((one) => ({
    ...one,
    comment: comments[one.name] ?? null,
    columns: one.columns.map((column) => ({ ...column, nullable: optional.has(column.name), comment: comments[column.name] ?? null })),
  })),
};
const values = buildValueIndex([
  { table: 'tariffs', column: 'name', values: ['Active', 'Basic'] },
  { table: 'owners', column: 'name', values: ['Ida Krog', 'Ben Hale'] },
  { table: 'breeds', column: 'name', values: ['Poodle', 'Beagle'] },
  { table: 'wards', column: 'title', values: ['Rex', 'Bo'] },
  { table: 'stays', column: 'payment_method', values: ['cash', 'card'] },
]);
const planner = createQuestionPlanner();
const ask = async (text: string) => {
  const read = await planner.plan({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal: new AbortController().signal });
  return read.kind === 'plan' ? read.plan : read;
};
const isNull = (column: string) => ({ kind: 'isNull', arg: { column } });

describe('what comments, kinds and the order of words say', () => {
  it.each([
    ['how many guests do we have', { from: { table: 'wards' }, columns: [{ expr: { fn: 'count' } }] }],
    ['how many poodles do we have', { from: { table: 'wards' }, where: { left: { column: 'name' }, right: { value: 'Poodle' } } }],
    ['guests whose waiver we havent signed yet', { from: { table: 'wards' }, where: isNull('waiver_signed_on') }],
    [
      'guests with owner and breed',
      { from: { table: 'wards' }, joins: [{ source: { table: 'owners' } }, { source: { table: 'breeds' } }] },
    ],
    ['stays that are still boarding', { from: { table: 'stays' }, where: isNull('fetched_on') }],
    ['stays paid in cash', { where: { left: { column: 'payment_method' }, right: { value: 'cash' } } }],
    ['stays for tomorrow', { where: { args: [{ left: { column: 'start_date' } }, {}] } }],
    ['avarage weight of guests', { columns: [{ expr: { fn: 'avg', arg: { column: 'weight' } } }] }],
    ['guests with more then 2 stays', { where: { op: '>', right: { value: 2 } } }],
    ['2 guests with the highest weight', { orderBy: [{ expr: { column: 'weight' }, direction: 'desc' }], limit: 2 }],
    ['age of our oldest guest', { columns: [{ as: 'age' }], orderBy: [{ expr: { column: 'birth_date' }, direction: 'asc' }], limit: 1 }],
    ['how much did we take this year', { columns: [{ expr: { fn: 'sum', arg: { column: 'total_price' } } }] }],
  ])('is read: %s', async (text, plan) => {
    expect(await ask(text)).toMatchObject(plan);
  });

  it.each([
    // Of owners who have not left, or on the tariff of that name.
    'how many active owners are there',
    // A tariff is nobody.
    'who pays the highest day rate',
    'which guest stayed most often in each breed',
    'how many bookings are lost',
  ])('is open: %s', async (text) => {
    expect(await ask(text)).toMatchObject({ kind: 'declined' });
  });
});
