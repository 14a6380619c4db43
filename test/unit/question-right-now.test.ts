import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { idTable as table } from '../support/table.ts';

/** A hospital's equipment pool: what is lent and comes back, what is held for a while, and wards that hold so many. */
const plain: Schema = {
  fingerprint: 'right-now',
  tables: [
    table('porters', { id: 'integer', full_name: 'text', is_active: 'boolean' }),
    table('wards', { id: 'integer', name: 'text', capacity: 'integer' }),
    table('patients', { id: 'integer', full_name: 'text', ward_id: 'integer' }, { ward_id: 'wards' }),
    table('theatres', { id: 'integer', name: 'text', floor: 'integer' }),
    table('slots', { id: 'integer', theatre_id: 'integer', starts_at: 'timestamp', ends_at: 'timestamp' }, { theatre_id: 'theatres' }),
    table('pumps', { id: 'integer', label: 'text' }),
    table(
      'pump_loans',
      { id: 'integer', pump_id: 'integer', patient_id: 'integer', lent_on: 'date', returned_on: 'date' },
      { pump_id: 'pumps', patient_id: 'patients' },
    ),
  ],
};
const schema: Schema = {
  ...plain,
  tables: plain.tables.map((one) => ({
    ...one,
    columns: one.columns.map((column) => ({ ...column, nullable: ['returned_on', 'ends_at', 'ward_id'].includes(column.name) })),
  })),
};
const values = buildValueIndex([
  { table: 'wards', column: 'name', values: ['Nightingale', 'Seacole'] },
  { table: 'theatres', column: 'name', values: ['Theatre One', 'Theatre Two'] },
]);
const planner = createQuestionPlanner();
const ask = (text: string) =>
  planner.plan({ text, schema, values, now: new Date('2026-11-22T12:00:00Z'), signal: new AbortController().signal });
const out = {
  kind: 'exists',
  query: { from: { table: 'pump_loans' }, where: { args: [{}, { kind: 'isNull', arg: { column: 'returned_on' } }] } },
};
const held = { kind: 'exists', query: { from: { table: 'slots' }, where: { args: [{}, { args: [{ op: '<=' }, {}] }] } } };

describe('what holds right now', () => {
  it.each([
    ['how many porters work for us', { from: { table: 'porters' }, where: { op: '=', left: { column: 'is_active' } } }],
    ['which pumps are out right now', { from: { table: 'pumps' }, where: out }],
    ['pumps that are out with a patient at the moment', { from: { table: 'pumps' }, where: out }],
    ['pumps that are not out', { where: { kind: 'not', arg: out } }],
    ['which theatres are free right now', { from: { table: 'theatres' }, where: { kind: 'not', arg: held } }],
    ['which theatres are occupied at the moment', { from: { table: 'theatres' }, where: held }],
    ['which wards still have room', { from: { table: 'wards' }, where: { op: '<', right: { column: 'capacity' } } }],
    ['wards that have no space', { from: { table: 'wards' }, where: { op: '>=', right: { column: 'capacity' } } }],
  ])('%s', async (text, plan) => {
    expect(await ask(text)).toMatchObject({ kind: 'plan', plan });
  });

  it.each([
    'which patients are out',
    'which pumps are free right now and clean',
    'which theatres still have room',
    'wards that have room for improvement',
  ])('%s is not read', async (text) => {
    expect(await ask(text)).toMatchObject({ kind: 'declined' });
  });
});
