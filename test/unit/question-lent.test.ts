import { describe, expect, it } from 'vitest';
import { createQuestionPlanner } from '../../src/plan/builtin/question.ts';
import { buildValueIndex } from '../../src/plan/builtin/value-index.ts';
import { idTable as table } from '../support/table.ts';

/** A library of tools: what is lent, due back and paid for; comments say what things are called. */
const commented = (made: ReturnType<typeof table>, comment: string) => ({ ...made, comment });
const base = [
  table('members', { id: 'integer', full_name: 'text', email: 'text', joined_on: 'date', left_on: 'date', town: 'text' }),
  commented(
    table('kit', { id: 'integer', description: 'text', size_label: 'text', colour: 'text', fee: 'decimal' }),
    'one tool or machine with its own tag',
  ),
  table(
    'loans',
    { id: 'integer', member_id: 'integer', out_on: 'date', due_on: 'date', returned_on: 'date', paid: 'boolean' },
    { member_id: 'members' },
  ),
  table('loan_lines', { id: 'integer', loan_id: 'integer', kit_id: 'integer', charge: 'decimal' }, { loan_id: 'loans', kit_id: 'kit' }),
  table('servicings', { id: 'integer', kit_id: 'integer', done_on: 'date', cost: 'decimal' }, { kit_id: 'kit' }),
  commented(
    table(
      'course_places',
      { id: 'integer', member_id: 'integer', held_on: 'date', minutes: 'integer', hall: 'text', result: 'text' },
      { member_id: 'members' },
    ),
    'power saw courses; result is empty while the course lies ahead',
  ),
  table('packs', { id: 'integer', title: 'text', days: 'integer', price: 'decimal' }),
];
const optional = new Set(['email', 'left_on', 'returned_on', 'result']);
const schema = {
  fingerprint: 'tool library',
  tables: base.map((one) => ({ ...one, columns: one.columns.map((column) => ({ ...column, nullable: optional.has(column.name) })) })),
};
const values = buildValueIndex([
  { table: 'members', column: 'full_name', values: ['Ines Moe', 'Per Lie', 'Old Mill Repair Club'] },
  { table: 'members', column: 'town', values: ['Bergen', 'Lima'] },
  { table: 'kit', column: 'description', values: ['Makita cordless drill', 'Makita band saw', 'Petrol hedge trimmer'] },
  { table: 'kit', column: 'size_label', values: ['S', 'M', 'L'] },
  { table: 'kit', column: 'colour', values: ['blue', 'green'] },
  { table: 'course_places', column: 'hall', values: ['North', 'South'] },
  { table: 'course_places', column: 'result', values: ['pass', 'fail'] },
]);
const planner = createQuestionPlanner();
const ask = (text: string) =>
  planner.plan({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal: new AbortController().signal });
const column = (name: string) => ({ column: name });

describe('what comments call things', () => {
  it.each([
    ['how many tools do we have', { from: { table: 'kit' }, columns: [{ expr: { fn: 'count' } }] }],
    ['upcoming courses', { from: { table: 'course_places' }, where: { op: '>=', left: column('held_on') } }],
  ])('%s', async (text, plan) => {
    expect(await ask(text)).toMatchObject({ kind: 'plan', plan });
  });

  it('is not what follows it', async () => {
    expect(await ask('how many tags do we have')).toMatchObject({ kind: 'declined' });
  });
});

describe('a price for each of what a row has several of', () => {
  it('is divided', async () => {
    const plan = { columns: [{ as: 'title' }, { expr: { op: '/', right: column('days') } }] };
    expect(await ask('price per day of each pack')).toMatchObject({ kind: 'plan', plan });
  });

  it('is not read of what has no such number', async () => {
    expect(await ask('fee per day of each tool')).toMatchObject({ kind: 'declined' });
  });
});
