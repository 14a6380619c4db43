import { sql } from 'kysely';
import type { Store } from './control-plane.ts';

/** The sealed URLs of connected databases; a row goes with its database. */
export interface Connections {
  put(dbId: string, sealed: string): Promise<void>;
  /** What became of commits that were sent by the former URL cannot be told any more: a copy of a server may say that it is the same one. */
  replace(transaction: Store, dbId: string, now: { readonly sealed: string; readonly access: 'read' | 'write' }): Promise<void>;
  find(dbId: string): Promise<string | null>;
}

/** No server says this of itself, so that the outcome of such a write is unknown. */
const REPLACED = 'replaced';

export function connectionsIn(store: Store): Connections {
  return {
    async put(dbId, sealed) {
      await store.insertInto('connection').values({ db_id: dbId, sealed }).execute();
    },
    async replace(transaction, dbId, { sealed, access }) {
      await transaction
        .updateTable('connected_write')
        .set({ server: REPLACED })
        .where('db_id', '=', dbId)
        .where('state', '=', 'executing')
        .execute();
      await transaction
        .updateTable('engine_write')
        .set({ executing: sql`executing || ${JSON.stringify({ server: REPLACED })}::jsonb` })
        .where('db_id', '=', dbId)
        .where('reply', 'is', null)
        .where('executing', 'is not', null)
        .execute();
      await transaction.updateTable('connection').set({ sealed }).where('db_id', '=', dbId).execute();
      await transaction.updateTable('database').set({ access }).where('id', '=', dbId).execute();
    },
    async find(dbId) {
      const row = await store.selectFrom('connection').select('sealed').where('db_id', '=', dbId).executeTakeFirst();
      return row?.sealed ?? null;
    },
  };
}
