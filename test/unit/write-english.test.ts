import { describe, expect, it } from 'vitest';
import { compilePostgres } from '../../src/engines/postgres/compile.ts';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { looksLikeWrite, planWrite } from '../../src/plan/builtin/writes/write.ts';
import type { ScalarType, Schema, Table } from '../../src/plan/schema.ts';

/** A cycling club, with columns that are also everyday words. */
const table = (name: string, columns: Record<string, ScalarType>): Table => ({
  name,
  kind: 'table',
  comment: null,
  columns: Object.entries(columns).map(([column, type]) => ({
    name: column,
    type,
    nativeType: type,
    nullable: true,
    hasDefault: column === 'id',
    generated: false,
    comment: null,
  })),
  primaryKey: 'id' in columns ? ['id'] : [],
  uniques: [],
  foreignKeys: [],
  rowEstimate: 10,
});

const CLUB: Schema = {
  fingerprint: 'club',
  tables: [
    table('bikes', { id: 'integer', name: 'text', rider: 'text', city: 'text', status: 'text', price: 'decimal', gears: 'integer' }),
    table('races', { id: 'integer', name: 'text', year: 'integer', venue: 'text', winner: 'text' }),
    table('race_rules_table', { rule: 'text', age_limit_0_12_years: 'text', age_limit_13_18_years: 'text' }),
    table('clubresults', { team: 'text', season: 'text', played: 'integer', lost: 'integer', against: 'integer' }),
    table('team_season_score', { week: 'integer', score: 'text', record: 'text' }),
    table('cup_winners_and_venues', { winner: 'text', venue: 'text', year_s_won: 'text', length_km: 'text' }),
    table('barge_losses', { date: 'text', name: 'text', nationality: 'text', load_kg: 'text', fate: 'text' }),
    table('pony_shows', { year: 'integer', pony: 'text', age: 'integer', trainer: 'text', owner: 'text' }),
    table('books', { id: 'integer', title: 'text', writer: 'text', shelf: 'text' }),
  ],
};

const STORED: [string, string, string[]][] = [
  ['bikes', 'name', ['Red Rocket', 'Blue Bolt']],
  ['bikes', 'rider', ['Ada', 'Bob']],
  ['bikes', 'city', ['Oslo', 'Rome']],
  ['bikes', 'status', ['new', 'sold', 'broken']],
  ['races', 'name', ['Dust Run']],
  ['races', 'venue', ['Old Mill']],
  ['clubresults', 'team', ['Foxes', 'Owls']],
  ['clubresults', 'season', ['2010-11', '2011-12']],
  ['cup_winners_and_venues', 'venue', ['Hill Top']],
  ['barge_losses', 'fate', ['Sunk', 'Damaged']],
  ['barge_losses', 'name', ['Helga']],
];
const values = buildValueIndex(STORED.map(([of, column, stored]) => ({ table: of, column, values: stored })));

const plan = (text: string) =>
  planWrite({ text, schema: CLUB, values, now: new Date('2026-11-21T12:00:00Z'), signal: new AbortController().signal });

function sql(text: string): [string, ...unknown[]] {
  const outcome = plan(text);
  if (outcome.kind !== 'plan') throw new Error(`${outcome.kind}: ${outcome.kind === 'declined' ? outcome.reason : ''}`);
  const statement = compilePostgres(outcome.plan, CLUB);
  return [statement.sql.replaceAll(/\s+/g, ' ').replace(' RETURNING *', '').replaceAll('public.', ''), ...statement.params];
}

describe('numbers before their columns', () => {
  it.each<[string, unknown[]]>([
    [
      'The results for the 2010-11 season have been updated with 7 duels played, 1 duel lost, and 82 points against',
      ['UPDATE clubresults SET played = $1, lost = $2, against = $3 WHERE season = $4', 7, 1, 82, '2010-11'],
    ],
    ['update the Foxes with 9 played and 3 lost', ['UPDATE clubresults SET played = $1, lost = $2 WHERE team = $3', 9, 3, 'Foxes']],
    [
      'Update the team season score to W 21-3 and 14-2 record for week 9.',
      ['UPDATE team_season_score SET score = $1, record = $2 WHERE week = $3', 'W 21-3', '14-2', 9],
    ],
    [
      'update Blue Bolt with 7 gears and status broken',
      ['UPDATE bikes SET gears = $1, status = $2 WHERE name = $3', 7, 'broken', 'Blue Bolt'],
    ],
    ['delete bikes with 5 gears', ['DELETE FROM bikes WHERE gears = $1', 5]],
    [
      'add a bike named Green Goose in Oslo with 12 gears',
      ['INSERT INTO bikes (name, city, gears) VALUES ($1, $2, $3)', 'Green Goose', 'Oslo', 12],
    ],
  ])('%s', (text, expected) => expect(sql(text)).toEqual(expected));
});

