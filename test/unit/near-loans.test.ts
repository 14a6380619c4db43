import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { nearReadings } from '../../src/plan/builtin/near/near-readings.ts';
import { idTable } from '../support/table.ts';

/** A library of tools, which also sells parts. */
const schema = {
  fingerprint: 'tools',
  tables: [
    idTable('members', { id: 'integer', name: 'text', status: 'text', street: 'text' }),
    idTable('tools', { id: 'integer', title: 'text', shelf: 'integer' }),
    idTable(
      'loans',
      { id: 'integer', tool_id: 'integer', member_id: 'integer', lent_on: 'date', due_on: 'date', returned_on: 'date' },
      { tool_id: 'tools', member_id: 'members' },
    ),
    idTable('parts', { id: 'integer', name: 'text', unit_price: 'decimal', in_stock: 'integer', reorder_level: 'integer' }),
    idTable(
      'fees',
      { id: 'integer', member_id: 'integer', amount: 'decimal', charged_on: 'date', hours: 'integer' },
      { member_id: 'members' },
    ),
    idTable('notes', { id: 'integer', loan_id: 'integer', kind: 'text' }, { loan_id: 'loans' }),
  ],
};
const values = buildValueIndex([
  { table: 'members', column: 'name', values: ['Ines Moe', 'Per Lie'] },
  { table: 'members', column: 'status', values: ['active', 'left'] },
  { table: 'members', column: 'street', values: ['4 Mill Lane', '9 Mill Lane', '1 Quay Street'] },
  { table: 'tools', column: 'title', values: ['Belt sander', 'Disc sander', 'Ladder'] },
  { table: 'parts', column: 'name', values: ['Saw blade', 'Sanding disc'] },
  { table: 'notes', column: 'kind', values: ['damaged', 'dirty'] },
]);
const labels = (text: string): string[] =>
  nearReadings({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal: new AbortController().signal }).map(
    ({ label }) => label,
  );

describe('a question about loans that nothing reads', () => {
  it.each([
    ['loans that came back late', 'List loans whose returned on is after its due on (with "returned on" for "came back")'],
    ['loans not returned on time', 'List loans whose returned on is after its due on'],
    ['how many members do we have right now', 'Number of members whose status is "active" (with "active" for "right now")'],
    ['what are the parts in stock worth', 'Total unit price times in stock of parts'],
    ['members who live on mill lane', 'List members whose street has "mill lane" in it (without "live")'],
    ['who has got a sander', 'List members with tools whose title has "sander" in it (with "members" for "who")'],
    ['tools on shelf 3 or 5', 'List tools whose shelf is 3 or 5'],
    ['members who have not logged any hours', 'List members without fees (without "logged")'],
    ['parts that fell below the reorder level', 'List parts whose in stock is less than its reorder level (without "fell")'],
    ['unreturned loans still to come', 'List loans whose returned on is empty, whose due on is since 2026-11-22'],
    ['loans without a dirty note', 'List loans without notes whose kind is "dirty"'],
  ])('%s', (text, label) => {
    expect(labels(text)).toContain(label);
  });

  it.each([
    'loans returned on time',
    'the parts of mill lane',
    'members without a kayak',
    'unbilled hours of ines moe',
    'loans without a customer card',
    'tools on the 3rd floor',
  ])('gets none that says something else: %s', (text) => {
    expect(labels(text)).toEqual([]);
  });
});
