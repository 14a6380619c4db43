import type { Glossary } from '../contract/glossary.ts';
import type { Store } from './control-plane.ts';
import { createRemembered } from './remembered.ts';

export interface Glossaries {
  /** Null for a database without one. Another service's change is seen a few seconds late. */
  of(dbId: string): Promise<Glossary | null>;
  put(transaction: Store, dbId: string, glossary: Glossary): Promise<void>;
  /** After a change: it is read anew. */
  forget(dbId: string): void;
}

const REMEMBER = { max: 10_000, ttlMs: 5_000 } as const;

export function glossariesIn(store: Store): Glossaries {
  const remembered = createRemembered<{ readonly glossary: Glossary | null }>(REMEMBER);
  return {
    async of(dbId) {
      const known = remembered.get(dbId);
      if (known) return known.glossary;
      const row = await store.selectFrom('glossary').select('glossary').where('db_id', '=', dbId).executeTakeFirst();
      const glossary = row ? (JSON.parse(row.glossary) as Glossary) : null;
      remembered.set(dbId, { glossary });
      return glossary;
    },
    async put(transaction, dbId, glossary) {
      const text = JSON.stringify(glossary);
      await transaction
        .insertInto('glossary')
        .values({ db_id: dbId, glossary: text })
        .onConflict((conflict) => conflict.column('db_id').doUpdateSet({ glossary: text }))
        .execute();
    },
    forget: (dbId) => remembered.delete(dbId),
  };
}
