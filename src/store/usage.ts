import { sql } from 'kysely';
import type { Store } from './control-plane.ts';

/** What an owner's hosted databases take. */
export interface Usage {
  /** On the disk, indexes and what a vacuum has yet to give back included. */
  bytes(ownerId: string): Promise<number>;
}

/**
 * Hosted Postgres databases lie on the control plane's own server, which tells their sizes from outside.
 * @param sizeOf of a database of another engine
 */
export const usageIn = (store: Store, sizeOf: (dbId: string) => Promise<number>): Usage => ({
  async bytes(ownerId) {
    const { n } = await store
      .selectFrom('database')
      .select(sql<string>`coalesce(sum(pg_database_size((SELECT oid FROM pg_catalog.pg_database WHERE datname = id))), 0)`.as('n'))
      .where('owner_id', '=', ownerId)
      .where('engine', '=', 'postgres')
      .executeTakeFirstOrThrow();
    const others = await store
      .selectFrom('database')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('engine', '!=', 'postgres')
      .where('origin', '=', 'hosted')
      .execute();
    const sizes = await Promise.all(others.map(({ id }) => sizeOf(id)));
    return sizes.reduce((sum, size) => sum + size, Number(n));
  },
});
