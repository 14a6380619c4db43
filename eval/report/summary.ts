import type { Mark } from '../run/score.ts';

export interface Tally {
  /** Questions that were put and got a reply of any kind; outages are counted apart. */
  readonly asked: number;
  readonly answered: number;
  /** Right answers, and unanswerable questions that were declined. */
  readonly right: number;
  readonly wrong: number;
  /** Not answered, rightly or not: asked − answered. */
  readonly declined: number;
  /** Declined with sentences to send instead, one of which is right. */
  readonly offered: number;
  /** Right answers of all answers; null when nothing was answered. */
  readonly precision: number | null;
  /** answered / asked. */
  readonly coverage: number;
  /** right / asked. */
  readonly accuracy: number;
}

export interface Summary extends Tally {
  /** Outages: neither right nor wrong, and in none of the shares. */
  readonly failed: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly categories: Readonly<Record<string, Tally>>;
  readonly suites: Readonly<Record<string, Tally>>;
  readonly databases: Readonly<Record<string, Tally>>;
  readonly unanswerable?: { readonly asked: number; readonly declined: number };
  readonly writes?: { readonly right: number; readonly wrong: number; readonly declined: number };
  /** Read and written by a model, a question. */
  readonly tokens?: { readonly mean: number; readonly p50: number; readonly p99: number };
}

export function summarise(marks: readonly Mark[]): Summary {
  const judged = marks.filter(({ status }) => status !== 'failed');
  const times = judged.map(({ ms }) => ms).sort(ascending);
  const tokens = judged.flatMap((one) => (one.tokens === null ? [] : [one.tokens])).sort(ascending);
  const unanswerable = judged.filter(({ kind }) => kind === 'unanswerable');
  const writes = judged.filter(({ kind }) => kind === 'write');
  return {
    ...tally(judged),
    failed: marks.length - judged.length,
    p50Ms: Math.round(quantile(times, 0.5) * 10) / 10,
    p99Ms: Math.round(quantile(times, 0.99) * 10) / 10,
    categories: tallies(judged, 'category'),
    suites: tallies(judged, 'suite'),
    databases: tallies(judged, 'db'),
    ...(unanswerable.length === 0 ? {} : { unanswerable: { asked: unanswerable.length, declined: count(unanswerable, 'right') } }),
    ...(writes.length === 0
      ? {}
      : { writes: { right: count(writes, 'right'), wrong: count(writes, 'wrong'), declined: count(writes, 'declined') } }),
    ...(tokens.length === 0
      ? {}
      : {
          tokens: {
            mean: Math.round(tokens.reduce((sum, one) => sum + one, 0) / tokens.length),
            p50: quantile(tokens, 0.5),
            p99: quantile(tokens, 0.99),
          },
        }),
  };
}

export function tally(judged: readonly Mark[]): Tally {
  const answers = judged.filter(({ answered }) => answered);
  const right = count(judged, 'right');
  return {
    asked: judged.length,
    answered: answers.length,
    right,
    wrong: count(judged, 'wrong'),
    declined: judged.length - answers.length,
    offered: judged.filter(({ offered }) => offered === true).length,
    precision: answers.length === 0 ? null : share(count(answers, 'right'), answers.length),
    coverage: share(answers.length, judged.length),
    accuracy: share(right, judged.length),
  };
}

function tallies(judged: readonly Mark[], by: 'category' | 'suite' | 'db'): Record<string, Tally> {
  const groups = new Map<string, Mark[]>();
  for (const one of judged) groups.set(one[by], [...(groups.get(one[by]) ?? []), one]);
  const sorted = [...groups].sort(([nameA, a], [nameB, b]) => b.length - a.length || (nameA < nameB ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, own]) => [name, tally(own)]));
}

const ascending = (a: number, b: number) => a - b;
const count = (marks: readonly Mark[], status: Mark['status']) => marks.filter((one) => one.status === status).length;
const share = (part: number, whole: number) => Math.round((part / Math.max(1, whole)) * 1_000) / 1_000;
const quantile = (sorted: readonly number[], at: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? 0;
