import type { Mark } from '../run/score.ts';
import { mcnemar } from './mcnemar.ts';

export interface Comparison {
  /** Questions with a result in both runs. */
  readonly both: number;
  /** Ids of questions that the last run did not have right. */
  readonly newlyRight: readonly string[];
  readonly newlyWrong: readonly string[];
  /** McNemar's exact test, two-sided. */
  readonly p: number;
}

/** This run against the last one. Outages of either run are left out. */
export function compareRuns(last: readonly Mark[], now: readonly Mark[]): Comparison {
  const before = new Map(last.filter(isJudged).map((one) => [one.id, one.status === 'right']));
  const pairs = now.filter((one) => isJudged(one) && before.has(one.id));
  const newlyRight = pairs.filter(({ id, status }) => status === 'right' && before.get(id) === false).map(({ id }) => id);
  const newlyWrong = pairs.filter(({ id, status }) => status !== 'right' && before.get(id) === true).map(({ id }) => id);
  return { both: pairs.length, newlyRight, newlyWrong, p: mcnemar(newlyRight.length, newlyWrong.length) };
}

const SIGNIFICANT = 0.05;

/** The comparison in a sentence or two for a person. */
export function sayComparison({ both, newlyRight, newlyWrong, p }: Comparison): string {
  if (both === 0) return 'The last run shares no question with this one.';
  if (newlyRight.length + newlyWrong.length === 0) return `Against the last run: the same ${both} questions, and each came out as before.`;
  const counts = `Against the last run, of ${both} questions: ${newlyRight.length} newly right, ${newlyWrong.length} no longer right.`;
  const better = newlyRight.length > newlyWrong.length ? 'better' : 'worse';
  const verdict =
    newlyRight.length === newlyWrong.length
      ? 'Neither better nor worse.'
      : p < SIGNIFICANT
        ? `That is ${better}: chance alone would divide them like this in ${percent(p)} of cases (McNemar, exact p = ${probability(p)}).`
        : `Too few changed to call it ${better}: chance alone would do the same in ${percent(p)} of cases (McNemar, exact p = ${probability(p)}).`;
  return `${counts} ${verdict}`;
}

const isJudged = ({ status }: Mark) => status !== 'failed';
const percent = (p: number) => (p < 0.001 ? 'fewer than 0.1 %' : `${(p * 100).toFixed(1)} %`);
const probability = (p: number) => (p < 0.001 ? p.toExponential(1) : p.toFixed(3));
