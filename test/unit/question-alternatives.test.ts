import { describe, expect, it } from 'vitest';
import { compilePostgres } from '../../src/engines/postgres/compile.ts';
import { isFragment, mayStandAlone } from '../../src/plan/builtin/follow-up/fragment.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/question.ts';
import { marinaSchema, marinaValues } from '../support/marina-schema.ts';
import { nurserySchema, nurseryValues } from '../support/nursery-schema.ts';
import { planetariumSchema, planetariumValues } from '../support/planetarium-schema.ts';
import { potterySchema, potteryValues } from '../support/pottery-schema.ts';
import { theatreSchema, theatreValues } from '../support/theatre-schema.ts';
import { tunersSchema, tunersValues } from '../support/tuners-schema.ts';

const planner = createQuestionPlanner();
const now = new Date('2026-11-22T12:00:00Z');
const HOUSES = {
  theatre: { schema: theatreSchema, values: theatreValues },
  pottery: { schema: potterySchema, values: potteryValues },
  tuners: { schema: tunersSchema, values: tunersValues },
  marina: { schema: marinaSchema, values: marinaValues },
  nursery: { schema: nurserySchema, values: nurseryValues },
  planetarium: { schema: planetariumSchema, values: planetariumValues },
};
type House = keyof typeof HOUSES;

/** The statement that a question is read as, with its values in place; why it is declined otherwise. */
async function sqlOf(house: House, text: string): Promise<string> {
  const known = HOUSES[house];
  const outcome = await planner.plan({ text, ...known, now, signal: new AbortController().signal });
  if (outcome.kind !== 'plan') return 'declined';
  const { sql, params } = compilePostgres(outcome.plan, known.schema);
  const filled = sql.replaceAll(/\$(\d+)/g, (_all, at: string) => String(params[Number(at) - 1]));
  return filled.replaceAll('public.', '').replaceAll(/\s+/g, ' ');
}

const READ: readonly [House, string, readonly string[]][] = [
  // An average over each of something.
  ['theatre', 'how often is a play booked on average', ['FROM bookings JOIN plays', '/ NULLIF(( SELECT count(*) AS count FROM plays )']],
  ['theatre', 'how many bookings does a patron make per month on average', ['avg(count)', 'GROUP BY patrons.id', "date_trunc('month'"]],
  ['theatre', 'bookings per patron on average since may', ['booked_on >= 2026-05-01 )', 'count FROM patrons )']],
  ['theatre', 'how many bookings are cancelled per play on average', ['status = cancelled )', 'count FROM plays )']],
  ['marina', 'how often does a sailor stay on average', ['FROM stays JOIN sailors', 'count FROM sailors )']],
  ['tuners', 'how many performances does an artist give on average', ['FROM performance JOIN artist', 'count FROM artist )']],
  // Two against each other.
  ['pottery', 'do we do more bisque or raku firings', ['SELECT kind, count(*) AS count', 'GROUP BY kind']],
  ['theatre', 'did we get more bookings in may or in june', ['AS may', 'AS june FROM bookings']],
  // How long, and how old.
  ['theatre', 'how old was mia roth when she joined', ['age(joined_on, born_on)']],
  ['theatre', 'how old are patrons on average when they join', ['avg(extract(year FROM age(joined_on, born_on))']],
  ['tuners', 'how many days until the spring fair starts', ['starts_on - current_date AS days']],
  // What rows that were counted came to.
  ['theatre', 'how many bookings did we get in may and whats the total', ['count(*) AS count, sum(amount)']],
  ['theatre', 'how many bookings did we get in may and how much money was that', ['count(*) AS count, sum(amount)']],
  // What no noun says.
  ['theatre', 'and how many of the cancelled ones were booked in may', ['FROM bookings WHERE status = cancelled', '2026-05-01']],
  ['theatre', 'and how many of the open ones were for hamlet', ['FROM bookings JOIN plays', 'plays.title = Hamlet']],
  [
    'planetarium',
    'and how many of the interactive ones are in the north wing',
    ['FROM exhibits WHERE is_interactive = TRUE AND wing = north'],
  ],
];

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
