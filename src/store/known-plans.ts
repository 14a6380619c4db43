import type { Store } from './control-plane.ts';

/** Kept for one owner and database; the oldest go first. */
export const KEPT_MAX = 500;

export interface KnownPlanRows {
  /** Every plan kept for this owner and database, the newest first. */
  list(ownerId: string, dbId: string): Promise<unknown[]>;
  keep(ownerId: string, dbId: string, templateHash: string, known: unknown): Promise<void>;
  forget(ownerId: string, dbId: string, templateHashes: readonly string[]): Promise<void>;
}

export function knownPlansIn(store: Store): KnownPlanRows {
  return {
    async list(ownerId, dbId) {
      const rows = await store
        .selectFrom('known_plan')
        .select('known')
        .where('owner_id', '=', ownerId)
        .where('db_id', '=', dbId)
        .orderBy('kept_at', 'desc')
        .limit(KEPT_MAX)
        .execute();
      return rows.map((row) => row.known);
    },
    async keep(ownerId, dbId, templateHash, known) {
      const row = { known: JSON.stringify(known), kept_at: new Date() };
      await store
        .insertInto('known_plan')
        .values({ owner_id: ownerId, db_id: dbId, template_hash: templateHash, ...row })
        .onConflict((conflict) => conflict.columns(['owner_id', 'db_id', 'template_hash']).doUpdateSet(row))
        .execute();
      const kept = store
        .selectFrom('known_plan')
        .select('template_hash')
        .where('owner_id', '=', ownerId)
        .where('db_id', '=', dbId)
        .orderBy('kept_at', 'desc')
        .offset(KEPT_MAX);
      await store
        .deleteFrom('known_plan')
        .where('owner_id', '=', ownerId)
        .where('db_id', '=', dbId)
        .where('template_hash', 'in', kept)
        .execute();
    },
    async forget(ownerId, dbId, templateHashes) {
      if (templateHashes.length === 0) return;
      await store
        .deleteFrom('known_plan')
        .where('owner_id', '=', ownerId)
        .where('db_id', '=', dbId)
        .where('template_hash', 'in', [...templateHashes])
        .execute();
    },
  };
}
