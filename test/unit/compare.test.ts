import { describe, expect, it } from 'vitest';

import type { ScoredQuestion } from '../../eval/questions.ts';
import { summarise } from '../../eval/report/summary.ts';
import { type ResultRow, sameContents, sameResult } from '../../eval/run/compare.ts';
import { type Mark, mark } from '../../eval/run/score.ts';
import { splitStatements } from '../../eval/ways/split.ts';
import type { Answer } from '../../eval/ways/way.ts';

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

describe('comparing tables', () => {
  it('takes the same rows in any order, and nothing else', () => {
    expect(
      sameContents(
        [
          [1, 'a'],
          [2, 'b'],
        ],
        [
          [2, 'b'],
          ['1', 'a'],
        ],
      ),
    ).toBe(true);
    expect(sameContents([[1, 2]], [[2, 1]])).toBe(false);
    expect(sameContents([[10_000]], [[10_000.5]])).toBe(false);
    expect(sameContents([[1], [1]], [[1]])).toBe(false);
  });
});

describe('scoring', () => {
  const question = (id: string, kind: ScoredQuestion['kind'] = 'read'): ScoredQuestion => ({
    ...{ id, kind, suite: 'own', db: 'shop', dump: 'shop', question: id, category: kind },
    ...{ gold: kind === 'read' ? ['SELECT 1'] : [], goldPostgres: [], ordered: false, tieSql: null, write: null, brief: null, match: null },
  });
  const rows = (value: unknown): Answer => ({ kind: 'rows', rows: [[value]], sql: null, confidence: 0.9, tokens: null });
  const declined: Answer = { kind: 'declined', code: 'llm_failed', reason: null, tokens: null };
  const markAll = async (given: readonly (readonly [ScoredQuestion, Answer])[], results: readonly ResultRow[][] = [[[0]], [[1]]]) => {
    const marks: Mark[] = [];
    for (const [one, answer] of given)
      marks.push(await mark(one, { answer: async () => answer, expected: async () => ({ results, tied: null }) }));
    return marks;
  };

  it('tells precision, of what was answered, from coverage, of what was asked', async () => {
    const marks = await markAll([
      [question('good'), rows(1)],
      [question('bad'), rows(2)],
      [question('shy'), declined],
      [question('silent'), declined],
    ]);
    expect(marks.map(({ status }) => status)).toEqual(['right', 'wrong', 'declined', 'declined']);
    expect(summarise(marks)).toMatchObject({ asked: 4, answered: 2, right: 1, precision: 0.5, coverage: 0.5, accuracy: 0.25, failed: 0 });
  });

  it('wants an unanswerable question declined, and does not count that as an answer', async () => {
    const marks = await markAll([
      [question('known'), rows(1)],
      [question('declined', 'unanswerable'), declined],
      [question('invented', 'unanswerable'), rows(1)],
    ]);
    expect(marks.map(({ status }) => status)).toEqual(['right', 'right', 'wrong']);
    expect(summarise(marks)).toMatchObject({ answered: 2, right: 2, precision: 0.5, unanswerable: { asked: 2, declined: 1 } });
  });

  it('counts an error after the question was understood as wrong', async () => {
    const marks = await markAll([
      [question('broken'), { kind: 'error', code: 'query_timeout', reason: null, sql: 'SELECT', tokens: null }],
    ]);
    expect(marks[0]).toMatchObject({ status: 'wrong', answered: true, code: 'query_timeout' });
  });

  it('leaves outages out of every share, the gold side’s too', async () => {
    const marks = await markAll([
      [question('good'), rows(1)],
      [question('lost'), { kind: 'failed', code: 'network_error' }],
    ]);
    const noGold = await markAll([[question('no gold'), rows(1)]], []);
    expect(summarise([...marks, ...noGold])).toMatchObject({
      asked: 1,
      right: 1,
      wrong: 0,
      failed: 2,
      precision: 1,
      coverage: 1,
      accuracy: 1,
    });
  });
});
