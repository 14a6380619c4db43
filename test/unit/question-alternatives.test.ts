import { describe, expect, it } from 'vitest';
import { compilePostgres } from '../../src/engines/postgres/compile.ts';
import { isFragment, mayStandAlone } from '../../src/plan/builtin/follow-up/fragment.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import { HOUSES, type House, READ } from '../support/alternative-questions.ts';

const planner = createQuestionPlanner();
const now = new Date('2026-11-22T12:00:00Z');
/** The statement that a question is read as, with its values in place; why it is declined otherwise. */
async function sqlOf(house: House, text: string): Promise<string> {
  const known = HOUSES[house];
  const outcome = await planner.plan({ text, ...known, now, signal: new AbortController().signal });
  if (outcome.kind !== 'plan') return 'declined';
  const { sql, params } = compilePostgres(outcome.plan, known.schema);
  const filled = sql.replaceAll(/\$(\d+)/g, (_all, at: string) => String(params[Number(at) - 1]));
  return filled.replaceAll('public.', '').replaceAll(/\s+/g, ' ');
}

const LEFT: readonly [House, string][] = [
  ['theatre', 'how many plays does an author dance on average'],
  ['theatre', 'how often does a patron sneeze on average'],
  ['theatre', 'who has more bookings, mia roth or tom aas'],
  ['theatre', 'is hamlet or mia roth more expensive'],
  ['theatre', 'how old was mia roth when she laughed'],
  ['theatre', 'how long has mia roth been waiting'],
  ['theatre', 'how many plays do we have and how much money was that'],
  ['theatre', 'how many bookings were cancelled in may and by whom'],
  // Lines, or the pieces that they count.
  ['nursery', 'how many plants are in an average order'],
];

describe('questions of two things, of each thing and of how long', () => {
  it.each(READ)('%s: %s', async (house, question, parts) => {
    const sql = await sqlOf(house, question);
    for (const part of parts) expect(sql).toContain(part);
  });
  it.each(LEFT)('%s: %s is declined', async (house, question) => {
    expect(await sqlOf(house, question)).toBe('declined');
  });
});

describe('a sentence that goes on from nothing', () => {
  const known = { ...HOUSES.theatre, now };
  it.each(['and how many of the cancelled ones were booked in may', 'and how many of the open ones were for hamlet'])(
    '%s says all it needs',
    (text) => {
      expect(isFragment(text, known) && !mayStandAlone(text, known)).toBe(false);
    },
  );
  it.each([
    'and how many in may',
    'and which of them are for hamlet this year',
    'and how many of those went to bergen in may',
    'and when was that',
  ])('%s needs what came before', (text) => {
    expect(isFragment(text, known)).toBe(true);
    expect(mayStandAlone(text, known)).toBe(false);
  });
});
