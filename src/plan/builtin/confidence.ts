import { CONFIDENCE_FIT } from './confidence-fit.ts';
import { SIGNALS, type Signals } from './signals.ts';

/** The share of right ones among readings with such signals, as it was measured. */
export function confidenceOf(signals: Signals): number {
  const score = SIGNALS.reduce((sum, name) => sum + CONFIDENCE_FIT.weights[name] * signals[name], CONFIDENCE_FIT.bias);
  return Math.round(100 / (1 + Math.exp(-score))) / 100;
}
