import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import { idTable } from '../support/table.ts';

const customer = idTable('customer', { id: 'integer', name: 'text', kind: 'text' });

const part = idTable('part', { id: 'integer', name: 'text', price: 'decimal', state: 'integer', discontinued_on: 'date', seal: 'text' });
const STATES: Readonly<Record<string, string>> = { state: '1 = plenty, 2 = scarce, 3 = gone', seal: 'kind of seal, empty = not sealed' };
const coded = { ...part, columns: part.columns.map((one) => ({ ...one, comment: STATES[one.name] ?? null })) };

/** A bicycle workshop: work that is charged, parts that are sold, and discs that are lent. */
const schema = {
  fingerprint: 'workshop',
  tables: [
    idTable('mechanic', {
      id: 'integer',
      first_name: 'text',
      last_name: 'text',
      hired_on: 'date',
      is_active: 'boolean',
      calls_ok: 'boolean',
    }),
    {
      ...customer,
      columns: customer.columns.map((one) => (one.name === 'kind' ? { ...one, comment: 'H = hotel, P = private, F = firm' } : one)),
    },
    idTable('bicycle', { id: 'integer', customer_id: 'integer', model: 'text', maker: 'text' }, { customer_id: 'customer' }),
    idTable(
      'repair',
      { id: 'integer', bicycle_id: 'integer', mechanic_id: 'integer', done_on: 'date', charged: 'decimal', miles: 'decimal' },
      { bicycle_id: 'bicycle', mechanic_id: 'mechanic' },
    ),
    coded,
    idTable(
      'part_sale',
      { id: 'integer', part_id: 'integer', mechanic_id: 'integer', sold_on: 'date', quantity: 'integer', unit_price: 'decimal' },
      { part_id: 'part', mechanic_id: 'mechanic' },
    ),
    idTable('artist', { id: 'integer', name: 'text' }),
    idTable('album', { id: 'integer', title: 'text', artist_id: 'integer' }, { artist_id: 'artist' }),
    idTable('disc', { id: 'integer', album_id: 'integer', bought_on: 'date' }, { album_id: 'album' }),
    idTable(
      'loan',
      { id: 'integer', disc_id: 'integer', customer_id: 'integer', lent_on: 'date' },
      { disc_id: 'disc', customer_id: 'customer' },
    ),
  ],
};
const values = buildValueIndex([
  { table: 'mechanic', column: 'first_name', values: ['Rosalba', 'Ingmar'] },
  { table: 'mechanic', column: 'last_name', values: ['Quint', 'Veld'] },
  { table: 'customer', column: 'name', values: ['Hotel Miramar', 'Nils Abel'] },
  { table: 'customer', column: 'kind', values: ['H', 'P', 'F'] },
  { table: 'bicycle', column: 'maker', values: ['Koga', 'Gazelle'] },
  { table: 'artist', column: 'name', values: ['Mira Sand', 'Ostwind'] },
  { table: 'part', column: 'name', values: ['Brake pad', 'Bell'] },
]);

const planner = createQuestionPlanner();
const ask = (text: string) =>
  planner.plan({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal: new AbortController().signal });

describe('money that is kept in two places', () => {
  it.each(['how much did we take last month', 'how much did we make this year'])('is not added up of one of them: %s', async (question) => {
    expect(await ask(question)).toMatchObject({ kind: 'declined' });
  });

  it('is added up of the one that is named', async () => {
    expect(await ask('total charged for repairs this year')).toMatchObject({ plan: { from: { table: 'repair' } } });
  });
});

const by = (column: string) => [{}, { expr: { fn: 'sum', arg: { column } } }];

describe('a ranking', () => {
  it.each([
    ['top 3 mechanics by miles', { columns: [{}, {}, { expr: { fn: 'sum', arg: { column: 'miles' } } }], limit: 3 }],
    ['best customer for miles', { columns: by('miles'), limit: 1 }],
    ['top 2 people by repairs', { from: { table: 'repair' }, joins: [{ source: { table: 'mechanic' } }], limit: 2 }],
  ])('is by what an amount of theirs adds up to: %s', async (question, plan) => {
    expect(await ask(question)).toMatchObject({ kind: 'plan', plan });
  });

  it('is not by the alphabet', async () => {
    expect(await ask('top 3 bicycles by maker cost')).toMatchObject({ kind: 'declined' });
  });

  it('is of nobody where two are as near', async () => {
    expect(await ask('top 2 people by bells')).toMatchObject({ kind: 'declined' });
  });
});

