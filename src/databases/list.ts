import { type Handler, Page } from '../call.ts';
import type { DatabaseSummary } from '../contract/database.ts';
import { Fault } from '../fault.ts';
import type { DatabaseRecord, Databases } from '../store/databases.ts';

/** By id, a page at a time; the cursor is the last id of the page before. */
export function createListDatabases({ databases }: { databases: Databases }): Handler<'listDatabases'> {
  return async ({ limit, cursor }, call) => {
    if (cursor !== undefined && !/^db_[a-z0-9_]+$/.test(cursor))
      throw new Fault('invalid_body', { params: { issues: [{ path: 'cursor', message: 'Not a cursor of this list.' }] } });
    // One more than the page tells whether there is another.
    const rows = await databases.list(call.caller.ownerId, { limit: limit + 1, after: cursor ?? null });
    const page = rows.slice(0, limit);
    return new Page(page.map(summary), rows.length > limit ? (page.at(-1)?.id ?? null) : null);
  };
}

const summary = (row: DatabaseRecord): DatabaseSummary => ({
  dbId: row.id,
  slug: row.slug,
  name: row.name,
  engine: row.engine,
  origin: row.origin,
  role: 'owner',
  preset: row.preset,
  pkLive: null,
  createdAt: row.created_at.toISOString(),
  lastQueriedAt: row.last_queried_at?.toISOString() ?? null,
});
