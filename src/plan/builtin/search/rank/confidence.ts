import { CONFIDENCE_FIT } from './confidence-fit.ts';
import { CONFIDENCE_SIGNALS, confidenceSignals } from './confidence-signals.ts';
import type { Signals } from './signals.ts';

/** The share of right ones among best readings with such signals, as it was measured. */
export function confidenceOf(signals: Signals, share: number): number {
  const seen = confidenceSignals(signals, share);
  const score = CONFIDENCE_SIGNALS.reduce((sum, name) => sum + CONFIDENCE_FIT.weights[name] * seen[name], CONFIDENCE_FIT.bias);
  return Math.round(100 / (1 + Math.exp(-score))) / 100;
}
