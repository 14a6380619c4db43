import { LIMITS } from '../contract/limits.ts';
import type { Store } from './control-plane.ts';

/** The last answered question of one caller, database and thread. */
export interface Threads {
  find(ownerId: string, dbId: string, thread: string): Promise<string | null>;
  /** The database that the thread was about last. */
  lastDatabase(ownerId: string, thread: string): Promise<string | null>;
  keep(ownerId: string, dbId: string, thread: string, question: string): Promise<void>;
  sweep(): Promise<void>;
}

export function threadsIn(store: Store): Threads {
  return {
    async find(ownerId, dbId, thread) {
      const row = await store
        .selectFrom('thread_question')
        .select('question')
        .where('owner_id', '=', ownerId)
        .where('db_id', '=', dbId)
        .where('thread', '=', thread)
        .where('expires_at', '>', new Date())
        .executeTakeFirst();
      return row?.question ?? null;
    },
    async lastDatabase(ownerId, thread) {
      const row = await store
        .selectFrom('thread_question')
        .select('db_id')
        .where('owner_id', '=', ownerId)
        .where('thread', '=', thread)
        .where('expires_at', '>', new Date())
        .orderBy('expires_at', 'desc')
        .executeTakeFirst();
      return row?.db_id ?? null;
    },
    async keep(ownerId, dbId, thread, question) {
      const held = { question, expires_at: new Date(Date.now() + LIMITS.threadTtlSeconds * 1_000) };
      await store
        .insertInto('thread_question')
        .values({ owner_id: ownerId, db_id: dbId, thread, ...held })
        .onConflict((conflict) => conflict.columns(['owner_id', 'db_id', 'thread']).doUpdateSet(held))
        .execute();
    },
    async sweep() {
      await store.deleteFrom('thread_question').where('expires_at', '<', new Date()).execute();
    },
  };
}
