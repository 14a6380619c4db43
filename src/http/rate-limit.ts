import { Fault } from '../fault.ts';
import type { Ephemeral } from '../store/ephemeral.ts';

const WINDOW_SECONDS = 60;
const HOUR_SECONDS = 3_600;

export interface RateLimits {
  readonly anonymousPerMinute: number;
  readonly anonymousSessionsPerHour: number;
}

/** Counts the call and gives the headers that say so (IETF draft-ietf-httpapi-ratelimit-headers-10, and the older X- ones). */
export async function countCall(ephemeral: Ephemeral, address: string, limit: number): Promise<Record<string, string>> {
  const { count, resetSeconds } = await ephemeral.count(`calls:${address}`, WINDOW_SECONDS);
  const remaining = Math.max(0, limit - count);
  const headers = {
    'ratelimit-policy': `"anonymous";q=${limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"anonymous";r=${remaining};t=${resetSeconds}`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetSeconds),
  };
  if (count > limit) throw new RateLimited(count, limit, resetSeconds, headers);
  return headers;
}

/** @throws Fault rate_limited when one address starts too many sessions */
export async function countNewSession(ephemeral: Ephemeral, address: string, limit: number): Promise<void> {
  if (limit === 0) return;
  const { count, resetSeconds } = await ephemeral.count(`sessions:${address}`, HOUR_SECONDS);
  if (count > limit) throw new RateLimited(count, limit, resetSeconds, {});
}

/** A fault that brings its headers along. */
export class RateLimited extends Fault {
  readonly headers: Record<string, string>;

  constructor(count: number, limit: number, resetSeconds: number, headers: Record<string, string>) {
    super('rate_limited', { params: { limit, count, retryAfterSeconds: resetSeconds }, fields: { limit, count } });
    this.headers = { ...headers, 'retry-after': String(resetSeconds) };
  }
}
