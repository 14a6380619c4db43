import { expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { idTable } from '../support/table.ts';

/** Numbers that name things, and numbers that measure them. */
const schema: Schema = {
  fingerprint: 'numbers',
  tables: [
    idTable('field', { id: 'integer', name: 'text', hectares: 'decimal', yearly_rent: 'decimal' }),
    idTable('order', { id: 'integer', driver_id: 'integer', ordered_on: 'date' }, { driver_id: 'driver' }),
    idTable('order_line', { id: 'integer', order_id: 'integer', crates: 'integer', unit_price: 'decimal' }, { order_id: 'order' }),
    idTable('fuel_record', { id: 'integer', driver_id: 'integer', litres: 'decimal', taken_on: 'date' }, { driver_id: 'driver' }),
    idTable('rider', { id: 'integer', name: 'text', born_on: 'date', pass: 'text' }),
    idTable('driver', { id: 'integer', name: 'text', cab_no: 'integer' }),
    idTable('trip', { id: 'integer', driver_id: 'integer', made_on: 'date', kind: 'text', stop_count: 'integer' }, { driver_id: 'driver' }),
  ],
};
const values = buildValueIndex([
  { table: 'trip', column: 'kind', values: ['airport run', 'school run'] },
  { table: 'rider', column: 'pass', values: ['adult', 'child'] },
]);

const ask = (text: string) =>
  createQuestionPlanner().plan({ text, schema, values, now: new Date('2026-11-21T10:00:00Z'), signal: new AbortController().signal });

it.each([
  ['biggest field', 'hectares', 'desc'],
  ['whats the smallest field', 'hectares', 'asc'],
])('what has an extent is ranked by it and not by its money: %s', async (question, column, direction) => {
  expect(await ask(question)).toMatchObject({ kind: 'plan', plan: { orderBy: [{ expr: { column }, direction }], limit: 1 } });
});

it('an average number is of what is counted, and never of numbers by which things are known', async () => {
  expect(await ask('average number of stops of a trip')).toMatchObject({
    plan: { columns: [{ expr: { fn: 'avg', arg: { column: 'stop_count' } } }] },
  });
  for (const question of [
    'average number of airport runs',
    'average number of airport runs of a driver',
    'average number of school runs in a cab',
  ])
    expect(JSON.stringify(await ask(question))).not.toContain('"fn":"avg","arg":{"kind":"column","table":"driver"');
});

it('lines with the price of a unit come to it times their one whole number', async () => {
  const outcome = await ask('turnover by driver this year');
  expect(outcome).toMatchObject({ kind: 'plan' });
  expect(JSON.stringify(outcome)).toMatch(/"fn":"sum","arg":\{"kind":"arithmetic","op":"\*"/);
});

it('more of a mass is no number of rows about it', async () => {
  const outcome = JSON.stringify(await ask('which driver takes more fuel, ada or bob'));
  expect(outcome).not.toContain('"fn":"count"');
});

it('kids are not all people of whom some are said to be grown up', async () => {
  expect(await ask('how many kids do we have')).toMatchObject({ plan: { where: { left: { column: 'pass' }, right: { value: 'child' } } } });
});
