import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { saidWrite, table } from '../support/said-write.ts';

const schema: Schema = {
  fingerprint: 'f',
  tables: [
    table('keepers', { name: 'text!', badge_no: 'text', badge_expires: 'date', started_on: 'date!', left_on: 'date' }),
    table('patrons', { name: 'text!', town: 'text', monthly_gift: 'decimal', since: 'date!', cancelled_at: 'date' }),
    table('fairs', { title: 'text!', place: 'text!', held_on: 'date!', tickets_sold: 'integer', closed: 'date' }),
    {
      ...table('invoices', { number: 'text!', status: 'text!', paid_at: 'date', amount: 'decimal!' }),
      uniques: [['number']],
    },
  ],
};
const values = buildValueIndex([
  { table: 'keepers', column: 'name', values: ['Ada Krause', 'Tom Berg'] },
  { table: 'fairs', column: 'title', values: ['New Moon Fair', 'Lantern Fair'] },
  { table: 'fairs', column: 'place', values: ['Town Hall', 'Old Mill'] },
  { table: 'invoices', column: 'number', values: ['BX-2611', 'BX-2612'] },
  { table: 'invoices', column: 'status', values: ['open', 'paid'] },
]);

const said = (text: string): string => saidWrite(text, schema, values);

describe('writes put together of what is read by itself', () => {
  it.each([
    ['mark invoice BX-2611 as paid today', 'update invoices paid_at=2026-11-22 status=paid where number=BX-2611'],
    ['mark invoice BX-2611 paid yesterday', 'update invoices paid_at=2026-11-21 status=paid where number=BX-2611'],
    ['set the status of BX-2611 to paid today', 'update invoices paid_at=2026-11-22 status=paid where number=BX-2611'],
    ['close the Lantern Fair', 'update fairs closed=2026-11-22 where title=Lantern Fair'],
    [
      'invoice BX-2612 was paid today with an amount of 40',
      'update invoices paid_at=2026-11-22 status=paid amount=40 where number=BX-2612',
    ],
    [
      'invoice BX-2612 was paid today, it has an amount of 40',
      'update invoices paid_at=2026-11-22 status=paid amount=40 where number=BX-2612',
    ],
    ['the Lantern Fair is at the Old Mill instead', 'update fairs place=Old Mill where title=Lantern Fair'],
    ['increase the tickets sold of the New Moon Fair by 5', 'New Moon Fair'],
  ])('%s', (text, plan) => {
    expect(said(text)).toContain(plan);
  });

  it.each([
    ['new patron Ole Dahl from Bergen, 5 a month, starting today', 'cancelled_at'],
    ['new keeper Ole Dahl, from today', 'left_on'],
    ['new keeper Ole Dahl, badge 4471, started yesterday', 'badge_expires'],
  ])('of "%s" no day is taken for %s', (text, column) => {
    expect(said(text)).toMatch(/^insert/);
    expect(said(text)).not.toContain(column);
  });

  it.each([
    ['new keeper Ole Dahl, badge 4471, started yesterday', 'badge_no=4471'],
    ['add a fair Winter Lights at Town Hall on 12 december', 'held_on=2026-12-12'],
  ])('of "%s" the row has %s', (text, value) => {
    expect(said(text)).toContain(value);
  });

  it.each(['close all fairs', 'mark invoice BX-2699 as paid today', 'Tom Berg left today and BX-2611 was paid today'])(
    'declines %s',
    (text) => {
      expect(said(text)).toMatch(/^declined|^null/);
    },
  );
});
