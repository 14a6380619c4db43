import { sql } from 'kysely';
import { LIMITS } from '../contract/limits.ts';
import type { ReceiptFilter } from '../contract/traces.ts';
import type { Store } from './control-plane.ts';
import { CONTROL_SCHEMA } from './migrations.ts';

export interface TraceRow {
  readonly id: string;
  readonly ownerId: string;
  readonly dbId: string;
  /** The key that the request came with. */
  readonly keyId: string | null;
  readonly hasFailed: boolean;
  /** The thread that the request named. */
  readonly thread: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The receipt as JSON text on one line, in UTF-8: `jsonb` refuses an escaped NUL, which a bound value may hold. */
  readonly receipt: Buffer;
}

export interface Traces {
  /**
   * One statement for all of them; those of a database that is not the owner's, or is gone by now, are left out. Of a
   * session that was adopted while they waited, they are the account's. An account's are counted in the same statement, each once
   * however often the statement is tried.
   */
  save(rows: readonly TraceRow[]): Promise<void>;
  /** The owner's own live receipt, or null. */
  find(id: string, ownerId: string): Promise<string | null>;
  /** The owner's own live receipts, the newest first, those before the receipt `after`. */
  list(ownerId: string, page: { limit: number; after: string | null } & ReceiptFilter): Promise<{ id: string; receipt: string }[]>;
  sweep(): Promise<void>;
}

const LINE_END = Buffer.from('\n');
const COUNTS = sql.table(`${CONTROL_SCHEMA}.call_count`);

interface Arrived {
  id: string;
  owner_id: string;
  db_id: string;
  receipt: string;
  created_at: Date;
  key_id: string | null;
  failed: boolean;
  thread: string | null;
}

export function tracesIn(store: Store): Traces {
  const oldest = () => new Date(Date.now() - LIMITS.traceTtlSeconds * 1_000);
  return {
    async save(rows) {
      const column = <T>(of: (row: TraceRow) => T): T[] => rows.map(of);
      // The receipts as lines: as elements of an array every quote of theirs would be escaped, and read again.
      const saved = store
        .insertInto('trace')
        .columns(['id', 'owner_id', 'db_id', 'receipt', 'created_at', 'key_id', 'failed', 'thread'])
        .expression((from) =>
          from
            .selectFrom(
              sql<Arrived>`unnest(
                ${column(({ id }) => id)}::text[], ${column(({ ownerId }) => ownerId)}::uuid[], ${column(({ dbId }) => dbId)}::text[],
                string_to_array(${Buffer.concat(rows.flatMap(({ receipt }) => [receipt, LINE_END]).slice(0, -1))}::text, E'\\n'), ${column(({ createdAt }) => createdAt)}::timestamptz[],
                ${column(({ keyId }) => keyId)}::uuid[], ${column(({ hasFailed }) => hasFailed)}::boolean[], ${column(({ thread }) => thread)}::text[])`.as(
                sql`t(id, owner_id, db_id, receipt, created_at, key_id, failed, thread)`,
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
              sql<string | null>`t.key_id`.as('key_id'),
              sql<boolean>`t.failed`.as('failed'),
              sql<string | null>`t.thread`.as('thread'),
            ]),
        )
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning(['owner_id', 'key_id', 'created_at', 'failed']);
      // In one order, so that two services do not wait for each other in a circle.
      await sql`WITH saved AS (${saved})
        INSERT INTO ${COUNTS} AS counted (account_id, caller, day, calls, failed)
        SELECT saved.owner_id, coalesce(saved.key_id::text, ''), (saved.created_at AT TIME ZONE 'UTC')::date AS day, count(*), count(*) FILTER (WHERE saved.failed)
        FROM saved JOIN ${sql.table(`${CONTROL_SCHEMA}.account`)} AS account ON account.id = saved.owner_id
        GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
        ON CONFLICT (account_id, caller, day) DO UPDATE SET calls = counted.calls + excluded.calls, failed = counted.failed + excluded.failed`.execute(
        store,
      );
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
    async list(ownerId, { limit, after, keyId, dbId, threadId }) {
      let query = store.selectFrom('trace').select(['id', 'receipt']).where('owner_id', '=', ownerId).where('created_at', '>', oldest());
      if (after !== null) query = query.where('id', '<', after);
      if (keyId !== undefined) query = query.where('key_id', '=', keyId);
      if (dbId !== undefined) query = query.where('db_id', '=', dbId);
      if (threadId !== undefined) query = query.where('thread', '=', threadId);
      // Ids tell the time.
      return await query.orderBy('id', 'desc').limit(limit).execute();
    },
    async sweep() {
      await store.deleteFrom('trace').where('created_at', '<', oldest()).execute();
    },
  };
}
