import { describe, expect, it } from 'vitest';
import { compilePostgres } from '../../src/engines/postgres/compile.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Outcome } from '../../src/plan/planner.ts';
import {
  BETWEEN,
  CONDITIONS,
  CONTRASTS,
  FIRST_OF_EACH,
  GROUPS,
  OF_ONE,
  OF_THOSE,
  type Read,
  SECOND_QUESTIONS,
  SELF,
  SIDE_BY_SIDE,
} from '../support/composed-questions.ts';
import { potterySchema as schema, potteryValues as values } from '../support/pottery-schema.ts';

const planner = createQuestionPlanner();
const now = new Date('2026-11-22T12:00:00Z');
const ask = (text: string): Promise<Outcome> => planner.plan({ text, schema, values, now, signal: new AbortController().signal });

/** The statement that a question is read as, with its values in place; why it is declined otherwise. */
async function sqlOf(text: string): Promise<string> {
  const outcome = await ask(text);
  if (outcome.kind !== 'plan') return `declined: ${JSON.stringify(outcome)}`;
  const { sql, params } = compilePostgres(outcome.plan, schema);
  const filled = sql.replaceAll(/\$(\d+)/g, (_all, at: string) => String(params[Number(at) - 1]));
  return filled.replaceAll('public.', '').replaceAll(/\s+/g, ' ');
}

const ALL: readonly [what: string, read: readonly Read[]][] = [
  ['two against each other', CONTRASTS],
  ['a second question about the same rows', SECOND_QUESTIONS],
  ['a second question about the rows of the first', OF_THOSE],
  ['groups', GROUPS],
  ['two numbers of the same groups', SIDE_BY_SIDE],
  ['the first of each group', FIRST_OF_EACH],
  ['a table that leads to itself', SELF],
  ['the time between two dates of a row', BETWEEN],
  ['what is asked of one thing', OF_ONE],
  ['conditions', CONDITIONS],
];

for (const [what, read] of ALL)
  describe(what, () => {
    it.each(read)('%s', async (question, parts) => {
      const sql = await sqlOf(question);
      for (const part of parts) expect(sql).toContain(part);
    });
  });

describe('questions that are put together', () => {
  it.each([
    'average and maximum charge by kind of glaze',
    'members by kind',
    'how many firings does a member have',
    'how many raku firings were there and what is a raku firing',
    'who is Marit Solberg and when did he start',
    'members with phone and wings',
    'who mentors celadon',
    'how much zinc is left',
    'how many celadon did we sell',
    'how did we pay for celadon',
    'how much did we pay for celadon',
    'how much celadon is there',
    'who do we pay for celadon',
    'average time from loading to glazing',
  ])('are declined where a part is not read: %s', async (question) => {
    expect((await ask(question)).kind).not.toBe('plan');
  });
});

describe('the comment on a key of a table to itself', () => {
  const told = (comment: string) => ({
    ...schema,
    tables: schema.tables.map((one) => ({
      ...one,
      columns: one.columns.map((column) => (column.name === 'mentor_id' ? { ...column, comment } : column)),
    })),
  });
  const asked = (text: string, comment: string) =>
    planner.plan({ text, schema: told(comment), values, now, signal: new AbortController().signal });

  it('tells what the one above does where it opens with that', async () => {
    expect(await asked('who brought Pia Lund', 'the member who brought them')).toMatchObject({
      kind: 'plan',
      plan: { joins: [{ source: { as: 'member_above' } }] },
    });
  });

  it.each(['removed', 'replaced', 'promised'])('tells nothing by other words of it: who %s Pia Lund', async (deed) => {
    const outcome = await asked(`who ${deed} Pia Lund`, 'who has promised help, removed or replaced when they leave');
    expect(outcome.kind).toBe('declined');
  });
});
