import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { nearReadings } from '../../src/plan/builtin/near/near-readings.ts';
import { idTable } from '../support/table.ts';

/** A climbing hall: who climbs what, who sets the routes, what passes bring in and what shall be spent. */
const schema = {
  fingerprint: 'climbing',
  tables: [
    idTable(
      'climbers',
      {
        id: 'integer',
        name: 'text',
        town: 'text',
        joined_on: 'date',
        mentor_id: 'integer',
        is_student: 'boolean',
        notes: 'text',
        do_not_email: 'boolean',
      },
      { mentor_id: 'climbers' },
    ),
    idTable('setters', { id: 'integer', name: 'text', hired_on: 'date' }),
    idTable(
      'routes',
      { id: 'integer', title: 'text', colour: 'text', height_m: 'integer', setter_id: 'integer', opened_on: 'date' },
      { setter_id: 'setters' },
    ),
    idTable(
      'ascents',
      { id: 'integer', climber_id: 'integer', route_id: 'integer', climbed_on: 'date', rating: 'integer', state: 'text' },
      { climber_id: 'climbers', route_id: 'routes' },
    ),
    idTable(
      'passes',
      { id: 'integer', climber_id: 'integer', kind: 'text', sold_on: 'date', amount: 'decimal', shipping: 'decimal' },
      { climber_id: 'climbers' },
    ),
    idTable('budgets', { id: 'integer', kind: 'text', month: 'date', amount: 'decimal' }),
  ],
};
const values = buildValueIndex([
  { table: 'climbers', column: 'name', values: ['Ada Berg', 'Olav Dahl'] },
  { table: 'climbers', column: 'town', values: ['Leeds', 'York'] },
  { table: 'climbers', column: 'notes', values: ['wears glasses when reading', 'pays late'] },
  { table: 'routes', column: 'title', values: ['Long Goodbye', 'Night Owl'] },
  { table: 'routes', column: 'colour', values: ['red', 'blue', 'green'] },
  { table: 'ascents', column: 'state', values: ['flash', 'project'] },
  { table: 'passes', column: 'kind', values: ['day', 'annual', 'flash'] },
  { table: 'budgets', column: 'kind', values: ['day', 'annual'] },
]);
const nearest = (text: string) =>
  nearReadings({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal: new AbortController().signal })[0]?.label;

const NEAREST: readonly (readonly [text: string, label: string])[] = [
  ['routes sorted by height', 'List routes, lowest height m first'],
  ['blue routes, tallest first', 'List routes whose color is "blue", highest height m first'],
  ['how many red routes and how many blue routes', 'Number of routes for each color whose color is "red" or "blue"'],
  ['how many red, blue and green routes', 'Number of routes for each color whose color is "red" or "blue" or "green"'],
  ['climbers with more than 3 flash ascents', 'List climbers with more than 3 ascents whose state is "flash"'],
  ['climbers with more than 2 annual passes', 'List climbers with more than 2 passes whose kind is "annual"'],
  ['ascents that were not on night owl', 'List ascents without routes whose title is "Night Owl"'],
  ['the average rating per route', 'Average rating of ascents for each route'],
  ['rating of red vs blue', 'Average rating of ascents for each color of the route with routes whose color is "red" or "blue"'],
  ['who is ada bergs mentor', 'List climbers that are the mentor id of one whose name is "Ada Berg" (with "climbers" for "who")'],
  ['who reports to ada berg', 'List climbers whose mentor id is one whose name is "Ada Berg" (with "climbers" for "who")'],
  ['which routes do we like the most', 'The route with the highest number of ascents (without "like")'],
  ['how much did we make last month', 'Total amount of passes whose sold on is from 2026-10-01 until before 2026-11-01'],
  [
    'how many annual passes did we sell in may and how much did they bring in',
    'Number of passes and total amount of passes whose kind is "annual", whose sold on is from 2026-05-01 until before 2026-06-01 (without "sell")',
  ],
  ['student climbers from leeds', 'List climbers whose is student is true, whose town is "Leeds"'],
  ['new climbers this year', 'List climbers whose joined on is from 2026-01-01 until before 2027-01-01'],
  ['top 3 climbers with the most ascents', 'The 3 climbers with the highest number of ascents'],
  ['top 3 climbers by number of ascents', 'The 3 climbers with the highest number of ascents'],
  ['number of passes and total amount per climber', 'Number of passes and total amount of passes for each climber'],
  ['red routes and who set them', 'Title and setter of routes whose color is "red" (without "set")'],
  ['climbers on our books from york', 'List climbers whose town is "York"'],
  ['who has climbed more than 4 times', 'List climbers with more than 4 ascents (with "climbers" for "who")'],
  ['routes nobody ever climbed', 'List routes without ascents'],
  ['day passes over $20', 'List passes whose kind is "day", whose amount is more than 20'],
  [
    'how many different routes did we climb in october',
    'Number of different route of ascents whose climbed on is from 2026-10-01 until before 2026-11-01',
  ],
  [
    'climbers that havent climbed a single route this year',
    'List climbers without ascents whose climbed on is from 2026-01-01 until before 2027-01-01 (without "single")',
  ],
];

describe('the nearest sentence', () => {
  it.each(NEAREST)('%s', (text, label) => {
    expect(nearest(text)).toBe(label);
  });

  it.each([
    'which climber has the most bruises',
    'how much rent did we pay last month',
    'how much did we spend on ropes in may',
    'failure rate per route',
  ])('is none where what is counted or added up would be left out: %s', (text) => {
    expect(nearest(text)).toBeUndefined();
  });
});

describe('what is not the nearest', () => {
  it('is a row of one who is named, where somebody else is asked for', () => {
    expect(nearest('who looks after ada berg')).not.toContain('List climbers whose name is "Ada Berg"');
  });

  it('is money that nobody spent yet', () => {
    expect(nearest('how much did we spend on annual passes in may')).not.toContain('budgets');
  });
});
