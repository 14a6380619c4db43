import type { KeyRecord } from '../contract/keys.ts';
import type { KeyRow } from '../store/keys.ts';

/** A key as its owner sees it: everything but the key. */
export const keyRecord = (row: KeyRow): KeyRecord => ({
  id: row.id,
  type: row.type,
  last4: row.last4,
  ...(row.name === null ? {} : { name: row.name }),
  ...(row.db_id === null ? {} : { dbId: row.db_id }),
  ...(row.type === 'pk_live' ? { origins: row.origins ?? [] } : {}),
  ...(row.mcp_host === null ? {} : { mcpHost: row.mcp_host }),
  ...(row.device_id === null ? {} : { deviceId: row.device_id }),
  ...(row.db_ids === null ? {} : { databases: row.db_ids }),
  access: row.access,
  ...(row.type === 'sk_mcp' ? { confirm: row.confirm ?? 'agent' } : {}),
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
});
