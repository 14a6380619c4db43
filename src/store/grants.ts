import { type Selectable, sql } from 'kysely';
import type { GrantedTable, LostPart } from '../engines/engine.ts';
import type { Store } from './control-plane.ts';
import { CONTROL_SCHEMA } from './migrations.ts';
import type { ControlPlane } from './tables.ts';

export type GrantRow = Selectable<ControlPlane['data_grant']>;

export interface NewGrant {
  readonly id: string;
  readonly accountId: string;
  readonly granteeId: string;
  /** Where it was given to an address. */
  readonly granteeEmail: string | null;
  readonly dbId: string;
  readonly scope: readonly string[];
  readonly rows: Readonly<Record<string, string>> | null;
  readonly mask: Readonly<Record<string, readonly string[]>> | null;
  readonly priceModel: string | null;
  /** What the engine makes of it. */
  readonly tables: readonly GrantedTable[];
  readonly createdAt: Date;
}

/** Where a page of a list begins: after this grant. */
export interface GrantPosition {
  readonly isRevoked: boolean;
  readonly id: string;
}

/** A request that used a grant. The same id is the same request, and counts once. */
export interface GrantUse {
  readonly id: string;
  readonly grantId: string;
  readonly at: Date;
  readonly rows: number;
}

type Note = ((transaction: Store) => Promise<void>) | null;

export interface Grants {
  /** Whether there is such an account. */
  isAccount(id: string): Promise<boolean>;
  /** Not active: it becomes so together with the reply that names it. */
  insert(grant: NewGrant): Promise<void>;
  /** In the caller's transaction. The id of a grant that stands in the way, or `full` when the account has given `max`; then nothing is changed. */
  activate(transaction: Store, id: string, max: number): Promise<string | 'full' | null>;
  /** The grantee's active grant on a database that is there and still its giver's; the newest, where addresses of one account have several. */
  find(dbId: string, granteeId: string): Promise<GrantRow | null>;
  /** One that the account gave or holds, revoked or not. */
  read(id: string, accountId: string): Promise<GrantRow | null>;
  /** Active ones first, the newest of each first; those that the account gave and those that it holds. */
  list(accountId: string, page: { limit: number; after: GrantPosition | null }): Promise<GrantRow[]>;
  /** Those of a database that are not revoked. */
  ofDatabase(dbId: string): Promise<Pick<GrantRow, 'id'>[]>;
  /** Notes what it shows no more. */
  lose(id: string, parts: readonly LostPart[]): Promise<void>;
  /** Of its owner's: revoked for good, with `note` in the same transaction, and told to every service. Null when the account gave no such grant. */
  revoke(id: string, accountId: string, note: Note): Promise<{ row: GrantRow; revokedAt: Date; alreadyRevoked: boolean } | null>;
  /** How many active ones the account has given. */
  active(accountId: string): Promise<number>;
  /** Those of the ids that are not active any more. */
  ended(ids: readonly string[]): Promise<string[]>;
  /** Revokes those whose database, owner or grantee is gone; then what the engine has yet to end: revoked ones, and those a crash left half made. */
  unfinished(olderThanSeconds: number): Promise<GrantRow[]>;
  /** The engine has nothing of it any more. One that never was active is forgotten. */
  finish(id: string): Promise<void>;
  /** All at once, each once however often it comes. */
  count(uses: readonly GrantUse[]): Promise<void>;
  usage(id: string): Promise<{ day: string; queries: number; rows: number }[]>;
  /** Adds up what is too old to come again. */
  sweep(): Promise<void>;
}

/** Told with the id of a grant that was revoked. */
export const GRANT_REVOKED = 'svc_grant_revoked';

/** A request comes again for as long as its idempotency key is kept; then its use is only a number of its day. */
const KEPT_SECONDS = 2 * 24 * 60 * 60;

const table = (name: string) => sql.table(`${CONTROL_SCHEMA}.${name}`);

/** In the transaction that ends what was granted. */
export async function revokeGrantsOf(transaction: Store, dbId: string): Promise<void> {
  const rows = await transaction
    .updateTable('data_grant')
    .set({ revoked_at: sql<Date>`now()` })
    .where('db_id', '=', dbId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of rows) await tell(transaction, id);
}

/** Whoever signs in with an address holds what was granted to it before; in the transaction of the sign-in. */
export async function claimGrants(transaction: Store, email: string): Promise<void> {
  const found = await transaction.selectFrom('account_email').select('account_id').where('email', '=', email).executeTakeFirst();
  if (found) await transaction.updateTable('data_grant').set({ grantee_id: found.account_id }).where('grantee_email', '=', email).execute();
}

