import type { Audit } from '../audit/note.ts';
import type { Handler } from '../call.ts';
import { Fault } from '../fault.ts';
import type { Once } from '../once.ts';
import type { Keys } from '../store/keys.ts';

interface Dependencies {
  readonly keys: Keys;
  readonly once: Once;
  readonly audit: Audit;
  /** This service does not wait to be told by the control plane. */
  readonly onRevoked: (keyId: string) => void;
}

/** At once and for good, with the keys that a device made by it. Another's key and none look the same. */
export function createRevokeKey({ keys, once, audit, onRevoked }: Dependencies): Handler<'revokeKey'> {
  return async ({ id }, call) =>
    await once.control(call, 200, async () => {
      const revocation = await keys.revoke(id, call.caller.ownerId, async (transaction, ended) => {
        await audit(call, { action: 'key.revoke', subject: id })?.(transaction);
        for (const one of ended) await audit(call, { action: 'key.revoke', subject: one, details: { with: id } })?.(transaction);
      });
      if (!revocation) throw new Fault('key_not_found');
      [id, ...revocation.ended].forEach(onRevoked);
      const { revokedAt, alreadyRevoked } = revocation;
      return { body: { id, revoked: true, revokedAt: revokedAt.toISOString(), alreadyRevoked }, finish: null, audit: null };
    });
}
