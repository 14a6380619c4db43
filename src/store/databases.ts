import { type Selectable, sql } from 'kysely';
import type { SchemaPreset } from '../contract/database.ts';
import type { Served } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import type { Store } from './control-plane.ts';
import { revokeGrantsOf } from './grants.ts';
import { createRemembered } from './remembered.ts';
import type { ControlPlane } from './tables.ts';

export type DatabaseRecord = Selectable<ControlPlane['database']>;

/** A place in a list: microseconds since 1970, and the id among those of the same moment. */
export interface Position {
  readonly createdUs: string;
  readonly id: string;
}

interface NewDatabase {
  readonly id: string;
  readonly ownerId: string;
  readonly slug: string;
  readonly name: string;
  readonly engine: 'postgres' | 'clickhouse';
  readonly privacy?: DatabaseRecord['privacy'];
  readonly preset?: SchemaPreset | null;
  /** `hosted` when absent. */
  readonly origin?: DatabaseRecord['origin'];
  /** `write` when absent. */
  readonly access?: DatabaseRecord['access'];
}

export interface Databases {
  /**
   * Not ready: it becomes so together with the reply that names it (`IdempotencyKeys.settle`). Null; or, when the owner has
   * `max` or more, those being made and being deleted among them, their number, and nothing is inserted; nor is it where
   * the owner has a database of this slug. @throws Fault invalid_token for an anonymous session that an account has adopted
   */
  insert(database: NewDatabase, max?: number): Promise<number | 'slug_taken' | null>;
  /** The slug itself, or the first of `slug_2`, `slug_3` and so on that none of the owner's databases has. */
  freeSlug(ownerId: string, slug: string): Promise<string>;
  /** The caller's own ready database, or null: not there and not yours look the same. */
  find(id: string, ownerId: string): Promise<DatabaseRecord | null>;
  /** The same past what is remembered: when it was last queried changes all the time. */
  read(id: string, ownerId: string): Promise<DatabaseRecord | null>;
  /** Newest first. */
  list(ownerId: string, page: { limit: number; after: Position | null }): Promise<(DatabaseRecord & { created_us: string })[]>;
  /** Null when the caller has no such database. */
  update(id: string, ownerId: string, changes: Partial<Pick<DatabaseRecord, 'name' | 'privacy'>>): Promise<DatabaseRecord | null>;
  /** Whether the account may read it by a grant. */
  isGranted(id: string, granteeId: string): Promise<boolean>;
  /** Newest first: the account's own, and those that were granted to it with when it last used the grant. */
  visible(
    ownerId: string,
    page: { limit: number; after: Position | null; only: readonly string[] | null },
  ): Promise<(DatabaseRecord & { created_us: string; last_used: Date | null })[]>;
  /** What serves the database, or null when the caller has no such database. Repeating it goes on with a deletion begun before. */
  markDeleting(id: string, ownerId: string, note: ((transaction: Store) => Promise<void>) | null): Promise<Served | null>;
  remove(id: string): Promise<void>;
  /** Whose it is, once it was found. Never waits. */
  ownerOf(id: string): string | undefined;
  /** What was looked up of it is looked up again: it changed hands. */
  forget(id: string): void;
  /** Notes that it was queried, to the minute. */
  touch(id: string): void;
  /** Ids of the ready databases that were made from the preset. */
  ofPreset(preset: SchemaPreset): Promise<string[]>;
  /** For work that the service does by itself. Null when there is no such database, or it is not ready. */
  ready(id: string): Promise<DatabaseRecord | null>;
  /** Those of the ids that no record tells of, or none as being on this server. */
  unknown(ids: readonly string[], server?: string): Promise<string[]>;
  /** Those that a crash left half made or half deleted; with `deletingAtOnce` also what is being deleted since a moment ago. */
  unfinished(
    olderThanSeconds: number,
    more?: { deletingAtOnce: boolean },
  ): Promise<(Served & Pick<DatabaseRecord, 'id' | 'state' | 'preset' | 'server'>)[]>;
}

/** Another service's deletion is seen this late; its engine refuses the logins at once. */
const REMEMBER = { max: 10_000, ttlMs: 5_000 } as const;

