import { type Selectable, sql } from 'kysely';
import type { KeyType } from '../contract/keys.ts';
import { newId } from '../lib/id.ts';
import type { Store } from './control-plane.ts';
import { CONTROL_SCHEMA } from './migrations.ts';
import type { ControlPlane } from './tables.ts';

/** What a request with the key may do. */
export interface FoundKey {
  readonly id: string;
  readonly hash: string;
  readonly type: KeyType | 'owner';
  readonly accountId: string;
  readonly access: 'read' | 'write';
  /** Of an agent's key: who confirms what it previews. */
  readonly confirm: 'agent' | 'owner' | null;
  readonly dbId: string | null;
  readonly origins: readonly string[];
}

export type KeyRow = Omit<Selectable<ControlPlane['account_key']>, 'type'> & { readonly type: KeyType };

/** Where a page of a list begins: after this key. */
export interface KeyPosition {
  readonly isRevoked: boolean;
  readonly id: string;
}

/** What else is written with a change. */
type Note = ((transaction: Store) => Promise<void>) | null;

export interface Keys {
  /** An active key by any of its hashes; stored under the first of them from then on, where it was under another. */
  find(hashes: readonly string[]): Promise<FoundKey | null>;
  /** In the caller's transaction. False, and nothing is made, when the account has `max` active ones. */
  insert(transaction: Store, key: KeyRow, max: number): Promise<boolean>;
  /** Makes the key of an owner's data folder known; one that is known stays as it is. */
  ensureOwner(key: { accountId: string; hashes: readonly string[]; last4: string; name: string }): Promise<void>;
  /** Active ones first, the newest of each first. */
  list(accountId: string, page: { limit: number; after: KeyPosition | null }): Promise<KeyRow[]>;
  /** Revokes for good and tells every service, with `note` in the same transaction; null when the account has no such key. */
  revoke(id: string, accountId: string, note: Note): Promise<{ revokedAt: Date; alreadyRevoked: boolean } | null>;
  /** Null when the account has no key with this hash. */
  status(hash: string, accountId: string): Promise<{ revokedAt: Date | null } | null>;
  /** Notes when keys were last used, in one statement. */
  used(uses: ReadonlyMap<string, Date>): Promise<void>;
  /** Those of the ids, of keys and of browsers' sessions, that are revoked, over or gone. */
  ended(ids: readonly string[]): Promise<string[]>;
  /** The newest active publishable key of each of the databases that has one. */
  publishable(dbIds: readonly string[]): Promise<{ id: string; dbId: string; hash: string }[]>;
  /** Whether an active key lists the origin. */
  listsOrigin(origin: string): Promise<boolean>;
}

/** Services that share the control plane are told of a revoked key's id here. */
export const KEY_REVOKED = 'svc_key_revoked';

