import { describe, expect, it } from 'vitest';
import { confidenceAs, fitConfidence, fitModule, type Sample, thresholds } from '../../eval/fit/confidence.ts';
import { fitLogistic } from '../../eval/fit/logistic.ts';
import { SIGNALS, type Signals } from '../../src/plan/builtin/signals.ts';

const signals = (given: Partial<Signals>): Signals => ({ ...(Object.fromEntries(SIGNALS.map((name) => [name, 0])) as Signals), ...given });

describe('the fit of the confidence', () => {
  it('gives the shares that were seen', () => {
    const seen = (value: number, right: number) =>
      Array.from({ length: 100 }, (_, at) => ({ values: [value], outcome: at < right, share: 1 }));
    const { bias, weights } = fitLogistic([...seen(0, 90), ...seen(1, 30)], 0);
    const share = (value: number) => 1 / (1 + Math.exp(-(bias + (weights[0] ?? 0) * value)));
    expect(share(0)).toBeCloseTo(0.9, 3);
    expect(share(1)).toBeCloseTo(0.3, 3);
  });

  it('trusts dear readings less, and no database more for having many questions', () => {
    const samples: Sample[] = Array.from({ length: 400 }, (_, at) => ({
      db: at % 4 === 0 ? `small${at % 40}` : 'large',
      signals: signals({ reading: at % 2 }),
      right: at % 2 === 0 || at % 6 === 1,
    }));
    const fit = fitConfidence(samples);
    expect(confidenceAs(fit)(signals({ reading: 0 }))).toBeGreaterThan(confidenceAs(fit)(signals({ reading: 1 })));
    expect(fitModule(fit, samples.length)).toContain(`reading: ${fit.weights.reading},`);
    expect(thresholds(samples, 500, () => 1)[0]).toBe('confidence >= 0.5: precision 66.8 %, right of all 53.4 %');
  });
});
