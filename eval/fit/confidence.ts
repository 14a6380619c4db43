import { SIGNALS, type Signals } from '../../src/plan/builtin/signals.ts';
import { fitLogistic } from './logistic.ts';

/** A question that the built-in planner has a reading of, and whether the best one gives the right rows. */
export interface Sample {
  readonly db: string;
  readonly signals: Signals;
  readonly right: boolean;
}

const RIDGE = 3;
const DIGITS = 3;

/**
 * The share of right readings as a function of the planner's signals. A database with many questions does not count in
 * proportion: what holds there alone holds for few others.
 */
export function fitConfidence(samples: readonly Sample[]): { bias: number; weights: Record<string, number> } {
  const counts = new Map<string, number>();
  for (const { db } of samples) counts.set(db, (counts.get(db) ?? 0) + 1);
  const observations = samples.map(({ db, signals, right }) => ({
    values: SIGNALS.map((name) => signals[name]),
    outcome: right,
    share: TYPICAL_COUNT / Math.max(TYPICAL_COUNT, counts.get(db) ?? 1),
  }));
  const { bias, weights } = fitLogistic(observations, RIDGE);
  return { bias: rounded(bias), weights: Object.fromEntries(SIGNALS.map((name, at) => [name, rounded(weights[at] ?? 0)])) };
}

const TYPICAL_COUNT = 15;

const rounded = (value: number) => Number(value.toFixed(DIGITS));

type Fit = ReturnType<typeof fitConfidence>;

export const confidenceAs =
  ({ bias, weights }: Fit) =>
  (signals: Signals): number =>
    1 / (1 + Math.exp(-SIGNALS.reduce((sum, name) => sum + (weights[name] ?? 0) * signals[name], bias)));

/** The module that the planner reads the fit from. */
export const fitModule = (fit: Fit, count: number): string =>
  `import type { SignalName } from './signals.ts';

/** Fitted by \`eval/fit.ts\` on ${count} readings of questions over databases of many kinds. */
export const CONFIDENCE_FIT: { readonly bias: number; readonly weights: Readonly<Record<SignalName, number>> } = {
  bias: ${fit.bias},
  weights: {
${Object.entries(fit.weights)
  .map(([name, weight]) => `    ${name}: ${weight},`)
  .join('\n')}
  },
};
`;

/** Precision and coverage for each threshold, as lines to read. */
export function thresholds(samples: readonly Sample[], asked: number, confidenceOf: (signals: Signals) => number): string[] {
  return [0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9].map((least) => {
    const answered = samples.filter(({ signals }) => confidenceOf(signals) >= least);
    const right = answered.filter((sample) => sample.right).length;
    const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
    return `confidence >= ${least}: precision ${percent(right, answered.length)}, right of all ${percent(right, asked)}`;
  });
}