export function keysIn(store: Store): Keys {
  const keys: Keys = {
    async find(hashes) {
      const row = await store
        .selectFrom('account_key')
        .select(['id', 'hash', 'type', 'account_id as accountId', 'access', 'confirm', 'db_id as dbId', 'origins'])
        .where('hash', 'in', hashes)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      if (!row) return null;
      const [present] = hashes;
      if (present !== undefined && row.hash !== present)
        await store.updateTable('account_key').set({ hash: present }).where('id', '=', row.id).execute();
      return { ...row, hash: present ?? row.hash, origins: row.origins ?? [] };
    },
    async insert(transaction, key, max) {
      // One after the other for one account: of two that count at once, each would miss the other's.
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`keys ${key.account_id}`}, 0))`.execute(transaction);
      const { n } = await transaction
        .selectFrom('account_key')
        .select(sql<string>`count(*)`.as('n'))
        .where('account_id', '=', key.account_id)
        .where('type', '<>', 'owner')
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (Number(n) >= max) return false;
      await transaction.insertInto('account_key').values(key).execute();
      return true;
    },
    async ensureOwner({ accountId, hashes, last4, name }) {
      const [hash] = hashes;
      // Also gives it its present hash, where peppers are being changed.
      if (hash === undefined || (await keys.find(hashes))) return;
      const none = { confirm: null, db_id: null, origins: null, mcp_host: null, device_id: null, last_used_at: null, revoked_at: null };
      await store
        .insertInto('account_key')
        .values({ id: newId(), account_id: accountId, hash, type: 'owner', last4, name, access: 'write', ...none })
        .onConflict((conflict) => conflict.column('hash').doNothing())
        .execute();
    },
    async list(accountId, { limit, after }) {
      let query = store
        .selectFrom('account_key')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('type', '<>', 'owner')
        .orderBy(sql`revoked_at IS NOT NULL`)
        .orderBy('id', 'desc')
        .limit(limit);
      if (after !== null) {
        const isLater = sql<boolean>`(revoked_at IS NOT NULL) = ${after.isRevoked} AND id < ${after.id}`;
        query = query.where(after.isRevoked ? isLater : sql<boolean>`((revoked_at IS NOT NULL) OR (${isLater}))`);
      }
      return (await query.execute()) as KeyRow[];
    },
    async revoke(id, accountId, note) {
      return await store.transaction().execute(async (transaction) => {
        const key = await transaction
          .selectFrom('account_key')
          .select('revoked_at')
          .where('id', '=', id)
          .where('account_id', '=', accountId)
          .where('type', '<>', 'owner')
          .forUpdate()
          .executeTakeFirst();
        if (!key) return null;
        if (key.revoked_at !== null) return { revokedAt: key.revoked_at, alreadyRevoked: true };
        const { at } = await transaction
          .updateTable('account_key')
          .set({ revoked_at: sql<Date>`date_trunc('milliseconds', clock_timestamp())` })
          .where('id', '=', id)
          .returning('revoked_at as at')
          .executeTakeFirstOrThrow();
        await note?.(transaction);
        await sql`SELECT pg_notify(${KEY_REVOKED}, ${id})`.execute(transaction);
        return { revokedAt: at as Date, alreadyRevoked: false };
      });
    },
    async status(hash, accountId) {
      const row = await store
        .selectFrom('account_key')
        .select('revoked_at as revokedAt')
        .where('hash', '=', hash)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row ?? null;
    },
    async used(uses) {
      const [ids, times] = [[...uses.keys()], [...uses.values()].map((time) => time.toISOString())];
      await sql`UPDATE ${sql.table(`${CONTROL_SCHEMA}.account_key`)} AS key SET last_used_at = greatest(key.last_used_at, use.at)
        FROM unnest(${ids}::uuid[], ${times}::timestamptz[]) AS use(id, at) WHERE key.id = use.id`.execute(store);
    },
    async ended(ids) {
      const rows = await store
        .selectFrom('account_key')
        .select('id')
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .where('revoked_at', 'is', null)
        .unionAll(
          store
            .selectFrom('web_session')
            .select('id')
            .where('id', '=', sql<string>`any(${ids}::uuid[])`)
            .where('expires_at', '>', sql<Date>`now()`),
        )
        .execute();
      const active = new Set(rows.map((row) => row.id));
      return ids.filter((id) => !active.has(id));
    },
    async publishable(dbIds) {
      if (dbIds.length === 0) return [];
      const rows = await store
        .selectFrom('account_key')
        .distinctOn('db_id')
        .select(['id', 'db_id as dbId', 'hash'])
        .where('db_id', '=', sql<string>`any(${dbIds}::text[])`)
        .where('type', '=', 'pk_live')
        .where('revoked_at', 'is', null)
        .orderBy('db_id')
        .orderBy('id', 'desc')
        .execute();
      return rows.flatMap(({ id, dbId, hash }) => (dbId === null ? [] : [{ id, dbId, hash }]));
    },
    async listsOrigin(origin) {
      const row = await store
        .selectFrom('account_key')
        .select('id')
        .where(sql<boolean>`origins @> ARRAY[${origin}]::text[]`)
        .where('revoked_at', 'is', null)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
  return keys;
}
