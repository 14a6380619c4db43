import { sql } from 'kysely';
import type { Store } from './control-plane.ts';
import { createRemembered } from './remembered.ts';

/** What an owner's hosted databases take. */
export interface Usage {
  /** On the disk, indexes and what a vacuum has yet to give back included. */
  bytes(ownerId: string): Promise<number>;
}

interface Elsewhere {
  /** Of a database of another engine. */
  readonly sizeOf: (dbId: string) => Promise<number>;
  /** Of PostgreSQL databases on another server than the control plane's. */
  readonly sizeOn: (server: string, dbIds: readonly string[]) => Promise<number>;
}

/** The control plane's own server tells the sizes of the databases on it from outside. */
export function usageIn(store: Store, { sizeOf, sizeOn }: Elsewhere): Usage {
  const measured = createRemembered<number>(LAST_KNOWN);
  /** A server that is away keeps nobody from writing to another: what is there counts as it did last. */
  async function onServer(ownerId: string, server: string, ids: readonly string[]): Promise<number> {
    const key = `${ownerId} ${server}`;
    try {
      const size = await sizeOn(server, ids);
      measured.set(key, size);
      return size;
    } catch {
      return measured.get(key) ?? 0;
    }
  }

  return {
    async bytes(ownerId) {
      const { n } = await store
        .selectFrom('database')
        .select(sql<string>`coalesce(sum(pg_database_size((SELECT oid FROM pg_catalog.pg_database WHERE datname = id))), 0)`.as('n'))
        .where('owner_id', '=', ownerId)
        .where('engine', '=', 'postgres')
        .where('server', '=', 'main')
        .executeTakeFirstOrThrow();
      const others = await store
        .selectFrom('database')
        .select(['id', 'engine', 'server'])
        .where('owner_id', '=', ownerId)
        .where((is) => is.or([is('engine', '!=', 'postgres'), is('server', '!=', 'main')]))
        .where('origin', '=', 'hosted')
        .execute();
      const placed = others.filter(({ engine }) => engine === 'postgres');
      const servers = [...new Set(placed.map(({ server }) => server))];
      const sizes = await Promise.all([
        ...others.filter(({ engine }) => engine !== 'postgres').map(({ id }) => sizeOf(id)),
        ...servers.map((name) => {
          const ids = placed.filter(({ server }) => server === name).map(({ id }) => id);
          return onServer(ownerId, name, ids);
        }),
      ]);
      return sizes.reduce((sum, size) => sum + size, Number(n));
    },
  };
}

const LAST_KNOWN = { max: 10_000, ttlMs: 24 * 60 * 60_000 } as const;
