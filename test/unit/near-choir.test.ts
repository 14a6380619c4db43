import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { nearReadings } from '../../src/plan/builtin/near/near-readings.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Table } from '../../src/plan/schema.ts';
import { idTable } from '../support/table.ts';

const required = (made: Table, ...names: readonly string[]): Table => ({
  ...made,
  columns: made.columns.map((column) => (names.includes(column.name) ? { ...column, nullable: false } : column)),
});

/** A choir union: who sings in which choir, who leads it, concerts, robes that are mended and rooms that are let. */
const schema = {
  fingerprint: 'choir',
  tables: [
    idTable('singers', { id: 'integer', name: 'text', voice: 'text', town: 'text', joined_on: 'date' }),
    idTable('choirs', { id: 'integer', title: 'text', leader_id: 'integer' }, { leader_id: 'singers' }),
    idTable('choir_members', { id: 'integer', choir_id: 'integer', singer_id: 'integer' }, { choir_id: 'choirs', singer_id: 'singers' }),
    required(
      idTable('concerts', { id: 'integer', title: 'text', started_at: 'timestamp', cleared_at: 'timestamp', takings_pence: 'integer' }),
      'started_at',
    ),
    idTable(
      'attendances',
      { id: 'integer', concert_id: 'integer', singer_id: 'integer', sung_on: 'date' },
      { concert_id: 'concerts', singer_id: 'singers' },
    ),
    idTable('robes', { id: 'integer', size: 'text', mended_on: 'date', robe_rent_cents: 'integer' }),
    idTable('hall_bookings', { id: 'integer', hirer: 'text', booked_on: 'date' }),
    idTable('booking_lines', { id: 'integer', booking_id: 'integer', item: 'text' }, { booking_id: 'hall_bookings' }),
    idTable('sheds', { id: 'integer', label: 'text', singer_id: 'integer' }, { singer_id: 'singers' }),
  ],
};
const values = buildValueIndex([
  { table: 'singers', column: 'name', values: ['Ada Berg', 'Olav Dahl'] },
  { table: 'singers', column: 'voice', values: ['alto', 'bass'] },
  { table: 'choirs', column: 'title', values: ['Harbour Voices', 'Evensong'] },
]);
const asked = (text: string) => ({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal: new AbortController().signal });
const nearest = (text: string) => nearReadings(asked(text))[0];

describe('a question of a choir union', () => {
  it('about people of a choir asks for those who are in it, and not for the one who leads it', () => {
    const reading = nearest('who is in the harbour voices');
    expect(reading?.goal).toBe('list singers with choirs whose title is "Harbour Voices"');
    expect(JSON.stringify(nearest('singers in the harbour voices')?.sure?.plan)).toContain('choir_members');
  });

  it.each([
    ['robe rent altogether', 'total robe rent cents of robes'],
    ['total takings since june', 'total takings pence of concerts whose started at is since 2026-06-01'],
    ['bookings in october', 'list hall bookings whose booked on is from 2026-10-01 until before 2026-11-01'],
  ])('%s: a unit at the end of a name, and what stands before its noun, may be left out', (text, goal) => {
    expect(nearest(text)?.goal).toBe(goal);
  });

  it('of what happened to people in a year is of when it happened, and of no day of their lives', () => {
    expect(nearest('singers with more than 3 attendances this year')?.goal).toContain('sung on is from 2026-01-01');
  });
});

const answer = async (text: string) => createQuestionPlanner().plan(asked(text));

describe('the nearest reading is the answer', () => {
  it.each([
    ['robes that are not yet mended', 'mended_on'],
    ['how much did the concerts take week by week in november', 'started_at'],
    ['robes that arent mendd yet', 'mended_on'],
  ])('%s', async (text, column) => {
    const outcome = await answer(text);
    expect(outcome.kind).toBe('plan');
    expect(JSON.stringify(outcome)).toContain(`"column":"${column}"`);
  });

  it.each([
    'what does ada berg keep in her shed',
    'which singers have not sung this concert',
    'singers, choirs',
    'choirs and concerts',
    'how far ahead are halls booked',
    'the youngest singer',
    'what share of alto singers were bass',
    'singers who paid all their dues',
  ])('%s: but not where something else is asked for', async (text) => {
    expect((await answer(text)).kind).toBe('declined');
  });
});
