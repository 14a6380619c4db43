import { LIMITS } from '../contract/limits.ts';
import type { ServiceInput, ServiceOutput } from '../contract/service-operations.ts';
import { addressGroup } from '../lib/address-group.ts';
import type { Ephemeral } from '../store/ephemeral.ts';

const WINDOW_SECONDS = 60;

/** Requests to the OAuth server, counted apart from those to the API. Where addresses are not limited (`SVC_ANON_RATE_LIMIT=0`), none is counted. */
export function createCountOAuthRequest({ ephemeral, isLimited }: { readonly ephemeral: Ephemeral; readonly isLimited: boolean }) {
  return async ({ address }: ServiceInput<'countOAuthRequest'>): Promise<ServiceOutput<'countOAuthRequest'>> => {
    if (!isLimited) return { retryAfterSeconds: null };
    const { count, resetSeconds } = await ephemeral.count(`oauth:${addressGroup(address)}`, WINDOW_SECONDS);
    return { retryAfterSeconds: count > LIMITS.oauthRequestsOfAddressMax ? Math.max(1, Math.ceil(resetSeconds)) : null };
  };
}
