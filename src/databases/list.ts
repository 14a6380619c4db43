import type { Handler } from '../call.ts';
import { Fault } from '../fault.ts';
import type { Databases } from '../store/databases.ts';

/** By id, a page at a time; the cursor is the last id of the page before. */
export function createListDatabases({ databases }: { databases: Databases }): Handler<'listDatabases'> {
  return async ({ limit, cursor }, call) => {
    if (cursor !== undefined && !/^db_[a-z0-9_]+$/.test(cursor))
      throw new Fault('invalid_body', { params: { issues: [{ path: 'cursor', message: 'Not a cursor of this list.' }] } });
    const rows = await databases.list(call.caller.ownerId, { limit, after: cursor ?? null });
    return rows.map((row) => ({
      dbId: row.id,
      slug: row.slug,
      name: row.name,
      engine: row.engine,
      origin: row.origin,
      role: 'owner' as const,
      preset: row.preset,
      pkLive: null,
      createdAt: row.created_at.toISOString(),
      lastQueriedAt: row.last_queried_at?.toISOString() ?? null,
    }));
  };
}
