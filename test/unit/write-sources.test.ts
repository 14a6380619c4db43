import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { isNews, looksLikeWrite } from '../../src/plan/builtin/writes/write.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { saidWrite, table } from '../support/said-write.ts';

const cyclists = table('cyclists', { name: 'text!', town: 'text', state: 'text!', since: 'date!', coach_id: 'integer' });
const waiting = cyclists.columns.map((column) =>
  column.name === 'coach_id' ? { ...column, comment: 'empty while on the waiting list' } : column,
);

/** A table whose rows go by a code. */
const coded = (name: string, code: string, ...rest: [Record<string, string>, Record<string, string>]) => ({
  ...table(name, ...rest),
  uniques: [[code]],
});

const schema: Schema = {
  fingerprint: 'bikes',
  tables: [
    { ...cyclists, columns: waiting },
    table('mechanics', { name: 'text!', mother_tongue: 'integer!' }, { mother_tongue: 'tongues' }),
    table('tongues', { name: 'text!' }),
    table('mechanic_tongues', { mechanic_id: 'integer!', tongue_id: 'integer!' }, { mechanic_id: 'mechanics', tongue_id: 'tongues' }),
    coded('stands', 'code', { code: 'text!' }, {}),
    coded(
      'bikes',
      'frame_no',
      { frame_no: 'text!', name: 'text!', state: 'text!', price_cents: 'integer', stand_id: 'integer' },
      { stand_id: 'stands' },
    ),
    coded(
      'hires',
      'ref',
      { ref: 'text!', bike_id: 'integer!', deposit_paid_on: 'date', starts_on: 'date!', days: 'integer!' },
      { bike_id: 'bikes' },
    ),
  ],
};
const values = buildValueIndex([
  { table: 'cyclists', column: 'name', values: ['Edda Winslow', 'Basil Thorne'] },
  { table: 'cyclists', column: 'state', values: ['riding', 'waiting', 'left'] },
  { table: 'mechanics', column: 'name', values: ['Lars Hartog', 'Rosa Menken'] },
  { table: 'tongues', column: 'name', values: ['Danish', 'Flemish'] },
  { table: 'stands', column: 'code', values: ['S1', 'S2'] },
  { table: 'bikes', column: 'frame_no', values: ['F-771', 'F-802'] },
  { table: 'bikes', column: 'name', values: ['Tandem', 'Old Dutch'] },
  { table: 'bikes', column: 'state', values: ['ready', 'drying', 'sold'] },
  { table: 'hires', column: 'ref', values: ['H-204', 'H-311'] },
]);
const said = (text: string): string => saidWrite(text, schema, values);

describe('writes that keep what they are not about', () => {
  it.each([
    [
      'remove danish from lars hartog',
      'delete mechanic_tongues where tongue_id in name=Danish and mechanic_id in name=Lars Hartog, one lars hartog',
    ],
    [
      "lars hartog won't speak danish any more, take that out",
      'delete mechanic_tongues where tongue_id in name=Danish and mechanic_id in name=Lars Hartog, one lars hartog',
    ],
    [
      'rosa menken doesnt speak flemish any longer, delete it',
      'delete mechanic_tongues where tongue_id in name=Flemish and mechanic_id in name=Rosa Menken, one rosa menken',
    ],
    ['put Nils Maas on the waiting list, lives in Ostend', 'insert cyclists name=Nils Maas town=Ostend state=waiting since=2026-11-22'],
    ['the deposit for H-204 came in today', 'update hires deposit_paid_on=2026-11-22 where ref=H-204'],
    ["take the tandem out, we don't hire it any more, delete it", 'delete bikes where name=Tandem, one Tandem'],
    ['mark the tandem down to 320', 'update bikes price_cents=32000 where name=Tandem, one Tandem'],
    ['put the price of the old dutch up by 15', 'update bikes price_cents=price_cents+1500 where name=Old Dutch, one Old Dutch'],
  ])('%s', (text, plan) => {
    expect(said(text)).toBe(plan);
  });

  it('sets where something is now, and looks for no row that is there already', () => {
    expect(said('frame F-771 is now drying in S2')).not.toMatch(/where.*stand_id/);
  });

  it.each([
    'add a hire of the tandem on 3 december 2026, 5 days',
    'book a hire for the tandem, 5 days',
    'register another hire for H-204, 3 days',
  ])('changes no row where one is to be added: %s', (text) => {
    expect(said(text)).not.toMatch(/^update/);
  });

  it.each([
    'edda winslow and basil thorne have cancelled their hire',
    'the winslows have returned everything',
    'the deposit for the tandem has come in',
  ])('is asked by nobody: %s', (text) => {
    expect(looksLikeWrite(text)).toBe(true);
    expect(isNews(text)).toBe(false);
  });

  it.each(['cyclists who have paid their deposit', 'hires that came in today'])('may be asked: %s', (text) => {
    expect(looksLikeWrite(text) && !isNews(text)).toBe(false);
  });
});
