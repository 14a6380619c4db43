import { describe, expect, it } from 'vitest';
import { compilePostgres } from '../../src/engines/postgres/compile.ts';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { table } from '../support/table.ts';

const planner = createQuestionPlanner();
const now = new Date('2026-11-22T12:00:00Z');

/** A bus company: buses with a flag, trips with a state, fines that are due and paid. */
const schema: Schema = {
  fingerprint: 'buses',
  tables: [
    table('depots', { id: 'integer', name: 'text', town: 'text' }),
    table('buses', { id: 'integer', plate: 'text', fuel: 'text', has_ramp: 'boolean', depot_id: 'integer' }, [
      ['depot_id', 'depots', 'id'],
    ]),
    table('trips', { id: 'integer', bus_id: 'integer', left_at: 'timestamp', status: 'text' }, [['bus_id', 'buses', 'id']]),
    table('fines', { id: 'integer', bus_id: 'integer', issued_on: 'date', due_on: 'date', paid_on: 'date', amount: 'decimal' }, [
      ['bus_id', 'buses', 'id'],
    ]),
  ].map((one) => ({ ...one, columns: one.columns.map((column) => ({ ...column, nullable: column.name === 'paid_on' })) })),
};
const values = buildValueIndex([
  { table: 'depots', column: 'town', values: ['Alton', 'Bere'] },
  { table: 'buses', column: 'fuel', values: ['diesel', 'electric'] },
  { table: 'trips', column: 'status', values: ['done', 'cancelled', 'planned'] },
]);

async function sqlOf(text: string): Promise<string> {
  const outcome = await planner.plan({ text, schema, values, now, signal: new AbortController().signal });
  if (outcome.kind !== 'plan') return `declined: ${JSON.stringify(outcome)}`;
  const { sql, params } = compilePostgres(outcome.plan, schema);
  const filled = sql.replaceAll(/\$(\d+)/g, (_all, at: string) => String(params[Number(at) - 1]));
  return filled.replaceAll('public.', '').replaceAll(/\s+/g, ' ');
}

describe('a share of things', () => {
  it.each([
    ['what percentage of the buses has a ramp', ['FILTER (WHERE has_ramp = TRUE)', 'FROM buses']],
    ['how many percent of our buses are electric', ['100 * count(*) FILTER (WHERE fuel = electric)']],
    ['how many of our buses are electric in percent', ['100 * count(*) FILTER (WHERE fuel = electric)']],
    ['what % of fines were paid late', ['FILTER (WHERE paid_on > due_on)']],
    ['what fraction of the buses is electric', ['count(*) FILTER (WHERE fuel = electric)', 'AS ratio']],
    ['what percentage of the trips in october got cancelled', ['FILTER (WHERE status = cancelled)', 'WHERE left_at >= 2026-10-01']],
  ])('%s', async (text, parts) => {
    const sql = await sqlOf(text);
    for (const part of parts) expect(sql).toContain(part);
  });

  it('is of all that there are of a time, where a time is said', async () => {
    for (const text of ['what percentage of trips got cancelled this month', 'what percentage of trips were cancelled in the last 30 days'])
      expect(await sqlOf(text)).toMatch(/FILTER \(WHERE status = cancelled\)\)::double precision .* FROM trips WHERE left_at >=/);
  });

  it.each([
    // Paid this year, of those of this year or of all: it is not said.
    'what percentage of fines were paid this year',
    'what percentage of the buses smell',
    'how many percent of drivers are ill',
  ])('is declined where its whole is open or a part is not read: %s', async (text) => {
    expect(await sqlOf(text)).toContain('declined');
  });
});
