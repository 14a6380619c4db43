import { expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { idTable } from '../support/table.ts';

/** A caravan site: who stays until they move out, visits asked for before their day, and vases with a maker and a giver. */
const schema: Schema = {
  fingerprint: 'own-dates',
  tables: [
    idTable('camper', { id: 'integer', name: 'text', moved_in_on: 'date', moved_out_on: 'date' }),
    idTable(
      'inspection',
      { id: 'integer', camper_id: 'integer', request_date: 'date', inspection_date: 'date', result: 'text' },
      { camper_id: 'camper' },
    ),
    idTable('giver', { id: 'integer', name: 'text' }),
    idTable('vase', { id: 'integer', title: 'text', maker: 'text', giver_id: 'integer' }, { giver_id: 'giver' }),
    idTable('lamp', { id: 'integer', title: 'text', giver_id: 'integer' }, { giver_id: 'giver' }),
    idTable('workday_shift', { id: 'integer', workday: 'date', chore: 'text' }),
    idTable('tenancy', { id: 'integer', camper_id: 'integer', pitch: 'text' }, { camper_id: 'camper' }),
  ],
};
const values = buildValueIndex([
  { table: 'vase', column: 'title', values: ['Blue Heron', 'Tall Reed'] },
  { table: 'lamp', column: 'title', values: ['Old Faithful'] },
  { table: 'tenancy', column: 'pitch', values: ['Orchard', 'Riverside'] },
]);

const ask = (text: string) =>
  createQuestionPlanner().plan({ text, schema, values, now: new Date('2026-11-21T10:00:00Z'), signal: new AbortController().signal });

it.each(['how many campers do we have now', 'current campers', 'campers at the moment'])(
  'who has moved out is there no more: %s',
  async (question) => {
    expect(await ask(question)).toMatchObject({
      kind: 'plan',
      plan: { where: { kind: 'isNull', arg: { column: 'moved_out_on' } } },
    });
  },
);

it.each(['inspections next month', 'how many inspections in June'])(
  'rows are of the day that is called after them: %s',
  async (question) => {
    const outcome = await ask(question);
    expect(outcome.kind).toBe('plan');
    expect(JSON.stringify(outcome)).toContain('"column":"inspection_date"');
    expect(JSON.stringify('plan' in outcome && 'where' in outcome.plan ? outcome.plan.where : null)).not.toContain('request_date');
  },
);

it('whoever made a thing is its maker, and no one who gave it', async () => {
  expect(await ask('who made the Blue Heron')).toMatchObject({
    kind: 'plan',
    plan: { columns: [{ expr: { column: 'title' } }, { expr: { column: 'maker' } }] },
  });
  expect((await ask('who made Old Faithful')).kind).toBe('declined');
});

it('days of work that a table is of are no days of the week', async () => {
  expect(JSON.stringify(await ask('which chores are done on workdays'))).not.toContain('dow');
});

it('who holds a tenancy is none, and is not shown as one', async () => {
  expect((await ask('tenants at Riverside')).kind).toBe('declined');
});
