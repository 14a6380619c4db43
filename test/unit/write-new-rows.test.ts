import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { looksLikeWrite } from '../../src/plan/builtin/writes/write.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { saidWrite, table } from '../support/said-write.ts';

const waiting = table(
  'children',
  {
    first_name: 'text!',
    last_name: 'text!',
    birth_date: 'date!',
    group_id: 'integer',
    parent_name: 'text!',
    parent_phone: 'text',
    registered_on: 'date!',
  },
  { group_id: 'groups' },
);

/** A theatre with a workshop, a bar and groups for children. */
const schema: Schema = {
  fingerprint: 'f',
  tables: [
    table(
      'actors',
      {
        name: 'text!',
        email: 'text',
        mobile: 'text',
        town: 'text!',
        skill: 'text',
        coached_by_id: 'integer',
        monthly_wage: 'decimal',
        licence_until: 'date',
        joined_on: 'date!',
      },
      { coached_by_id: 'actors' },
    ),
    table('friends', { first_name: 'text!', last_name: 'text!', city: 'text', state: 'text', source: 'text', patron_since: 'date!' }),
    table('props', { prop_no: 'text!', descr: 'text!', maker: 'text', cost_cents: 'integer!', price_cents: 'integer', on_hand: 'integer' }),
    table('halls', { name: 'text!' }),
    table('boxes', { hall_id: 'integer!', box_no: 'text!' }, { hall_id: 'halls' }),
    table(
      'bookings',
      { actor_id: 'integer!', box_id: 'integer!', arrival: 'date!', departure: 'date!', people: 'integer', channel: 'text' },
      { actor_id: 'actors', box_id: 'boxes' },
    ),
    table(
      'rehearsals',
      { actor_id: 'integer!', hall_id: 'integer!', work_date: 'date!', start_time: 'time!', end_time: 'time!' },
      { actor_id: 'actors', hall_id: 'halls' },
    ),
    table('repairs', { box_id: 'integer!', title: 'text!', priority: 'text!', status: 'text!', reported_on: 'date!' }, { box_id: 'boxes' }),
    table('genres', { name: 'text!', parent_id: 'integer' }, { parent_id: 'genres' }),
    table('groups', { name: 'text!' }),
    {
      ...waiting,
      columns: waiting.columns.map((one) =>
        one.name === 'group_id' ? { ...one, comment: 'empty while the child is on the waiting list' } : one,
      ),
    },
  ],
};
const values = buildValueIndex([
  { table: 'actors', column: 'name', values: ['Ida Falk', 'Jon Reyes', 'Mona Lund'] },
  { table: 'actors', column: 'town', values: ['Malmo', 'Lund'] },
  { table: 'actors', column: 'skill', values: ['fencing', 'singing'] },
  { table: 'friends', column: 'state', values: ['OR', 'WA'] },
  { table: 'friends', column: 'source', values: ['radio', 'walk-in'] },
  { table: 'props', column: 'descr', values: ['Oak throne', 'Paper crown', 'Tin sword', 'Rope', 'Fog machine', 'Lantern', 'Wig', 'Cane'] },
  { table: 'halls', column: 'name', values: ['Main Hall', 'Old Forge'] },
  { table: 'boxes', column: 'box_no', values: ['1A', '2B', '3C', '4D', '5E', '6F', '7G', '8H', '9I', '10J'] },
  { table: 'bookings', column: 'channel', values: ['phone', 'web'] },
  { table: 'repairs', column: 'priority', values: ['urgent', 'normal'] },
  { table: 'repairs', column: 'status', values: ['reported', 'done'] },
  { table: 'genres', column: 'name', values: ['Drama', 'Comedy'] },
]);

const said = (text: string): string => saidWrite(text, schema, values);

describe('rows that are told value by value', () => {
  it.each([
    [
      'new actor Sten Berg, sten@stage.example, mobile 0664 555 0001, in Uppsala, does fencing, joined today, ida falk coaches him',
      'insert actors name=Sten Berg email=sten@stage.example mobile=0664 555 0001 town=Uppsala skill=fencing coached_by_id=(name=Ida Falk) joined_on=2026-11-22',
    ],
    [
      'new actor Vera Holm, lives in Lund, 555-0199, licence valid until 1 may 2031, 1900 euros a month, starts december 1',
      'insert actors name=Vera Holm mobile=555-0199 town=Lund monthly_wage=1900 licence_until=2031-05-01 joined_on=2026-12-01',
    ],
    [
      'new patron Kim Vale, lives in Salem OR, as of today, came to us through the radio',
      'insert friends first_name=Kim last_name=Vale city=Salem state=OR source=radio patron_since=2026-11-22',
    ],
    [
      'new prop: Velvet curtain, prop number VC-20, costs us 6.50, sells for 14 dollars, 12 on the shelf',
      'insert props prop_no=VC-20 descr=Velvet curtain cost_cents=650 price_cents=1400 on_hand=12',
    ],
    [
      'book Jon Reyes into box 2B from december 3 to december 6, 2 people, he phoned',
      'insert bookings actor_id=(name=Jon Reyes) box_id=(box_no=2B) arrival=2026-12-03 departure=2026-12-06 people=2 channel=phone',
    ],
    [
      'put mona lund down for main hall on december 1, 4 to 6 pm',
      'insert rehearsals actor_id=(name=Mona Lund) hall_id=(name=Main Hall) work_date=2026-12-01 start_time=16:00 end_time=18:00',
    ],
    [
      'new repair for box 3C in old forge: torn curtain, urgent, reported yesterday',
      'insert repairs box_id=(box_no=3C and hall_id in name=Old Forge) title=torn curtain priority=urgent status=reported reported_on=2026-11-21',
    ],
    ['add a genre Farce under Comedy', 'insert genres name=Farce parent_id=(name=Comedy)'],
    [
      'put Leni Roth on the waiting list, born may 14 2018, mums name is Ute Roth, 555-2323, registered today',
      'insert children first_name=Leni last_name=Roth birth_date=2018-05-14 parent_name=Ute Roth parent_phone=555-2323 registered_on=2026-11-22',
    ],
  ])('%s', (text, plan) => {
    expect(looksLikeWrite(text)).toBe(true);
    expect(said(text)).toBe(plan);
  });

  it.each([
    'new actor Sten Berg, in Uppsala, joined today, ida falk left him',
    'new actor Sten Berg, in Uppsala, not joined today',
    'new actor Sten Berg, in Uppsala, refuses fencing, joined today',
    'new actor Sten Berg, in Uppsala, joined today, nobody coaches him',
    'new prop: Velvet curtain, prop number VC-20, costs us 6.50 or so',
    'new prop: Velvet curtain, prop number VC-20, costs us 650 cents, sells for 14 dollars',
    'book Jon Reyes into box 77 from december 3 to december 6, 2 people, he phoned',
    'book Jon Reyes into box 2B from december 6 to december 3, 2 people, he phoned',
    'book Jon Reyes into box 2B from december 3 to december 6, 2 people, he shouted',
    'put mona lund down for main hall on december 1, 6 pm to 4 pm',
    'put Leni Roth on the shopping list, born may 14 2018, mums name is Ute Roth, registered today',
  ])('leaves %j alone', (text) => expect(said(text)).toBe('declined'));
});
