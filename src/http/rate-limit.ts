import { Fault } from '../fault.ts';
import { addressGroup } from '../lib/address-group.ts';
import type { Ephemeral } from '../store/ephemeral.ts';

const WINDOW_SECONDS = 60;
const HOUR_SECONDS = 3_600;

export interface RateLimits {
  readonly anonymousPerMinute: number;
  readonly anonymousSessionsPerHour: number;
}

/** Counts the call and gives the headers that say so (IETF draft-ietf-httpapi-ratelimit-headers-10, and the older X- ones). */
export async function countCall(ephemeral: Ephemeral, address: string, limit: number): Promise<Record<string, string>> {
  const { count, resetSeconds } = await ephemeral.count(`calls:${addressGroup(address)}`, WINDOW_SECONDS);
  const remaining = Math.max(0, limit - count);
  const headers = {
    'ratelimit-policy': `"anonymous";q=${limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"anonymous";r=${remaining};t=${resetSeconds}`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetSeconds),
  };
  if (count > limit) throw new RateLimited({ count, limit, resetSeconds, ...CALLS }, headers);
  return headers;
}

/** @throws Fault rate_limited when one address starts too many sessions */
export async function countNewSession(ephemeral: Ephemeral, address: string, limit: number): Promise<void> {
  if (limit === 0) return;
  const { count, resetSeconds } = await ephemeral.count(sessionsOf(address), HOUR_SECONDS);
  if (count > limit) throw new RateLimited({ count, limit, resetSeconds, ...SESSIONS }, {});
}

/** A session that was not begun after all is not counted. */
export const uncountNewSession = (ephemeral: Ephemeral, address: string): Promise<void> => ephemeral.uncount(sessionsOf(address));

const sessionsOf = (address: string): string => `sessions:${addressGroup(address)}`;

const CALLS = {
  what: 'requests from this address in a minute',
  instead: 'Fewer, larger calls: one insert takes 10,000 rows, and one page of a list 1,000 entries.',
} as const;
const SESSIONS = {
  what: 'new anonymous sessions from this address in an hour (each call without a credential begins one)',
  instead:
    'Send the token of the session that you have, `Authorization: Bearer anon_…`: it is in `session.anonymous_token` and in the header `x-svc-anonymous-token` of its first reply.',
} as const;

interface Counted {
  readonly count: number;
  readonly limit: number;
  readonly resetSeconds: number;
  readonly what: string;
  readonly instead: string;
}

/** A fault that brings its headers along. */
export class RateLimited extends Fault {
  readonly headers: Record<string, string>;

  constructor({ count, limit, resetSeconds, what, instead }: Counted, headers: Record<string, string>) {
    super('rate_limited', { params: { what, limit, count, retryAfterSeconds: resetSeconds, instead }, fields: { limit, count } });
    this.headers = headers;
  }
}
