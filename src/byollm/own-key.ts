import type { ProviderKey } from '../call.ts';
import type { Caller } from '../caller.ts';
import { Fault } from '../fault.ts';
import type { ByollmKeys, StoredByollm } from '../store/byollm.ts';
import { createRemembered } from '../store/remembered.ts';
import type { Seal } from '../store/seal.ts';

/** The provider keys of accounts, opened for their own asks alone. */
export interface OwnKeys {
  /**
   * Of the account that asks; null where it has none. A page's visitors do not ask on its account's bill.
   * @throws Fault byollm_unavailable for one that does not open
   */
  of(caller: Caller): Promise<ProviderKey | null>;
  /** It was changed. */
  forget(accountId: string): void;
}

interface Dependencies {
  readonly keys: ByollmKeys;
  /** Null where nothing is sealed. */
  readonly seal: Seal | null;
}

/** What was stored a moment ago, none too; another service's change is seen this late. */
const REMEMBER = { max: 5_000, ttlMs: 5_000 } as const;

/** What a sealed key is bound to. */
export const providerKeyContext = (accountId: string): string => `byollm\n${accountId}`;

export function createOwnKeys({ keys, seal }: Dependencies): OwnKeys {
  const remembered = createRemembered<StoredByollm | null>(REMEMBER);
  return {
    async of({ kind, ownerId }) {
      if (seal === null || kind === 'anonymous' || kind === 'publishable_key') return null;
      let stored = remembered.get(ownerId);
      if (stored === undefined) {
        stored = await keys.find(ownerId);
        remembered.set(ownerId, stored);
      }
      if (stored === null) return null;
      const key = seal.open(stored.sealed, providerKeyContext(ownerId));
      // Asking with somebody else's key instead would tell another provider than was meant.
      if (key === null) throw new Fault('byollm_unavailable');
      return { provider: stored.provider, model: stored.model, key };
    },
    forget: (accountId) => remembered.delete(accountId),
  };
}
