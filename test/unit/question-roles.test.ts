import { describe, expect, it } from 'vitest';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import { planSchema } from '../../src/plan/plan-schema.ts';
import { harbourSchema, harbourValues } from '../support/harbour-schema.ts';

const planner = createQuestionPlanner();

const ask = (text: string) =>
  planner.plan({
    text,
    schema: harbourSchema,
    values: harbourValues,
    now: new Date('2026-11-21T10:00:00Z'),
    signal: new AbortController().signal,
  });

const col = (table: string, column: string) => ({ kind: 'column', table, column });
const on = (left: object, right: object) => ({ kind: 'compare', op: '=', left, right });

const READ: [question: string, plan: object][] = [
  [
    'How many voyages have a destination port in Norway?',
    { joins: [{ on: on(col('voyages', 'destination_port_id'), col('ports', 'id')) }], where: { right: { value: 'Norway' } } },
  ],
  [
    'Find the number of voyages whose source ports are in Italy.',
    { joins: [{ on: on(col('voyages', 'source_port_id'), col('ports', 'id')) }], where: { right: { value: 'Italy' } } },
  ],
  [
    'What are the summaries of the defects that were reported by the officer with last name Berg?',
    { columns: [{ expr: col('defects', 'summary') }], where: on(col('officers', 'last_name'), { value: 'Berg' }) },
  ],
  // Over a table of pairs, with nothing else that comes near.
  ['Which pilots are trained for the most ships?', { groupBy: [col('pilots', 'id'), col('pilots', 'name')], limit: 1 }],
  ['How many pilots have been trained for more than 2 ships?', { columns: [{ expr: { fn: 'count' } }] }],
  ['Show the details of all ships.', { columns: [{ expr: col('ships', 'details') }] }],
  [
    'Which pilots are trained for ships that are longer than 100?',
    { columns: [{ expr: col('pilots', 'name') }], where: { op: '>', left: col('ships', 'length') } },
  ],
  [
    'Which flag states have never carried ore?',
    { kind: 'set', op: 'except', left: { columns: [{ expr: col('ships', 'flag_state') }] }, right: { where: { right: { value: 'ore' } } } },
  ],
  [
    'How old is the pilot named Rita Sol?',
    { columns: [{ expr: col('pilots', 'age') }], where: on(col('pilots', 'name'), { value: 'Rita Sol' }) },
  ],
  [
    'When did the officer with last name Lind leave?',
    { columns: [{ expr: col('officers', 'date_left') }], where: on(col('officers', 'last_name'), { value: 'Lind' }) },
  ],
  [
    'What are the names of ships that have both voyages with cargo grain and voyages with cargo ore?',
    { kind: 'set', op: 'intersect', left: { where: { right: { value: 'grain' } } }, right: { where: { right: { value: 'ore' } } } },
  ],
  [
    'What are the phone numbers of all officers and pilots?',
    {
      kind: 'set',
      op: 'union',
      left: { columns: [{ expr: col('officers', 'phone') }] },
      right: { columns: [{ expr: col('pilots', 'phone') }] },
    },
  ],
  ['Which phone numbers are shared by officers and pilots?', { kind: 'set', op: 'intersect' }],
  ['How many pilots are licensed?', { columns: [{ expr: { fn: 'count' } }], where: on(col('pilots', 'licensed'), { value: 'Y' }) }],
  ['What is the average depth across all ports?', { columns: [{ expr: { fn: 'avg', arg: col('ports', 'depth') } }] }],
  [
    'Show the cargo of voyages and their corresponding ships.',
    { columns: [{ expr: col('voyages', 'cargo') }, { expr: col('ships', 'name') }] },
  ],
  [
    'Which ships have voyages with cargo "ore"? Give me their names and lengths.',
    { columns: [{ expr: col('ships', 'name') }, { expr: col('ships', 'length') }] },
  ],
];

describe('what things are to one another', () => {
  it.each(READ)('is read: %s', async (question, plan) => {
    const outcome = await ask(question);
    expect(outcome).toMatchObject({ kind: 'plan', plan });
    if (outcome.kind === 'plan') planSchema.parse(outcome.plan);
  });

  it.each(['How many voyages have a port in Norway?', 'Which home ports are in Norway?', 'When did the officers join and leave?'])(
    'is not guessed: %s',
    async (question) => {
      expect(await ask(question)).toMatchObject({ kind: 'declined' });
    },
  );
});
