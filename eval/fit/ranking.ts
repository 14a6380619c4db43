import { SIGNALS, type SignalName, type Signals } from '../../src/plan/builtin/search/rank/signals.ts';
import { add, dot, minimise } from './minimise.ts';
import { scalingOf } from './scaling.ts';

/** What a question may mean, and which of it is right. */
export interface Choice {
  /** How much it counts. */
  readonly share: number;
  readonly readings: readonly { readonly signals: Signals; readonly right: boolean }[];
}

export type RankingFit = Readonly<Record<SignalName, number>>;

const RIDGE = 10;
const ROUNDS = 150;
const DIGITS = 3;

/** Weights that make the right readings as large a part as can be of the likelihood of all. */
export function fitRanking(choices: readonly Choice[]): RankingFit {
  const decidable = choices.filter(({ readings }) => readings.some(({ right }) => right) && !readings.every(({ right }) => right));
  const scaling = scalingOf(choices.flatMap(({ readings }) => readings.map(({ signals }) => valuesOf(signals))));
  const groups = decidable.map(({ share, readings }) => ({
    share,
    rows: readings.map(({ signals, right }) => ({ values: scaling.scaled(valuesOf(signals)), right })),
  }));
  const found = minimise(
    (at, slope) => {
      let loss = 0;
      for (const [one, weight] of at.entries()) {
        slope[one] = RIDGE * weight;
        loss += (RIDGE / 2) * weight * weight;
      }
      for (const { share, rows } of groups) {
        const scores = rows.map(({ values }) => dot(values, at));
        const top = Math.max(...scores);
        const parts = scores.map((score) => Math.exp(score - top));
        const all = parts.reduce((sum, part) => sum + part, 0);
        const right = rows.reduce((sum, row, index) => sum + (row.right ? (parts[index] ?? 0) : 0), 0);
        loss += share * (Math.log(all) - Math.log(right + 1e-12));
        for (const [index, row] of rows.entries()) {
          const part = parts[index] ?? 0;
          add(slope, row.values, share * (part / all - (row.right ? part / (right + 1e-12) : 0)));
        }
      }
      return loss;
    },
    new Float64Array(SIGNALS.length),
    ROUNDS,
  );
  const { weights } = scaling.unscaled(found);
  return Object.fromEntries(SIGNALS.map((name, at) => [name, Number((weights[at] ?? 0).toFixed(DIGITS))])) as Record<SignalName, number>;
}

const valuesOf = (signals: Signals): number[] => SIGNALS.map((name) => signals[name]);

export const scoreAs = (fit: RankingFit, signals: Signals): number => SIGNALS.reduce((sum, name) => sum + fit[name] * signals[name], 0);

/** The module that the planner reads the fit from. */
export const rankingModule = (fit: RankingFit, count: number): string =>
  `import type { SignalName } from './signals.ts';

/** Fitted by \`eval/fit.ts\` on ${count} questions over databases of many kinds. */
export const RANKING_FIT: Readonly<Record<SignalName, number>> = {
${SIGNALS.map((name) => `  ${name}: ${fit[name]},`).join('\n')}
};
`;
