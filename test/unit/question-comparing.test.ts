import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import { candidatesFor } from '../../src/plan/builtin/search/candidates.ts';
import { planSchema } from '../../src/plan/plan-schema.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { table } from '../support/table.ts';

const schema: Schema = {
  fingerprint: 'harbours',
  tables: [
    table('harbours', { id: 'integer', name: 'text', town: 'text', berth_count: 'integer' }),
    table('ships', { id: 'integer', name: 'text', flag: 'text', income: 'decimal', cost: 'decimal', harbour_id: 'integer' }, [
      ['harbour_id', 'harbours', 'id'],
    ]),
    table('voyages', { id: 'integer', ship_id: 'integer', fare: 'decimal', passengers: 'integer' }, [['ship_id', 'ships', 'id']]),
    table('peaks', { id: 'integer', name: 'text', height: 'integer' }),
  ],
};

const values = buildValueIndex([
  { table: 'harbours', column: 'town', values: ['Bergen', 'Hull'] },
  { table: 'harbours', column: 'name', values: ['North Quay', 'Old Dock'] },
  { table: 'ships', column: 'name', values: ['Petrel', 'Gannet'] },
  { table: 'ships', column: 'flag', values: ['Norwegian', 'British'] },
]);

const planner = createQuestionPlanner();
const now = new Date('2026-11-21T10:00:00Z');
const ask = (text: string) => planner.plan({ text, schema, values, now, signal: new AbortController().signal });

const col = (of: string, name: string) => ({ kind: 'column', table: of, column: name });
const count = { kind: 'aggregate', fn: 'count' };
const most = (of: object) => ({ orderBy: [{ expr: of, direction: 'desc' }] });
const overall = (fn: string, of: object, where?: object) => ({
  kind: 'scalarQuery',
  query: { columns: [{ expr: { fn, arg: of } }], ...(where === undefined ? {} : { where }) },
});

const READ: [question: string, plan: object][] = [
  ['What are the names of the top 3 ships with the highest income?', { ...most(col('ships', 'income')), limit: 3 }],
  ['What are the names of the top 3 ships that made the largest number of voyages?', { ...most(count), limit: 3 }],
  ['Which harbour has the most Norwegian ships?', { ...most(count), limit: 1, where: { left: col('ships', 'flag') } }],
  ['What is the name of the harbour with the largest number of berths?', { ...most(col('harbours', 'berth_count')), limit: 1 }],
  ['Show each flag and the number of ships in descending order.', most(count)],
  ['What is the name of the highest peak?', { ...most(col('peaks', 'height')), limit: 1 }],
  ['Show the names of peaks higher than 2000.', { where: { op: '>', left: col('peaks', 'height') } }],
  [
    'What are the names of ships with a lower income than cost?',
    { where: { kind: 'compare', op: '<', left: col('ships', 'income'), right: col('ships', 'cost') } },
  ],
  [
    'What are the names of ships whose income is greater than their cost?',
    { where: { kind: 'compare', op: '>', left: col('ships', 'income'), right: col('ships', 'cost') } },
  ],
  [
    'Find the flag whose average cost is above the average cost of all ships.',
    { having: { op: '>', left: { fn: 'avg', arg: col('ships', 'cost') }, right: overall('avg', col('ships', 'cost')) } },
  ],
  [
    'What are the names of ships whose maximum fare is above 90?',
    { having: { op: '>', left: { fn: 'max', arg: col('voyages', 'fare') } } },
  ],
  [
    'Which ships have a higher income than Petrel?',
    { where: { op: '>', left: col('ships', 'income'), right: overall('max', col('ships', 'income'), { left: col('ships', 'name') }) } },
  ],
  ['What are the names of ships with the number of voyages greater than 10?', { having: { op: '>', left: count } }],
  [
    'Which flags have between 2 and 4 ships?',
    {
      having: {
        kind: 'and',
        args: [
          { op: '>=', left: count },
          { op: '<=', left: count },
        ],
      },
    },
  ],
  [
    'What are the names of ships that have not made more than 2 voyages?',
    { where: { kind: 'not', arg: { kind: 'inQuery', arg: col('ships', 'id'), query: { having: { op: '>', left: count } } } } },
  ],
  ['Among ships with a cost over 10, which have the highest income?', { ...most(col('ships', 'income')), where: { op: '>' } }],
  [
    'For each flag, show the flag and the number of ships with that flag.',
    { columns: [{ expr: col('ships', 'flag') }, { expr: count }], groupBy: [col('ships', 'flag')] },
  ],
  ['In how many different towns are harbours?', { columns: [{ expr: { fn: 'count', distinct: true, arg: col('harbours', 'town') } }] }],
  ['What is the average income of ships for the different flags?', { groupBy: [col('ships', 'flag')] }],
  [
    'What is the average income of ships, grouped and ordered by flag?',
    { groupBy: [col('ships', 'flag')], orderBy: [{ expr: col('ships', 'flag'), direction: 'asc' }] },
  ],
  ['List the name of each ship and the voyage count.', { columns: [{ expr: col('ships', 'name') }, { expr: count }] }],
  [
    'Show the names of ships ordered by flag, income and then by cost.',
    { orderBy: [{ expr: col('ships', 'flag') }, { expr: col('ships', 'income') }, { expr: col('ships', 'cost') }] },
  ],
  ['What is the average income across all ships?', { columns: [{ expr: { fn: 'avg' } }], from: { table: 'ships' } }],
  [
    'What are the names of ships with more than 100 passengers on average?',
    { having: { op: '>', left: { fn: 'avg', arg: col('voyages', 'passengers') } } },
  ],
  [
    'Show the flags of ships with cost above 500 and below 100.',
    { kind: 'set', op: 'intersect', left: { where: { op: '>' } }, right: { where: { op: '<' } } },
  ],
  ['How many ships does each harbour have? List them in descending order.', most(count)],
  ['Show the harbour with the maximum ship count.', { ...most(count), limit: 1 }],
  [
    'How many ships belong to the harbour with the most ships?',
    {
      columns: [{ expr: count }],
      where: { op: '=', left: col('ships', 'harbour_id'), right: { query: { groupBy: [col('ships', 'harbour_id')], limit: 1 } } },
    },
  ],
  ['Show the names of peaks by height from high to low.', most(col('peaks', 'height'))],
];

describe('comparisons, rankings and groups', () => {
  it.each(READ)('reads: %s', (question, plan) => {
    const found = candidatesFor({ text: question, schema, values, now });
    if (found.kind === 'none') throw new Error(found.reason);
    planSchema.parse(found.candidates[0].plan);
    expect(found.candidates[0].plan).toMatchObject(plan);
  });

  it.each([
    'Which ships have a higher income than the ship?',
    'Which ships have a higher income than Norwegian ships?',
    'Which ships have a higher income than name?',
  ])('declines: %s', async (question) => {
    expect(await ask(question)).toMatchObject({ kind: 'declined' });
  });
});
