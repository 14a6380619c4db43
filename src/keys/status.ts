import type { Handler } from '../call.ts';
import { Fault } from '../fault.ts';
import type { Keys } from '../store/keys.ts';

/** For who has a key's hash and no key; of the caller's account alone. */
export function createKeyStatus({ keys }: { readonly keys: Keys }): Handler<'keyStatus'> {
  return async ({ hash }, call) => {
    const found = await keys.status(hash, call.caller.ownerId);
    if (!found) throw new Fault('key_not_found');
    return { revoked: found.revokedAt !== null, revokedAt: found.revokedAt?.toISOString() ?? null };
  };
}
