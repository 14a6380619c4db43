import { describe, expect, it } from 'vitest';
import { compilePostgres } from '../../src/engines/postgres/compile.ts';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { idTable as table } from '../support/table.ts';

/** A sailing school: trainers who are paid, learners who book outings, marks for their exercises. */
const optional = new Set(['company', 'paid_on', 'shipped_at', 'delivered_at']);
const tables = [
  table('trainer', { id: 'integer', name: 'text', hourly_pay: 'decimal' }),
  table(
    'learner',
    { id: 'integer', fname: 'text', sname: 'text', company: 'text', gearbox: 'text', status: 'text', trainer_id: 'integer' },
    { trainer_id: 'trainer' },
  ),
  table(
    'outing',
    { id: 'integer', learner_id: 'integer', trainer_id: 'integer', sailed_on: 'date', status: 'text' },
    { learner_id: 'learner', trainer_id: 'trainer' },
  ),
  table('rehearsals', { id: 'integer', held_on: 'date' }),
  table('players', { id: 'integer', first_name: 'text', last_name: 'text' }),
  table(
    'attendance',
    { id: 'integer', rehearsal_id: 'integer', player_id: 'integer' },
    { rehearsal_id: 'rehearsals', player_id: 'players' },
  ),
  table('courses', { id: 'integer', name: 'text', subject: 'text', mark_level: 'integer' }),
  table('marks', { id: 'integer', course_id: 'integer', points: 'decimal' }, { course_id: 'courses' }),
  table(
    'invoices',
    { id: 'integer', number: 'text', learner_id: 'integer', total: 'decimal', status: 'text', issued: 'date', paid_on: 'date' },
    {
      learner_id: 'learner',
    },
  ),
  table('parcels', { id: 'integer', parcel_no: 'text', status: 'text', shipped_at: 'timestamp', delivered_at: 'timestamp' }),
];
const schema: Schema = {
  fingerprint: 'sailing',
  tables: tables.map((one) => ({
    ...one,
    columns: one.columns.map((column) => ({
      ...column,
      nullable: optional.has(column.name),
      comment: one.name === 'learner' && column.name === 'status' ? 'A = active, Q = quit' : null,
    })),
  })),
};
const values = buildValueIndex([
  { table: 'learner', column: 'gearbox', values: ['manual', 'automatic'] },
  { table: 'learner', column: 'status', values: ['A', 'Q'] },
  { table: 'learner', column: 'company', values: ['Norvik', 'Tarn'] },
  { table: 'players', column: 'last_name', values: ['Berg', 'Lund'] },
  { table: 'outing', column: 'status', values: ['planned', 'cancelled'] },
  { table: 'courses', column: 'subject', values: ['Navigation'] },
  { table: 'invoices', column: 'status', values: ['open', 'overdue'] },
  { table: 'parcels', column: 'status', values: ['packed', 'shipped', 'delivered'] },
]);
const planner = createQuestionPlanner();
const { signal } = new AbortController();
const ask = (text: string) => planner.plan({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal });
const sqlOf = async (text: string): Promise<string> => {
  const outcome = await ask(text);
  if (outcome.kind !== 'plan') return outcome.kind;
  const { sql, params } = compilePostgres(outcome.plan, schema);
  return sql.replaceAll(/\$(\d+)/g, (_all, at: string) => String(params[Number(at) - 1])).replaceAll(/\s+/g, ' ');
};

describe('what would be answered of other rows, or of fewer words, is not answered', () => {
  it.each([
    // A last name that is shown is not the last rehearsal.
    'players who were not at the last rehearsal',
    'who cancelled the most outings',
    'list everyone who learns on an automatic',
    'how many learners do we have right now',
    'average mark in Navigation',
    'biggest parcel ever',
    'largest parcels',
    'give me the numbers',
    'overdue invoices, with who its for',
    'invoiced per month since july',
  ])('%s', async (text) => {
    expect(await sqlOf(text)).toBe('declined');
  });
});

describe('is answered', () => {
  it.each([
    ['parcels not shipped', 'WHERE shipped_at IS NULL'],
    ['how many parcels are not delivered', 'WHERE delivered_at IS NULL'],
    ['companies with more than one learner', 'WHERE company IS NOT NULL GROUP BY company HAVING count(*) > 1'],
    ['how many outings did each learner have', 'learner.fname, learner.sname, count(*)'],
    ['how many learners have status Q', 'status = Q'],
    ['average mark level', 'avg(mark_level)'],
    ['players with last name Berg', 'players'],
  ])('%s', async (text, part) => {
    expect(await sqlOf(text)).toContain(part);
  });
});
