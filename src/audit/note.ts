import type { Call } from '../call.ts';
import { keyIdOf } from '../caller.ts';
import type { AuditAction } from '../contract/audit.ts';
import { newId } from '../lib/id.ts';
import type { AuditLog } from '../store/audit.ts';
import type { Store } from '../store/control-plane.ts';

/** What was done to what. */
export interface AuditFact {
  readonly action: AuditAction;
  readonly subject: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Writes the fact down in the transaction that makes it true. */
export type Note = (transaction: Store) => Promise<void>;

/** Of accounts alone: an anonymous session has nobody who would read its log. Null where nothing is noted. */
export type Audit = (call: Call, fact: AuditFact | null) => Note | null;

export const createAudit =
  (log: Pick<AuditLog, 'append'>): Audit =>
  (call, fact) => {
    const { caller, requestId, address = null, surface = 'http' } = call;
    if (fact === null || caller.kind === 'anonymous' || caller.kind === 'publishable_key') return null;
    const event = { id: newId(), at: new Date(), actor: caller.kind, keyId: keyIdOf(caller), requestId, address, surface };
    return (transaction) => log.append(transaction, caller.ownerId, { ...event, ...fact, details: fact.details ?? {} });
  };
