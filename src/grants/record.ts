import type { GrantRecord } from '../contract/grants.ts';
import type { LostPart } from '../engines/engine.ts';
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
    ...(row.lost === null ? {} : { lost: row.lost.map((part) => lostOf(row, part)) }),
    createdAt: row.created_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}

/** To both the same: the condition, and what it reads, is for the owner alone. */
function lostOf({ scope, tables }: GrantRow, { table, column, why }: LostPart): NonNullable<GrantRecord['lost']>[number] {
  // The scope names tables as the owner's schema does, in the order in which the grant shows them.
  const name = scope[tables.findIndex((each) => each.table.name === table)] ?? table;
  return { table: name, ...(column === null ? {} : { column }), reason: REASONS[why] };
}

const REASONS: Readonly<Record<LostPart['why'], string>> = {
  dropped: 'It was dropped, or has no column left that the grant shows.',
  condition: 'The condition of the grant reads a column that was dropped or has another type now: a new grant has to be made for it.',
};