describe('what was done with things by way of others', () => {
  it.each([
    ['most repaired bicycle', { from: { table: 'repair' }, limit: 1 }],
    ['most borrowed album', { from: { table: 'loan' }, joins: [{}, { source: { table: 'album' } }], limit: 1 }],
    ['most borrowed artist', { from: { table: 'loan' }, joins: [{}, {}, { source: { table: 'artist' } }], limit: 1 }],
    ['most repaired maker', { from: { table: 'repair' }, groupBy: [{ column: 'maker' }], limit: 1 }],
    ['most sold part', { from: { table: 'part_sale' }, limit: 1 }],
    ['albums nobody took out this year', { from: { table: 'album' }, where: { arg: { query: { from: { table: 'loan' } } } } }],
    ['albums that were never taken out', { from: { table: 'album' }, where: { arg: { query: { from: { table: 'loan' } } } } }],
  ])('is read of their rows: %s', async (question, plan) => {
    expect(await ask(question)).toMatchObject({ kind: 'plan', plan });
  });
});

it.each(['most borrowed bicycle', 'most borrowed maker', 'most hired mechanic'])(
  'is not read of rows of another deed, nor of people: %s',
  async (question) => {
    expect(await ask(question)).toMatchObject({ kind: 'declined' });
  },
);

it.each([
  ['how many mechanics have agreed to calls', { where: { left: { column: 'calls_ok' }, right: { value: true } } }],
  ['which mechanics havent agreed to calls', { where: { left: { column: 'calls_ok' }, right: { value: false } } }],
])('is told by the flag for what was agreed to: %s', async (question, plan) => {
  expect(await ask(question)).toMatchObject({ plan });
});

describe('rows that nothing is called by', () => {
  it.each(['everything by Mira Sand', 'anything by mira sand'])(
    'are those of the one table that has such a maker: %s',
    async (question) => {
      expect(await ask(question)).toMatchObject({ plan: { from: { table: 'album' } } });
    },
  );

  it.each(['everything by Nils Abel', 'everything by Ingmar'])('are not told where no maker or several fit: %s', async (question) => {
    expect(await ask(question)).toMatchObject({ kind: 'declined' });
  });

  it('are those that a code stands for, in the plural', async () => {
    expect(await ask('how many hotels do we have')).toMatchObject({
      plan: { from: { table: 'customer' }, where: { right: { value: 'H' } } },
    });
  });
});

it('reads "wat" as what where a question begins', async () => {
  expect(await ask('wat is the average price of parts')).toMatchObject({ plan: { columns: [{ expr: { fn: 'avg' } }] } });
});

describe('groups', () => {
  it.each(['repairs by bicycle maker', 'number of repairs for each maker of bicycle', 'repairs per maker'])(
    'are those that the owner says of itself: %s',
    async (question) => {
      expect(await ask(question)).toMatchObject({ plan: { from: { table: 'repair' }, groupBy: [{ column: 'maker' }] } });
    },
  );

  it.each(['repairs by bicycle price', 'repairs by part maker'])(
    'are none where nothing belongs to such an owner: %s',
    async (question) => {
      expect(await ask(question)).toMatchObject({ kind: 'declined' });
    },
  );
});

describe('what a comment says of a column', () => {
  it.each([
    ['scarce parts', { op: '=', left: { column: 'state' }, right: { value: 2 } }],
    ['which parts are gone', { right: { value: 3 } }],
    ['which parts are sealed', { kind: 'not', arg: { kind: 'isNull', arg: { column: 'seal' } } }],
    ['parts that are not sealed', { kind: 'isNull', arg: { column: 'seal' } }],
  ])('is read of its rows: %s', async (question, where) => {
    expect(await ask(question)).toMatchObject({ plan: { from: { table: 'part' }, where } });
  });
});

it.each([
  ['how many mechanics have we got working for us', { where: { left: { column: 'is_active' } } }],
  ['how many mechanics we got working for us', { where: { left: { column: 'is_active' } } }],
  ['parts we dont stock any more', { where: { arg: { arg: { column: 'discontinued_on' } } } }],
  ['avarage lenght of repairs', null],
])('is read as the readers know it: %s', async (question, plan) => {
  expect(await ask(question)).toMatchObject(plan === null ? { kind: 'declined' } : { plan });
});

it('takes nobody for those who did something else, where some are left out', async () => {
  expect(await ask('albums nobody took out, leave out the lost ones')).toMatchObject({ kind: 'declined' });
});
