import { sql } from 'kysely';
import type { Store } from './control-plane.ts';

/** Which service makes the vectors of an agent memory: no text is sent by two. */
export interface VectorLeases {
  /** Taken, or kept for as long again; false while another holds it. */
  take(dbId: string, holder: string): Promise<boolean>;
  release(dbId: string, holder: string): Promise<void>;
}

export function vectorLeasesIn(store: Store): VectorLeases {
  const until = sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`;
  return {
    async take(dbId, holder) {
      const taken = await store
        .insertInto('vector_lease')
        .values({ db_id: dbId, holder, until })
        .onConflict((conflict) =>
          conflict
            .column('db_id')
            .doUpdateSet({ holder, until })
            .where((is) => is.or([is('vector_lease.holder', '=', holder), is('vector_lease.until', '<', sql<Date>`now()`)])),
        )
        .returning('db_id')
        .executeTakeFirst();
      return taken !== undefined;
    },
    async release(dbId, holder) {
      await store.deleteFrom('vector_lease').where('db_id', '=', dbId).where('holder', '=', holder).execute();
    },
  };
}

/** Longer than one batch may take; it is taken anew for each. */
const LEASE_SECONDS = 90;
