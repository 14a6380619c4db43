import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { nearReadings } from '../../src/plan/builtin/near/near-readings.ts';
import { idTable } from '../support/table.ts';

/** A pottery with a shop and open kilns. */
const schema = {
  fingerprint: 'pottery',
  tables: [
    idTable('potters', { id: 'integer', name: 'text', taught_by: 'integer', began_on: 'date' }, { taught_by: 'potters' }),
    idTable(
      'firings',
      {
        id: 'integer',
        potter_id: 'integer',
        kiln: 'text',
        lit_by: 'text',
        loaded_at: 'timestamp',
        opened_at: 'timestamp',
        cracked: 'boolean',
      },
      { potter_id: 'potters' },
    ),
    idTable('orders', { id: 'integer', ordered_on: 'date', promised_on: 'date', collected_on: 'date', town: 'text', status: 'text' }),
    idTable('order_lines', { id: 'integer', order_id: 'integer', glaze: 'text', quantity: 'integer' }, { order_id: 'orders' }),
    idTable('gifts', { id: 'integer', giver: 'text', given_on: 'date', amount: 'decimal' }),
    idTable('shifts', { id: 'integer', potter_id: 'integer', starts_at: 'timestamp', ends_at: 'timestamp' }, { potter_id: 'potters' }),
  ],
};
const values = buildValueIndex([
  { table: 'potters', column: 'name', values: ['Ines Moll', 'Tom Reed'] },
  { table: 'firings', column: 'kiln', values: ['north kiln', 'raku'] },
  { table: 'orders', column: 'status', values: ['open', 'done', 'dropped'] },
  { table: 'order_lines', column: 'glaze', values: ['celadon', 'tenmoku'] },
]);
const readings = (text: string) =>
  nearReadings({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal: new AbortController().signal });

const FIRST: readonly (readonly [text: string, label: string])[] = [
  ['how long does a firing last', 'Average hours from loaded at to opened at of firings'],
  ['how many hours was our longest firing', 'Most hours from loaded at to opened at of firings'],
  ['what was the shortest firing', 'The firing with the shortest time from loaded at to opened at'],
  ['how many hours did ines do in total', 'Total hours from starts at to ends at of shifts with potters whose name is "Ines Moll"'],
  ['hours per potter', 'Total hours from starts at to ends at of shifts for each potter'],
  ['how many days between ordering and collecting', 'Average days from ordered on to collected on of orders'],
  ['how long does an order sit here until it is collected', 'Average days from ordered on to collected on of orders'],
  ['which potter takes the longest for a firing', 'The potter with the highest average hours from loaded at to opened at of firings'],
  ['kilns we lit 3 times or more', 'Each different kiln with more than 2 firings (without "lit")'],
  ['who gave more than twice', 'Each different giver with more than 2 gifts'],
  ['who gave over 200 altogether', 'Each different giver with a total amount more than 200 of gifts'],
  ['which glazes are in more than 4 order lines', 'Each different glaze with more than 4 order lines'],
  ['where do our orders come from', 'Each different town of orders (without "come")'],
  ['how many lines does an order have', 'Average number per order, of those with any, of order lines'],
  ['order lines per order on average', 'Average number per order, of those with any, of order lines'],
  ['in how many percent of the cases was it cracked', 'Percentage of firings whose cracked is true'],
  ['what share of our orders end up dropped', 'Percentage of orders whose status is "dropped"'],
  ['what percentage of orders were collected later than promised', 'Percentage of orders whose collected on is after its promised on'],
  ['who taught more than one potter', 'List potters that are the taught by of more than 1'],
  ['who taught ines', 'List potters that are the taught by of one whose name is "Ines Moll" (with "potters" for "who")'],
  ['who has nobody above them', 'List potters whose taught by is empty (with "potters" for "who")'],
  ['who lit the most firings', 'The lit by with the highest number of firings (without "lit")'],
];

const isSure = (text: string): boolean => readings(text)[0]?.sure !== undefined;

describe('a question of a pottery', () => {
  it.each(FIRST)('%s', (text, label) => {
    expect(readings(text)[0]?.label).toBe(label);
  });
  it.each([
    'how long does a firing last',
    'how many days between ordering and collecting',
    'what share of our orders end up dropped',
    'which glazes are in more than 4 order lines',
  ])('is answered: %s', (text) => {
    expect(isSure(text)).toBe(true);
  });
  it.each([
    'what was the shortest firing',
    'how many hours did ines do in total',
    'who gave over 200 altogether',
    'who taught ines',
    'how many lines does an order have',
  ])('is offered, as it may be meant otherwise: %s', (text) => {
    expect(isSure(text)).toBe(false);
  });
});