const tell = (transaction: Store, id: string) => sql`SELECT pg_notify(${GRANT_REVOKED}, ${id})`.execute(transaction);

export function grantsIn(store: Store): Grants {
  return {
    async isAccount(id) {
      return (await store.selectFrom('account').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
    },
    async insert({ id, accountId, granteeId, granteeEmail, dbId, scope, rows, mask, priceModel, tables, createdAt }) {
      await store
        .insertInto('data_grant')
        .values({
          id,
          account_id: accountId,
          grantee_id: granteeId,
          grantee_email: granteeEmail,
          db_id: dbId,
          scope: [...scope],
          row_filters: JSON.stringify(rows),
          mask: JSON.stringify(mask),
          price_model: priceModel,
          tables: JSON.stringify(tables),
          state: 'making',
          created_at: createdAt,
          revoked_at: null,
          lost: null,
        })
        .execute();
    },
    async activate(transaction, id, max) {
      const {
        account_id: accountId,
        grantee_id: granteeId,
        grantee_email: email,
        db_id: dbId,
      } = await transaction
        .selectFrom('data_grant')
        .select(['account_id', 'grantee_id', 'grantee_email', 'db_id'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      // One after the other for one owner: of two that look at once, each would miss the other's.
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`grants of ${accountId}`}, 0))`.execute(transaction);
      const active = await transaction
        .selectFrom('data_grant')
        .select(['id', 'db_id', 'grantee_id', 'grantee_email'])
        .where('account_id', '=', accountId)
        .where('state', '=', 'active')
        .where('revoked_at', 'is', null)
        .execute();
      // As it was given: that an account has an address must not be told by what is refused.
      const isSame = (one: (typeof active)[number]): boolean =>
        one.grantee_email === email && (email !== null || one.grantee_id === granteeId);
      const standing = active.find((one) => one.db_id === dbId && isSame(one));
      if (standing) return standing.id;
      if (active.length >= max) return 'full';
      const made = await transaction
        .updateTable('data_grant')
        .set({ state: 'active' })
        .where('id', '=', id)
        .where('state', '=', 'making')
        .where('revoked_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!made) throw new Error('The grant was ended before it was made.');
      return null;
    },
    async find(dbId, granteeId) {
      const row = await store
        .selectFrom('data_grant')
        .innerJoin('database', (join) =>
          join.onRef('database.id', '=', 'data_grant.db_id').onRef('database.owner_id', '=', 'data_grant.account_id'),
        )
        .selectAll('data_grant')
        .where('data_grant.db_id', '=', dbId)
        .where('data_grant.grantee_id', '=', granteeId)
        .where('data_grant.state', '=', 'active')
        .where('data_grant.revoked_at', 'is', null)
        .where('database.state', '=', 'ready')
        .orderBy('data_grant.id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },
    async read(id, accountId) {
      const row = await store
        .selectFrom('data_grant')
        .selectAll()
        .where('id', '=', id)
        .where('state', '<>', 'making')
        .where((is) => is.or([is('account_id', '=', accountId), is('grantee_id', '=', accountId)]))
        .executeTakeFirst();
      return row ?? null;
    },
    async list(accountId, { limit, after }) {
      let query = store
        .selectFrom('data_grant')
        .selectAll()
        .where('state', '<>', 'making')
        .where((is) => is.or([is('account_id', '=', accountId), is('grantee_id', '=', accountId)]))
        .orderBy(sql`revoked_at IS NOT NULL`)
        .orderBy('id', 'desc')
        .limit(limit);
      if (after) query = query.where(sql<boolean>`(revoked_at IS NOT NULL, ${after.id}::uuid) > (${after.isRevoked}, id)`);
      return await query.execute();
    },
    async ofDatabase(dbId) {
      return await store.selectFrom('data_grant').select('id').where('db_id', '=', dbId).where('revoked_at', 'is', null).execute();
    },
    async lose(id, parts) {
      await store
        .updateTable('data_grant')
        .set({ lost: sql<string>`coalesce(lost, '[]') || ${JSON.stringify(parts)}::jsonb` })
        .where('id', '=', id)
        .execute();
    },
    async revoke(id, accountId, note) {
      return await store.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('data_grant')
          .selectAll()
          .where('id', '=', id)
          .where('account_id', '=', accountId)
          .where('state', '<>', 'making')
          .forUpdate()
          .executeTakeFirst();
        if (!row) return null;
        if (row.revoked_at !== null) return { row, revokedAt: row.revoked_at, alreadyRevoked: true };
        const { at } = await transaction
          .updateTable('data_grant')
          .set({ revoked_at: sql<Date>`now()` })
          .where('id', '=', id)
          .returning('revoked_at as at')
          .executeTakeFirstOrThrow();
        await note?.(transaction);
        await tell(transaction, id);
        return { row, revokedAt: at as Date, alreadyRevoked: false };
      });
    },
    async ended(ids) {
      const rows = await store
        .selectFrom('data_grant')
        .select('id')
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .where('revoked_at', 'is', null)
        .execute();
      const active = new Set(rows.map((row) => row.id));
      return ids.filter((id) => !active.has(id));
    },
    async unfinished(olderThanSeconds) {
      const gone = await store
        .selectFrom('data_grant')
        .select(['id', 'db_id'])
        .where('state', '=', 'active')
        .where('revoked_at', 'is', null)
        .where(({ not, and, or, eb, exists, selectFrom }) =>
          not(
            and([
              exists(
                selectFrom('database')
                  .select('database.id')
                  .whereRef('database.id', '=', 'data_grant.db_id')
                  .whereRef('database.owner_id', '=', 'data_grant.account_id')
                  .where('database.state', '=', 'ready'),
              ),
              exists(selectFrom('account').select('account.id').whereRef('account.id', '=', 'data_grant.account_id')),
              or([
                exists(selectFrom('account').select('account.id').whereRef('account.id', '=', 'data_grant.grantee_id')),
                eb('grantee_email', 'is not', null),
              ]),
            ]),
          ),
        )
        .execute();
      for (const { id } of gone)
        await store.transaction().execute(async (transaction) => {
          await transaction
            .updateTable('data_grant')
            .set({ revoked_at: sql<Date>`now()` })
            .where('id', '=', id)
            .where('revoked_at', 'is', null)
            .execute();
          await tell(transaction, id);
        });
      return await store
        .selectFrom('data_grant')
        .selectAll()
        .where((is) =>
          is.or([
            is.and([is('state', '=', 'active'), is('revoked_at', 'is not', null)]),
            is.and([is('state', '=', 'making'), is('created_at', '<', sql<Date>`now() - make_interval(secs => ${olderThanSeconds})`)]),
          ]),
        )
        .limit(100)
        .execute();
    },
    async finish(id) {
      await store.deleteFrom('data_grant').where('id', '=', id).where('state', '=', 'making').execute();
      await store.updateTable('data_grant').set({ state: 'ended' }).where('id', '=', id).where('revoked_at', 'is not', null).execute();
    },
    async active(accountId) {
      const { n } = await store
        .selectFrom('data_grant')
        .select(sql<string>`count(*)`.as('n'))
        .where('account_id', '=', accountId)
        .where('state', '=', 'active')
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(n);
    },
    async count(uses) {
      const column = <T>(of: (use: GrantUse) => T): T[] => uses.map(of);
      await sql`INSERT INTO ${table('grant_use')} (id, grant_id, at, rows)
        SELECT * FROM unnest(${column(({ id }) => id)}::text[], ${column(({ grantId }) => grantId)}::uuid[],
          ${column(({ at }) => at.toISOString())}::timestamptz[], ${column(({ rows }) => rows)}::bigint[])
        ON CONFLICT DO NOTHING`.execute(store);
    },
    async usage(id) {
      const { rows } = await sql<{ day: string; queries: string; rows: string }>`
        SELECT day::text, sum(queries)::text AS queries, sum(rows)::text AS rows FROM (
          SELECT (at AT TIME ZONE 'UTC')::date AS day, 1 AS queries, rows FROM ${table('grant_use')} WHERE grant_id = ${id}
          UNION ALL SELECT day, queries, rows FROM ${table('grant_usage')} WHERE grant_id = ${id}) AS uses
        GROUP BY day ORDER BY day DESC`.execute(store);
      return rows.map(({ day, ...each }) => ({ day, queries: Number(each.queries), rows: Number(each.rows) }));
    },
    async sweep() {
      // One statement: each use is either still there or in its day's sum, never in both.
      await sql`WITH old AS (DELETE FROM ${table('grant_use')} WHERE at < now() - make_interval(secs => ${KEPT_SECONDS}) RETURNING grant_id, at, rows)
        INSERT INTO ${table('grant_usage')} AS summed (grant_id, day, queries, rows)
        SELECT grant_id, (at AT TIME ZONE 'UTC')::date, count(*), sum(rows) FROM old GROUP BY 1, 2
        ON CONFLICT (grant_id, day) DO UPDATE SET queries = summed.queries + excluded.queries, rows = summed.rows + excluded.rows`.execute(
        store,
      );
    },
  };
}
