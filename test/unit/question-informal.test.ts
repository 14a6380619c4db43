import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import { idTable as table } from '../support/table.ts';

/** A dive school: guides who come and go, stays by days of arrival, what is bought by lines of orders, parts with numbers. */
const base = [
  table('guides', { id: 'integer', name: 'text', hired_on: 'date', left_on: 'date', van_id: 'integer' }, { van_id: 'vans' }),
  table('vans', { id: 'integer', plate: 'text', inspection_due: 'date', wheelchair_access: 'boolean' }),
  table('guests', { id: 'integer', name: 'text', city: 'text' }),
  table(
    'stays',
    { id: 'integer', guest_id: 'integer', arrival: 'date', departure: 'date', status: 'text', price: 'decimal' },
    { guest_id: 'guests' },
  ),
  table('orders', { id: 'integer', guest_id: 'integer', ordered_on: 'date' }, { guest_id: 'guests' }),
  table(
    'order_lines',
    { id: 'integer', order_id: 'integer', item_id: 'integer', quantity: 'integer' },
    { order_id: 'orders', item_id: 'items' },
  ),
  table('items', { id: 'integer', name: 'text', item_number: 'text', price: 'decimal', discontinued_on: 'date' }),
  table(
    'loans',
    { id: 'integer', item_id: 'integer', guest_id: 'integer', lent_on: 'date', due_on: 'date', returned_on: 'date' },
    { item_id: 'items', guest_id: 'guests' },
  ),
];
const optional = new Set(['left_on', 'van_id', 'discontinued_on', 'returned_on']);
const schema = {
  fingerprint: 'dives',
  tables: base.map((one) => ({ ...one, columns: one.columns.map((column) => ({ ...column, nullable: optional.has(column.name) })) })),
};
const values = buildValueIndex([
  { table: 'guides', column: 'name', values: ['Ida Moe', 'Per Lie'] },
  { table: 'guests', column: 'name', values: ['Ann Roth', 'Tom Aas'] },
  { table: 'guests', column: 'city', values: ['Bergen', 'Lima'] },
  { table: 'stays', column: 'status', values: ['confirmed', 'cancelled'] },
  { table: 'items', column: 'name', values: ['Dive Mask', 'Fin Set'] },
]);
const planner = createQuestionPlanner();
const ask = (text: string) =>
  planner.plan({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal: new AbortController().signal });
const planOf = async (text: string) => {
  const read = await ask(text);
  return read.kind === 'plan' ? read.plan : read;
};
const isNull = (column: string) => ({ kind: 'isNull', arg: { column } });

describe('what people say of what nobody prepared', () => {
  it.each([
    ['whos coming in december', { from: { table: 'guests' }, where: { kind: 'exists', query: { from: { table: 'stays' } } } }],
    ['guests who bought a dive mask', { from: { table: 'guests' }, where: { kind: 'exists', query: { from: { table: 'order_lines' } } } }],
    ['is there a van nobody drives', { from: { table: 'vans' }, where: { kind: 'not', arg: { kind: 'exists' } } }],
    ['items weve stopped selling', { from: { table: 'items' }, where: { kind: 'not', arg: isNull('discontinued_on') } }],
    ['guides that dont work here any more', { from: { table: 'guides' }, where: { kind: 'not', arg: isNull('left_on') } }],
    ['vans with the inspection run out', { from: { table: 'vans' }, where: { op: '<', left: { column: 'inspection_due' } } }],
    ['loans that were returned late', { where: { op: '>', left: { column: 'returned_on' }, right: { column: 'due_on' } } }],
    ['how many loans were returned on time', { where: { op: '<=', left: { column: 'returned_on' }, right: { column: 'due_on' } } }],
    ['what do you keep about a guest', { from: { kind: 'values' } }],
  ])('is read: %s', async (text, plan) => {
    expect(await planOf(text)).toMatchObject(plan);
  });

  it('looks ahead in who is coming, and back in what was', async () => {
    expect(JSON.stringify(await planOf('whos coming in december'))).toContain('2026-12-01');
    expect(JSON.stringify(await planOf('stays in december'))).not.toContain('2026-12-01');
  });

  it.each([
    'which item costs the most by item',
    'who works for ida moe',
    'highest quantity and who was that',
    'average price per stay and guide',
  ])('is not answered by something near to it: %s', async (text) => {
    expect(await ask(text)).toMatchObject({ kind: 'declined' });
  });

  it('is offered without a part of it, which is named', async () => {
    expect(await ask('guests from bergen, i mean the blue ones')).toMatchObject({
      kind: 'declined',
      options: [{ goal: 'guests from bergen', label: expect.stringContaining('blue ones') }],
    });
  });

  it('is read by a word of the same family, and says so', async () => {
    expect(await ask('which vans are not wheelchair accessible')).toMatchObject({
      kind: 'plan',
      plan: { from: { table: 'vans' } },
      assumptions: ["'accessible' read as 'access'"],
    });
  });
});
