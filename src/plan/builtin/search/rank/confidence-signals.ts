import { SIGNALS, type SignalName, type Signals } from './signals.ts';

/** What confidence goes by: the signals of the best candidate, and its share of the likelihood of all. */
export const CONFIDENCE_SIGNALS = [...SIGNALS, 'share', 'logShare'] as const;
export type ConfidenceSignal = SignalName | 'share' | 'logShare';

export const confidenceSignals = (signals: Signals, share: number): Readonly<Record<ConfidenceSignal, number>> => ({
  ...signals,
  share,
  logShare: Math.log(share),
});
