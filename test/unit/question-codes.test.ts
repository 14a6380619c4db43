import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/questions/question.ts';
import { table } from '../support/table.ts';

/** A laundry whose names are cut short and whose states are codes: comments say what they are. */
const commented = (made: ReturnType<typeof table>, comment: string, columns: Record<string, string> = {}) => ({
  ...made,
  comment,
  columns: made.columns.map((one) => ({ ...one, comment: columns[one.name] ?? null })),
});
const schema = {
  fingerprint: 'laundry',
  tables: [
    commented(table('htl', { htl_id: 'integer', htl_nm: 'text', cty: 'text', act_flg: 'text', cr_lim: 'decimal' }), 'hotels we wash for', {
      act_flg: 'Y = active, N = former customer',
      cr_lim: 'credit limit',
    }),
    commented(
      table('btch', { btch_id: 'integer', htl_id: 'integer', btch_sts: 'text', rcv_dt: 'date', amt: 'decimal', pd_dt: 'date' }, [
        ['htl_id', 'htl', 'htl_id'],
      ]),
      'batches of linen',
      { btch_sts: 'WT = waiting, WS = washed, LST = lost', rcv_dt: 'date received', pd_dt: 'date paid' },
    ),
  ],
};
const values = buildValueIndex([
  { table: 'htl', column: 'htl_nm', values: ['Harbour Inn', 'Grand Park'] },
  { table: 'htl', column: 'cty', values: ['Bergen', 'Lima'] },
  { table: 'htl', column: 'act_flg', values: ['Y', 'N'] },
  { table: 'btch', column: 'btch_sts', values: ['WT', 'WS', 'LST'] },
]);
const planner = createQuestionPlanner();
const ask = async (text: string) => {
  const read = await planner.plan({ text, schema, values, now: new Date('2026-11-22T10:00:00Z'), signal: new AbortController().signal });
  return read.kind === 'plan' ? read.plan : read;
};
const is = (column: string, value: string | number) => ({ kind: 'compare', op: '=', left: { column }, right: { value } });

