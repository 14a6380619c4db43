import { describe, expect, it } from 'vitest';
import { nearReadings } from '../../src/plan/builtin/near/near-readings.ts';
import { buildValueIndex } from '../../src/plan/builtin/value-index.ts';
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

describe('a question put together of what it names', () => {
  it.each([
    ['x', 'y'],
  ])('%s', (text, label) => {
    expect(labels(text)).toContain(label);
  });
});
