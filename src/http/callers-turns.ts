import { Fault } from '../fault.ts';
import { createTurns, type Turns } from '../lib/turns.ts';

/** Requests of one caller at work at once, and the longest wait of those behind them. */
const PER_CALLER_MAX = 32;
const WAIT_MS = 20_000;
const IN_ALL_MAX = 4_000;

/**
 * One connection can hold hundreds of requests, and a caller thousands: they are worked off a few at a time, so that what
 * all callers share (the control plane's sessions, the event loop) is not one caller's queue.
 */
export const createCallersTurns = (): Turns =>
  createTurns({
    max: IN_ALL_MAX,
    maxPerParty: PER_CALLER_MAX,
    waitMs: WAIT_MS,
    full: (waitedMs) =>
      new Fault('overloaded', { params: { reason: 'Too many of this caller’s requests are at work at once.', waitedMs } }),
    left: () => new Fault('query_cancelled'),
  });
