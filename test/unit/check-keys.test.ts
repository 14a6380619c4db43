import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../src/plan/builtin/checks/plan-checks.ts';
import { lexiconOf } from '../../src/plan/builtin/linking/lexicon.ts';
import type { Expr, Select } from '../../src/plan/plan.ts';
import { idTable } from '../support/table.ts';

/** A choir school. */
const lexicon = lexiconOf({
  fingerprint: 'choir',
  tables: [
    idTable('singers', { id: 'integer', name: 'text', brought_by: 'integer', age: 'integer' }, { brought_by: 'singers' }),
    idTable('songs', { id: 'integer', title: 'text', song_no: 'integer', minutes: 'integer' }),
  ],
});
const refused = (text: string, plan: Select) => refusalOf(plan, text, lexicon, new Date('2026-11-22T10:00:00Z'));

const at = (table: string, column: string): Expr => ({ kind: 'column', table, column });
const one: Expr = { kind: 'literal', value: 1, type: 'integer' };
const more = (left: Expr): Expr => ({ kind: 'compare', op: '>', left, right: one });
const from = (table: string) => ({ kind: 'select', from: { kind: 'table', table, as: table } }) as const;
const names = { ...from('singers'), columns: [{ expr: at('singers', 'name'), as: 'name' }] };

describe('what is no answer of keys and numbers', () => {
  it('compares a key by its size', () => {
    expect(refused('who brought more than one singer', { ...names, where: more(at('singers', 'brought_by')) })).not.toBeNull();
    expect(refused('singers whose age is more than 1', { ...names, where: more(at('singers', 'age')) })).toBeNull();
  });

  it('counts those of one name, unless names are asked for', () => {
    const groups: Select = {
      ...names,
      groupBy: [at('singers', 'name')],
      having: more({ kind: 'aggregate', fn: 'count', arg: { kind: 'star' } }),
    };
    expect(refused('who is in charge of more than 1 singer', groups)).not.toBeNull();
    expect(refused('which names of singers are there more than 1 time', groups)).toBeNull();
  });

  it('adds up numbers that things are known by', () => {
    const mean = (column: string): Select => ({
      ...from('songs'),
      columns: [{ expr: { kind: 'aggregate', fn: 'avg', arg: at('songs', column) }, as: 'average' }],
    });
    expect(refused('average number of songs', mean('song_no'))).not.toBeNull();
    expect(refused('average minutes of songs', mean('minutes'))).toBeNull();
  });
});
