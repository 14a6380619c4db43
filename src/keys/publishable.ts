import type { KeyHash } from '../accounts/key-hash.ts';
import { publishableKeyText } from '../accounts/key-text.ts';
import type { Caller } from '../caller.ts';
import type { Keys } from '../store/keys.ts';

/** The text of the newest publishable key of each database that has one, by database, for who is signed in. */
export type PublishableKeys = (caller: Caller, dbIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

interface Dependencies {
  readonly keys: Keys;
  readonly hash: KeyHash;
  readonly secret: string;
}

/** A program with a key of its own is not shown another, which would outlive it. */
export function createPublishableKeys({ keys, hash, secret }: Dependencies): PublishableKeys {
  return async (caller, dbIds) => {
    if (caller.kind !== 'session') return new Map();
    const found = await keys.publishable(dbIds);
    return new Map(
      found.flatMap(({ id, dbId, hash: stored }) => {
        const text = publishableKeyText(secret, id);
        // Of a secret that was changed since it was made, the text is not known any more.
        return hash.all(text).includes(stored) ? [[dbId, text] as const] : [];
      }),
    );
  };
}
