import { newId } from '../lib/id.ts';
import type { Store } from './control-plane.ts';

export interface AccountKey {
  readonly accountId: string;
  readonly accountKind: 'local';
  readonly access: 'read' | 'write';
}

export interface Accounts {
  /** The one account of this machine's owner, made by whoever asks first. Services that share a control plane share it. */
  ensureLocal(): Promise<string>;
  /** Makes the account's key known; one that is known stays as it is. */
  ensureKey(key: { accountId: string; hash: string; last4: string; name: string }): Promise<void>;
  /** Null for a key that is not known or was revoked. */
  findKey(hash: string): Promise<AccountKey | null>;
}

export function accountsIn(store: Store): Accounts {
  return {
    async ensureLocal() {
      await store
        .insertInto('account')
        .values({ id: newId(), kind: 'local', name: 'local' })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const { id } = await store.selectFrom('account').select('id').where('kind', '=', 'local').executeTakeFirstOrThrow();
      return id;
    },
    async ensureKey({ accountId, hash, last4, name }) {
      await store
        .insertInto('account_key')
        .values({ id: newId(), account_id: accountId, hash, last4, name, access: 'write', revoked_at: null })
        .onConflict((conflict) => conflict.column('hash').doNothing())
        .execute();
    },
    async findKey(hash) {
      const row = await store
        .selectFrom('account_key')
        .innerJoin('account', 'account.id', 'account_key.account_id')
        .select(['account.id as accountId', 'account.kind as accountKind', 'account_key.access'])
        .where('account_key.hash', '=', hash)
        .where('account_key.revoked_at', 'is', null)
        .executeTakeFirst();
      return row ?? null;
    },
  };
}
