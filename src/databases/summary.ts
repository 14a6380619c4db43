import type { DatabaseSummary } from '../contract/database.ts';
import type { DatabaseRecord } from '../store/databases.ts';

/** A database as its owner sees it in a list, with its publishable key where it has one and the caller is shown it. */
export const summary = (row: DatabaseRecord, pkLive: string | null): DatabaseSummary => ({
  dbId: row.id,
  slug: row.slug,
  name: row.name,
  engine: row.engine,
  origin: row.origin,
  role: 'owner',
  access: row.access,
  preset: row.preset,
  pkLive,
  createdAt: row.created_at.toISOString(),
  lastQueriedAt: row.last_queried_at?.toISOString() ?? null,
});

/** The same as a grantee sees it: what its owner does with it is the owner's business. */
export const grantedSummary = (row: DatabaseRecord, lastUsed: Date | null): DatabaseSummary => ({
  ...summary(row, null),
  role: 'grantee',
  access: 'read',
  lastQueriedAt: lastUsed?.toISOString() ?? null,
});
