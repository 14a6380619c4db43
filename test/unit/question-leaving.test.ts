import { expect, test } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { table } from '../support/table.ts';

const schema: Schema = {
  fingerprint: 'pool',
  tables: [
    table('swimmers', { id: 'integer', name: 'text', town: 'text', joined_on: 'date', quit_on: 'date' }),
    table('visits', { id: 'integer', swimmer_id: 'integer', came_at: 'timestamp', left_at: 'timestamp' }, [
      ['swimmer_id', 'swimmers', 'id'],
    ]),
    table('employees', { id: 'integer', name: 'text', job_title: 'text', hired_on: 'date', left_on: 'date' }),
  ],
};

const plan = (text: string) =>
  createQuestionPlanner().plan({
    ...{ text, schema, values: buildValueIndex([]) },
    now: new Date('2026-11-21T10:00:00Z'),
    signal: new AbortController().signal,
  });

test.each(['which swimmers left this year', 'which swimmers have left us this month'])(
  '%s is no matter of a visit that they left',
  async (text) => {
    expect(JSON.stringify(await plan(text))).not.toContain('"column":"left_at"');
  },
);

test('when a visit was left is still read of visits', async () => {
  expect(JSON.stringify(await plan('list visits with a left at before 2026-01-01'))).toContain('"column":"left_at"');
});

test.each(['how many employees work here today', 'how many employees work for us right now'])(
  '%s: today is now, and no day of hiring',
  async (text) => {
    const outcome = await plan(text);
    expect(outcome).toMatchObject({ kind: 'plan', plan: { where: { kind: 'isNull', arg: { column: 'left_on' } } } });
  },
);

test('a column that is asked for by its name is told once for each value, of people as well', async () => {
  expect(await plan('which job titles do our employees have')).toMatchObject({ kind: 'plan', plan: { distinct: true } });
});
