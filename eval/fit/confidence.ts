import { CONFIDENCE_SIGNALS, type ConfidenceSignal, confidenceSignals } from '../../src/plan/builtin/search/rank/confidence-signals.ts';
import type { Signals } from '../../src/plan/builtin/search/rank/signals.ts';
import { chance, fitLogistic } from './logistic.ts';

/** A question's best reading, and whether it gives the right rows. */
export interface Sample {
  readonly signals: Signals;
  /** Of the likelihood of all its readings. */
  readonly part: number;
  readonly right: boolean;
  /** How much it counts. */
  readonly share: number;
}

export interface ConfidenceFit {
  readonly bias: number;
  readonly weights: Readonly<Record<ConfidenceSignal, number>>;
}

const RIDGE = 10;
const DIGITS = 3;

/** The share of right readings as a function of the planner's signals. */
export function fitConfidence(samples: readonly Sample[]): ConfidenceFit {
  const observations = samples.map(({ signals, part, right, share }) => {
    const seen = confidenceSignals(signals, part);
    return { values: CONFIDENCE_SIGNALS.map((name) => seen[name]), outcome: right, share };
  });
  const { bias, weights } = fitLogistic(observations, RIDGE);
  const entries = CONFIDENCE_SIGNALS.map((name, at): [ConfidenceSignal, number] => [name, rounded(weights[at] ?? 0)]);
  return { bias: rounded(bias), weights: Object.fromEntries(entries) as Record<ConfidenceSignal, number> };
}

const rounded = (value: number) => Number(value.toFixed(DIGITS));

export function confidenceAs({ bias, weights }: ConfidenceFit, { signals, part }: Sample): number {
  const seen = confidenceSignals(signals, part);
  return chance(CONFIDENCE_SIGNALS.reduce((sum, name) => sum + weights[name] * seen[name], bias));
}

/** The module that the planner reads the fit from. */
export const confidenceModule = ({ bias, weights }: ConfidenceFit, least: number, count: number): string =>
  `import type { ConfidenceSignal } from './confidence-signals.ts';

/**
 * Fitted by \`eval/fit.ts\` on ${count} readings of questions over databases of many kinds. Nine in ten of the readings that
 * are as likely as \`least\` were right, of databases that the fit had not seen.
 */
export const CONFIDENCE_FIT: {
  readonly least: number;
  readonly bias: number;
  readonly weights: Readonly<Record<ConfidenceSignal, number>>;
} = {
  least: ${least},
  bias: ${bias},
  weights: {
${CONFIDENCE_SIGNALS.map((name) => `    ${name}: ${weights[name]},`).join('\n')}
  },
};
`;
