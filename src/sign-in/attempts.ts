import { Fault } from '../fault.ts';
import type { Ephemeral } from '../store/ephemeral.ts';

interface Attempt {
  /** What is counted. */
  readonly counter: string;
  readonly limit: number;
  readonly seconds: number;
  /** After "Too many", and what to do instead. */
  readonly what: string;
  readonly instead: string;
}

/** Counts something that may be tried so often and no more. @throws Fault rate_limited */
export async function countAttempt(ephemeral: Ephemeral, { counter, limit, seconds, what, instead }: Attempt): Promise<void> {
  const { count, resetSeconds } = await ephemeral.count(counter, seconds);
  if (count <= limit) return;
  throw new Fault('rate_limited', { params: { what, limit, count, retryAfterSeconds: resetSeconds, instead }, fields: { limit, count } });
}
