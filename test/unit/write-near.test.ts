import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { looksLikeWrite } from '../../src/plan/builtin/writes/write.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { saidWrite, table } from '../support/said-write.ts';

const schema: Schema = {
  fingerprint: 'bike shop',
  tables: [
    table('riders', { full_name: 'text!', email: 'text', city: 'text', newsletter: 'boolean!', joined_on: 'date!' }),
    table('mechanics', { name: 'text!', hired_on: 'date!' }),
    table('bikes', { frame_no: 'text!', model: 'text!', rider_id: 'integer!', colour: 'text' }, { rider_id: 'riders' }),
    ...[
      table(
        'repairs',
        {
          ref: 'text!',
          bike_id: 'integer!',
          mechanic_id: 'integer',
          what: 'text!',
          status: 'text!',
          due_on: 'date!',
          fixed_on: 'date',
          cost: 'decimal',
          paid_on: 'date',
          pay_method: 'text',
        },
        { bike_id: 'bikes', mechanic_id: 'mechanics' },
      ),
    ].map((one) => ({ ...one, uniques: [['ref']] })),
    table(
      'hires',
      { rider_id: 'integer!', bike_id: 'integer!', from_date: 'date!', returned_on: 'date', bikes_wanted: 'integer' },
      { rider_id: 'riders', bike_id: 'bikes' },
    ),
  ],
};
const values = buildValueIndex([
  { table: 'riders', column: 'full_name', values: ['Tamsin Okoro', 'Ines Lindqvist', 'Priya Raman'] },
  { table: 'riders', column: 'city', values: ['Bath', 'Truro'] },
  { table: 'mechanics', column: 'name', values: ['Ewan Doyle', 'Lotte Brandt'] },
  { table: 'bikes', column: 'frame_no', values: ['FR-771', 'FR-802'] },
  { table: 'bikes', column: 'model', values: ['Roadster', 'Tourer'] },
  { table: 'bikes', column: 'colour', values: ['red', 'blue'] },
  { table: 'repairs', column: 'ref', values: ['RP-31', 'RP-32'] },
  { table: 'repairs', column: 'what', values: ['Gears slipping', 'Flat tyre'] },
  { table: 'repairs', column: 'status', values: ['waiting', 'in progress', 'done', 'cancelled', 'approved'] },
  { table: 'repairs', column: 'pay_method', values: ['card', 'cash'] },
]);
const said = (text: string): string => saidWrite(text, schema, values);

describe('what becomes of rows, in any order of words', () => {
  it.each([
    ['RP-31 got fixed today, cost us 40', 'update repairs fixed_on=2026-11-22 cost=40 where ref=RP-31'],
    ['RP-32 rang back, its approved', 'update repairs status=approved where ref=RP-32'],
    ['priya raman wants off the newsletter', 'update riders newsletter=false where full_name=Priya Raman, one Priya Raman'],
    [
      'tamsin okoro have a new email address, tam@okoro.org',
      'update riders email=tam@okoro.org where full_name=Tamsin Okoro, one Tamsin Okoro',
    ],
    [
      'give the waiting repairs that nobody has to lotte',
      'update repairs mechanic_id=(name=Lotte Brandt) where status=waiting and mechanic_id is null',
    ],
    [
      'ewan is doing all repairs on the 28th of november',
      'update repairs mechanic_id=(name=Ewan Doyle) where due_on>=2026-11-28 and due_on<2026-11-29',
    ],
  ])('%j', (text, wanted) => expect(said(text)).toBe(wanted));
});

describe('rows that go', () => {
  it.each([
    ['RP-31 was a mistake, take it out', /^delete repairs where ref=RP-31/],
    [
      'ines isnt taking his hire from november 30, remove it',
      /^delete hires where rider_id in full_name=Ines Lindqvist and from_date>=2026-11-30 and from_date<2026-12-01/,
    ],
  ])('%j', (text, wanted) => expect(said(text)).toMatch(wanted));

  it('are not those that a key points at', () => {
    expect(said('ines isnt taking his holiday from november 30, remove it')).toBe('declined');
    expect(said('ewan cant do the repair on november 30, take him off')).toBe('declined');
    expect(said('remove ewan doyle and ines lindqvist')).not.toMatch(/^delete/);
  });
});

describe('what is left alone', () => {
  it.each([
    'RP-31 got fixed and painted today',
    'RP-31 was not paid today',
    'ines rang back about the tourer',
    'ewan said yes today',
    'cancel ines for speeding',
    'the repairs are late again',
    'RP-31 might be done today',
  ])('%j', (text) => expect(said(text)).not.toMatch(/^(?:update|delete|insert)/));

  it.each(['bikes that came back today', 'repairs fixed in march', 'who wants off the newsletter', 'hires returned by ines'])(
    '%j is a question',
    (text) => expect(looksLikeWrite(text)).toBe(false),
  );
});
