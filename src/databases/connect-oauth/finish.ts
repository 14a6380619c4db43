import type { KeyHash } from '../../accounts/key-hash.ts';
import { hashedAs, newTokenText } from '../../accounts/session-text.ts';
import { type Handler, WithCookies } from '../../call.ts';
import { LIMITS } from '../../contract/limits.ts';
import { Fault } from '../../fault.ts';
import { type Flows, verifierOf } from '../../sign-in/oauth/flows.ts';
import type { Transactions } from '../../sign-in/verify.ts';
import type { OneTimeTokens } from '../../store/one-time-tokens.ts';
import { apiOf, exchange, told } from './api.ts';
import { type Configured, configured, flowOf } from './start.ts';

interface Dependencies extends Configured {
  readonly store: Transactions;
  readonly flows: Flows;
  readonly tokens: OneTimeTokens;
  readonly hash: KeyHash;
}

export const PICK = 'databases of a provider';
export const pickOf = (pick: string, ownerId: string): string => hashedAs('pick', `${ownerId}\n${pick}`);
export const pickContext = (ownerId: string): string => `pick\n${ownerId}`;

/** The code counts once, whatever comes of it; what it is changed for is kept sealed until one is chosen. */
export function createFinishConnectOAuth({ store, flows, tokens, hash, ...settings }: Dependencies): Handler<'finishConnectOAuth'> {
  return async ({ provider: name, code, state }, { caller: { ownerId }, visit }) => {
    const { provider, client, seal } = configured(settings, name);
    const cookie = visit?.cookie('oauth') ?? null;
    if (cookie === null) throw new Fault('sign_in_lost');
    const redirectUri = await store((transaction) => flows.take(transaction, flowOf(name, ownerId), { state, cookie }));
    if (redirectUri === null) throw new Fault('sign_in_lost');
    const token = await exchange(provider, client, { code, state, redirectUri, verifier: verifierOf(cookie) });
    const databases = await told(provider, () => provider.list(apiOf(provider, token)));
    const pick = newTokenText();
    const kept = JSON.stringify({ token, databases: databases.map(({ id }) => id) });
    const expiresAt = await tokens.insert({
      hash: hash.of(pickOf(pick, ownerId)),
      purpose: PICK,
      data: { provider: name, sealed: seal.close(kept, pickContext(ownerId)) },
      seconds: LIMITS.connectPickSeconds,
    });
    const reply = { pick, expiresAt: expiresAt.toISOString(), leaves: provider.leaves, databases: databases.map((one) => ({ ...one })) };
    return new WithCookies(reply, { oauth: null });
  };
}
