import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { isNews, looksLikeWrite } from '../../src/plan/builtin/writes/write.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { saidWrite, table } from '../support/said-write.ts';

const orders = table(
  'costume_orders',
  {
    order_no: 'text!',
    member_id: 'integer!',
    ordered_on: 'date!',
    finished_on: 'date',
    collected_on: 'date',
    status: 'text!',
    paid: 'boolean!',
  },
  { member_id: 'members' },
);
const schema: Schema = {
  fingerprint: 'theatre',
  tables: [
    table('members', { fname: 'text!', lname: 'text!', phone: 'text', joined_on: 'date!' }),
    table('seats', { member_id: 'integer!', row_no: 'integer!' }, { member_id: 'members' }),
    table('subscriptions', { member_id: 'integer!', season: 'text!', paid_on: 'date' }, { member_id: 'members' }),
    { ...orders, uniques: [['order_no']] },
    table('props', { name: 'text!', supplier: 'text', buy_price: 'decimal', sell_price: 'decimal', in_stock: 'integer!', unit: 'text' }),
    table('vans', { name: 'text!', on_road: 'boolean!' }),
    table('workshops', { title: 'text!', hours: 'integer!', min_age: 'integer', lunch_included: 'boolean!' }),
    { ...table('crates', { crate_no: 'integer!', status: 'text!', shelf: 'text' }), primaryKey: ['crate_no'] },
    table('friends', { full_name: 'text!', town: 'text', joined_on: 'date!' }),
    table('songs', { title: 'text!', genre: 'text!' }),
    table('gifts', { giver: 'text!', given_on: 'date!', thanked: 'boolean!' }),
  ],
};
const values = buildValueIndex([
  { table: 'members', column: 'fname', values: ['Oona', 'Pavel', 'Rhys'] },
  { table: 'members', column: 'lname', values: ['Marsh', 'Novak'] },
  { table: 'props', column: 'name', values: ['Stage lamp', 'Gold braid', 'Red curtain'] },
  { table: 'props', column: 'unit', values: ['m', 'piece'] },
  { table: 'vans', column: 'name', values: ['Transit', 'Crafter'] },
  { table: 'workshops', column: 'title', values: ['Masks', 'Clowning'] },
  { table: 'crates', column: 'status', values: ['packed', 'sent'] },
  { table: 'friends', column: 'full_name', values: ['Ida Holm'] },
  { table: 'friends', column: 'town', values: ['Truro', 'Bath'] },
  { table: 'songs', column: 'title', values: ['Harbour lights'] },
  { table: 'songs', column: 'genre', values: ['sea shanty', 'hymn'] },
  { table: 'subscriptions', column: 'season', values: ['2025/26', '2026/27'] },
  { table: 'costume_orders', column: 'order_no', values: ['CO-14', 'CO-15'] },
  { table: 'costume_orders', column: 'status', values: ['sewing', 'ready', 'finished', 'collected'] },
]);
const said = (text: string): string => saidWrite(text, schema, values);

describe('the day of what was done', () => {
  it.each([
    ['CO-14 was picked up and paid today', 'update costume_orders status=collected collected_on=2026-11-22 paid=true where order_no=CO-14'],
    ['CO-15 was paid today', 'update costume_orders paid=true where order_no=CO-15'],
    ['CO-15 was finished today', 'update costume_orders finished_on=2026-11-22 status=finished where order_no=CO-15'],
  ])('%j', (text, wanted) => expect(said(text)).toBe(wanted));
});

describe('what is meant', () => {
  it('is what somebody has, and never they, where that was named last', () => {
    expect(said("oona marsh doesn't want her seat anymore, cancel it")).toMatch(/^(?!.*delete members)/);
    expect(said('oona marsh doesnt want her seat anymore, delete it')).toMatch(
      /^delete seats where member_id in fname=Oona and lname=Marsh/,
    );
    expect(said('oona marsh doesnt want the seat, delete it')).not.toMatch(/members where/);
    expect(said('oona marsh wants her phone number removed, delete it')).not.toMatch(/^delete/);
    expect(said('oona marsh has her seats twice, delete them')).not.toMatch(/^delete/);
  });

  it('may be one of several who have a name', () => {
    expect(said('marshs got a new phone, 0161 555 0100')).toBe('update members phone=0161 555 0100 where lname=Marsh, one Marsh');
  });

  it('is what is open of what somebody has', () => {
    const wanted =
      'update subscriptions paid_on=2026-11-22 where member_id in fname=Rhys and lname=Novak and paid_on is null, one rhys novak';
    expect(said('rhys novak has paid his subs, today')).toBe(wanted);
    expect(isNews('rhys novak has paid his subs, today')).toBe(false);
    expect(looksLikeWrite('members who paid their subs today')).toBe(false);
  });

  it('is the room with the number', () => {
    const hotel: Schema = { fingerprint: 'rooms', tables: [...schema.tables, table('rooms', { number: 'integer!', floor: 'integer!' })] };
    expect(saidWrite('set floor of room 204 to 3', hotel, values)).toBe('update rooms floor=3 where number=204');
    expect(saidWrite('set the floor of room 204 to 3', hotel, values)).toBe('update rooms floor=3 where number=204');
    // Rooms and crates have numbers.
    expect(saidWrite('3107 was packed', hotel, values)).toBe('declined');
  });
});

describe('rows that change, as people say it', () => {
  it.each([
    ['12 stage lamps just came in', 'update props in_stock=in_stock+12 where name=Stage lamp, one Stage lamp'],
    ['we used up 4 metres of gold braid', 'update props in_stock=in_stock-4 where name=Gold braid, one Gold braid'],
    ['the crafter is off the road', 'update vans on_road=false where name=Crafter, one Crafter'],
    ['the crafter is back on the road', 'update vans on_road=true where name=Crafter, one Crafter'],
    ['3107 was packed', 'update crates status=packed where crate_no=3107, one crate 3107'],
    ['tick off all october gifts as thanked', 'update gifts thanked=true where given_on>=2026-10-01 and given_on<2026-11-01'],
    ['get rid of the hymn songs in our list', 'delete songs where genre=hymn'],
  ])('%j', (text, wanted) => {
    expect(looksLikeWrite(text)).toBe(true);
    expect(said(text)).toBe(wanted);
  });

  it.each(['we used up 4 litres of gold braid', '12 hats came in', 'the crafter is off the menu', 'ida holm joined us today'])(
    '%j changes nothing',
    (text) => expect(said(text)).not.toMatch(/^(?:update|delete|insert)/),
  );
});

describe('rows that are added, as people say it', () => {
  it.each([
    ['new workshop called Puppets, 3 hours, from age 6, no lunch', 'insert workshops title=Puppets hours=3 min_age=6 lunch_included=false'],
    ['nell byrne joined today, lives in Truro', 'insert friends full_name=Nell Byrne town=Truro joined_on=2026-11-22'],
    [
      'add a prop: top hat, costs us 12.50, we sell it for 20, 5 in stock',
      'insert props name=Top hat buy_price=12.5 sell_price=20 in_stock=5',
    ],
  ])('%j', (text, wanted) => expect(said(text)).toBe(wanted));
});
