import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Schema, Table } from '../../src/plan/schema.ts';
import { idTable as table } from '../support/table.ts';

const commented = (own: Table, name: string, comment: string): Table => ({
  ...own,
  columns: own.columns.map((column) => (column.name === name ? { ...column, comment } : column)),
});

/** A swimming club: swimmers in squads of a class, who book galas, and what they and their boats swim and carry. */
const schema: Schema = {
  fingerprint: 'club',
  tables: [
    commented(table('squads', { id: 'integer', name: 'text', class: 'text' }), 'class', 'J = Juniors, S = Seniors'),
    table('swimmers', { id: 'integer', full_name: 'text', squad_id: 'integer', can_dive: 'boolean' }, { squad_id: 'squads' }),
    table('galas', { id: 'integer', title: 'text', place: 'text' }),
    table(
      'gala_bookings',
      { id: 'integer', gala_id: 'integer', swimmer_id: 'integer', paid: 'boolean' },
      { gala_id: 'galas', swimmer_id: 'swimmers' },
    ),
    table('fees', { id: 'integer', swimmer_id: 'integer', amount: 'decimal', paid_on: 'date' }, { swimmer_id: 'swimmers' }),
    table('boats', { id: 'integer', name: 'text', owner: 'text', length_m: 'decimal' }),
    table('haulages', { id: 'integer', boat_id: 'integer', hauled_on: 'date', weight_kg: 'decimal' }, { boat_id: 'boats' }),
    table(
      'fuel_sales',
      { id: 'integer', boat_id: 'integer', sold_on: 'date', litres: 'decimal', price_per_litre: 'decimal' },
      { boat_id: 'boats' },
    ),
  ],
};
const values = buildValueIndex([
  { table: 'squads', column: 'class', values: ['J', 'S'] },
  { table: 'squads', column: 'name', values: ['Otters', 'Pikes'] },
  { table: 'galas', column: 'title', values: ['Winter Gala 2026', 'Summer Gala 2026'] },
]);
const now = new Date('2026-11-22T12:00:00Z');
const planner = createQuestionPlanner();
const ask = (text: string) => planner.plan({ text, schema, values, now, signal: new AbortController().signal });

describe('rows that are not those asked for', () => {
  it.each([
    'how many juniors do we have',
    'list the seniors',
    'show me all the juniors',
    'how many of the swimmers going to winter gala 2026 have paid',
    'top 5 boats by weight owned',
    'top 5 boats by weight sold',
    'top 3 boats by amount paid',
    'which boat has been with us longest',
    'average length per boat by owner',
  ])('%s is declined', async (text) => {
    expect((await ask(text)).kind).toBe('declined');
  });

  it.each([
    ['how many squads are juniors', '"class"'],
    ['how many swimmers can dive', '"can_dive"'],
    ['top 5 boats by weight hauled', '"sum"'],
    ['top 5 boats by litres sold', '"sum"'],
    ['average price per litre of fuel sales', '"avg"'],
    ['average length of boats by owner', '"avg"'],
    ['which boat is the longest', '"length_m"'],
    ['how much does each swimmer owe', '"groupBy"'],
    ['what does every swimmer still owe us', '"groupBy"'],
    ['how much do swimmers owe us', '"sum"'],
    ['boats of the top 5 haulages by weight', '"weight_kg"'],
    ['top 5 boats by number of haulages', '"count"'],
    ['swimmers with a paid booking', '"paid"'],
    ['how many swimmers going to winter gala 2026', '"Winter Gala 2026"'],
  ])('%s is read', async (text, part) => {
    const outcome = await ask(text);
    expect(outcome.kind).toBe('plan');
    expect(JSON.stringify(outcome)).toContain(part);
  });

  it('adds up all of what is owed where it does not say each', async () => {
    expect(JSON.stringify(await ask('how much do swimmers owe us'))).not.toContain('"groupBy"');
  });
});
