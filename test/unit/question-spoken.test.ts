import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import { idTable as table } from '../support/table.ts';

/** A swimming club. */
const club = {
  fingerprint: 'club',
  tables: [
    table('squads', { id: 'integer', name: 'text', age_group: 'text' }),
    table(
      'swimmers',
      { id: 'integer', first_name: 'text', last_name: 'text', born_on: 'date', squad_id: 'integer', joined_on: 'date', left_on: 'date' },
      { squad_id: 'squads' },
    ),
    table('meets', { id: 'integer', name: 'text', held_on: 'date' }),
    table(
      'results',
      { id: 'integer', meet_id: 'integer', swimmer_id: 'integer', points: 'integer' },
      { meet_id: 'meets', swimmer_id: 'swimmers' },
    ),
  ],
};
const clubValues = buildValueIndex([
  { table: 'squads', column: 'name', values: ['Dolphins', 'Sharks'] },
  { table: 'swimmers', column: 'first_name', values: ['Ada', 'Bob'] },
]);

/** Boat trips: what is said of them as people say it to each other. */
const tables = [
  table('guides', { id: 'integer', name: 'text', hired_on: 'date', day_rate: 'decimal' }),
  table('boats', { id: 'integer', name: 'text', type: 'text', seats: 'integer', bought_on: 'date', status: 'text' }),
  table(
    'trips',
    { id: 'integer', boat_id: 'integer', guide_id: 'integer', sailed_on: 'date', status: 'text', minutes: 'integer' },
    { boat_id: 'boats', guide_id: 'guides' },
  ),
  table('guests', { id: 'integer', name: 'text', town: 'text', phone: 'text', joined_on: 'date' }),
  table('guest_diets', { id: 'integer', guest_id: 'integer', diet: 'text' }, { guest_id: 'guests' }),
  table(
    'tickets',
    { id: 'integer', trip_id: 'integer', guest_id: 'integer', booked_on: 'date', price: 'decimal', paid_on: 'date' },
    { trip_id: 'trips', guest_id: 'guests' },
  ),
  table('suppliers', { id: 'integer', name: 'text', contact: 'text', phone: 'text' }),
  table(
    'repairs',
    { id: 'integer', boat_id: 'integer', supplier_id: 'integer', reported_on: 'date', fixed_on: 'date', cost: 'decimal', status: 'text' },
    { boat_id: 'boats', supplier_id: 'suppliers' },
  ),
];
const optional = new Set(['paid_on', 'fixed_on', 'phone', 'contact']);
const schema = {
  fingerprint: 'boats',
  tables: tables.map((one) => ({ ...one, columns: one.columns.map((column) => ({ ...column, nullable: optional.has(column.name) })) })),
};
const values = buildValueIndex([
  { table: 'guides', column: 'name', values: ['Ines Falk', 'Jon Berg'] },
  { table: 'boats', column: 'name', values: ['Heron', 'Puffin'] },
  { table: 'boats', column: 'type', values: ['kayak', 'ferry'] },
  { table: 'boats', column: 'status', values: ['ready', 'in repair'] },
  { table: 'trips', column: 'status', values: ['planned', 'sailed', 'cancelled'] },
  { table: 'guests', column: 'name', values: ['Ada Stone', 'Bob Meyer'] },
  { table: 'guests', column: 'town', values: ['Bergen', 'Lima'] },
  { table: 'guest_diets', column: 'diet', values: ['vegan', 'halal'] },
  { table: 'suppliers', column: 'name', values: ['Rope & Sail', 'Anchor Works'] },
  { table: 'repairs', column: 'status', values: ['open', 'fixed'] },
]);
const planner = createQuestionPlanner();
const ask = (text: string) =>
  planner.plan({ text, schema, values, now: new Date('2026-11-26T10:00:00Z'), signal: new AbortController().signal });

const is = (column: string, value: unknown) => ({ op: '=', left: { column }, right: { value } });
const days = { columns: [{ expr: { kind: 'arithmetic', op: '-' }, as: 'days' }] };
const latest = (column: string) => ({ columns: [{ expr: { fn: 'max', arg: { column } } }] });
const none = (name: string) => ({ kind: 'not', arg: { kind: 'exists', query: { from: { table: name } } } });

