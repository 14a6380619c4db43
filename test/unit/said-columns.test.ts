import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../src/plan/builtin/checks/plan-checks.ts';
import { lexiconOf } from '../../src/plan/builtin/linking/lexicon.ts';
import type { Expr, Select } from '../../src/plan/plan.ts';
import { idTable as table } from '../support/table.ts';

/** A pottery fair: stalls, what they sell a day, and who comes. */
const lexicon = lexiconOf({
  fingerprint: 'fair',
  tables: [
    table('stalls', { id: 'integer', name: 'text', made_year: 'integer', rented_on: 'date' }),
    table('stall_days', { id: 'integer', stall_id: 'integer', day: 'date', sold: 'integer', broken: 'integer' }, { stall_id: 'stalls' }),
    table(
      'stall_lines',
      { id: 'integer', stall_id: 'integer', item: 'text', mugs: 'integer', unit_price: 'decimal' },
      { stall_id: 'stalls' },
    ),
    table('tents', { id: 'integer', name: 'text', cost: 'decimal', owned: 'boolean' }),
    table('porters', { id: 'integer', name: 'text' }),
    table('jobs', { id: 'integer', porter_id: 'integer', tent_id: 'integer' }, { porter_id: 'porters', tent_id: 'tents' }),
    table('loans', { id: 'integer', porter_id: 'integer', tent_id: 'integer' }, { porter_id: 'porters', tent_id: 'tents' }),
    table('holds', { id: 'integer', tent_id: 'integer' }, { tent_id: 'tents' }),
    table('invitations', { id: 'integer', stall_id: 'integer', guest: 'text', showed_up: 'boolean' }, { stall_id: 'stalls' }),
  ],
});
const column = (from: string, name: string): Expr => ({ kind: 'column', table: from, column: name });
const count: Expr = { kind: 'aggregate', fn: 'count', arg: { kind: 'star' } };
const sum = (from: string, name: string): Expr => ({ kind: 'aggregate', fn: 'sum', arg: column(from, name) });
const query = (from: string, shown: readonly Expr[], more: Partial<Select> = {}): Select => ({
  kind: 'select',
  columns: shown.map((expr, at) => ({ expr, as: `c${at}` })),
  from: { kind: 'table', table: from, as: from },
  ...more,
});
const since = (from: string, name: string, value: number | string): Expr => ({
  kind: 'compare',
  op: '>',
  left: column(from, name),
  right: { kind: 'literal', value, type: typeof value === 'number' ? 'integer' : 'date' },
});
const refused = (text: string, plan: Select) => refusalOf(plan, text, lexicon);

describe('a column that the words speak of has to be in the plan', () => {
  it('prices of lines that say how many there are are not added up', () => {
    const made = query('stall_lines', [sum('stall_lines', 'unit_price')]);
    expect(refused('how much did we make', made)).toContain('pieces');
    expect(refused('the sum of all unit prices', made)).toBeNull();
  });

  it('what was sold is no count of rows that say how many were sold', () => {
    const counted = query('stall_days', [count]);
    expect(refused('how many did we sell', counted)).toContain('sold');
    expect(refused('how many stall days are there', counted)).toBeNull();
    expect(refused('how many did we sell', query('stall_days', [sum('stall_days', 'sold')]))).toBeNull();
  });

  it('what was made in a year is not what was rented then', () => {
    const rented = query('stalls', [column('stalls', 'name')], { where: since('stalls', 'rented_on', '1990-12-31') });
    const made = { ...rented, where: since('stalls', 'made_year', 1990) };
    const byRent = { ...made, orderBy: [{ expr: column('stalls', 'rented_on'), direction: 'asc' as const, nulls: 'last' as const }] };
    expect(refused('stalls made after 1990', rented)).toContain('made');
    expect(refused('stalls rented after 1990', rented)).toBeNull();
    expect(refused('stalls made after 1990', made)).toBeNull();
    expect(refused('stalls made after 1990, oldest first', byRent)).toContain('made');
  });

  it('who turned up is told by the rows', () => {
    const all = query('invitations', [count]);
    expect(refused('how many guests turned up', all)).toContain('turned up');
    expect(refused('how many guests were invited', all)).toBeNull();
  });

  it('what is rented is told from what is owned', () => {
    const all = query('tents', [count]);
    expect(refused('how many tents do we rent', all)).toContain('owned');
    expect(refused('how many tents are there', all)).toBeNull();
  });

  it('who owns a thing is nobody who worked at it', () => {
    const at: Expr = { kind: 'compare', op: '=', left: column('jobs', 'porter_id'), right: column('porters', 'id') };
    const worked: Select = {
      ...query('jobs', [column('jobs', 'id')], { where: at }),
      joins: [{ type: 'inner', source: { kind: 'table', table: 'tents', as: 'tents' }, on: at }],
    };
    const porters = query('porters', [column('porters', 'name')], { where: { kind: 'exists', query: worked } });
    expect(refused('who owns the north tent', porters)).toContain('owns');
    expect(refused('who put up the north tent', porters)).toBeNull();
  });

  it('an average of what was borrowed is of loans', () => {
    const holds = query('holds', [{ kind: 'arithmetic', op: '/', left: count, right: count }]);
    expect(refused('how many tents has a porter borrowed on average', holds)).toContain('borrowed');
  });

  it('an amount makes no groups that nobody asked for', () => {
    const each = query('tents', [count, column('tents', 'cost')], { groupBy: [column('tents', 'cost')] });
    expect(refused('tents per porter and the cost of all of them', each)).toContain('cost');
    expect(refused('how many tents by cost', each)).toBeNull();
  });

  it('a second number is asked for', () => {
    const each = query('stall_days', [column('stall_days', 'day'), count], { groupBy: [column('stall_days', 'day')] });
    expect(refused('stall days per day and how many of them did we keep', each)).toContain('how many of them');
    expect(refused('stall days per day', each)).toBeNull();
  });
});
