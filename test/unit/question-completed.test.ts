import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { idTable as table } from '../support/table.ts';

/** A vet's practice: visits that are booked on one day and happen on another, a vet of each pet beside those whom it visits. */
const optional = new Set(['visited_on', 'left_at']);
const base = [
  table('vets', { id: 'integer', name: 'text' }),
  table('pets', { id: 'integer', name: 'text', regular_vet_id: 'integer' }, { regular_vet_id: 'vets' }),
  table(
    'visits',
    { id: 'integer', pet_id: 'integer', vet_id: 'integer', booked_on: 'date', visited_on: 'date' },
    { pet_id: 'pets', vet_id: 'vets' },
  ),
  table('doses', { id: 'integer', visit_id: 'integer', given_on: 'date', grams: 'decimal' }, { visit_id: 'visits' }),
  table('stays', { id: 'integer', pet_id: 'integer', arrived_at: 'timestamp', departed_at: 'timestamp' }, { pet_id: 'pets' }),
  table('talks', { id: 'integer', title: 'text', held_on: 'date' }),
];
const schema: Schema = {
  fingerprint: 'practice',
  tables: base.map((one) => ({
    ...one,
    columns: one.columns.map((column) => ({ ...column, nullable: optional.has(column.name) || column.name === 'departed_at' })),
  })),
};
const values = buildValueIndex([
  { table: 'vets', column: 'name', values: ['Dr. Ines Calder', 'Dr. Greta Sorn'] },
  { table: 'pets', column: 'name', values: ['Rex', 'Mochi', 'Sea Breeze'] },
  { table: 'talks', column: 'title', values: ['Teeth'] },
]);
const planner = createQuestionPlanner();
const { signal } = new AbortController();
const ask = (text: string) => planner.plan({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal });
const planOf = async (text: string) => {
  const outcome = await ask(text);
  return outcome.kind === 'plan' ? JSON.stringify(outcome.plan) : outcome.kind;
};

describe('of several dates, the one that the noun tells of', () => {
  it.each(['visits in October', 'how many visits were there last month', 'last visit', 'visits in the last 30 days'])(
    '%s',
    async (text) => {
      const plan = await planOf(text);
      expect(plan).toContain('"visited_on"');
      expect(plan).not.toMatch(/"left":\{"kind":"column","table":"visits","column":"booked_on"/);
    },
  );

  it('is the arrival of a stay', async () => {
    expect(await planOf('stays in October')).toMatch(/"left":\{"kind":"column","table":"stays","column":"arrived_at"/);
  });
});

describe('what words leave to be understood', () => {
  it('is that the last one has been', async () => {
    expect(await planOf('last talk')).toContain('"op":"<="');
    expect(await planOf('latest talk')).not.toContain('"op":"<="');
  });

  it('is that a row is listed once, whatever it has several of', async () => {
    expect(await planOf('list visits with doses of more than 5 grams')).toMatch(/"distinct":true|"exists"|declined/);
  });
});

it.each(['pets seen by dr sorn', 'which vet saw the most pets', 'pets at sea', 'pets seen by both dr calder and dr sorn'])(
  'is not sure of: %s',
  async (text) => {
    expect((await ask(text)).kind).not.toBe('plan');
  },
);
