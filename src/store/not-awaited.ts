import { type RawBuilder, sql } from 'kysely';

/**
 * A value of a row that is committed without waiting for the disk: of what says that something begins. What follows is committed after it, and
 * where that is waited for this is on the disk too, since the log has one order (manual of PostgreSQL, "Asynchronous Commit").
 */
export const notAwaited = (value: RawBuilder<Date> | Date): RawBuilder<Date> =>
  sql<Date>`(SELECT (${value})::timestamptz FROM set_config('synchronous_commit', 'off', true))`;
