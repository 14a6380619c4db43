import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { idTable as table } from '../support/table.ts';

/** A bus company with a lost-property office: what begins on one day and ends on another, in one row or in two. */
const schema: Schema = {
  fingerprint: 'durations',
  tables: [
    table('finds', { id: 'integer', title: 'text', found_on: 'date' }),
    table('handovers', { id: 'integer', find_id: 'integer', handed_on: 'date', fee: 'decimal' }, { find_id: 'finds' }),
    table('drivers', { id: 'integer', full_name: 'text', hired_on: 'date' }),
    table('buses', { id: 'integer', name: 'text', seats: 'integer' }),
    table(
      'repairs',
      { id: 'integer', bus_id: 'integer', reported_at: 'timestamp', promised_at: 'timestamp', finished_at: 'timestamp' },
      { bus_id: 'buses' },
    ),
    table(
      'uniform_orders',
      { id: 'integer', driver_id: 'integer', ordered_on: 'date', delivered_on: 'date', returned_on: 'date' },
      { driver_id: 'drivers' },
    ),
    table(
      'bus_loans',
      { id: 'integer', driver_id: 'integer', bus_id: 'integer', lent_on: 'date', returned_on: 'date' },
      { driver_id: 'drivers', bus_id: 'buses' },
    ),
    table('guest_stays', { id: 'integer', guest: 'text', arrival: 'date', departure: 'date', nightly_rate: 'decimal' }),
  ],
};
const values = buildValueIndex([
  { table: 'drivers', column: 'full_name', values: ['Ada Berg', 'Olav Dahl'] },
  { table: 'buses', column: 'name', values: ['Green Arrow', 'Old Faithful'] },
]);
const planner = createQuestionPlanner();
const ask = (text: string) =>
  planner.plan({ text, schema, values, now: new Date('2026-11-22T12:00:00Z'), signal: new AbortController().signal });
const days = (end: string, start: string) => ({ fn: 'avg', arg: { op: '-', left: { column: end }, right: { column: start } } });

describe('how long something takes', () => {
  it.each([
    ['how many days does it take on average from find to handover', 'handovers', days('handed_on', 'found_on')],
    ['average time between being found and being handed over', 'handovers', days('handed_on', 'found_on')],
    ['how long do drivers wait for a uniform order on average', 'uniform_orders', days('delivered_on', 'ordered_on')],
    ['how long do drivers keep a bus on average', 'bus_loans', days('returned_on', 'lent_on')],
    ['how long does a repair take us on average', 'repairs', days('finished_at', 'reported_at')],
    ['how long do guests stay on average', 'guest_stays', days('departure', 'arrival')],
  ])('%s', async (text, from, expr) => {
    expect(await ask(text)).toMatchObject({ kind: 'plan', plan: { from: { table: from }, columns: [{ expr }] } });
  });

  it.each([
    ['longest guest stay', 'guest_stays', 'departure', 'desc'],
    ['what was the shortest repair', 'repairs', 'finished_at', 'asc'],
  ])('%s', async (text, from, left, direction) => {
    const orderBy = [{ expr: { op: '-', left: { column: left } }, direction }];
    expect(await ask(text)).toMatchObject({ kind: 'plan', plan: { from: { table: from }, orderBy, limit: 1 } });
  });

  it.each([
    ['how long do drivers keep a repair on average'],
    ['longest bus'],
    ['how many days does it take from hiring to handover on average'],
    ['how long do drivers wait for a bus on average'],
  ])('%s is not read', async (text) => {
    expect(await ask(text)).toMatchObject({ kind: 'declined' });
  });

  it('a number of nights is no price of a night', async () => {
    expect(JSON.stringify(await ask('how many nights do guests stay on average'))).not.toContain('nightly_rate');
  });
});
