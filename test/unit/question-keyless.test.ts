import { expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { table } from '../support/table.ts';

/** Tables that declare no reference, as none of ClickHouse's do, and whose columns are named as the tables that they mean. */
const schema: Schema = {
  fingerprint: 'keyless',
  tables: [
    table('technician', { employeeid: 'integer', name: 'text', grade: 'text' }),
    table('part', { code: 'integer', name: 'text', maker: 'text' }),
    table('machine', { serial: 'integer', name: 'text', hall: 'integer' }),
    table('repair', { technician: 'integer', machine: 'integer', part: 'integer', done_on: 'date', rating: 'integer' }),
    table('rating', { rating_id: 'integer', machine: 'integer', stars: 'integer' }),
  ],
};
const values = buildValueIndex([
  { table: 'part', column: 'maker', values: ['Bosch', 'Parker'] },
  { table: 'technician', column: 'name', values: ['Ida Holm', 'Per Dahl'] },
]);

const ask = (text: string) =>
  createQuestionPlanner().plan({ text, schema, values, now: new Date('2026-11-21T10:00:00Z'), signal: new AbortController().signal });

const col = (of: string, column: string) => ({ kind: 'column', table: of, column });
const on = (left: object, right: object) => ({ kind: 'compare', op: '=', left, right });

it.each([
  [
    'What are the names of machines that have had a repair?',
    { columns: [{ expr: col('machine', 'name') }], joins: [{ on: on(col('machine', 'serial'), col('repair', 'machine')) }] },
  ],
  [
    'What are the grades of technicians who did repairs with parts of the maker Bosch?',
    {
      columns: [{ expr: col('technician', 'grade') }],
      joins: [
        { on: on(col('technician', 'employeeid'), col('repair', 'technician')) },
        { on: on(col('repair', 'part'), col('part', 'code')) },
      ],
    },
  ],
])('a number with the name of a table refers to its rows: %s', async (question, plan) => {
  expect(await ask(question)).toMatchObject({ kind: 'plan', plan });
});
