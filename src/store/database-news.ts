import { sql } from 'kysely';
import { DatabaseNews } from '../contract/service-operations.ts';
import type { Store } from './control-plane.ts';
import { CONTROL_SCHEMA } from './migrations.ts';

/** Told with news of databases: by triggers where which there are, or their names, change, and by `tellTablesChanged`. */
export const DATABASE_NEWS = 'svc_database_news';

/** A payload of NOTIFY has 8,000 bytes at the most. */
const TABLES_MAX_BYTES = 6_000;

/** Tells the owner of the database, and everybody who may read some of it, on every service. */
export async function tellTablesChanged(store: Store, dbId: string, tables: readonly string[] | null): Promise<void> {
  const names = tables === null ? 'null' : JSON.stringify(tables);
  const told = Buffer.byteLength(names) > TABLES_MAX_BYTES ? 'null' : names;
  await sql`SELECT pg_notify(${DATABASE_NEWS}, json_build_object('account', account, 'db', ${dbId}::text, 'tables', ${told}::json,
      'at', extract(epoch FROM clock_timestamp()))::text)
    FROM (SELECT owner_id FROM ${sql.table(`${CONTROL_SCHEMA}.database`)} WHERE id = ${dbId}
      UNION SELECT grantee_id FROM ${sql.table(`${CONTROL_SCHEMA}.data_grant`)}
        WHERE db_id = ${dbId} AND state = 'active' AND revoked_at IS NULL) AS those(account)`.execute(store);
}

/** Null for what a later version says otherwise. */
export function readDatabaseNews(payload: string): DatabaseNews | null {
  try {
    return DatabaseNews.parse(JSON.parse(payload));
  } catch {
    return null;
  }
}
