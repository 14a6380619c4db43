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
  /** Of an agent's key: the databases that it reaches; null is all of the account. */
  readonly dbIds: readonly string[] | null;
  /** Of an account key that `svc login` got, and of an agent's: the device that holds it. */
  readonly deviceId: string | null;
  readonly origins: readonly string[];
}

export type KeyRow = Omit<Selectable<ControlPlane['account_key']>, 'type'> & { readonly type: KeyType };

/** Where a page of a list begins: after this key. */
export interface KeyPosition {
  readonly isRevoked: boolean;
  readonly id: string;
}

export interface Revocation {
  readonly revokedAt: Date;
  readonly alreadyRevoked: boolean;
  /** Keys that the revoked one had made, and that ended with it. */
  readonly ended: readonly string[];
}

/** What else is written with a revocation; `ended` are the keys that end with the key itself. */
type Note = ((transaction: Store, ended: readonly string[]) => Promise<void>) | null;

export interface Keys {
  /** An active key by any of its hashes; stored under the first of them from then on, where it was under another. */
  find(hashes: readonly string[]): Promise<FoundKey | null>;
  /** An active agent's key by its id, for what stands for it. */
  findAgent(id: string): Promise<FoundKey | null>;
  /** In the caller's transaction. False, and nothing is made, when the account has `max` active ones. */
  insert(transaction: Store, key: KeyRow, max: number): Promise<boolean>;
  /** Whether it is active, and stays so until the transaction ends. */
  holdActive(transaction: Store, id: string): Promise<boolean>;
  /** Makes the key of an owner's data folder known; one that is known stays as it is. */
  ensureOwner(key: { accountId: string; hashes: readonly string[]; last4: string; name: string }): Promise<void>;
  /** How many active ones the account has. */
  active(accountId: string): Promise<number>;
  /** Active ones first, the newest of each first. */
  list(accountId: string, page: { limit: number; after: KeyPosition | null }): Promise<KeyRow[]>;
  /**
   * Revokes for good, with the keys that it made, and tells every service; `note` is in the same transaction. Null when the account has
   * no such key.
   */
  revoke(id: string, accountId: string, note: Note): Promise<Revocation | null>;
  /** The same in the caller's transaction. */
  revokeIn(transaction: Store, id: string, accountId: string, note: Note): Promise<Revocation | null>;
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

const FOUND = [
  'id',
  'hash',
  'type',
  'account_id as accountId',
  'access',
  'confirm',
  'db_id as dbId',
  'db_ids as dbIds',
  'device_id as deviceId',
  'origins',
] as const;

export function keysIn(store: Store): Keys {
  const keys: Keys = {
    async find(hashes) {
      const row = await store
        .selectFrom('account_key')
        .select(FOUND)
        .where('hash', 'in', hashes)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      if (!row) return null;
      const [present] = hashes;
      if (present !== undefined && row.hash !== present)
        await store.updateTable('account_key').set({ hash: present }).where('id', '=', row.id).execute();
      return { ...row, hash: present ?? row.hash, origins: row.origins ?? [] };
    },
    async findAgent(id) {
      const row = await store
        .selectFrom('account_key')
        .select(FOUND)
        .where('id', '=', id)
        .where('type', '=', 'sk_mcp')
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return row ? { ...row, origins: [] } : null;
    },
    async insert(transaction, key, max) {
      // One after the other for one account: of two that count at once, each would miss the other's.
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`keys ${key.account_id}`}, 0))`.execute(transaction);
      if ((await activeIn(transaction, key.account_id)) >= max) return false;
      await transaction.insertInto('account_key').values(key).execute();
      return true;
    },
    async holdActive(transaction, id) {
      const query = transaction.selectFrom('account_key').select('id').where('id', '=', id).where('revoked_at', 'is', null);
      return (await query.forShare().executeTakeFirst()) !== undefined;
    },
    async ensureOwner({ accountId, hashes, last4, name }) {
      const [hash] = hashes;
      // Also gives it its present hash, where peppers are being changed.
      if (hash === undefined || (await keys.find(hashes))) return;
      const none = {
        confirm: null,
        db_id: null,
        db_ids: null,
        origins: null,
        mcp_host: null,
        device_id: null,
        made_by: null,
        last_used_at: null,
        revoked_at: null,
      };
      await store
        .insertInto('account_key')
        .values({ id: newId(), account_id: accountId, hash, type: 'owner', last4, name, access: 'write', ...none })
        .onConflict((conflict) => conflict.column('hash').doNothing())
        .execute();
    },
    active: (accountId) => activeIn(store, accountId),
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
    revoke: (id, accountId, note) => store.transaction().execute((transaction) => keys.revokeIn(transaction, id, accountId, note)),
    async revokeIn(transaction, id, accountId, note) {
      const key = await transaction
        .selectFrom('account_key')
        .select('revoked_at')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('type', '<>', 'owner')
        .forUpdate()
        .executeTakeFirst();
      if (!key) return null;
      if (key.revoked_at !== null) return { revokedAt: key.revoked_at, alreadyRevoked: true, ended: [] };
      const rows = await transaction
        .updateTable('account_key')
        .set({ revoked_at: sql<Date>`date_trunc('milliseconds', clock_timestamp())` })
        .where((where) => where.or([where('id', '=', id), where('made_by', '=', id)]))
        .where('revoked_at', 'is', null)
        .returning(['id', 'revoked_at as at'])
        .execute();
      const ended = rows.map((row) => row.id).filter((one) => one !== id);
      await note?.(transaction, ended);
      for (const row of rows) await sql`SELECT pg_notify(${KEY_REVOKED}, ${row.id})`.execute(transaction);
      return { revokedAt: rows.find((row) => row.id === id)?.at as Date, alreadyRevoked: false, ended };
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

async function activeIn(transaction: Store, accountId: string): Promise<number> {
  const { n } = await transaction
    .selectFrom('account_key')
    .select(sql<string>`count(*)`.as('n'))
    .where('account_id', '=', accountId)
    .where('type', '<>', 'owner')
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(n);
}
