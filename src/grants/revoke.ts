import type { Audit } from '../audit/note.ts';
import type { Handler } from '../call.ts';
import { Fault } from '../fault.ts';
import type { Log } from '../http/log.ts';
import type { Once } from '../once.ts';
import type { Grants } from '../store/grants.ts';
import type { EndGrant } from './end.ts';

interface Dependencies {
  readonly grants: Grants;
  readonly once: Once;
  readonly audit: Audit;
  readonly end: EndGrant;
  /** This service does not wait to be told by the control plane. */
  readonly onRevoked: (grantId: string) => void;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * By its owner, at once and for good. It is revoked when the control plane says so; then the engine ends what runs and
 * takes the login away. Another's grant and none look the same.
 */
export function createRevokeGrant({ grants, once, audit, end, onRevoked, log }: Dependencies): Handler<'revokeGrant'> {
  return async ({ id }, call) =>
    await once.control(call, 200, async () => {
      const revocation = await grants.revoke(id, call.caller.ownerId, audit(call, { action: 'grant.revoke', subject: id }));
      if (!revocation) throw new Fault('grant_not_found');
      onRevoked(id);
      const { row, revokedAt, alreadyRevoked } = revocation;
      // It holds whether or not the engine answers now.
      if (row.state !== 'ended')
        await end(row).catch((error: unknown) =>
          log.warn({ err: error, grant: id }, 'the login of a revoked grant is still there; it is tried again'),
        );
      return { body: { id, revoked: true, revokedAt: revokedAt.toISOString(), alreadyRevoked }, finish: null, audit: null };
    });
}
