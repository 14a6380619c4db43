import { sql } from 'kysely';
import { LIMITS } from '../contract/limits.ts';
import type { Store } from './control-plane.ts';

export interface TraceRow {
  readonly id: string;
  readonly ownerId: string;
  readonly dbId: string;
  readonly createdAt: Date;
  /** The receipt as JSON text: `jsonb` refuses an escaped NUL, which a bound value may hold. */
  readonly receipt: string;
}

export interface Traces {
  /**
   * One statement for all of them; those of a database that is not the owner's, or is gone by now, are left out. Of a
   * session that was adopted while they waited, they are the account's.
   */
  save(rows: readonly TraceRow[]): Promise<void>;
  /** The owner's own live receipt, or null. */
  find(id: string, ownerId: string): Promise<string | null>;
  sweep(): Promise<void>;
}

export function tracesIn(store: Store): Traces {
  const oldest = () => new Date(Date.now() - LIMITS.traceTtlSeconds * 1_000);
  return {
    async save(rows) {
      const column = <T>(of: (row: TraceRow) => T): T[] => rows.map(of);
      await store
        .insertInto('trace')
        .columns(['id', 'owner_id', 'db_id', 'receipt', 'created_at'])
        .expression((from) =>
          from
            .selectFrom(
              sql<{ id: string; owner_id: string; db_id: string; receipt: string; created_at: Date }>`unnest(
                ${column(({ id }) => id)}::text[], ${column(({ ownerId }) => ownerId)}::uuid[], ${column(({ dbId }) => dbId)}::text[],
                ${column(({ receipt }) => receipt)}::text[], ${column(({ createdAt }) => createdAt.toISOString())}::timestamptz[])`.as(
                sql`t(id, owner_id, db_id, receipt, created_at)`,
              ),
            )
            .innerJoin('database', (join) => join.onRef('database.id', '=', sql.ref('t.db_id')))
            .leftJoin('anonymous_session as adopted', (join) =>
              join.on(sql<boolean>`adopted.id = t.owner_id AND adopted.adopted_by = database.owner_id`),
            )
            .where((is) => is.or([is('database.owner_id', '=', sql<string>`t.owner_id`), is('adopted.id', 'is not', null)]))
            .select([
              sql<string>`t.id`.as('id'),
              'database.owner_id',
              sql<string>`t.db_id`.as('db_id'),
              sql<string>`t.receipt`.as('receipt'),
              sql<Date>`t.created_at`.as('created_at'),
            ]),
        )
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },
    async find(id, ownerId) {
      const row = await store
        .selectFrom('trace')
        .select('receipt')
        .where('id', '=', id)
        .where('owner_id', '=', ownerId)
        .where('created_at', '>', oldest())
        .executeTakeFirst();
      return row?.receipt ?? null;
    },
    async sweep() {
      await store.deleteFrom('trace').where('created_at', '<', oldest()).execute();
    },
  };
}
