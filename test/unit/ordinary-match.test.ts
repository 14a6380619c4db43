import { describe, expect, it } from 'vitest';
import { flawsOf } from '../../eval/run/judge-brief.ts';
import { type MatchOptions, sameAnswer } from '../../eval/run/ordinary-match.ts';
import { sameChange } from '../../eval/run/same-change.ts';

const subset: MatchOptions = { mode: 'subset', ordered: false };
const exact: MatchOptions = { mode: 'exact', ordered: false };

describe('matching answers to ordinary questions', () => {
  it('takes further columns in any order, unless as many as expected are wanted', () => {
    expect(sameAnswer([['Ann', '3']], [[7, 'Ann', 3.0]], subset)).toBe(true);
    expect(sameAnswer([['Ann', '3']], [[7, 'Ann', 3.0]], exact)).toBe(false);
    expect(sameAnswer([['x', '1']], [['1', 'x']], exact)).toBe(true);
  });

  it('gives each expected column one of its own, in which the rows agree', () => {
    const gold = [
      ['a', 1],
      ['b', 2],
    ];
    const turned = [
      ['a', 2],
      ['b', 1],
    ];
    expect(sameAnswer(gold, turned, subset)).toBe(false);
    expect(sameAnswer([[3, 3]], [[3]], subset)).toBe(false);
  });

  it('counts rows, and their duplicates', () => {
    expect(sameAnswer([['a']], [['a'], ['b']], subset)).toBe(false);
    expect(sameAnswer([['a'], ['b']], [['a'], ['a']], subset)).toBe(false);
    expect(sameAnswer([], [], subset)).toBe(true);
    expect(sameAnswer([], [['a']], subset)).toBe(false);
  });

  it('goes by the order only where one is asked for', () => {
    expect(sameAnswer([['a'], ['b']], [['b'], ['a']], subset)).toBe(true);
    expect(sameAnswer([['a'], ['b']], [['b'], ['a']], { ...subset, ordered: true })).toBe(false);
  });

  it('takes numbers rounded to decimals, not to whole ones, and passes over signs of money and percent', () => {
    expect(sameAnswer([['1.666666']], [['1.67']], exact)).toBe(true);
    expect(sameAnswer([['1.666666']], [['2']], exact)).toBe(false);
    expect(sameAnswer([['1234.5']], [['$1,234.50']], subset)).toBe(true);
    expect(sameAnswer([['20']], [['20%']], subset)).toBe(true);
    expect(sameAnswer([['ATL-20']], [['BEA-20']], subset)).toBe(false);
  });

  it('takes a month by its first day or its name, without a year only where all are of one', () => {
    const gold = [
      ['2026-10-01', 4],
      ['2026-09-01', 2],
    ];
    const named = [
      ['Sep', 2],
      ['Oct', 4],
    ];
    expect(sameAnswer(gold, named, subset)).toBe(true);
    expect(sameAnswer([...gold, ['2025-09-01', 1]], [...named, ['Sep', 1]], subset)).toBe(false);
    expect(sameAnswer([['2026-10-01']], [['October 2026']], subset)).toBe(true);
  });

  it('takes an instant at midnight for its day and an interval for its length in days, hours or minutes', () => {
    expect(sameAnswer([['2026-10-05 00:00:00']], [['2026-10-05']], subset)).toBe(true);
    expect(sameAnswer([['2.5']], [['2 days 12:00:00']], subset)).toBe(true);
    expect(sameAnswer([['2.5']], [['3 days']], subset)).toBe(false);
  });

  it('compares text without case and outer spaces, and NULL with NULL alone', () => {
    expect(sameAnswer([['Ann  Lee ']], [['ann lee']], subset)).toBe(true);
    expect(sameAnswer([[null]], [[0]], subset)).toBe(false);
    expect(sameAnswer([['t']], [[true]], subset)).toBe(true);
  });
});

