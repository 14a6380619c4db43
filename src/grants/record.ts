import type { GrantRecord } from '../contract/grants.ts';
import type { GrantRow } from '../store/grants.ts';

/** A grant as one of its two accounts sees it. What it hides, and by what condition, only its owner is shown. */
export function grantRecord(row: GrantRow, accountId: string): GrantRecord {
  const isOwner = row.account_id === accountId;
  return {
    id: row.id,
    role: isOwner ? 'owner' : 'grantee',
    dbId: row.db_id,
    ownerAccountId: row.account_id,
    // Who has an address is not for whoever guesses it.
    ...(isOwner && row.grantee_email !== null ? { granteeEmail: row.grantee_email } : { granteeAccountId: row.grantee_id }),
    scope: row.scope,
    ...(row.price_model === null ? {} : { priceModel: row.price_model }),
    ...(isOwner && row.row_filters !== null ? { rows: row.row_filters } : {}),
    ...(isOwner && row.mask !== null ? { mask: row.mask } : {}),
    createdAt: row.created_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}
