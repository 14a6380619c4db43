import type { Words } from '../phrase-at.ts';

/** A stretch of days: ISO days, `until` not included. The same on both sides is one instant. */
export interface Moment {
  readonly since: string;
  readonly until: string;
  /** The year, when the stretch is just that. */
  readonly year: number | null;
  /** What was assumed, in words, where the words alone do not say it. */
  readonly assumption: string | null;
}

/** What dates are read from: the words, and what they mean by today. */
export interface Clocked extends Words {
  readonly now: Date;
}
