import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
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

describe('what is lent and comes back', () => {
  const late = { op: '>', left: column('returned_on'), right: column('due_on') };
  it.each([
    ['loans that came back late', { from: { table: 'loans' }, where: late }],
    ['what percentage of loans came back late', { columns: [{ expr: { op: '/', left: { right: { filter: late } } } }] }],
    ['when did ines moe last borrow from us', { columns: [{ expr: { fn: 'max', arg: column('out_on') } }] }],
    ['how many loans are overdue', { where: { args: [{ left: column('due_on') }, { kind: 'isNull', arg: column('returned_on') }] } }],
  ])('%s', async (text, plan) => {
    expect(await ask(text)).toMatchObject({ kind: 'plan', plan });
  });
});

describe('a flag of what somebody has', () => {
  const unpaid = { kind: 'exists', query: { where: { args: [{}, { left: column('paid'), right: { value: false } }] } } };
  it.each(['who still hasnt paid', 'members who have not paid', 'who has not paid'])('%s', async (text) => {
    expect(await ask(text)).toMatchObject({ kind: 'plan', plan: { from: { table: 'members' }, where: unpaid } });
  });

  // Whether one that is paid is enough, or all have to be, is not said.
  it.each(['members who have paid', 'members who have never paid'])('is not asked for by "%s"', async (text) => {
    expect(JSON.stringify(await ask(text))).not.toContain('"value":false');
  });
});

describe('values beside the noun of their column, and parts of descriptions', () => {
  it.each([
    ['how many size M tools', { columns: [{ expr: { fn: 'count' } }], where: { left: column('size_label'), right: { value: 'M' } } }],
    ['colour of the makita saw', { where: { left: column('description'), right: { value: 'Makita band saw' } } }],
    ['colour of the hedge trimmer', { where: { op: 'ilike', right: { value: '%hedge trimmer%' } } }],
  ])('%s', async (text, plan) => {
    expect(await ask(text)).toMatchObject({ kind: 'plan', plan });
  });

  // Of no column of that name, in another order, and of more than one.
  it.each(['how many colour M tools', 'colour of the saw makita', 'colour of the petrol saw', 'town of old club'])(
    'is declined: %s',
    async (text) => {
      expect(await ask(text)).toMatchObject({ kind: 'declined' });
    },
  );
});

describe('how long', () => {
  it.each([
    ['how long has ines moe been with us', { columns: [{}, { as: 'joined_on' }, { expr: { op: '-' }, as: 'days' }] }],
    ['how long has ines moe been a member', { columns: [{}, { as: 'joined_on' }, { as: 'days' }] }],
    ['how long is the average course', { columns: [{ expr: { fn: 'avg', arg: column('minutes') } }] }],
    ['how long are courses on average', { columns: [{ expr: { fn: 'avg', arg: column('minutes') } }] }],
  ])('%s', async (text, plan) => {
    expect(await ask(text)).toMatchObject({ kind: 'plan', plan });
  });

  it.each(['how long has ines moe been with per lie', 'how long has ines moe been a tool', 'how long is the average tool'])(
    'is declined: %s',
    async (text) => {
      expect(await ask(text)).toMatchObject({ kind: 'declined' });
    },
  );
});

describe('rates of ours', () => {
  it.each([
    ['what is our pass rate', { columns: [{ as: 'percentage' }] }],
    ['pass rate by course hall', { columns: [{ expr: column('hall') }, { as: 'percentage' }], groupBy: [column('hall')] }],
  ])('%s', async (text, plan) => {
    expect(await ask(text)).toMatchObject({ kind: 'plan', plan });
  });

  it('are none of what is no result', async () => {
    expect(await ask('what is our drill rate')).toMatchObject({ kind: 'declined' });
  });
});

describe('what is popular', () => {
  it('is what is lent, and not what is serviced', async () => {
    const joins = [{ source: { table: 'kit' } }];
    const plan = { from: { table: 'loan_lines' }, joins, orderBy: [{ expr: { fn: 'count' } }], limit: 1 };
    expect(await ask('whats our most popular tool')).toMatchObject({ kind: 'plan', plan });
  });

  it('is not known of what nothing is lent of', async () => {
    expect(await ask('most popular pack')).toMatchObject({ kind: 'declined' });
  });
});