describe('what a sentence leaves unsaid', () => {
  it.each<[string, unknown[]]>([
    ['set the price of Red Rocket to 20', ['UPDATE bikes SET price = $1 WHERE name = $2', 20, 'Red Rocket']],
    ['The price of Red Rocket was changed to 50', ['UPDATE bikes SET price = $1 WHERE name = $2', 50, 'Red Rocket']],
    [
      'change the city of Red Rocket from Oslo to Rome',
      ['UPDATE bikes SET city = $1 WHERE name = $2 AND city = $3', 'Rome', 'Red Rocket', 'Oslo'],
    ],
    [
      "update 'Race Rules Table' by setting the limit for the age limit 0 12 (0 - 12 years) to 'short' where the rule is 'sprint'",
      ['UPDATE race_rules_table SET age_limit_0_12_years = $1 WHERE rule = $2', 'short', 'sprint'],
    ],
    ['add a book titled Wool written by Hugh', ['INSERT INTO books (title, writer) VALUES ($1, $2)', 'Wool', 'Hugh']],
    ['add a bike named Green Goose that is broken', ['INSERT INTO bikes (name, status) VALUES ($1, $2)', 'Green Goose', 'broken']],
    [
      "Insert the cup winners and venues into 'Cup Winners and Venues' with the winner name 'Zed', venue 'Hill Top', winning years '1985, 1993' and total length '9'",
      [
        'INSERT INTO cup_winners_and_venues (winner, venue, year_s_won, length_km) VALUES ($1, $2, $3, $4)',
        'Zed',
        'Hill Top',
        '1985, 1993',
        '9',
      ],
    ],
    [
      "Insert 'Zed' with 'Hill Top' into cup winners and venues with length of '12' (in km)",
      ['INSERT INTO cup_winners_and_venues (winner, venue, length_km) VALUES ($1, $2, $3)', 'Zed', 'Hill Top', '12'],
    ],
    [
      'In 1971, Moon Pie, age 4, was trained by Ann Lee and owned by Far Stable, and was inserted into the pony_shows table.',
      [
        'INSERT INTO pony_shows (year, pony, age, trainer, owner) VALUES ($1, $2, $3, $4, $5)',
        1971,
        'Moon Pie',
        4,
        'Ann Lee',
        'Far Stable',
      ],
    ],
  ])('%s', (text, expected) => expect(sql(text)).toEqual(expected));
});

describe('several rows at once', () => {
  it.each<[string, unknown[]]>([
    ['delete bikes 5, 6 and 7', ['DELETE FROM bikes WHERE id IN ($1, $2, $3)', 5, 6, 7]],
    ['delete bikes in Oslo or Rome', ['DELETE FROM bikes WHERE city IN ($1, $2)', 'Oslo', 'Rome']],
    ['delete bikes that are broken or sold', ['DELETE FROM bikes WHERE status IN ($1, $2)', 'broken', 'sold']],
    [
      'delete bikes where city is Oslo or Rome and price above 5',
      ['DELETE FROM bikes WHERE city IN ($1, $2) AND price > $3', 'Oslo', 'Rome', 5],
    ],
    ['mark Red Rocket and Blue Bolt as sold', ['UPDATE bikes SET status = $1 WHERE name IN ($2, $3)', 'sold', 'Red Rocket', 'Blue Bolt']],
  ])('%s', (text, expected) => expect(sql(text)).toEqual(expected));
});

describe('a row told as a fact', () => {
  const told = 'On 2 January 1944, Otto van der Berg, a barge registered in Netherlands with a load of 5,200 kg, was sunk.';

  it('is added when one table takes every word and every column has a value', () => {
    expect(looksLikeWrite(told)).toBe(true);
    expect(sql(told)).toEqual([
      'INSERT INTO barge_losses (date, name, nationality, load_kg, fate) VALUES ($1, $2, $3, $4, $5)',
      '2 January 1944',
      'Otto van der Berg',
      'Netherlands',
      '5,200',
      'Sunk',
    ]);
    expect(plan(told)).toMatchObject({ assumptions: expect.arrayContaining(['this told of a row, which is added to barge_losses']) });
  });

  it.each([
    'On 2 January 1944, Otto van der Berg, a barge registered in Netherlands, was sunk.',
    'On 2 January 1944, Helga, a barge registered in Netherlands with a load of 5,200 kg, was sunk.',
    'On 2 January 1944, Otto van der Berg, a barge registered in Netherlands with a load of 5,200 kg, was almost sunk.',
    'On 5 May 2020, Red Rocket was sold',
  ])('is not when something is missing, unknown or there already: %s', (text) => expect(plan(text).kind).toBe('declined'));

  it.each(['In 2019, how many bikes were sold', 'On 5 May 2020, which bikes were sold', 'In 2019, was the Dust Run held?'])(
    'is not a question: %s',
    (text) => expect(looksLikeWrite(text)).toBe(false),
  );
});

describe('what it leaves alone', () => {
  it.each([
    'update bikes with 5 gears',
    'update all bikes with 5 gears to price 10',
    'update the Foxes with 5 home lost',
    'update Red Rocket to sold',
    'set the price of Red Rocket to 20 and Blue Bolt to 30',
    'delete bikes that are not broken or sold',
    'delete bikes from Oslo and Berlin',
    'delete Red Rocket and Ada',
    'delete Red Rocket or Blue Bolt',
    'delete Red Rocket and all races',
    'add a bike named Green Goose with Ada',
    'add a bike named Green Goose that is not broken',
    'add a bike named Green Goose in London',
    "insert a bike with name 'Mia' or 'Zoe'",
    'delete bikes for the Oslo price',
  ])('declines %j', (text) => expect(plan(text).kind).toBe('declined'));

  it('changes which rows were said, not what was said of them', () => {
    expect(sql('update all bikes with 5 gears, set price to 10')).toEqual(['UPDATE bikes SET price = $1 WHERE gears = $2', 10, 5]);
  });
});

describe('what a column is called, with one noun more', () => {
  it('is no value', () => {
    expect(plan('add a bike with a rider name')).toMatchObject({ kind: 'declined' });
    expect(plan('add a bike named Green Goose with a city code')).toMatchObject({ kind: 'declined' });
  });

  it('stands before its value', () =>
    expect(sql('add a bike named Green Goose with rider name Cleo')).toEqual([
      'INSERT INTO bikes (name, rider) VALUES ($1, $2)',
      'Green Goose',
      'Cleo',
    ]));
});
