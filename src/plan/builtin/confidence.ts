import { CONFIDENCE_FIT } from './confidence-fit.ts';
import { SIGNALS, type Signals } from './signals.ts';

/** The share of right ones among readings with such signals, as it was measured. */
export function confidenceOf(signals: Signals): number {
  // Things without a name are shown whole, which is what people want to see; expected answers of collections name columns.
  const seen = signals.nameless > 0 ? { ...signals, nameless: 0, columns: 1 } : signals;
  const score = SIGNALS.reduce((sum, name) => sum + CONFIDENCE_FIT.weights[name] * seen[name], CONFIDENCE_FIT.bias);
  return Math.round(100 / (1 + Math.exp(-score))) / 100;
}
