import { describe, expect, it } from 'vitest';
import { answerQuery, answerWrite } from '../../src/ask/answer.ts';
import type { Insert, Query } from '../../src/plan/plan.ts';

const name = { kind: 'column', table: 'patrons', column: 'name' } as const;
const patrons: Query = { kind: 'select', columns: [{ expr: name, as: 'name' }], from: { kind: 'table', table: 'patrons', as: 'patrons' } };
const sorted: Query = { ...patrons, orderBy: [{ expr: name, direction: 'asc', nulls: 'last' }] };
const names = (count: number) => Array.from({ length: count }, (_, at) => [`P${at + 1}`]);
const columns = [{ name: 'name', type: 'text' as const }];

describe('an answer in words', () => {
  it('names all of ten', () => {
    expect(answerQuery(patrons, { columns, rows: names(10), truncated: false, affected: null })).toBe(
      '10 rows: P1, P2, P3, P4, P5, P6, P7, P8, P9, P10.',
    );
  });

  it('names a few of more, and says how many there are', () => {
    expect(answerQuery(patrons, { columns, rows: names(11), truncated: false, affected: null })).toBe('11 rows, among them P1, P2, P3.');
    expect(answerQuery(sorted, { columns, rows: names(25), truncated: false, affected: null })).toBe('25 rows, the first P1, P2, P3.');
    expect(answerQuery(sorted, { columns, rows: names(20), truncated: true, affected: null })).toBe(
      'More than 20 rows, the first P1, P2, P3.',
    );
  });

  it('leaves wide rows to the table', () => {
    const wide = ['a', 'b', 'c'].map((one) => ({ name: one, type: 'text' as const }));
    const rows = [
      ['1', '2', '3'],
      ['4', '5', '6'],
    ];
    expect(answerQuery(patrons, { columns: wide, rows, truncated: false, affected: null })).toBe('2 rows.');
  });

  it('says stretches of time by their names', () => {
    const of = (unit: string, day: string) => {
      const read = {
        columns: [
          { name: unit, type: 'date' as const },
          { name: 'count', type: 'integer' as const },
        ],
        rows: [
          [day, 3],
          [day, 5],
        ],
      };
      return answerQuery(patrons, { ...read, truncated: false, affected: null });
    };
    expect(of('month', '2026-01-01T00:00:00Z')).toBe('2 rows: January 2026 (3), January 2026 (5).');
    expect(of('month', '2026-01-01')).toBe('2 rows: January 2026 (3), January 2026 (5).');
    expect(of('quarter', '2026-04-01')).toBe('2 rows: Q2 2026 (3), Q2 2026 (5).');
    expect(of('year', '2026-01-01')).toBe('2 rows: 2026 (3), 2026 (5).');
    expect(of('week', '2026-01-05')).toBe('2 rows: week of 2026-01-05 (3), week of 2026-01-05 (5).');
    expect(of('born_on', '2026-01-01')).toBe('2 rows: 2026-01-01 (3), 2026-01-01 (5).');
  });

  it('says first and last names as one name', () => {
    const named = ['first_name', 'last_name', 'count'].map((one) => ({ name: one, type: 'text' as const }));
    const rows = [
      ['Ann', 'Lee', 2],
      ['Bo', null, 1],
    ];
    expect(answerQuery(patrons, { columns: named, rows, truncated: false, affected: null })).toBe('2 rows: Ann Lee (2), Bo (1).');
  });

  it('does not call a row new that an insert may have written over', () => {
    const value = { kind: 'literal', value: 1, type: 'integer' } as const;
    const insert: Insert = { kind: 'insert', table: 'patrons', columns: ['id'], rows: [[value]] };
    expect(answerWrite(insert, 1)).toBe('Inserted 1 row into patrons.');
    const upsert: Insert = { ...insert, onConflict: { action: 'update', columns: ['id'], set: [{ column: 'id', value }] } };
    expect(answerWrite(upsert, 2)).toBe('Inserted or wrote over 2 rows in patrons.');
  });
});
