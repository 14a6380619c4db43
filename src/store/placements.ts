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
  };
}
