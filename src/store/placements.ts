import { sql } from 'kysely';
import type { Store } from './control-plane.ts';
import { createRemembered } from './remembered.ts';

/** A database that is moved is found at its new place, since the one that it left lets nobody in; then this is forgotten. */
const REMEMBER = { max: 20_000, ttlMs: 10 * 60_000 } as const;

/** On which server each hosted PostgreSQL database is. */
export function placementsIn(store: Store) {
  const remembered = createRemembered<string>(REMEMBER);
  return {
    /** Null where no record tells of the database. */
    async of(dbId: string): Promise<string | null> {
      const known = remembered.get(dbId);
      if (known !== undefined) return known;
      const row = await store.selectFrom('database').select('server').where('id', '=', dbId).executeTakeFirst();
      if (row) remembered.set(dbId, row.server);
      return row?.server ?? null;
    },
    /** Of one that is being made. */
    async set(dbId: string, server: string): Promise<void> {
      remembered.delete(dbId);
      await store.updateTable('database').set({ server }).where('id', '=', dbId).where('state', '=', 'provisioning').execute();
    },
    /** Of hosted ones on each server. */
    async counts(): Promise<ReadonlyMap<string, number>> {
      const rows = await store
        .selectFrom('database')
        .select(['server', sql<number>`count(*)::int`.as('n')])
        .where('engine', '=', 'postgres')
        .where('origin', '=', 'hosted')
        .groupBy('server')
        .execute();
      return new Map(rows.map(({ server, n }) => [server, n]));
    },
    forget: (dbId: string): void => void remembered.delete(dbId),
    /** Whether a move of it is at work, in whatever process: it holds the lock until it ends, or dies. */
    async isMoving(dbId: string): Promise<boolean> {
      const { rows } = await sql<{ moving: boolean }>`SELECT EXISTS (SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.objsubid = 2 AND l.classid = ${MOVES}::int4::oid
          AND l.objid::bigint = hashtext(${dbId})::bigint & 4294967295) AS moving`.execute(store);
      return rows[0]?.moving === true;
    },
    /** For what a move that was cut short has left: `work` while none is at work, where the record says that the ready database is on this server. */
    async unlessMoving(dbId: string, server: string, work: () => Promise<void>): Promise<'done' | 'not there' | 'moving'> {
      return await store.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ free: boolean }>`SELECT pg_try_advisory_xact_lock(${MOVES}, hashtext(${dbId})) AS free`.execute(
          transaction,
        );
        if (!rows[0]?.free) return 'moving';
        if ((await placeOf(transaction, dbId)) !== server) return 'not there';
        await work();
        return 'done';
      });
    },
  };
}

/** One at a time for each database: `work`, with the record, on the session that holds the lock. Null where another move holds it. */
export async function movingIn<T>(store: Store, dbId: string, work: (record: MoveRecord) => Promise<T>): Promise<T | null> {
  return await store.connection().execute(async (session) => {
    const { rows } = await sql<{ free: boolean }>`SELECT pg_try_advisory_lock(${MOVES}, hashtext(${dbId})) AS free`.execute(session);
    if (!rows[0]?.free) return null;
    try {
      return await work({
        server: () => placeOf(session, dbId),
        async move(from, to) {
          const { numUpdatedRows } = await session
            .updateTable('database')
            .set({ server: to })
            .where('id', '=', dbId)
            .where('server', '=', from)
            .where('state', '=', 'ready')
            .executeTakeFirst();
          return numUpdatedRows === 1n;
        },
        async settled() {
          return await placeOf(session, dbId).catch(() =>
            // Of a session that was lost nobody knows what it still does, until its lock is free.
            store.transaction().execute(async (transaction) => {
              await sql`SELECT pg_advisory_xact_lock(${MOVES}, hashtext(${dbId}))`.execute(transaction);
              return await placeOf(transaction, dbId);
            }),
          );
        },
      });
    } finally {
      await sql`SELECT pg_advisory_unlock(${MOVES}, hashtext(${dbId}))`.execute(session).catch(() => undefined);
    }
  });
}

interface MoveRecord {
  /** Of a ready database that is hosted on PostgreSQL; null where there is none. */
  server(): Promise<string | null>;
  /** False where it said something else than `from`. */
  move(from: string, to: string): Promise<boolean>;
  /** What it says after a `move` that may have failed. @throws where that cannot be known now */
  settled(): Promise<string | null>;
}

/** The first of the two numbers that PostgreSQL knows the locks by. */
const MOVES = 7_305_003;

async function placeOf(store: Store, dbId: string): Promise<string | null> {
  const row = await store
    .selectFrom('database')
    .select('server')
    .where('id', '=', dbId)
    .where('state', '=', 'ready')
    .where('engine', '=', 'postgres')
    .where('origin', '=', 'hosted')
    .executeTakeFirst();
  return row?.server ?? null;
}
