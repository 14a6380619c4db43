import type { Selectable } from 'kysely';
import type { AuditEvent, AuditFilter } from '../contract/audit.ts';
import type { Store } from './control-plane.ts';
import type { ControlPlane } from './tables.ts';

export type AuditRow = Selectable<ControlPlane['audit_event']>;

/** What accounts did. The table itself refuses to change or forget what was written. */
export interface AuditLog {
  /** In the transaction that makes the event true. */
  append(transaction: Store, accountId: string, event: Omit<AuditEvent, 'at'> & { readonly at: Date }): Promise<void>;
  /** Newest first, those before the event `after`. */
  list(accountId: string, page: { limit: number; after: string | null } & AuditFilter): Promise<AuditRow[]>;
}

export function auditIn(store: Store): AuditLog {
  return {
    async append(transaction, accountId, { id, at, action, actor, keyId, subject, details, requestId, address, surface }) {
      await transaction
        .insertInto('audit_event')
        .values({
          id,
          account_id: accountId,
          at,
          action,
          actor,
          key_id: keyId,
          subject,
          details: JSON.stringify(details),
          request_id: requestId,
          address,
          surface,
        })
        .execute();
    },
    async list(accountId, { limit, after, action, subject }) {
      let query = store.selectFrom('audit_event').selectAll().where('account_id', '=', accountId).orderBy('id', 'desc').limit(limit);
      if (after !== null) query = query.where('id', '<', after);
      if (action !== undefined) query = query.where('action', '=', action);
      if (subject !== undefined) query = query.where('subject', '=', subject);
      return await query.execute();
    },
  };
}