describe('comparing what changes leave', () => {
  const row = (id: number, name: string, note: string | null = null) => ({ id, name, note });
  const before = { guests: [row(1, 'Ann')], rooms: [{ id: 1 }] };
  const after = { guests: [row(1, 'Ann'), row(2, 'Bo', 'new')], rooms: [{ id: 1 }] };
  const wanted = { before, after, sql: "INSERT INTO guests (name) VALUES ('Bo')", keys: { guests: ['id'], rooms: ['id'] } };

  it('passes over the key of a new row, and lets what the statement leaves out be NULL', () => {
    expect(sameChange(wanted, { ...before, guests: [row(1, 'Ann'), row(9, 'bo')] })).toBe(true);
    expect(sameChange(wanted, { ...before, guests: [row(1, 'Ann'), row(9, 'Bo', 'other')] })).toBe(false);
  });

  it('wants every other row and table as it was', () => {
    expect(sameChange(wanted, { guests: [row(1, 'Anna'), row(2, 'Bo')], rooms: [{ id: 1 }] })).toBe(false);
    expect(sameChange(wanted, { guests: [row(1, 'Ann'), row(2, 'Bo')], rooms: [] })).toBe(false);
    expect(sameChange(wanted, before)).toBe(false);
  });

  it('takes another instant of the day only where the statement says now()', () => {
    const at = (time: string) => ({ visits: [{ id: 1, ended: `2026-11-22 ${time}` }] });
    const ended = { before: at('08:00'), after: at('12:00'), keys: {} };
    expect(sameChange({ ...ended, sql: 'UPDATE visits SET ended = now()' }, at('12:01'))).toBe(true);
    expect(sameChange({ ...ended, sql: "UPDATE visits SET ended = '2026-11-22 12:00'" }, at('12:01'))).toBe(false);
  });

  it('takes the instant at which the database added a row, where the statement leaves it out', () => {
    const at = (created: string) => ({ visits: [{ id: 1, name: 'Bo', created }] });
    const added = { before: { visits: [] }, after: at('2026-11-22 12:00'), keys: { visits: ['id'] } };
    const sql = "INSERT INTO visits (name) VALUES ('Bo')";
    expect(sameChange({ ...added, sql }, at('2026-11-22 12:01'))).toBe(true);
    expect(sameChange({ ...added, sql }, at('2026-11-21 12:01'))).toBe(false);
    expect(sameChange({ ...added, sql: sql.replace('(name)', '(name, created)') }, at('2026-11-22 12:01'))).toBe(false);
  });
});

describe('judging what a brief became', () => {
  const table = (name: string, columns: string, references: readonly string[] = []) => ({
    name,
    columns: columns.split(' ').map((column) => ({ name: column, type: 'text', nullable: true })),
    foreignKeys: references.map((to) => ({ columns: [`${to}_id`], table: to, references: ['id'] })),
  });
  const rules = {
    tables: [
      ['books', 'titles'],
      ['members', 'readers'],
    ],
    columns: { members: [['name', 'full_name']], books: [['author']] },
    references: [['books', 'members']] as const,
    never: ['libraries'],
  };

  it('accepts other names, a link between two tables, a reference as a column and a name in two parts', () => {
    const tables = [table('book', 'id author_id'), table('readers', 'id first_name last_name'), table('loans', 'id', ['book', 'readers'])];
    expect(flawsOf({ tables }, rules)).toEqual([]);
  });

  it('says what is missing and what nobody named', () => {
    const tables = [table('books', 'id title'), table('library', 'id')];
    expect(flawsOf({ tables }, rules)).toEqual([
      'There is no table members or readers.',
      'The table books has no column author.',
      'Nobody named libraries.',
    ]);
  });

  it('knows a column by its own name alone: a weight is no table of weights', () => {
    const tables = [table('books', 'id author weight'), table('members', 'id name', ['books']), table('loans', 'id', ['books', 'members'])];
    expect(flawsOf({ tables }, { ...rules, never: ['weights'] })).toEqual([]);
  });

  it('does not take one table for two things', () => {
    const both = { ...rules, tables: [['books'], ['books']], columns: {}, references: [] };
    expect(flawsOf({ tables: [table('books', 'id')] }, both)).toEqual(['There is no table books.']);
  });
});
