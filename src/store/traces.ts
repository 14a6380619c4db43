import { sql } from 'kysely';
import { LIMITS } from '../contract/limits.ts';
import type { Store } from './control-plane.ts';

export interface TraceRow {
  readonly id: string;
  readonly ownerId: string;
  readonly dbId: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The receipt as JSON text on one line, in UTF-8: `jsonb` refuses an escaped NUL, which a bound value may hold. */
  readonly receipt: Buffer;
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

const LINE_END = Buffer.from('\n');

export function tracesIn(store: Store): Traces {
  const oldest = () => new Date(Date.now() - LIMITS.traceTtlSeconds * 1_000);
  return {
    async save(rows) {
      const column = <T>(of: (row: TraceRow) => T): T[] => rows.map(of);
      // The receipts as lines: as elements of an array every quote of theirs would be escaped, and read again.
      await store
        .insertInto('trace')
        .columns(['id', 'owner_id', 'db_id', 'receipt', 'created_at'])
        .expression((from) =>
          from
            .selectFrom(
              sql<{ id: string; owner_id: string; db_id: string; receipt: string; created_at: Date }>`unnest(
                ${column(({ id }) => id)}::text[], ${column(({ ownerId }) => ownerId)}::uuid[], ${column(({ dbId }) => dbId)}::text[],
                string_to_array(${Buffer.concat(rows.flatMap(({ receipt }) => [receipt, LINE_END]).slice(0, -1))}::text, E'\\n'), ${column(({ createdAt }) => createdAt)}::timestamptz[])`.as(
                sql`t(id, owner_id, db_id, receipt, created_at)`,
              ),
            )
            .innerJoin('database', (join) => join.onRef('database.id', '=', sql.ref('t.db_id')))
            .leftJoin('anonymous_session as adopted', (join) =>
              join.on(sql<boolean>`adopted.id = t.owner_id AND adopted.adopted_by = database.owner_id`),
            )
            .leftJoin('data_grant as granted', (join) =>
              join.on(
                sql<boolean>`granted.db_id = t.db_id AND granted.grantee_id = t.owner_id AND granted.state = 'active' AND granted.revoked_at IS NULL`,
              ),
            )
            .where((is) =>
              is.or([
                is('database.owner_id', '=', sql<string>`t.owner_id`),
                is('adopted.id', 'is not', null),
                is('granted.id', 'is not', null),
              ]),
            )
            .select([
              sql<string>`t.id`.as('id'),
              sql<string>`CASE WHEN granted.id IS NULL THEN database.owner_id ELSE t.owner_id END`.as('owner_id'),
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
        .where((is) =>
          is.or([
            is('owner_id', '=', ownerId),
            // Stored by another process in the same moment as its session was adopted.
            is('owner_id', 'in', is.selectFrom('anonymous_session').select('id').where('adopted_by', '=', ownerId)),
          ]),
        )
        .where('created_at', '>', oldest())
        .executeTakeFirst();
      return row?.receipt ?? null;
    },
    async sweep() {
      await store.deleteFrom('trace').where('created_at', '<', oldest()).execute();
    },
  };
}
