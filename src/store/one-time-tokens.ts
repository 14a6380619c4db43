import { sql } from 'kysely';
import type { Store } from './control-plane.ts';

interface NewToken {
  readonly hash: string;
  readonly purpose: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly seconds: number;
}

/** What counts once, and not for long. */
export interface OneTimeTokens {
  /** Gives the moment until which it counts. In the caller's transaction, where there is one. */
  insert(token: NewToken, transaction?: Store): Promise<Date>;
  /** Takes it: of several at once, one gets its data. In the caller's transaction, so that it is not used up by a failure. Null when it is not there. */
  take(transaction: Store, hashes: readonly string[], purpose: string): Promise<Record<string, unknown> | null>;
  /** Its data, and it goes on to count. Null when it is not there. */
  look(hashes: readonly string[], purpose: string): Promise<Record<string, unknown> | null>;
  sweep(): Promise<void>;
}

export function oneTimeTokensIn(store: Store): OneTimeTokens {
  return {
    async insert({ hash, purpose, data, seconds }, transaction = store) {
      const row = await transaction
        .insertInto('one_time_token')
        .values({ hash, purpose, data: JSON.stringify(data), expires_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
        .returning('expires_at')
        .executeTakeFirstOrThrow();
      return row.expires_at;
    },
    async take(transaction, hashes, purpose) {
      const row = await transaction
        .deleteFrom('one_time_token')
        .where('hash', 'in', hashes)
        .where('purpose', '=', purpose)
        .returning(['data', sql<boolean>`expires_at > now()`.as('counts')])
        .executeTakeFirst();
      return row?.counts ? row.data : null;
    },
    async look(hashes, purpose) {
      const row = await store
        .selectFrom('one_time_token')
        .select('data')
        .where('hash', 'in', hashes)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', sql<Date>`now()`)
        .executeTakeFirst();
      return row?.data ?? null;
    },
    async sweep() {
      await store.deleteFrom('one_time_token').where('expires_at', '<', sql<Date>`now()`).execute();
    },
  };
}
