import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../src/plan/builtin/checks/plan-checks.ts';
import { lexiconOf } from '../../src/plan/builtin/linking/lexicon.ts';
import type { Expr, Join, Select } from '../../src/plan/plan.ts';
import { idTable } from '../support/table.ts';

/** A hire shop for tools: whoever looks after each, what is lent until when, and what was sold. */
const lexicon = lexiconOf({
  fingerprint: 'tools',
  tables: [
    idTable('keepers', { id: 'integer', name: 'text' }),
    idTable('tools', { id: 'integer', title: 'text', grade: 'text', keeper_id: 'integer' }, { keeper_id: 'keepers' }),
    idTable('clients', { id: 'integer', name: 'text', sent_by: 'text' }),
    idTable(
      'leases',
      { id: 'integer', client_id: 'integer', tool_id: 'integer', start_date: 'date', end_date: 'date' },
      { client_id: 'clients', tool_id: 'tools' },
    ),
    idTable('bills', { id: 'integer', client_id: 'integer', amount: 'decimal', insurer: 'text' }, { client_id: 'clients' }),
    idTable('trips', { id: 'integer', miles: 'decimal', wear: 'decimal' }),
    idTable('receipts', { id: 'integer', made_on: 'date' }),
    idTable('receipt_lines', { id: 'integer', receipt_id: 'integer', tool_id: 'integer' }, { receipt_id: 'receipts', tool_id: 'tools' }),
  ],
});
const refused = (text: string, plan: Select) => refusalOf(plan, text, lexicon, new Date('2026-11-22T10:00:00Z'));

const at = (table: string, column: string): Expr => ({ kind: 'column', table, column });
const same = (left: Expr, right: Expr): Expr => ({ kind: 'compare', op: '=', left, right });
const text = (value: string): Expr => ({ kind: 'literal', value, type: 'text' });
const from = (table: string) => ({ kind: 'select', from: { kind: 'table', table, as: table } }) as const;
const joined = (table: string, on: Expr): Join => ({ type: 'inner', source: { kind: 'table', table, as: table }, on });

describe('what is said besides', () => {
  it('is shown of what the things are listed with', () => {
    const tools: Select = { ...from('tools'), columns: [{ expr: at('tools', 'title'), as: 'title' }] };
    expect(refused('the tools with the keeper that has them', tools)).toContain('keeper');
    const both: Select = {
      ...tools,
      columns: [...tools.columns, { expr: at('keepers', 'name'), as: 'keeper' }],
      joins: [joined('keepers', same(at('tools', 'keeper_id'), at('keepers', 'id')))],
    };
    expect(refused('the tools with the keeper that has them', both)).toBeNull();
  });

  it('is no value of something else where the things have a column of that name', () => {
    const exists: Expr = {
      kind: 'exists',
      query: {
        ...from('clients'),
        columns: [{ expr: at('clients', 'id'), as: 'id' }],
        where: {
          kind: 'and',
          args: [same(at('clients', 'id'), at('bills', 'client_id')), same(at('clients', 'sent_by'), text('insurer'))],
        },
      },
    };
    const total: Expr = { kind: 'aggregate', fn: 'sum', arg: at('bills', 'amount') };
    const owed: Select = { ...from('bills'), columns: [{ expr: total, as: 'total' }], where: { kind: 'not', arg: exists } };
    expect(refused('total of the bills, leaving out the insurers', owed)).toContain('insurer');
  });

  it('is what was sold, and not in how many receipts it was', () => {
    const receipts: Expr = { kind: 'aggregate', fn: 'count', arg: at('receipts', 'id'), distinct: true };
    const byGrade: Select = {
      ...from('receipts'),
      joins: [
        joined('receipt_lines', same(at('receipts', 'id'), at('receipt_lines', 'receipt_id'))),
        joined('tools', same(at('receipt_lines', 'tool_id'), at('tools', 'id'))),
      ],
      columns: [
        { expr: at('tools', 'grade'), as: 'grade' },
        { expr: receipts, as: 'count' },
      ],
      groupBy: [at('tools', 'grade')],
    };
    expect(refused('which grade sells best', byGrade)).toContain('sold');
    expect(refused('how many receipts are there for each grade', byGrade)).toBeNull();
  });

  it('is held now, where rows say until when they hold', () => {
    const count: Expr = { kind: 'aggregate', fn: 'count', arg: { kind: 'star' } };
    const several: Select = {
      ...from('clients'),
      joins: [joined('leases', same(at('clients', 'id'), at('leases', 'client_id')))],
      columns: [{ expr: at('clients', 'name'), as: 'name' }],
      groupBy: [at('clients', 'id'), at('clients', 'name')],
      having: { kind: 'compare', op: '>', left: count, right: { kind: 'literal', value: 1, type: 'integer' } },
    };
    expect(refused('clients with more than one tool', several)).toContain('over');
    expect(refused('clients who have ever had more than one tool', several)).toBeNull();
  });

  it('is one amount by another, and no group of each', () => {
    const wear: Expr = { kind: 'aggregate', fn: 'avg', arg: at('trips', 'wear') };
    const perMile: Select = { ...from('trips'), columns: [{ expr: wear, as: 'wear' }], groupBy: [at('trips', 'miles')] };
    expect(refused('average wear per mile', perMile)).toContain('per mile');
  });
});
