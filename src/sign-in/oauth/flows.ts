import { createHmac } from 'node:crypto';
import type { KeyHash } from '../../accounts/key-hash.ts';
import { hashedAs, newTokenText } from '../../accounts/session-text.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Store } from '../../store/control-plane.ts';
import type { OneTimeTokens } from '../../store/one-time-tokens.ts';

/** A sign-in that is under way at a provider. */
export interface Flow {
  /** Goes to the provider and comes back with its answer. */
  readonly state: string;
  /** Stays in the browser that began, as a cookie: another one cannot end it (RFC 9700, 4.7). */
  readonly cookie: string;
}

/** What the provider has to be shown, or has to show, again; made of the cookie, so that the service keeps neither. */
export const verifierOf = (cookie: string): string => derived(cookie, 'PKCE verifier');
export const nonceOf = (cookie: string): string => derived(cookie, 'nonce');

const derived = (cookie: string, name: string): string => createHmac('sha256', cookie).update(name).digest('base64url');

/** `provider` says at whose page, and what for. */
export interface Flows {
  begin(provider: string, redirectUri: string): Promise<Flow>;
  /** The redirect URI that it began with; null for what was not begun by this browser with this provider, is over, or was taken. */
  take(transaction: Store, provider: string, flow: Flow): Promise<string | null>;
}

export function createFlows({ tokens, hash }: { readonly tokens: OneTimeTokens; readonly hash: KeyHash }): Flows {
  // Of the one without the other there is no hash to find.
  const named = (provider: string, { state, cookie }: Flow) => hashedAs('oauth', `${provider}\n${state}\n${cookie}`);
  return {
    async begin(provider, redirectUri) {
      const flow = { state: newTokenText(), cookie: newTokenText() };
      await tokens.insert({
        hash: hash.of(named(provider, flow)),
        purpose: PURPOSE,
        data: { redirectUri },
        seconds: LIMITS.oauthFlowSeconds,
      });
      return flow;
    },
    async take(transaction, provider, flow) {
      const data = await tokens.take(transaction, hash.all(named(provider, flow)), PURPOSE);
      return data ? String(data.redirectUri) : null;
    },
  };
}

const PURPOSE = 'sign-in at a provider';
