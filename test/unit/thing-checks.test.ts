import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../src/plan/builtin/checks/plan-checks.ts';
import { lexiconOf } from '../../src/plan/builtin/linking/lexicon.ts';
import type { Expr, Select } from '../../src/plan/plan.ts';
import { idTable } from '../support/table.ts';

/** A boat club. */
const lexicon = lexiconOf({
  fingerprint: 'boats',
  tables: [
    idTable('members', { id: 'integer', name: 'text', phone: 'text', joined_on: 'date' }),
    idTable(
      'regattas',
      { id: 'integer', title: 'text', held_on: 'date', crews: 'integer', state: 'text', host_id: 'integer' },
      { host_id: 'members' },
    ),
    idTable('pupils', { id: 'integer', name: 'text' }),
    idTable('coaches', { id: 'integer', name: 'text' }),
    idTable('visits', { id: 'integer', pupil_id: 'integer', coach_id: 'integer' }, { pupil_id: 'pupils', coach_id: 'coaches' }),
    idTable('visitor_days', { id: 'integer', day: 'date', adults: 'integer' }),
  ],
});
const refused = (text: string, plan: Select) => refusalOf(plan, text, lexicon, new Date('2026-11-22T10:00:00Z'));

const at = (table: string, column: string): Expr => ({ kind: 'column', table, column });
const count: Expr = { kind: 'aggregate', fn: 'count', arg: { kind: 'star' } };
const from = (table: string) => ({ kind: 'select', from: { kind: 'table', table, as: table } }) as const;
const since: Expr = {
  kind: 'compare',
  op: '>=',
  left: at('regattas', 'held_on'),
  right: { kind: 'literal', value: '2026-11-16', type: 'date' },
};

describe('what is shown or counted in place of what was asked for', () => {
  it('is a day, where what was done on it is asked for', () => {
    const days: Select = { ...from('regattas'), columns: [{ expr: at('regattas', 'held_on'), as: 'held_on' }], where: since };
    expect(refused('what was held last week', days)).not.toBeNull();
    expect(refused('which days were regattas held last week', days)).toBeNull();
  });

  it('is a count of one who is named, where a number to call is asked for', () => {
    const named: Expr = {
      kind: 'compare',
      op: '=',
      left: at('members', 'name'),
      right: { kind: 'literal', value: 'Ada Berg', type: 'text' },
    };
    const one: Select = { ...from('members'), columns: [{ expr: count, as: 'count' }], where: named };
    expect(refused('whats the number for ada berg', one)).not.toBeNull();
  });

  it('is a group of days, where the biggest of the things are asked for', () => {
    const by = at('regattas', 'held_on');
    const total: Expr = { kind: 'aggregate', fn: 'sum', arg: at('regattas', 'crews') };
    const groups: Select = {
      ...from('regattas'),
      columns: [
        { expr: by, as: 'held_on' },
        { expr: total, as: 'total' },
      ],
      groupBy: [by],
      orderBy: [{ expr: total, direction: 'desc', nulls: 'last' }],
      limit: 3,
    };
    expect(refused('our 3 biggest regattas going by crews', groups)).not.toBeNull();
  });

  it('is nobody, where it is asked who besides', () => {
    const regattas: Select = { ...from('regattas'), columns: [{ expr: at('regattas', 'title'), as: 'title' }], where: since };
    expect(refused('which regattas are coming up and who with', regattas)).not.toBeNull();
  });

  it('is a day with visitors, where visitors are counted', () => {
    const days: Select = { ...from('visitor_days'), columns: [{ expr: count, as: 'count' }] };
    expect(refused('how many visitors did we have', days)).not.toBeNull();
    expect(refused('how many visitor days were there', days)).toBeNull();
  });

  it('is a list, where what it comes to is asked for', () => {
    const list: Select = { ...from('regattas'), columns: [{ expr: at('regattas', 'title'), as: 'title' }] };
    expect(refused('regattas in total', list)).not.toBeNull();
    expect(refused('which regattas were there in total', list)).toBeNull();
  });

  it('is rows between, where what they are of is asked for, and a share of rows in another state', () => {
    const visits: Select = { ...from('visits'), columns: [{ expr: count, as: 'count' }], groupBy: [at('visits', 'coach_id')] };
    expect(refused('how many pupils does each coach have', visits)).not.toBeNull();
    expect(refused('how many visits does each coach have', visits)).toBeNull();
    const state = (value: string): Expr => ({
      kind: 'compare',
      op: '=',
      left: at('regattas', 'state'),
      right: { kind: 'literal', value, type: 'text' },
    });
    const held: Expr = { kind: 'aggregate', fn: 'count', arg: { kind: 'star' }, filter: state('held') };
    const share: Select = { ...from('regattas'), columns: [{ expr: held, as: 'share' }], where: state('planned') };
    expect(refused('what share of planned regattas were held', share)).not.toBeNull();
  });
});
