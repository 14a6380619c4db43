import { type Caller, credentialIdOf } from '../caller.ts';
import { Fault } from '../fault.ts';
import { addressGroup } from '../lib/address-group.ts';
import type { Ephemeral } from '../store/ephemeral.ts';

const WINDOW_SECONDS = 60;
const HOUR_SECONDS = 3_600;

export interface RateLimits {
  readonly anonymousPerMinute: number;
  readonly keyPerMinute: number;
  readonly anonymousSessionsPerHour: number;
  /** Told of each call that was refused. */
  readonly onRefused: (what: Meter['policy'] | 'new_session') => void;
}

/** What a caller's calls are counted under. */
export interface Meter {
  readonly policy: 'anonymous' | 'key' | 'session';
  readonly counter: string;
  readonly limit: number;
  readonly onRefused: RateLimits['onRefused'];
}

/** Of everybody without a key of their own, who share their address; null where nothing is counted. */
export const meterOfAddress = (address: string, { anonymousPerMinute: limit, onRefused }: RateLimits): Meter | null =>
  limit === 0 ? null : { policy: 'anonymous', counter: `calls:${addressGroup(address)}`, limit, onRefused };

/** Of a key or a browser's session; null for a caller without either, and where nothing is counted. */
export function meterOfCredential(caller: Caller, { keyPerMinute: limit, onRefused }: RateLimits): Meter | null {
  const id = credentialIdOf(caller);
  if (id === null || limit === 0) return null;
  return { policy: caller.kind === 'session' ? 'session' : 'key', counter: `key:${id}`, limit, onRefused };
}

/** Counts the call and gives the headers that say so (IETF draft-ietf-httpapi-ratelimit-headers-10, and the older X- ones). */
export async function countCall(ephemeral: Ephemeral, meter: Meter | null): Promise<Record<string, string>> {
  if (meter === null) return {};
  const { policy, counter, limit, onRefused } = meter;
  const { count, resetSeconds } = await ephemeral.count(counter, WINDOW_SECONDS);
  const remaining = Math.max(0, limit - count);
  const headers = {
    'ratelimit-policy': `"${policy}";q=${limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetSeconds),
  };
  if (count > limit) {
    onRefused(policy);
    throw new RateLimited({ count, limit, resetSeconds, what: CALLS[policy], instead: FEWER[policy] }, headers);
  }
  return headers;
}

/** @throws Fault rate_limited when one address starts too many sessions */
export async function countNewSession(
  ephemeral: Ephemeral,
  address: string,
  { anonymousSessionsPerHour: limit, onRefused }: RateLimits,
): Promise<void> {
  if (limit === 0) return;
  const { count, resetSeconds } = await ephemeral.count(sessionsOf(address), HOUR_SECONDS);
  if (count <= limit) return;
  onRefused('new_session');
  throw new RateLimited({ count, limit, resetSeconds, ...SESSIONS }, {});
}

/** A session that was not begun after all is not counted. */
export const uncountNewSession = (ephemeral: Ephemeral, address: string): Promise<void> => ephemeral.uncount(sessionsOf(address));

const sessionsOf = (address: string): string => `sessions:${addressGroup(address)}`;

const CALLS = {
  anonymous: 'requests from this address in a minute',
  key: 'requests with this key in a minute',
  session: 'requests of this browser in a minute',
} as const;
const LARGER_CALLS = 'Fewer, larger calls: one insert takes 10,000 rows, and one page of a list 1,000 entries.';
const FEWER = { anonymous: LARGER_CALLS, key: LARGER_CALLS, session: 'Close pages of this service that are not needed.' } as const;
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
