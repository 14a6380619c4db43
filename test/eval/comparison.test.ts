import { describe, expect, it } from 'vitest';
import { compareRuns, sayComparison } from '../../eval/report/comparison.ts';
import { coverageAt, precisionCoverage } from '../../eval/report/curve.ts';
import { mcnemar } from '../../eval/report/mcnemar.ts';
import { parsingOf } from '../../eval/report/parsing.ts';
import type { Mark } from '../../eval/run/score.ts';

const marked = (id: string, status: Mark['status'], extra: Partial<Mark> = {}): Mark => ({
  ...{ id, kind: 'read', db: 'shop', suite: 'own', category: 'filter', status, answered: status === 'right' || status === 'wrong' },
  ...{ ms: 1, confidence: null, tokens: null, sql: null, code: null, reason: null },
  ...extra,
});

describe("McNemar's exact test", () => {
  it('gives the sums of the binomial distribution', () => {
    expect(mcnemar(0, 0)).toBe(1);
    expect(mcnemar(3, 3)).toBe(1);
    expect(mcnemar(5, 0)).toBeCloseTo(2 / 32, 12);
    // 2 · (1 + 10 + 45) / 2^10
    expect(mcnemar(8, 2)).toBeCloseTo(112 / 1024, 12);
    expect(mcnemar(2, 8)).toBe(mcnemar(8, 2));
  });

  it('holds for thousands of changed questions', () => {
    expect(mcnemar(3_000, 3_000)).toBe(1);
    const p = mcnemar(2_600, 2_400);
    expect(p).toBeGreaterThan(0.0046);
    expect(p).toBeLessThan(0.005);
  });
});

describe('a run against the last one', () => {
  it('names what is newly right and what no longer is, and leaves outages out', () => {
    const last = [marked('a', 'right'), marked('b', 'wrong'), marked('c', 'declined'), marked('d', 'failed'), marked('e', 'right')];
    const now = [
      marked('a', 'declined'),
      marked('b', 'right'),
      marked('c', 'right'),
      marked('d', 'right'),
      marked('e', 'failed'),
      marked('f', 'right'),
    ];
    expect(compareRuns(last, now)).toEqual({ both: 3, newlyRight: ['b', 'c'], newlyWrong: ['a'], p: 1 });
  });

  it('says in words whether it is better', () => {
    const names = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
    const say = (right: number, wrong: number) =>
      sayComparison({ both: 100, newlyRight: names('r', right), newlyWrong: names('w', wrong), p: mcnemar(right, wrong) });
    expect(say(0, 0)).toContain('each came out as before');
    expect(say(9, 1)).toContain('That is better: chance alone would divide them like this in 2.1 % of cases');
    expect(say(1, 9)).toContain('That is worse');
    expect(say(3, 1)).toContain('Too few changed to call it better');
    expect(say(2, 2)).toContain('Neither better nor worse');
  });
});

describe('precision over coverage', () => {
  const marks = [
    marked('1', 'right', { confidence: 0.9 }),
    marked('2', 'right', { confidence: 0.9 }),
    marked('3', 'wrong', { confidence: 0.7 }),
    marked('4', 'right', { confidence: 0.7 }),
    marked('5', 'declined'),
    marked('6', 'failed'),
  ];

  it('keeps or drops answers of one confidence together, over the questions that were judged', () => {
    const curve = precisionCoverage(marks);
    expect(curve.points).toEqual([
      { confidence: 0.9, coverage: 0.4, precision: 1 },
      { confidence: 0.7, coverage: 0.8, precision: 0.75 },
    ]);
    expect(curve.auc).toBeCloseTo(0.4 + 0.4 * 0.875, 9);
    expect(coverageAt(curve, 0.9)).toMatchObject({ confidence: 0.9 });
    expect(coverageAt(curve, 0.7)).toMatchObject({ confidence: 0.7 });
    expect(precisionCoverage([marked('7', 'right')])).toEqual({ points: [], auc: 0 });
  });
});

describe('gold statements as plans', () => {
  it('counts what plans cannot say, the most frequent first', () => {
    const refused = (id: string, reason: string) => marked(id, 'declined', { code: 'llm_failed', reason });
    expect(parsingOf([marked('1', 'right'), refused('2', 'LATERAL'), refused('3', 'ROLLUP'), refused('4', 'ROLLUP')])).toEqual({
      parsed: 1,
      unsupported: { ROLLUP: 2, LATERAL: 1 },
    });
  });
});
