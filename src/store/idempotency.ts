import { LIMITS } from '../contract/limits.ts';
import type { Store } from './control-plane.ts';

export interface StoredReply {
  readonly status: number;
  readonly text: string;
}

export type Claim =
  | { readonly kind: 'mine' }
  | { readonly kind: 'done'; readonly reply: StoredReply }
  /** Another request holds the key, or held it when it died; its reply may lie in the hosted database. */
  | { readonly kind: 'held'; readonly leaseOver: boolean }
  | { readonly kind: 'conflict' };

export interface IdempotencyKeys {
  claim(scope: string, key: string, fingerprint: string): Promise<Claim>;
  /** Takes over a key whose lease is over; false when somebody else was faster. */
  takeOver(scope: string, key: string): Promise<boolean>;
  /** Stores the reply and does `also` in one transaction: what the reply says is done exactly when a retry will be told so. */
  settle(scope: string, key: string, reply: StoredReply, also: (transaction: Store) => Promise<void>): Promise<void>;
  /** After a failure: the key may be used again. */
  release(scope: string, key: string): Promise<void>;
  sweep(): Promise<void>;
}

const leaseEnd = () => new Date(Date.now() + LIMITS.idempotencyLeaseSeconds * 1_000);

export function idempotencyKeysIn(store: Store): IdempotencyKeys {
  return {
    async claim(scope, key, fingerprint) {
      const inserted = await store
        .insertInto('idempotency')
        .values({ scope, key, fingerprint, reply: null, reply_status: null, lease_until: leaseEnd() })
        .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
        .returning('key')
        .executeTakeFirst();
      if (inserted) return { kind: 'mine' };
      const row = await store
        .selectFrom('idempotency')
        .select(['fingerprint', 'reply', 'reply_status', 'lease_until'])
        .where('scope', '=', scope)
        .where('key', '=', key)
        .executeTakeFirst();
      if (!row) return { kind: 'held', leaseOver: true };
      if (row.fingerprint !== fingerprint) return { kind: 'conflict' };
      if (row.reply !== null) return { kind: 'done', reply: { status: row.reply_status ?? 200, text: row.reply } };
      return { kind: 'held', leaseOver: row.lease_until.getTime() < Date.now() };
    },
    async takeOver(scope, key) {
      const row = await store
        .updateTable('idempotency')
        .set({ lease_until: leaseEnd() })
        .where('scope', '=', scope)
        .where('key', '=', key)
        .where('reply', 'is', null)
        .where('lease_until', '<', new Date())
        .returning('key')
        .executeTakeFirst();
      return row !== undefined;
    },
    async settle(scope, key, { status, text }, also) {
      await store.transaction().execute(async (transaction) => {
        await also(transaction);
        await transaction
          .updateTable('idempotency')
          .set({ reply: text, reply_status: status })
          .where('scope', '=', scope)
          .where('key', '=', key)
          .execute();
      });
    },
    async release(scope, key) {
      await store.deleteFrom('idempotency').where('scope', '=', scope).where('key', '=', key).where('reply', 'is', null).execute();
    },
    async sweep() {
      await store
        .deleteFrom('idempotency')
        .where('created_at', '<', new Date(Date.now() - LIMITS.idempotencyTtlSeconds * 1_000))
        .execute();
      await store.deleteFrom('preview').where('expires_at', '<', new Date()).execute();
      await store
        .deleteFrom('anonymous_session')
        .where('expires_at', '<', new Date(Date.now() - 30 * 24 * 3_600_000))
        .execute();
    },
  };
}
