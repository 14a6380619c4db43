import type { DatabaseSummary } from '../contract/database.ts';
import type { DatabaseRecord } from '../store/databases.ts';

/** A database as its owner sees it in a list. */
export const summary = (row: DatabaseRecord): DatabaseSummary => ({
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
