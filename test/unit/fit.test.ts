import { describe, expect, it } from 'vitest';
import { confidenceAs, confidenceModule, fitConfidence, type Sample } from '../../eval/fit/confidence.ts';
import { fitLogistic } from '../../eval/fit/logistic.ts';
import { minimise } from '../../eval/fit/minimise.ts';
import { leastConfidence, thresholds } from '../../eval/fit/planner.ts';
import { fitRanking, scoreAs } from '../../eval/fit/ranking.ts';
import { fitShape, shapeModule } from '../../eval/fit/shape.ts';
import { encodeWeights, expectedShape } from '../../src/plan/builtin/search/rank/expected-shape.ts';
import { ALL_TRAITS, type Trait } from '../../src/plan/builtin/search/rank/shape.ts';
import { SIGNALS, type Signals } from '../../src/plan/builtin/search/rank/signals.ts';

const signals = (given: Partial<Signals>): Signals => ({ ...(Object.fromEntries(SIGNALS.map((name) => [name, 0])) as Signals), ...given });

describe('the fits of the planner', () => {
  it('find the lowest point', () => {
    const found = minimise(
      (at, slope) => {
        slope.set([2 * ((at[0] ?? 0) - 3), 20 * ((at[1] ?? 0) + 1)]);
        return ((at[0] ?? 0) - 3) ** 2 + 10 * ((at[1] ?? 0) + 1) ** 2;
      },
      new Float64Array(2),
      50,
    );
    expect(found[0]).toBeCloseTo(3, 3);
    expect(found[1]).toBeCloseTo(-1, 3);
  });

  it('give the shares that were seen', () => {
    const seen = (value: number, right: number) =>
      Array.from({ length: 100 }, (_, at) => ({ values: [value], outcome: at < right, share: 1 }));
    const { bias, weights } = fitLogistic([...seen(0, 90), ...seen(1, 30)], 0);
    const share = (value: number) => 1 / (1 + Math.exp(-(bias + (weights[0] ?? 0) * value)));
    expect(share(0)).toBeCloseTo(0.9, 2);
    expect(share(1)).toBeCloseTo(0.3, 2);
  });

  it('trust dear readings less', () => {
    const samples: Sample[] = Array.from({ length: 400 }, (_, at) => ({
      signals: signals({ reading: at % 2 }),
      part: 1,
      right: at % 2 === 0 || at % 6 === 1,
      share: 1,
    }));
    const fit = fitConfidence(samples);
    const confidence = (reading: number) => confidenceAs(fit, { signals: signals({ reading }), part: 1, right: true, share: 1 });
    expect(confidence(0)).toBeGreaterThan(confidence(1));
    expect(confidenceModule(fit, 0.7, samples.length)).toContain(`reading: ${fit.weights.reading},`);
  });

  it('put the readings first that are like those that were right', () => {
    const reading = (joins: number, choice: number, right: boolean) => ({ signals: signals({ joins, choice }), right });
    const fit = fitRanking(
      Array.from({ length: 60 }, (_, at) => ({
        share: 1,
        readings: [reading(0, 0.4 + (at % 3) / 10, true), reading(2, 0.1, false), reading(1, 0.2, false)],
      })),
    );
    expect(scoreAs(fit, signals({ joins: 0, choice: 0.5 }))).toBeGreaterThan(scoreAs(fit, signals({ joins: 2, choice: 0.1 })));
  });

  it('learn the shape from words that many databases share, and keep no other', () => {
    const asked = (db: string, words: string, ...traits: Trait[]) => ({ db, words: words.split(' '), traits: new Set(traits), share: 1 });
    const samples = Array.from({ length: 12 }, (_, at) => [
      asked(`db${at}`, `how many Ts are zorbed${at}`, 'oneColumn', 'showsCount'),
      asked(`db${at}`, 'list the Cs', 'oneColumn', 'showsPlain'),
    ]).flat();
    const shape = fitShape(samples);
    const chance = (words: string, trait: Trait) => expectedShape(words.split(' '), shape)[ALL_TRAITS.indexOf(trait)] ?? 0;
    expect(chance('how many Ts', 'showsCount')).toBeGreaterThan(0.7);
    expect(chance('list the Cs now', 'showsCount')).toBeLessThan(0.3);
    const module = shapeModule(shape, samples.length);
    expect(module).not.toContain('zorbed');
    expect(module).toContain(`${encodeWeights(shape.grams.get('how many') ?? [])}how many`);
  });

  it('choose the least confidence that is right often enough', () => {
    const judged = [0.9, 0.8, 0.7, 0.6, 0.5].map((confidence) => ({ confidence, right: confidence !== 0.7 }));
    expect(leastConfidence(judged, 1)).toBe(0.8);
    expect(leastConfidence(judged, 0.8)).toBe(0.5);
    expect(thresholds(judged, 10, 0.8)).toContain('confidence >= 0.8: precision 100.0 %, right of all 20.0 % (chosen)');
  });
});
