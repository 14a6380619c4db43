import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { saidWrite, table } from '../support/said-write.ts';

const schema: Schema = {
  fingerprint: 'theatre',
  tables: [
    table('companies', { name: 'text!', town: 'text!' }),
    table('casts', { company_id: 'integer!', age_group: 'text!' }, { company_id: 'companies' }),
    table(
      'actors',
      { first_name: 'text!', last_name: 'text!', born_on: 'date', dressing_no: 'integer', cast_id: 'integer' },
      { cast_id: 'casts' },
    ),
    table('plays', { title: 'text!', premiered_on: 'date', seats_needed: 'integer' }),
    table('halls', { name: 'text!', city: 'text!', capacity: 'integer!', heated: 'boolean!' }),
    table('patrons', { full_name: 'text!', town: 'text', registered_on: 'date!' }),
    table('ushers', { name: 'text!' }),
    table(
      'rehearsals',
      { usher_id: 'integer!', play_id: 'integer!', held_on: 'date!', hours: 'decimal!' },
      { usher_id: 'ushers', play_id: 'plays' },
    ),
    table(
      'reservations',
      { play_id: 'integer!', patron_id: 'integer!', reserved_on: 'date!', status: 'text!' },
      { play_id: 'plays', patron_id: 'patrons' },
    ),
  ],
};
const values = buildValueIndex([
  { table: 'companies', column: 'name', values: ['Lantern Players', 'Quayside'] },
  { table: 'casts', column: 'age_group', values: ['Junior', 'Senior'] },
  { table: 'actors', column: 'first_name', values: ['Mina', 'Otis'] },
  { table: 'actors', column: 'last_name', values: ['Falk', 'Grove'] },
  { table: 'plays', column: 'title', values: ['The Glass Heron', 'Nightboat', 'Salt Road'] },
  { table: 'halls', column: 'name', values: ['Old Mill', 'Round Room'] },
  { table: 'halls', column: 'city', values: ['Hull', 'Ely'] },
  { table: 'patrons', column: 'full_name', values: ['Rosa Tilney', 'Jon Abara'] },
  { table: 'patrons', column: 'town', values: ['Hull', 'Ely'] },
  { table: 'ushers', column: 'name', values: ['Ravi Holm', 'Petra Lind'] },
  { table: 'reservations', column: 'status', values: ['waiting', 'collected', 'cancelled'] },
]);
const said = (text: string): string => saidWrite(text, schema, values);

describe('rows that are added in words of their own', () => {
  it.each([
    ['put Vera Sand in as a patron, she lives in Hull', 'insert patrons full_name=Vera Sand town=Hull registered_on=2026-11-22'],
    [
      'put down 2.5 hours for petra on nightboat today',
      'insert rehearsals usher_id=(name=Petra Lind) play_id=(title=Nightboat) held_on=2026-11-22 hours=2.5',
    ],
    [
      'reserve Salt Road for rosa tilney',
      'insert reservations play_id=(title=Salt Road) patron_id=(full_name=Rosa Tilney) reserved_on=2026-11-22 status=waiting',
    ],
    ['new hall: The Tin Shed in Ely, holds 120 people, heated', 'insert halls name=The Tin Shed city=Ely capacity=120 heated=true'],
    ['new play: Copper Tide, coming out january 15 2027', 'insert plays title=Copper Tide premiered_on=2027-01-15'],
    ['new patron Vera Sand, patron as of today', 'insert patrons full_name=Vera Sand registered_on=2026-11-22'],
    [
      'sign up Vera Sand for the lantern players juniors, born 2 may 2017, number 7',
      'insert actors first_name=Vera last_name=Sand born_on=2017-05-02 dressing_no=7 cast_id=(company_id in name=Lantern Players and age_group=Junior)',
    ],
  ])('%j', (text, wanted) => expect(said(text)).toBe(wanted));

  it.each(['put down 2.5 hours for nobody known on nightboat today', 'reserve the hall', 'sign up Vera Sand for the moon players juniors'])(
    '%j declines',
    (text) => expect(said(text)).toBe('declined'),
  );
});

describe('a row of one name and a key', () => {
  it('is no longer of what it is taken from, and is not deleted', () => {
    expect(said('remove mina falk from the lantern players juniors')).not.toMatch(/^delete actors/);
  });
});
