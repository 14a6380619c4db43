import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { looksLikeWrite } from '../../src/plan/builtin/writes/write.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { saidWrite, table } from '../support/said-write.ts';

const schema: Schema = {
  fingerprint: 'f',
  tables: [
    table('boats', { name: 'text!', kind: 'text!', condition: 'text', hourly_fee: 'decimal', price: 'decimal', bought_on: 'date' }),
    table('members', { name: 'text!', email: 'text', phone: 'text', city: 'text', newsletter: 'boolean', joined_on: 'date!' }),
    table(
      'hires',
      { boat_id: 'integer!', member_id: 'integer!', taken_on: 'date!', due_on: 'date', returned_on: 'date' },
      { boat_id: 'boats', member_id: 'members' },
    ),
    table('courses', { title: 'text!', status: 'text', starts_at: 'timestamp', teacher_id: 'integer' }, { teacher_id: 'members' }),
    table('signups', { course_id: 'integer!', member_id: 'integer!', made_on: 'date!' }, { course_id: 'courses', member_id: 'members' }),
    table('spares', { name: 'text!', stock: 'integer!' }),
  ],
};
const values = buildValueIndex([
  { table: 'boats', column: 'name', values: ['Gull', 'Old Heron'] },
  { table: 'boats', column: 'kind', values: ['dinghy', 'canoe'] },
  { table: 'boats', column: 'condition', values: ['good', 'leaking'] },
  { table: 'members', column: 'name', values: ['Ada Krause', 'Tom Berg'] },
  { table: 'members', column: 'city', values: ['Kiel'] },
  { table: 'courses', column: 'title', values: ['Knots', 'Night sailing'] },
  { table: 'courses', column: 'status', values: ['open', 'cancelled'] },
  { table: 'spares', column: 'name', values: ['Shackle', 'Fender'] },
]);

const said = (text: string): string => saidWrite(text, schema, values);

describe('changes that are told, of one row each', () => {
  it.each([
    ['Old Heron is leaking', 'update boats condition=leaking where name=Old Heron, one Old Heron'],
    ['ada krause moved to Bremen', 'update members city=Bremen where name=Ada Krause, one Ada Krause'],
    ["Ada Krause's phone number is 0431 55 66", 'update members phone=0431 55 66 where name=Ada Krause, one Ada Krause'],
    ['the gull now costs 12 an hour', 'update boats hourly_fee=12 where name=Gull, one Gull'],
    ['the gull came back today', 'update hires returned_on=2026-11-22 where boat_id in name=Gull and returned_on is null, one the gull'],
    [
      'tom berg can keep the gull until 30 november',
      'update hires due_on=2026-11-30 where member_id in name=Tom Berg and boat_id in name=Gull and returned_on is null, one tom berg and the gull',
    ],
    ['we got 20 more shackles in', 'update spares stock=stock+20 where name=Shackle, one Shackle'],
    ['tom berg is on the newsletter', 'update members newsletter=true where name=Tom Berg, one Tom Berg'],
    ['knots is with tom now', 'update courses teacher_id=(name=Tom Berg) where title=Knots, one Knots'],
    ['hire 4 goes to ada krause', 'update hires member_id=(name=Ada Krause) where id=4'],
    ["put the gull's hourly fee up by 2", 'update boats hourly_fee=hourly_fee+2 where name=Gull, one Gull'],
    ['scrap hire 12, it was entered twice', 'delete hires where id=12'],
    ['delete the canoe', 'delete boats where kind=canoe, one canoe'],
    ["delete ada krause's hire", 'delete hires where member_id in name=Ada Krause, one ada krause'],
    ['we sold 3 fenders', 'update spares stock=stock-3 where name=Fender, one Fender'],
  ])('%s', (text, plan) => {
    expect(looksLikeWrite(text)).toBe(true);
    expect(said(text)).toBe(plan);
  });

  it.each(['take some shackles out of the stock', 'the gull is nice', 'ada krause moved', 'we got shackles in'])(
    'leaves %j alone',
    (text) => expect(said(text)).toBe('declined'),
  );

  it.each(['members who left in march', 'boats that came back today', 'how many hires are due until 1 may?'])('%j is a question', (text) =>
    expect(looksLikeWrite(text)).toBe(false),
  );
});

describe('rows between two others', () => {
  it.each([
    [
      'sign ada krause up for night sailing',
      'insert signups member_id=(name=Ada Krause) course_id=(title=Night sailing) made_on=2026-11-22',
    ],
    ['take tom berg off knots', 'delete signups where member_id in name=Tom Berg and course_id in title=Knots, one tom berg and knots'],
    ['let Ada Krause teach Knots', 'update courses teacher_id=(name=Ada Krause) where title=Knots, one Knots'],
  ])('%s', (text, plan) => expect(said(text)).toBe(plan));
});

describe('rows as people tell them', () => {
  it.each([
    ['new member today: Eve Lind from Kiel, 0431 778 899 is her phone', 'declined'],
    [
      'new member: Eve Lind, eve@lind.org, from Kiel, phone 0431 778 899, wants the newsletter, joined today',
      'insert members name=Eve Lind email=eve@lind.org phone=0431 778 899 city=Kiel newsletter=true joined_on=2026-11-22',
    ],
    [
      'add a boat: sea lion, canoe, 9 an hour, bought yesterday for 450',
      'insert boats name=sea lion kind=canoe hourly_fee=9 price=450 bought_on=2026-11-21',
    ],
    ['new member today: Eve Lind', 'insert members name=Eve Lind joined_on=2026-11-22'],
  ])('%s', (text, plan) => expect(said(text)).toBe(plan));
});

it('rows that point at what is named are not meant by it', () => {
  expect(said('delete the canoe boats due before 2026')).toBe('declined');
});

it.each(['delete all hires', 'get rid of the hires', 'remove the signups', 'wipe the boats'])('%j asks back', (text) =>
  expect(said(text)).not.toMatch(/^delete/),
);
