import { CONFIDENCE_FIT } from './confidence-fit.ts';
import { SIGNALS, type SignalName, type Signals } from './signals.ts';

/** What confidence goes by: the signals of the best candidate, and its share of the likelihood of all. */
export const CONFIDENCE_SIGNALS = [...SIGNALS, 'share', 'logShare'] as const;
export type ConfidenceSignal = SignalName | 'share' | 'logShare';

export const confidenceSignals = (signals: Signals, share: number): Readonly<Record<ConfidenceSignal, number>> => ({
  ...signals,
  share,
  logShare: Math.log(share),
});

/** The share of right ones among best readings with such signals, as it was measured. */
export function confidenceOf(signals: Signals, share: number): number {
  const seen = confidenceSignals(signals, share);
  const score = CONFIDENCE_SIGNALS.reduce((sum, name) => sum + CONFIDENCE_FIT.weights[name] * seen[name], CONFIDENCE_FIT.bias);
  return Math.round(100 / (1 + Math.exp(-score))) / 100;
}
