import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import { idTable } from '../support/table.ts';

/** Surveys with two days, neither of which is the plainer one. */
const made = idTable('surveys', { id: 'integer', site: 'text', drafted_on: 'date', sampled_on: 'date' });
const schema = {
  fingerprint: 'surveys',
  tables: [{ ...made, columns: made.columns.map((column) => ({ ...column, nullable: false })) }],
};
const values = buildValueIndex([{ table: 'surveys', column: 'site', values: ['Dune', 'Moor'] }]);
const planner = createQuestionPlanner();
const ask = (text: string) =>
  planner.plan({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal: new AbortController().signal });

const OPEN = 'how many surveys did we have last month';

describe('a column that a question leaves open', () => {
  it('is asked about: the question with each of them, which means that one alone', async () => {
    const outcome = await ask(OPEN);
    if (outcome.kind !== 'declined') throw new Error(`${OPEN}: ${outcome.kind}`);
    const goals = (outcome.options ?? []).map(({ goal }) => goal);
    expect(goals).toEqual([
      `${OPEN}, taking the date as the drafted on of surveys`,
      `${OPEN}, taking the date as the sampled on of surveys`,
    ]);
    expect(outcome.close).toBe(true);
    const plans = await Promise.all(goals.map(ask));
    expect(plans.map((one) => /drafted_on|sampled_on/.exec(JSON.stringify(one))?.[0])).toEqual(['drafted_on', 'sampled_on']);
  });

  it.each([
    'how many surveys did we have last month, taking the date as the printed on of surveys',
    'how many surveys are of dune, taking the date as the sampled on of surveys',
    'how many surveys did we have last month, taking the date as the sampled on of trips',
  ])('is declined where the choice is of nothing that is there, or of nothing that is open: %s', async (text) => {
    expect(await ask(text)).toMatchObject({ kind: 'declined' });
  });
});

describe('a question with one word too many', () => {
  it.each([
    ['how many flooded surveys are there', 'how many surveys are there'],
    ['how many flooded surveys do we have', 'how many surveys do we have'],
  ])('%s: is offered without it, to its last word', async (text, goal) => {
    expect(await ask(text)).toMatchObject({ kind: 'declined', options: [{ goal }] });
  });
});
