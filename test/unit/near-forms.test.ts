import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { nearReadings } from '../../src/plan/builtin/near/near-readings.ts';
import { idTable } from '../support/table.ts';

/** A bus company. */
const schema = {
  fingerprint: 'buses',
  tables: [
    idTable('drivers', { id: 'integer', name: 'text', trained_by: 'integer', hired_on: 'date' }, { trained_by: 'drivers' }),
    idTable('vehicles', { id: 'integer', plate: 'text', seats: 'integer', depot: 'text', checked_until: 'date' }),
    idTable('routes', { id: 'integer', title: 'text', town: 'text' }),
    idTable(
      'trips',
      { id: 'integer', vehicle_id: 'integer', driver_id: 'integer', route_id: 'integer', started_on: 'date', passengers: 'integer' },
      { vehicle_id: 'vehicles', driver_id: 'drivers', route_id: 'routes' },
    ),
    idTable('tickets', { id: 'integer', trip_id: 'integer', sold_on: 'date', amount: 'decimal', kind: 'text' }, { trip_id: 'trips' }),
    idTable(
      'repairs',
      { id: 'integer', vehicle_id: 'integer', reported_on: 'date', fixed_on: 'date', cost: 'decimal', urgent: 'boolean' },
      { vehicle_id: 'vehicles' },
    ),
  ],
};
const values = buildValueIndex([
  { table: 'drivers', column: 'name', values: ['Ada Berg', 'Olav Dahl'] },
  { table: 'vehicles', column: 'plate', values: ['KL 12', 'KL 98'] },
  { table: 'vehicles', column: 'depot', values: ['north', 'south'] },
  { table: 'routes', column: 'title', values: ['Airport Express', 'Night Owl'] },
  { table: 'routes', column: 'town', values: ['Leeds', 'York'] },
  { table: 'tickets', column: 'kind', values: ['single', 'return', 'pensioner'] },
]);
const labels = (text: string): string[] =>
  nearReadings({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal: new AbortController().signal }).map(
    ({ label }) => label,
  );

const NEAR: readonly (readonly [text: string, label: string])[] = [
  ['did we sell more single or more return tickets', 'Total amount of tickets for each kind whose kind is "single" or "return"'],
  [
    'were there more trips this month than last month',
    'Number of trips for each month of started on whose started on is from 2026-10-01 until before 2026-12-01',
  ],
  ['which depot had the most repairs', 'The depot of the vehicle with the highest number of repairs'],
  ['which vehicle cost us the most in repairs', 'The vehicle with the highest total cost of repairs'],
  ['in which month did we sell the most tickets', 'The month of sold on with the highest total amount of tickets'],
  ['the 3 towns with the most passengers', 'The 3 values of town of the route with the highest total passengers of trips'],
  ['how many trips does a driver do on average', 'Average number per driver, of those with any, of trips'],
  ['tickets per trip on average', 'Average number per trip, of those with any, of tickets'],
  [
    'how many repairs did we have this year and how much did they cost',
    'Number of repairs and total cost of repairs whose reported on is from 2026-01-01 until before 2027-01-01',
  ],
  [
    'how many trips did olav dahl drive and when was the last one',
    'Number of trips and highest started on of trips with drivers whose name is "Olav Dahl" (without "drive")',
  ],
  [
    'tikcets for the aiport express',
    'List tickets with routes whose title is "Airport Express" (with "tickets" for "tikcets", with "airport" for "aiport")',
  ],
  ['how many trips per colleague', 'Number of trips for each driver (with "drivers" for "colleague")'],
  ['drivers, longest hired first', 'List drivers, lowest hired on first'],
  ['drivers with 4 trips or more', 'List drivers with more than 3 trips'],
  ['single vs return, how many tickets each', 'Number of tickets for each kind whose kind is "single" or "return"'],
  ['who had the most passengers in total', 'The driver with the highest total passengers of trips (with "drivers" for "who")'],
  ['days between reported and fixed on average', 'Average days from reported on to fixed on of repairs'],
  ['trips still to come', 'List trips whose started on is since 2026-11-22'],
  ['every vehicle with 50 seats', 'List vehicles whose seats is 50'],
  ['when is kl 12 checked until', 'Checked until of vehicles whose plate is "KL 12"'],
  ['vehicles in the north depot or with over 50 seats', 'List vehicles either whose depot is "north" or whose seats is more than 50'],
  [
    'drivers with more than 20 trips this year',
    'List drivers with more than 20 trips whose started on is from 2026-01-01 until before 2027-01-01',
  ],
  ['vehicles with fewer than 3 repairs', 'List vehicles with fewer than 3 repairs'],
  ['drivers with 5 or more trips', 'List drivers with more than 4 trips'],
  [
    'vehicles that never had a repair in october',
    'List vehicles without repairs whose reported on is from 2026-10-01 until before 2026-11-01',
  ],
  ['which vehicles are overdue for a check', 'List vehicles whose checked until is before 2026-11-22 (with "checked until" for "check")'],
  ['how many days since the last repair of kl 98', 'Days since the last reported on of repairs with vehicles whose plate is "KL 98"'],
  [
    'how much of the ticket amount comes from pensioner tickets in percent',
    'Percentage of total amount of tickets whose kind is "pensioner" (without "comes")',
  ],
  ['vehicles, most seats first', 'List vehicles, highest seats first'],
  ['how long does a repair take on average', 'Average days from reported on to fixed on of repairs'],
  ['monthly ticket takings', 'Total amount of tickets for each month of sold on'],
];

describe('a question put together of what it names', () => {
  it.each(NEAR)('%s', (text, label) => {
    expect(labels(text)).toContain(label);
  });

  it('tells apart who is above and who is below, as it is said', () => {
    const [trainees, trainer] = [
      'List drivers whose trained by is one whose name is "Ada Berg" (with "drivers" for "who")',
      'List drivers that are the trained by of one whose name is "Ada Berg" (with "drivers" for "who")',
    ];
    expect(labels('who did ada berg train').slice(0, 2)).toEqual([trainees, trainer]);
    expect(labels('who trained ada berg').slice(0, 2)).toEqual([trainer, trainees]);
  });

  it('adds up what belongs to a row once, not for each row that refers to it', () => {
    expect(labels('the 3 towns with the most passengers')[0]).not.toContain('tickets');
  });

  it.each([
    ['a word that is all that tells which ones', 'vehicles with a toilet'],
    ['what is counted', 'how many conductors are there in leeds'],
    ['a word that says until when', 'trips before the crash'],
    ['what was said before', 'does she drive'],
    ['where those went of which there are none', 'which vehicles had no trip to york'],
    ['a number', 'trips of the 3rd floor'],
    ['a time that nothing has', 'tickets that were not sold on time'],
    ['a question of two tables that nothing relates', 'how many drivers have a toilet'],
  ])('is none where it would drop %s', (_what, text) => {
    expect(labels(text)).toEqual([]);
  });
});
