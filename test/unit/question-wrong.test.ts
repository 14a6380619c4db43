import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { idTable } from '../support/table.ts';
import { wardSchema, wardValues } from '../support/ward-schema.ts';

const planner = createQuestionPlanner();

const ask = (text: string) =>
  planner.plan({
    text,
    schema: wardSchema,
    values: wardValues,
    now: new Date('2026-11-21T10:00:00Z'),
    signal: new AbortController().signal,
  });

describe('a question that reads well and would be answered wrongly', () => {
  it.each([
    'Which patients with visits have no visits?',
    'Who is the oldest patient in each ward?',
    'Who is the youngest nurse?',
    'Who is the oldest nurse?',
    'Who tutors Ida Krog?',
    'Which patients have ordered every medicine?',
    'Which patients reviewed all their orders?',
    'Which medicines did Ben Hale buy?',
    'Which medicines were bought by Mia Roth?',
    'What is the total stock value?',
    'Show nurses with their tutors',
    'How many patients were seen in 2024?',
    'Which medicine sold the most units?',
  ])('is declined: %s', async (question) => {
    expect(await ask(question)).toMatchObject({ kind: 'declined' });
  });

  it.each([
    [
      'What is the most expensive medicine in each kind?',
      { distinctOn: [{}, {}], orderBy: [{}, {}, { expr: { column: 'unit_price' }, direction: 'desc' }] },
    ],
    ['Show the most expensive medicine per kind', { distinctOn: [{}, {}] }],
    ['Show the nurses with their wards', { from: { table: 'nurses' }, joins: [{ type: 'left', source: { table: 'wards' } }] }],
    ['Who is the youngest patient?', { orderBy: [{ expr: { column: 'birth_date' }, direction: 'desc' }] }],
    ['What medicines did Ben Hale review?', { joins: [{ source: { table: 'reviews' } }, { source: { table: 'patients' } }] }],
    ['Which patients visited last month?', { joins: [{ source: { table: 'visits' } }] }],
    ['Patients registered last month', { from: { table: 'patients' }, where: { kind: 'and' } }],
    ['How many retired medicines are there?', { columns: [{ expr: { fn: 'count' } }], where: { op: '=', left: { column: 'retired' } } }],
    ['List the retired medicines', { columns: [{ expr: { column: 'name' } }], where: { right: { value: true } } }],
    ['Which nurses are certified?', { where: { left: { column: 'certified' }, right: { value: true } } }],
    ['How many nurses are not certified?', { where: { left: { column: 'certified' }, right: { value: false } } }],
    ['How many patients have an email?', { where: { kind: 'not', arg: { kind: 'isNull', arg: { column: 'email' } } } }],
    ['List patients without an email', { where: { kind: 'isNull', arg: { column: 'email' } } }],
    [
      'Show patients and their number of visits, including those without visits',
      { columns: [{}, { expr: { fn: 'count', arg: { table: 'visits', column: 'id' } } }], joins: [{ type: 'left' }] },
    ],
    ['Which patients have no visits?', { where: { kind: 'not', arg: { kind: 'exists' } } }],
  ])('is read still: %s', async (question, plan) => {
    expect(await ask(question)).toMatchObject({ kind: 'plan', plan });
  });
});

/** A workshop: people of two kinds, a foreman who is a worker, several days of a job, rows that only their key names. */
const workshop = ((): Schema => {
  const table = (
    name: string,
    columns: Parameters<typeof idTable>[1],
    keys: Record<string, string> = {},
    optional: readonly string[] = [],
  ) => {
    const own = idTable(name, columns, keys);
    return { ...own, columns: own.columns.map((column) => ({ ...column, nullable: optional.includes(column.name) })) };
  };
  return {
    fingerprint: 'workshop',
    tables: [
      table('customers', { id: 'integer', first_name: 'text', surname: 'text', has_pets: 'boolean' }),
      table('workers', { id: 'integer', name: 'text', trade: 'text', hired_on: 'date', foreman_id: 'integer' }, { foreman_id: 'workers' }, [
        'foreman_id',
      ]),
      table(
        'jobs',
        {
          id: 'integer',
          title: 'text',
          customer_id: 'integer',
          status: 'text',
          deposit: 'decimal',
          start_date: 'date',
          actual_end: 'date',
        },
        { customer_id: 'customers' },
        ['actual_end'],
      ),
      table(
        'timesheets',
        { id: 'integer', worker_id: 'integer', job_id: 'integer', work_date: 'date', hours: 'decimal' },
        { worker_id: 'workers', job_id: 'jobs' },
      ),
      table('deliveries', { id: 'integer', job_id: 'integer', ordered_on: 'date', delivered_on: 'date' }, { job_id: 'jobs' }, [
        'delivered_on',
      ]),
    ],
  };
})();
const workshopValues = buildValueIndex([
  { table: 'workers', column: 'name', values: ['Ann Hale', 'Bo Krog'] },
  { table: 'workers', column: 'trade', values: ['plumber', 'joiner', 'foreman'] },
  { table: 'jobs', column: 'title', values: ['Garden wall', 'Loft conversion'] },
  { table: 'jobs', column: 'status', values: ['finished', 'in progress'] },
]);

const askWorkshop = (text: string) =>
  planner.plan({
    ...{ text, schema: workshop, values: workshopValues },
    ...{ now: new Date('2026-11-21T10:00:00Z'), signal: new AbortController().signal },
  });

describe('a word that changes which rows are meant', () => {
  const column = (name: string) => ({ expr: { column: name } });
  it.each([
    [
      'customers with pets',
      { columns: [column('first_name'), column('surname')], where: { left: { column: 'has_pets' }, right: { value: true } } },
    ],
    ['customers without pets', { where: { left: { column: 'has_pets' }, right: { value: false } } }],
    ['workers with no foreman', { where: { kind: 'isNull', arg: { column: 'foreman_id' } } }],
    ['jobs without a deposit', { where: { kind: 'compare', op: '=', left: { column: 'deposit' }, right: { value: 0 } } }],
    [
      'finished jobs this year',
      { where: { args: [{}, { args: [{ left: { column: 'actual_end' } }, { left: { column: 'actual_end' } }] }] } },
    ],
    ['longest serving worker', { orderBy: [{ expr: { column: 'hired_on' }, direction: 'asc' }], limit: 1 }],
    ['plumbers vs joiners', { groupBy: [{ column: 'trade' }] }],
    ['jobs with a deposit between 1k and 3k', { where: { kind: 'between', low: { value: 1000 }, high: { value: 3000 } } }],
    ["who hasn't worked this month", { from: { table: 'workers' }, where: { arg: { query: { from: { table: 'timesheets' } } } } }],
    ['workers who worked more than twice', { where: { op: '>', left: { kind: 'scalarQuery' }, right: { value: 2 } } }],
    ['deliveries ordered in the last 2 weeks', { columns: workshop.tables[4]?.columns.map(({ name }) => column(name)) }],
  ])('is in the plan: %s', async (question, plan) => {
    expect(await askWorkshop(question)).toMatchObject({ kind: 'plan', plan });
  });

  it.each(['hours rate per worker', 'deposit per job rate', 'jobs repaired more than 3 times', 'jobs of the 1.x client'])(
    'is not passed over: %s',
    async (question) => {
      expect(await askWorkshop(question)).toMatchObject({ kind: 'declined' });
    },
  );
});
