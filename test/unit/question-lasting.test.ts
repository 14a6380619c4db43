import { describe, expect, it } from 'vitest';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import { marinaSchema as schema, marinaValues as values } from '../support/marina-schema.ts';

const planner = createQuestionPlanner();
const ask = (text: string) =>
  planner.plan({ text, schema, values, now: new Date('2026-11-22T12:00:00Z'), signal: new AbortController().signal });
const empty = (column: string) => ({ kind: 'isNull', arg: { column } });
const lasting = (column: string) => ({ kind: 'or', args: [empty(column), { op: '>=', left: { column } }] });

describe('what holds until a day', () => {
  it.each([
    ['which guides still work here', { from: { table: 'guides' }, where: empty('left_on') }],
    ['current guides', { where: empty('left_on') }],
    ['clients who have left us', { where: { kind: 'not', arg: lasting('contract_end') } }],
    ['current clients', { where: lasting('contract_end') }],
    ['how many guides do we have right now', { columns: [{ expr: { fn: 'count' } }], where: empty('left_on') }],
    ['faults that are still open', { where: empty('closed_at') }],
    ['open faults nobody is assigned to', { where: { kind: 'and', args: [empty('closed_at'), empty('guide_id')] } }],
    ['which faults have nobody assigned yet', { where: empty('guide_id') }],
    [
      'who stays at the north pier at the moment',
      { from: { table: 'sailors' }, where: { query: { where: { args: [{}, {}, lasting('end_date')] } } } },
    ],
    ["guides who haven't had a single fault", { where: { kind: 'not', arg: { kind: 'exists' } } }],
  ])('%s', async (text, plan) => {
    expect(await ask(text)).toMatchObject({ kind: 'plan', plan });
  });
});

describe('what is ranked, added up and named', () => {
  it.each([
    ['expenses by category', { columns: [{}, { expr: { fn: 'sum', arg: { column: 'amount' } } }] }],
    ['biggest client by yearly fee', { columns: [{ as: 'company' }, { as: 'yearly_fee' }], limit: 1 }],
    ['the two berths with the most faults', { groupBy: [{ column: 'id' }, { column: 'name' }], limit: 2 }],
    ['the 3 berths with the fewest faults', { orderBy: [{ direction: 'asc' }], limit: 3 }],
    ['biggest expense in each category', { distinctOn: [{ column: 'category' }] }],
  ])('%s', async (text, plan) => {
    expect(await ask(text)).toMatchObject({ kind: 'plan', plan });
  });
});

