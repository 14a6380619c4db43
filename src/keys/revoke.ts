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

/** At once and for good. Another's key and none look the same. */
export function createRevokeKey({ keys, once, audit, onRevoked }: Dependencies): Handler<'revokeKey'> {
  return async ({ id }, call) =>
    await once.control(call, 200, async () => {
      const revocation = await keys.revoke(id, call.caller.ownerId, audit(call, { action: 'key.revoke', subject: id }));
      if (!revocation) throw new Fault('key_not_found');
      onRevoked(id);
      const { revokedAt, alreadyRevoked } = revocation;
      return { body: { id, revoked: true, revokedAt: revokedAt.toISOString(), alreadyRevoked }, finish: null, audit: null };
    });
}