/** Whose it is changes with an adoption alone, after which it is found anew; what runs is counted by it, also when its look-up is over. */
const REMEMBER_OWNER = { max: 10_000, ttlMs: 3_600_000 } as const;

/** Exact, where a Date has milliseconds alone. */
const CREATED_US = sql<string>`(extract(epoch from created_at) * 1000000)::bigint`;

export function databasesIn(store: Store): Databases {
  const remembered = createRemembered<DatabaseRecord>(REMEMBER);
  const owners = createRemembered<string>(REMEMBER_OWNER);
  const touched = createRemembered<true>({ max: REMEMBER.max, ttlMs: 60_000 });
  const read: Databases['read'] = async (id, ownerId) => {
    const row = await store
      .selectFrom('database')
      .selectAll()
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .where('state', '=', 'ready')
      .executeTakeFirst();
    if (row) {
      remembered.set(id, row);
      owners.set(id, row.owner_id);
    }
    return row ?? null;
  };
  return {
    async insert(
      { id, ownerId, slug, name, engine, privacy = null, preset = null, origin = 'hosted', access = 'write' },
      max = Number.POSITIVE_INFINITY,
    ) {
      const row = { id, owner_id: ownerId, slug, name, engine, privacy, preset, origin, access } as const;
      const add = async (to: Store) => {
        // An adoption holds this row until its end, and gives the account what is there by then: nothing may come after it.
        const session = await to
          .selectFrom('anonymous_session')
          .select('adopted_by')
          .where('id', '=', ownerId)
          .forKeyShare()
          .executeTakeFirst();
        if (session && session.adopted_by !== null) throw new Fault('invalid_token');
        const added = await to
          .insertInto('database')
          .values({ ...row, state: 'provisioning', last_queried_at: null })
          .onConflict((conflict) => conflict.columns(['owner_id', 'slug']).doNothing())
          .returning('id')
          .executeTakeFirst();
        return added ? null : ('slug_taken' as const);
      };
      if (max === Number.POSITIVE_INFINITY) return await store.transaction().execute(add);
      // One after the other for one owner: of two that count at once, each would miss the other's.
      return await store.transaction().execute(async (transaction) => {
        await sql`SELECT pg_advisory_xact_lock(hashtextextended(${ownerId}, 0))`.execute(transaction);
        const { n } = await transaction
          .selectFrom('database')
          .select(sql<string>`count(*)`.as('n'))
          .where('owner_id', '=', ownerId)
          .executeTakeFirstOrThrow();
        return Number(n) >= max ? Number(n) : await add(transaction);
      });
    },
    async freeSlug(ownerId, slug) {
      const rows = await store.selectFrom('database').select('slug').where('owner_id', '=', ownerId).execute();
      const taken = new Set(rows.map((row) => row.slug));
      let free = slug;
      for (let number = 2; taken.has(free); number++) free = `${slug}_${number}`;
      return free;
    },
    async find(id, ownerId) {
      const known = remembered.get(id);
      return known?.owner_id === ownerId ? known : await read(id, ownerId);
    },
    read,
    async list(ownerId, { limit, after }) {
      let query = store
        .selectFrom('database')
        .selectAll()
        .select(CREATED_US.as('created_us'))
        .where('owner_id', '=', ownerId)
        .where('state', '=', 'ready')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit);
      if (after !== null) query = query.where(sql<boolean>`(${CREATED_US}, id) < (${after.createdUs}::bigint, ${after.id})`);
      return await query.execute();
    },
    async isGranted(id, granteeId) {
      const row = await store
        .selectFrom('data_grant')
        .select('id')
        .where('db_id', '=', id)
        .where('grantee_id', '=', granteeId)
        .where('state', '=', 'active')
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return row !== undefined;
    },
    async visible(ownerId, { limit, after, only }) {
      let query = store
        .selectFrom('database')
        .leftJoin('data_grant', (join) =>
          join
            .onRef('data_grant.db_id', '=', 'database.id')
            .onRef('data_grant.account_id', '=', 'database.owner_id')
            .on('data_grant.grantee_id', '=', ownerId)
            .on('data_grant.state', '=', 'active')
            .on('data_grant.revoked_at', 'is', null)
            // The newest alone: one account may have several addresses, each with a grant.
            .on(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('data_grant as newer')
                    .select('newer.id')
                    .whereRef('newer.db_id', '=', 'database.id')
                    .where('newer.grantee_id', '=', ownerId)
                    .where('newer.state', '=', 'active')
                    .where('newer.revoked_at', 'is', null)
                    .whereRef('newer.id', '>', 'data_grant.id'),
                ),
              ),
            ),
        )
        .selectAll('database')
        .select(sql<string>`(extract(epoch from database.created_at) * 1000000)::bigint`.as('created_us'))
        .select(({ selectFrom }) =>
          selectFrom('grant_use')
            .select(({ fn }) => fn.max('grant_use.at').as('at'))
            .whereRef('grant_use.grant_id', '=', 'data_grant.id')
            .as('last_used'),
        )
        .where('database.state', '=', 'ready')
        .where((is) => is.or([is('database.owner_id', '=', ownerId), is('data_grant.id', 'is not', null)]))
        .orderBy('database.created_at', 'desc')
        .orderBy('database.id', 'desc')
        .limit(limit);
      if (only !== null) query = query.where('database.id', '=', sql<string>`any(${only}::text[])`);
      if (after !== null)
        query = query.where(
          sql<boolean>`((extract(epoch from database.created_at) * 1000000)::bigint, database.id) < (${after.createdUs}::bigint, ${after.id})`,
        );
      return await query.execute();
    },
    async update(id, ownerId, changes) {
      const row = await store
        .updateTable('database')
        .set(changes)
        .where('id', '=', id)
        .where('owner_id', '=', ownerId)
        .where('state', '=', 'ready')
        .returningAll()
        .executeTakeFirst();
      remembered.delete(id);
      return row ?? null;
    },
    async markDeleting(id, ownerId, note) {
      remembered.delete(id);
      return await store.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('database')
          .select(['engine', 'origin', 'access', 'state'])
          .where('id', '=', id)
          .where('owner_id', '=', ownerId)
          .where('state', 'in', ['ready', 'deleting'])
          .forUpdate()
          .executeTakeFirst();
        if (row?.state !== 'ready') return row ?? null;
        await transaction.updateTable('database').set({ state: 'deleting' }).where('id', '=', id).execute();
        await revokeGrantsOf(transaction, id);
        await note?.(transaction);
        return row;
      });
    },
    async remove(id) {
      await store.deleteFrom('database').where('id', '=', id).execute();
    },
    ownerOf: (id) => owners.get(id),
    forget(id) {
      remembered.delete(id);
      owners.delete(id);
    },
    touch(id) {
      if (touched.get(id)) return;
      touched.set(id, true);
      // Nobody waits for it, and a note that is lost is made again a minute later.
      store
        .updateTable('database')
        .set({ last_queried_at: new Date() })
        .where('id', '=', id)
        .execute()
        .catch(() => touched.delete(id));
    },
    async ready(id) {
      const row = await store.selectFrom('database').selectAll().where('id', '=', id).where('state', '=', 'ready').executeTakeFirst();
      return row ?? null;
    },
    async ofPreset(preset) {
      const rows = await store.selectFrom('database').select('id').where('preset', '=', preset).where('state', '=', 'ready').execute();
      return rows.map((row) => row.id);
    },
    async unknown(ids, server) {
      if (ids.length === 0) return [];
      let query = store.selectFrom('database').select('id').where('id', '=', sql<string>`any(${ids})`);
      if (server !== undefined) query = query.where('server', '=', server);
      const rows = await query.execute();
      const known = new Set(rows.map((row) => row.id));
      return ids.filter((id) => !known.has(id));
    },
    async unfinished(olderThanSeconds, { deletingAtOnce } = { deletingAtOnce: false }) {
      return await store
        .selectFrom('database')
        .select(['id', 'engine', 'origin', 'access', 'state', 'preset', 'server'])
        .where('state', '<>', 'ready')
        .where((is) =>
          is.or([
            // By the clock of the control plane: a service whose own is ahead would take away what another one makes.
            is('created_at', '<', sql<Date>`now() - make_interval(secs => ${olderThanSeconds})`),
            ...(deletingAtOnce ? [is('state', '=', 'deleting')] : []),
          ]),
        )
        .execute();
    },
  };
}