describe('how people say it', () => {
  it.each([
    ['whats in repair right now', { from: { table: 'boats' }, where: is('status', 'in repair') }],
    ["what's still open", { from: { table: 'repairs' }, where: is('status', 'open') }],
    ['trips planned at the moment', { from: { table: 'trips' }, where: is('status', 'planned') }],
    ['is any boat in repair', { from: { table: 'boats' }, where: is('status', 'in repair') }],
    ['any ferries we do', { from: { table: 'boats' }, where: is('type', 'ferry') }],
    [
      'how many trips are coming up',
      {
        from: { table: 'trips' },
        where: {
          args: [
            { op: '>=', left: { column: 'sailed_on' } },
            { op: '<>', left: { column: 'status' }, right: { value: 'cancelled' } },
          ],
        },
      },
    ],
    ['did we get any new guests this year', { from: { table: 'guests' }, where: { kind: 'and' } }],
    [
      'how many tickets did we sell last month',
      { from: { table: 'tickets' }, columns: [{ expr: { fn: 'count' } }], where: { kind: 'and' } },
    ],
    ['tickets sold per month', { from: { table: 'tickets' }, columns: [{ as: 'month' }, { as: 'count' }] }],
    ['phone of rope and sail', { columns: [{ expr: { column: 'phone' } }], where: is('name', 'Rope & Sail') }],
    ['vegan people', { from: { table: 'guests' }, where: { kind: 'exists', query: { from: { table: 'guest_diets' } } } }],
    ['how many trips did ines guide', { columns: [{ expr: { fn: 'count' } }], joins: [{ source: { table: 'guides' } }] }],
    ['trips ines did last month', { from: { table: 'trips' }, joins: [{ source: { table: 'guides' } }], where: { kind: 'and' } }],
    ['all the trips that jon has guided', { from: { table: 'trips' }, joins: [{ source: { table: 'guides' } }] }],
    [
      'what trips does jon have coming up',
      {
        where: {
          args: [{}, { op: '>=', left: { column: 'sailed_on' } }, { op: '<>', left: { column: 'status' }, right: { value: 'cancelled' } }],
        },
      },
    ],
    ['repairs from more than a month ago', { where: { op: '<', left: { column: 'reported_on' }, right: { value: '2026-10-26' } } }],
    ['trips by weekday', { columns: [{ as: 'weekday' }, { as: 'count' }] }],
    ['which weekday has the most trips', { columns: [{ as: 'weekday' }, { as: 'count' }], limit: 1 }],
    ['how many seats does the heron have', { columns: [{}, { expr: { column: 'seats' } }], where: is('name', 'Heron') }],
    ['what type of boat is the puffin', { columns: [{ expr: { column: 'type' } }], where: is('name', 'Puffin') }],
    ['did we do more trips in july or august', { columns: [{ as: 'july' }, { as: 'august' }] }],
  ])('%s', async (text, plan) => {
    expect(await ask(text)).toMatchObject({ kind: 'plan', plan });
  });
});

describe('what was not done, or last', () => {
  it.each([
    ['boats we havent repaired this year', { where: none('repairs') }],
    ['guests who havent booked anything yet', { where: none('tickets') }],
    ['guests that booked but never paid', { where: { kind: 'exists', query: { where: { args: [{}, { kind: 'isNull' }] } } } }],
    ['guests with no tickets recorded', { where: none('tickets') }],
    ['when did ada last book', latest('booked_on')],
    ['when did ada stone last book something', latest('booked_on')],
    ['how many days until the next trip', days],
    ['how many days since our last trip of the heron', days],
  ])('%s', async (text, plan) => {
    expect(await ask(text)).toMatchObject({ kind: 'plan', plan });
  });

  it('says nothing of a deed that has several days', async () => {
    expect(await ask('when was the puffin last repaired')).not.toMatchObject({ kind: 'plan' });
  });
});

describe('how often, how much and how long', () => {
  const count = { kind: 'scalarQuery' };
  it.each([
    ['guests who booked 3 times or more', { where: { op: '>=', left: count, right: { value: 3 } } }],
    ['guests who booked twice or more', { where: { op: '>=', left: count, right: { value: 2 } } }],
    ['guests with 2 tickets or more', { where: { op: '>=', left: count, right: { value: 2 } } }],
    ['repairs of 2k or more', { where: { op: '>=', left: { column: 'cost' }, right: { value: 2000 } } }],
    ['boats with 12 seats or more', { where: { op: '>=', left: { column: 'seats' }, right: { value: 12 } } }],
    ['repairs open for more than 30 days', { where: { args: [is('status', 'open'), { op: '<', left: { column: 'reported_on' } }] } }],
    ['repairs open longer than 2 weeks', { where: { args: [is('status', 'open'), { op: '<', left: { column: 'reported_on' } }] } }],
    ['best guide by number of trips', { groupBy: [{}, {}], limit: 1 }],
    ['best 3 guests by total price', { groupBy: [{}, {}], limit: 3 }],
  ])('%s', async (text, plan) => {
    expect(await ask(text)).toMatchObject({ kind: 'plan', plan });
  });

  it.each(['how much did the heron bring in this year', 'which boat makes the most money', 'what did we repair on the heron'])(
    'takes no cost for what is asked: %s',
    async (text) => {
      expect(await ask(text)).not.toMatchObject({ kind: 'plan' });
    },
  );
});

describe('what adds up, and for whom', () => {
  const sum = { expr: { fn: 'sum', arg: { column: 'points' } } };
  const askClub = (text: string) =>
    planner.plan({ text, schema: club, values: clubValues, now: new Date('2026-11-26T10:00:00Z'), signal: new AbortController().signal });

  it.each([
    ['how many kids are in the dolphins', { from: { table: 'swimmers' }, columns: [{ expr: { fn: 'count' } }] }],
    ['kids under 10', { from: { table: 'swimmers' } }],
    ['how many points did ada score', { columns: [sum], joins: [{ source: { table: 'swimmers' } }] }],
    ['who scored the most points', { columns: [{}, {}, sum], limit: 1 }],
    ['which squad has the most points', { orderBy: [{ expr: sum.expr }], limit: 1 }],
  ])('%s', async (text, plan) => {
    expect(await askClub(text)).toMatchObject({ kind: 'plan', plan });
  });

  it('does not take the meets that are left for those of whoever left', async () => {
    expect(JSON.stringify(await askClub('how many meets are left this year'))).not.toContain('left_on');
  });
});
