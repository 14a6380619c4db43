import { sql } from 'kysely';
import type { Store } from './control-plane.ts';

export interface AnonymousSessions {
  insert(session: { id: string; tokenHash: string; expiresAt: Date; budget: number | null }): Promise<void>;
  find(tokenHash: string): Promise<{ id: string; expiresAt: Date } | null>;
  /** Takes one call from the budget before the work is done; false when none is left. */
  spend(id: string): Promise<boolean>;
  savePrompt(id: string, prompt: string): Promise<void>;
  /** Forgets a session that owns nothing; false when it owns something, finished or not, and stays. */
  discard(id: string): Promise<boolean>;
}

export function anonymousSessionsIn(store: Store): AnonymousSessions {
  return {
    async insert({ id, tokenHash, expiresAt, budget }) {
      await store
        .insertInto('anonymous_session')
        .values({ id, token_hash: tokenHash, expires_at: expiresAt, remaining: budget, saved_prompt: null })
        .execute();
    },
    async find(tokenHash) {
      const row = await store
        .selectFrom('anonymous_session')
        .select(['id', 'expires_at'])
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', new Date())
        .executeTakeFirst();
      return row ? { id: row.id, expiresAt: row.expires_at } : null;
    },
    async spend(id) {
      const row = await store
        .updateTable('anonymous_session')
        .set({ remaining: sql`remaining - 1` })
        .where('id', '=', id)
        .where((where) => where.or([where('remaining', 'is', null), where('remaining', '>', 0)]))
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },
    async discard(id) {
      const row = await store
        .deleteFrom('anonymous_session')
        .where('id', '=', id)
        .where(({ not, exists, selectFrom }) => not(exists(selectFrom('database').select('id').where('owner_id', '=', id))))
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },
    async savePrompt(id, prompt) {
      await store.updateTable('anonymous_session').set({ saved_prompt: prompt }).where('id', '=', id).execute();
    },
  };
}
