import type { Store } from './control-plane.ts';

/** Whether services of this deployment have ever reached the Redis of a URL: one that never answered is a wrong URL, one that did is away. */
export interface KnownRedis {
  has(): Promise<boolean>;
  note(): Promise<void>;
}

/** By its address alone; a password that is changed makes no other Redis of it. */
export function knownRedisIn(store: Store, url: string): KnownRedis {
  const fact = `redis ${new URL(url).host}`;
  return {
    has: async () => (await store.selectFrom('deployment').select('fact').where('fact', '=', fact).executeTakeFirst()) !== undefined,
    note: async () => {
      const made = { fact, value: 'answered' };
      await store
        .insertInto('deployment')
        .values(made)
        .onConflict((conflict) => conflict.column('fact').doNothing())
        .execute();
    },
  };
}
