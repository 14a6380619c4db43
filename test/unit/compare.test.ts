import { describe, expect, it } from 'vitest';
import { sameResult } from '../../eval/compare.ts';
import { splitStatements } from '../../eval/load.ts';
import type { ScoredQuestion } from '../../eval/questions.ts';
import { type Answer, type Mark, mark, summarise } from '../../eval/score.ts';

describe('comparing results', () => {
  it('takes rows in any order unless the expected statement orders them', () => {
    expect(sameResult([[1], [2]], [[2], [1]])).toBe(true);
    expect(sameResult([[1], [2]], [[2], [1]], { ordered: true })).toBe(false);
  });

  it('counts duplicates', () => {
    expect(sameResult([['a'], ['a']], [['a']])).toBe(false);
    expect(sameResult([['a'], ['b']], [['a'], ['a']])).toBe(false);
  });

  it('takes columns in any order, but no more and no fewer', () => {
    expect(sameResult([['Paris', 3]], [[3, 'Paris']])).toBe(true);
    expect(sameResult([['Paris', 3]], [['Paris']])).toBe(false);
    expect(sameResult([['Paris']], [['Paris', 3]])).toBe(false);
  });

  it('lets columns change places only together with their rows', () => {
    expect(
      sameResult(
        [
          [1, 2],
          [2, 1],
        ],
        [
          [1, 1],
          [2, 2],
        ],
      ),
    ).toBe(false);
  });

  it('takes numbers that are near, written as text, or rounded to two decimals', () => {
    expect(sameResult([['12.5']], [[12.5]])).toBe(true);
    expect(sameResult([[10000]], [[10000.5]])).toBe(true);
    expect(sameResult([[0.3333333]], [[0.33]])).toBe(true);
    expect(sameResult([[0.3333333]], [[0.3]])).toBe(false);
    expect(sameResult([[5]], [[6]])).toBe(false);
  });

  it('takes a moment at midnight as its day', () => {
    expect(sameResult([['2024-05-01 00:00:00']], [['2024-05-01']])).toBe(true);
    expect(sameResult([['2024-05-01T10:30:00.000Z']], [['2024-05-01 10:30']])).toBe(true);
    expect(sameResult([['2024-05-01 10:30:00']], [['2024-05-01']])).toBe(false);
  });

  it('takes any of the tied rows where the limit cuts through a tie', () => {
    const tied = [['a'], ['b'], ['c']];
    expect(sameResult([['a']], [['c']], { tied })).toBe(true);
    expect(sameResult([['a']], tied, { tied })).toBe(true);
    expect(sameResult([['a']], [['d']], { tied })).toBe(false);
  });

  it('takes two empty results as equal and one as different', () => {
    expect(sameResult([], [])).toBe(true);
    expect(sameResult([], [[null]])).toBe(false);
  });
});

describe('splitting a dump', () => {
  it('passes over semicolons in text, names, comments and dollar quotes', () => {
    const script = `CREATE TABLE "a;b" (x text); -- one; two
      INSERT INTO t VALUES ('it''s; fine', $$a;b$$); /* ; */ SELECT 1`;
    const statements = [...splitStatements(script)];
    expect(statements).toHaveLength(3);
    expect(statements[0]).toBe('CREATE TABLE "a;b" (x text)');
    expect(statements[1]).toContain("'it''s; fine'");
    expect(statements[2]).toContain('SELECT 1');
  });
});

describe('scoring', () => {
  const question = (id: string): ScoredQuestion => ({
    id,
    suite: 'own',
    db: 'shop',
    question: id,
    gold_sql: [],
    difficulty: '',
    category: '',
    order_matters: false,
    order_ties: false,
  });

  it('tells precision, of what was answered, from coverage, of what was asked', async () => {
    const rows: Record<string, Answer> = {
      good: { kind: 'rows', rows: [[1]], sql: null },
      bad: { kind: 'rows', rows: [[2]], sql: null },
      shy: { kind: 'declined', code: 'llm_failed' },
      silent: { kind: 'declined', code: 'llm_failed' },
    };
    const marks: Mark[] = [];
    for (const id of Object.keys(rows)) {
      marks.push(
        await mark(question(id), {
          answer: async () => rows[id] ?? { kind: 'failed', code: 'missing' },
          expected: async () => ({ results: [[[0]], [[1]]], tied: null }),
        }),
      );
    }
    expect(marks.map(({ status }) => status)).toEqual(['right', 'wrong', 'declined', 'declined']);
    expect(summarise(marks)).toMatchObject({ asked: 4, answered: 2, right: 1, precision: 0.5, coverage: 0.5, accuracy: 0.25, failed: 0 });
  });
});
