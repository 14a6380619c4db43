import { add, dot, minimise } from './minimise.ts';
import { scalingOf } from './scaling.ts';

/** A logistic model: the probability is 1 / (1 + exp(−(bias + Σ weight × value))). */
export interface Logistic {
  readonly bias: number;
  readonly weights: readonly number[];
}

const ROUNDS = 200;

export interface Observation {
  readonly values: readonly number[];
  readonly outcome: boolean;
  /** How much it counts. */
  readonly share: number;
}

/** `ridge` pulls the weights of the standardised values toward zero, so that what is seldom seen says little. */
export function fitLogistic(observations: readonly Observation[], ridge: number): Logistic {
  const scaling = scalingOf(observations.map(({ values }) => values));
  const rows = observations.map((one) => ({ ...one, values: Float64Array.of(...scaling.scaled(one.values), 1) }));
  const size = rows[0]?.values.length ?? 1;
  const found = minimise(
    (at, slope) => {
      let loss = 0;
      for (let one = 0; one < size; one += 1) {
        const weight = one < size - 1 ? (at[one] ?? 0) : 0;
        slope[one] = ridge * weight;
        loss += (ridge / 2) * weight * weight;
      }
      for (const { values, outcome, share } of rows) {
        const score = dot(values, at);
        loss += share * (softplus(score) - (outcome ? score : 0));
        add(slope, values, share * (chance(score) - (outcome ? 1 : 0)));
      }
      return loss;
    },
    new Float64Array(size),
    ROUNDS,
  );
  const { weights, shift } = scaling.unscaled(found.subarray(0, size - 1));
  return { bias: (found[size - 1] ?? 0) - shift, weights };
}

export const chance = (score: number): number => 1 / (1 + Math.exp(-score));
export const softplus = (score: number): number => Math.max(0, score) + Math.log1p(Math.exp(-Math.abs(score)));