describe('more of the same rows, and what they belong to', () => {
  it.each([
    ['guides who still work here and when were they hired', { columns: [{}, {}, { as: 'hired_on' }], where: empty('left_on') }],
    ['current clients and what is their yearly fee', { columns: [{ as: 'company' }, { as: 'yearly_fee' }] }],
    ['which faults are still open and at which berth are they', { joins: [{ type: 'left', source: { table: 'berths' } }] }],
    ['berths in spain and how many stays does each of them have', { columns: [{ as: 'name' }, { expr: { kind: 'scalarQuery' } }] }],
    ['the two berths with the most faults and what is their capacity', { groupBy: [{}, {}, { column: 'capacity' }] }],
    ['german berths', { where: { op: '=', left: { column: 'country' }, right: { value: 'Germany' } } }],
    ['stays at german berths', { joins: [{ source: { table: 'berths' } }], where: { right: { value: 'Germany' } } }],
    ['faults at berths in spain', { from: { table: 'faults' }, joins: [{ source: { table: 'berths' } }] }],
    ['how many faults did each guide close this year', { groupBy: [{ column: 'id' }, {}, {}], where: { kind: 'and' } }],
    ['how many faults were there each month', { groupBy: [{}], columns: [{}, { expr: { fn: 'count' } }] }],
    ['how many faults have been reported so far', { columns: [{ expr: { fn: 'count' } }] }],
    ['open faults without a guide', { where: { kind: 'and' } }],
    ['faults that are not closed yet', { where: empty('closed_at') }],
    ['how many people currently work for us', { from: { table: 'guides' }, where: empty('left_on') }],
    ['who earns less than 15 an hour', { from: { table: 'guides' }, where: { op: '<', left: { column: 'hourly_wage' } } }],
    ['berths bigger than 20', { where: { op: '>', left: { column: 'capacity' } } }],
    ['who has been here the longest', { from: { table: 'guides' }, where: empty('left_on'), limit: 1 }],
    ['who did we hire last', { from: { table: 'guides' }, orderBy: [{ direction: 'desc' }], limit: 1 }],
    ['ramps where bikes are allowed', { where: { left: { column: 'bikes_allowed' }, right: { value: true } } }],
    ['which ramps have a lift', { where: { left: { column: 'has_elevator' } } }],
    [
      'guides who have been here for more than 10 years',
      { where: { args: [{ op: '<', left: { column: 'hired_on' } }, empty('left_on')] } },
    ],
    ['guides who left the company and when', { columns: [{}, {}, { as: 'left_on' }] }],
    ['faults that took longer than a week', { where: { op: '>', left: { op: '/' }, right: { value: 1 } } }],
    ['how much have we spent this year on expenses', { columns: [{ expr: { fn: 'sum' } }], where: { kind: 'and' } }],
    ['ramps with an average score below 3', { columns: [{ as: 'name' }], having: { op: '<', left: { fn: 'avg' } } }],
    ['sailors who missed a lesson', { from: { table: 'sailors' } }],
    ['ramps with an overdue inspection', { where: { op: '<', left: { column: 'next_inspection' } } }],
    ['do we have more berths in spain or in germany', { groupBy: [{ column: 'country' }] }],
    ['how many berths do we look after', { columns: [{ expr: { fn: 'count' } }], from: { table: 'berths' } }],
    ['who left the company and when', { from: { table: 'guides' }, columns: [{}, {}, { as: 'left_on' }] }],
    ['ines moes phone', { columns: [{}, { as: 'phone' }] }],
    ['ramps older than 1990', { where: { op: '<', left: { column: 'built_year' } } }],
    [
      'how many faults does a guide close on average',
      { columns: [{ expr: { op: '/', left: { arg: { query: { where: { arg: empty('closed_at') } } } } }, as: 'average' }] },
    ],
    ['how many faults, on average, does each guide have?', { columns: [{ expr: { op: '/' }, as: 'average' }] }],
    ['lessons per sailor on average', { columns: [{ expr: { op: '/' }, as: 'average' }] }],
    ['average number of faults per spanish berth', { columns: [{ expr: { op: '/', left: { arg: { query: { where: {} } } } } }] }],
    ['wich berths are in spain', { from: { table: 'berths' }, where: { right: { value: 'Spain' } } }],
    ['ramps that were never reviwed', { where: { kind: 'not', arg: { kind: 'exists' } } }],
    ['how many days does it take us on average to close a fault', { columns: [{ as: 'average_days' }] }],
    ['how many days does it take on average until a fault is closed', { columns: [{ as: 'average_days' }] }],
  ])('%s', async (text, plan) => {
    expect(await ask(text)).toMatchObject({ kind: 'plan', plan });
  });

  it.each([
    'current clients and when were they painted',
    'faults by status and what is their phone',
    'how many faults did each guide paint',
    'how many faults does a guide paint on average',
    'french berths',
    'how many berths do we frobnicate',
    'how many guides do we have purple right now',
    'faults at insured berths in spain',
    'sailors who insured missed a lesson',
    'sailors who missed insured a lesson',
    'ramps where dogs are allowed',
    'who has been painted the longest',
    'how many faults have been painted so far',
  ])('is declined where a part of it is not read: %s', async (text) => {
    expect((await ask(text)).kind).not.toBe('plan');
  });
});
