import { describe, expect, it } from 'vitest';
import { createQuestionPlanner } from '../../src/plan/builtin/question.ts';
import { buildValueIndex } from '../../src/plan/builtin/value-index.ts';
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
const is = (column: string, value: string) => ({ kind: 'compare', op: '=', left: { column }, right: { value } });

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

  it('are no code where the comment names none', async () => {
    expect(await ask('how many batches are folded')).toMatchObject({ kind: 'declined' });
  });
});
