import type { Caller } from '../caller.ts';
import { LIMITS } from '../contract/limits.ts';
import { Fault } from '../fault.ts';
import { newId } from '../lib/id.ts';
import type { Ephemeral } from '../store/ephemeral.ts';
import { createRemembered } from '../store/remembered.ts';
import { type Access, callerFor, ownerFor, readCredential } from './credentials.ts';
import { asSvcError, type Direct } from './direct.ts';
import type { logFault } from './errors.ts';
import { countNewSession, type RateLimits } from './rate-limit.ts';

interface Dependencies {
  readonly access: Access;
  readonly direct: Direct;
  readonly ephemeral: Ephemeral;
  readonly limits: RateLimits;
  readonly log: Parameters<typeof logFault>[0];
}

/** What an agent host shows of itself. */
interface Shown {
  readonly authorization: string | undefined;
  readonly address: string;
  /** True when the peer is this machine itself. */
  readonly isLocal: boolean;
  /** The address and port that the request came to. */
  readonly audience: string;
  readonly clientName: string;
}

const LOCAL_HOSTS_MAX = 1_000;

/**
 * Who an agent host speaks for: the bearer's owner, or, for a host on this machine without a credential, an anonymous
 * session that is begun by its first call and kept under what the host calls itself, so that it finds its databases
 * again when it reconnects. Everybody who can reach the loopback address shares it, as they share the machine.
 */
export function createIdentify({ access, direct, ephemeral, limits, log }: Dependencies) {
  const local = createRemembered<Promise<Caller>>({ max: LOCAL_HOSTS_MAX, ttlMs: LIMITS.anonymousSessionSeconds * 1_000 });

  function localCaller(shown: Shown): Promise<Caller> {
    const { clientName, address } = shown;
    const known = local.get(clientName);
    if (known) return known;
    const begun = (async () => {
      await countNewSession(ephemeral, address, limits.anonymousSessionsPerHour);
      return await callerFor({ kind: 'none' }, access, () => shown);
    })();
    begun.catch(() => local.delete(clientName));
    local.set(clientName, begun);
    return begun;
  }

  /** @throws SvcError unauthorized, invalid_bearer, invalid_token, auth_unavailable */
  return async (shown: Shown) => {
    const { authorization, address, isLocal, clientName } = shown;
    try {
      const credential = readCredential(authorization);
      if (credential.kind === 'none') {
        if (!isLocal) throw new Fault('unauthorized');
        return { key: `local ${clientName}`, operations: direct({ caller: () => localCaller(shown), address }) };
      }
      const owner = await ownerFor(credential, access, () => shown);
      const caller = owner ?? (await callerFor(credential, access, () => shown));
      return { key: caller.ownerId, operations: direct({ caller: async () => caller, address, isUnlimited: owner !== null }) };
    } catch (error) {
      throw asSvcError(error, { requestId: newId(), log });
    }
  };
}
