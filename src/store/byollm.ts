import type { Selectable } from 'kysely';
import type { Store } from './control-plane.ts';
import type { ControlPlane } from './tables.ts';

export type StoredByollm = Omit<Selectable<ControlPlane['byollm_key']>, 'account_id' | 'updated_at'>;

/** One provider key an account. */
export interface ByollmKeys {
  find(accountId: string): Promise<StoredByollm | null>;
  /** In place of the one before, in the caller's transaction. */
  put(transaction: Store, accountId: string, key: StoredByollm): Promise<void>;
  /** False when there was none; `note` is written with it. */
  remove(accountId: string, note: ((transaction: Store) => Promise<void>) | null): Promise<boolean>;
}

export function byollmKeysIn(store: Store): ByollmKeys {
  return {
    async find(accountId) {
      const row = await store
        .selectFrom('byollm_key')
        .select(['provider', 'model', 'last4', 'sealed'])
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row ?? null;
    },
    async put(transaction, accountId, key) {
      const values = { ...key, updated_at: new Date() };
      await transaction
        .insertInto('byollm_key')
        .values({ account_id: accountId, ...values })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
        .execute();
    },
    async remove(accountId, note) {
      return await store.transaction().execute(async (transaction) => {
        const row = await transaction
          .deleteFrom('byollm_key')
          .where('account_id', '=', accountId)
          .returning('account_id')
          .executeTakeFirst();
        if (row) await note?.(transaction);
        return row !== undefined;
      });
    },
  };
}