describe('names that are cut short, and codes', () => {
  it.each([
    ['how many batches are waiting', { from: { table: 'btch' }, where: is('btch_sts', 'WT') }],
    ['lost batches', { from: { table: 'btch' }, where: is('btch_sts', 'LST') }],
    ['active hotels', { from: { table: 'htl' }, where: is('act_flg', 'Y') }],
    ['hotels in bergen', { from: { table: 'htl' }, where: is('cty', 'Bergen') }],
    ['unpaid batches', { from: { table: 'btch' }, where: { kind: 'isNull', arg: { column: 'pd_dt' } } }],
    ['hotels with a credit limit over 500', { where: { op: '>', left: { column: 'cr_lim' } } }],
  ])('are read by what their comments say: %s', async (text, plan) => {
    expect(await ask(text)).toMatchObject(plan);
  });

  it.each([
    ['junior members', is('kind', 'J')],
    ['how many honorary members', is('kind', 'H')],
    ['members that lapsed', is('st', 2)],
    ['outings on wheels', 'declined'],
    ['cake and coffee mornings', is('sort', 'C')],
    ['coffee mornings', is('sort', 'C')],
    ['outings', is('sort', 'O')],
    ['heather mornings', is('sort', 'H')],
    ['sheet music mornings', 'declined'],
  ])('are read of lists without signs, and of meanings of two parts: %s', async (text, where) => {
    const members = { kind: 'F full, J junior, H honorary', st: '1 lapsing soon, 2 lapsed', note: 'A sheet, or a book' };
    const club = {
      fingerprint: 'club',
      tables: [
        commented(table('members', { id: 'integer', name: 'text', kind: 'text', st: 'integer', note: 'text' }), 'members', members),
        commented(table('mornings', { id: 'integer', member_id: 'integer', sort: 'text' }, [['member_id', 'members', 'id']]), 'mornings', {
          sort: 'C - cake and coffee; O - outing, H - heather',
        }),
      ],
    };
    const stored = buildValueIndex([
      { table: 'members', column: 'name', values: ['Heather', 'Robin'] },
      { table: 'members', column: 'kind', values: ['F', 'J', 'H'] },
      { table: 'members', column: 'note', values: ['A'] },
      { table: 'mornings', column: 'sort', values: ['C', 'O', 'H'] },
    ]);
    const now = new Date('2026-11-22T10:00:00Z');
    const read = await planner.plan({ text, schema: club, values: stored, now, signal: new AbortController().signal });
    if (where === 'declined') expect(read).toMatchObject({ kind: 'declined' });
    else expect(read).toMatchObject({ kind: 'plan', plan: { where } });
  });

  it.each([
    ['pupils on trial', is('st', 't')],
    ['how many pupils have stopped', is('st', 's')],
    ['how many women are there', is('sx', 'F')],
    ['how many ladies swim', 'declined'],
    ['male pupils', is('sx', 'M')],
    ['how many boys are on trial', { kind: 'and' }],
    ['pupils who learn', 'declined'],
  ])('are single small letters too, and those of men and women without a comment: %s', async (text, where) => {
    const pupils = commented(table('pupils', { id: 'integer', name: 'text', sx: 'text', st: 'text', hint: 'text' }), 'pupils', {
      st: 'state: r regular, t on trial, s stopped',
      hint: 'a note, if they learn in the deep',
    });
    const stored = buildValueIndex([
      { table: 'pupils', column: 'name', values: ['Ann', 'Bo'] },
      { table: 'pupils', column: 'sx', values: ['F', 'M'] },
      { table: 'pupils', column: 'st', values: ['r', 't', 's'] },
      { table: 'pupils', column: 'hint', values: ['a'] },
    ]);
    const now = new Date('2026-11-22T10:00:00Z');
    const school = { fingerprint: 'swimming', tables: [pupils] };
    const read = await planner.plan({ text, schema: school, values: stored, now, signal: new AbortController().signal });
    if (where === 'declined') expect(read).toMatchObject({ kind: 'declined' });
    else expect(read).toMatchObject({ kind: 'plan', plan: { where } });
  });

  it.each([
    ['how many instructors are there', { from: { table: 'instr' } }],
    ['members in Bath', { from: { table: 'memb' }, where: is('twn', 'Bath') }],
    ['total payments', { from: { table: 'pym' }, columns: [{ expr: { fn: 'sum', arg: { column: 'amt' } } }] }],
    ['list the reps', { from: { table: 'rep' } }],
    ['list the incomes', 'declined'],
  ])('are read as what tables and columns are called everywhere, where they are no words: %s', async (text, plan) => {
    const gym = {
      fingerprint: 'gym',
      tables: [
        table('instr', { id: 'integer', nam: 'text' }),
        table('memb', { id: 'integer', nam: 'text', twn: 'text' }),
        table('pym', { id: 'integer', memb_id: 'integer', amt: 'decimal', res: 'text' }, [['memb_id', 'memb', 'id']]),
        table('rep', { id: 'integer', nam: 'text' }),
      ],
    };
    const stored = buildValueIndex([
      { table: 'memb', column: 'nam', values: ['Ann', 'Bo'] },
      { table: 'memb', column: 'twn', values: ['Bath', 'Wells'] },
    ]);
    const now = new Date('2026-11-22T10:00:00Z');
    const read = await planner.plan({ text, schema: gym, values: stored, now, signal: new AbortController().signal });
    if (plan === 'declined') expect(read).toMatchObject({ kind: 'declined' });
    else expect(read).toMatchObject({ kind: 'plan', plan });
  });

  it('are no code where the comment names none', async () => {
    expect(await ask('how many batches are folded')).toMatchObject({ kind: 'declined' });
  });
});
