import type { Store } from './control-plane.ts';

/** The sealed URLs of connected databases; a row goes with its database. */
export interface Connections {
  put(dbId: string, sealed: string): Promise<void>;
  find(dbId: string): Promise<string | null>;
}

export function connectionsIn(store: Store): Connections {
  return {
    async put(dbId, sealed) {
      await store.insertInto('connection').values({ db_id: dbId, sealed }).execute();
    },
    async find(dbId) {
      const row = await store.selectFrom('connection').select('sealed').where('db_id', '=', dbId).executeTakeFirst();
      return row?.sealed ?? null;
    },
  };
}
