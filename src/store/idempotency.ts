import { LIMITS } from '../contract/limits.ts';
import type { Store } from './control-plane.ts';
import { notAwaited } from './not-awaited.ts';

export interface StoredReply {
  readonly status: number;
  readonly text: string;
}

export type Claim =
  | { readonly kind: 'mine' }
  | { readonly kind: 'done'; readonly reply: StoredReply }
  /** Another request holds the key, or held it when it died. */
  | { readonly kind: 'held'; readonly leaseOver: boolean; readonly dbId: string | null }
  | { readonly kind: 'conflict' };

/** What a change of the control plane leaves; it becomes true in the same transaction as its reply is stored. */
export type Finish =
  | {
      readonly dbId: string;
      /** `going`: the record stays as it is, marked as being deleted, until a sweep has removed what it tells of. */
      readonly becomes: 'ready' | 'gone' | 'going';
    }
  /** Whatever else is written then. */
  | { readonly alongside: (transaction: Store) => Promise<void> };

/** What is written in the transaction that stores a reply. */
interface Besides {
  readonly finish: Finish | null;
  readonly note: ((transaction: Store) => Promise<void>) | null;
}

export interface IdempotencyKeys {
  /** `dbId`: the hosted database whose transaction will hold the reply. */
  claim(scope: string, key: string, fingerprint: string, dbId: string | null): Promise<Claim>;
  /** As `claim`, without claiming; null when nobody used the key. */
  find(scope: string, key: string, fingerprint: string): Promise<Exclude<Claim, { kind: 'mine' }> | null>;
  /** Takes over a key whose lease is over; false when somebody else was faster. */
  takeOver(scope: string, key: string, dbId: string | null): Promise<boolean>;
  /** Says that a change of the control plane still runs. */
  renew(scope: string, key: string): Promise<void>;
  /** False, and nothing is changed, when somebody else took the key over and settled it first. */
  settle(scope: string, key: string, reply: StoredReply, besides: Besides): Promise<boolean>;
  /** After a failure: the key may be used again. */
  release(scope: string, key: string): Promise<void>;
  sweep(): Promise<void>;
}

/**
 * A change of the control plane says again and again that it is alive, so that who died is known soon; two that run at once
 * both make something, and one of them counts. Of writes to two databases both would count, so that theirs is long.
 */
const leaseEnd = (dbId: string | null) =>
  new Date(Date.now() + (dbId === null ? LIMITS.controlLeaseSeconds : LIMITS.idempotencyLeaseSeconds) * 1_000);

/** The write's own record is awaited, in its database or before it changes anything: a claim that a crash of this server loses is made again, and meets that. */
const claimedUntil = (dbId: string | null) => (dbId === null ? leaseEnd(dbId) : notAwaited(leaseEnd(dbId)));

export function idempotencyKeysIn(store: Store): IdempotencyKeys {
  const find: IdempotencyKeys['find'] = async (scope, key, fingerprint) => {
    const row = await store
      .selectFrom('idempotency')
      .select(['fingerprint', 'reply', 'reply_status', 'lease_until', 'db_id'])
      .where('scope', '=', scope)
      .where('key', '=', key)
      .executeTakeFirst();
    if (!row) return null;
    if (row.fingerprint !== fingerprint) return { kind: 'conflict' };
    if (row.reply !== null) return { kind: 'done', reply: { status: row.reply_status ?? 200, text: row.reply } };
    return { kind: 'held', leaseOver: row.lease_until.getTime() < Date.now(), dbId: row.db_id };
  };

  return {
    find,
    async claim(scope, key, fingerprint, dbId) {
      const inserted = await store
        .insertInto('idempotency')
        .values({ scope, key, fingerprint, reply: null, reply_status: null, lease_until: claimedUntil(dbId), db_id: dbId })
        .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
        .returning('key')
        .executeTakeFirst();
      if (inserted) return { kind: 'mine' };
      return (await find(scope, key, fingerprint)) ?? { kind: 'held', leaseOver: false, dbId };
    },
    async takeOver(scope, key, dbId) {
      const row = await store
        .updateTable('idempotency')
        .set({ lease_until: leaseEnd(dbId), db_id: dbId })
        .where('scope', '=', scope)
        .where('key', '=', key)
        .where('reply', 'is', null)
        .where('lease_until', '<', new Date())
        .returning('key')
        .executeTakeFirst();
      return row !== undefined;
    },
    async renew(scope, key) {
      await store
        .updateTable('idempotency')
        .set({ lease_until: leaseEnd(null) })
        .where('scope', '=', scope)
        .where('key', '=', key)
        .where('reply', 'is', null)
        .execute();
    },
    async settle(scope, key, { status, text }, { finish, note }) {
      return await store.transaction().execute(async (transaction) => {
        const settled = await transaction
          .updateTable('idempotency')
          .set({ reply: text, reply_status: status })
          .where('scope', '=', scope)
          .where('key', '=', key)
          .where('reply', 'is', null)
          .returning('key')
          .executeTakeFirst();
        if (!settled) return false;
        await note?.(transaction);
        if (!finish) return true;
        if ('alongside' in finish) await finish.alongside(transaction);
        else if (finish.becomes === 'ready')
          await transaction.updateTable('database').set({ state: 'ready' }).where('id', '=', finish.dbId).execute();
        else if (finish.becomes === 'gone') await transaction.deleteFrom('database').where('id', '=', finish.dbId).execute();
        return true;
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
      await store
        .deleteFrom('connected_write')
        .where('created_at', '<', new Date(Date.now() - LIMITS.idempotencyTtlSeconds * 1_000))
        .execute();
      await store.deleteFrom('preview').where('expires_at', '<', new Date()).execute();
    },
  };
}
