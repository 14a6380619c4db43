import { expect, it } from 'vitest';
import { createQuestionPlanner } from '../../src/plan/builtin/question.ts';
import { buildValueIndex } from '../../src/plan/builtin/value-index.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { idTable } from '../support/table.ts';

/** Numbers that name things, and numbers that measure them. */
const schema: Schema = {
  fingerprint: 'numbers',
  tables: [
    idTable('field', { id: 'integer', name: 'text', hectares: 'decimal', yearly_rent: 'decimal' }),
    idTable('driver', { id: 'integer', name: 'text', cab_no: 'integer' }),
    idTable('trip', { id: 'integer', driver_id: 'integer', made_on: 'date', kind: 'text', stop_count: 'integer' }, { driver_id: 'driver' }),
  ],
};
const values = buildValueIndex([{ table: 'trip', column: 'kind', values: ['airport run', 'school run'] }]);

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
