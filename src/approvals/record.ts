import type { Call } from '../call.ts';
import type { Approval } from '../contract/approvals.ts';
import type { ApprovalRow } from '../store/approvals.ts';

/** Where the account's owner opens it. */
export const approvalUrl = ({ visit }: Pick<Call, 'visit'>, id: string): string => `${visit?.baseUrl ?? ''}/approvals#${id}`;

/** Nothing waits for an agent that is cut off, nor for a preview that was taken and not written, or made anew. */
export const stateOf = ({ state, isTaken, isCutOff, expires_at: until }: ApprovalRow): Approval['state'] => {
  if (state !== 'waiting') return state;
  return isTaken || isCutOff || until <= new Date() ? 'expired' : 'waiting';
};

export const approvalRecord = (row: ApprovalRow, call: Pick<Call, 'visit'>): Approval => ({
  id: row.id,
  kind: row.kind,
  state: stateOf(row),
  dbId: row.db_id,
  askedBy: {
    keyId: row.key_id,
    ...(row.host === null ? {} : { host: row.host }),
    ...(row.device === null ? {} : { device: row.device }),
  },
  ...(row.goal === null ? {} : { goal: row.goal }),
  ...(row.kind === 'write' ? { diff: row.shown as NonNullable<Approval['diff']> } : { grant: row.shown }),
  ...(row.outcome === null ? {} : { outcome: row.outcome as NonNullable<Approval['outcome']> }),
  url: approvalUrl(call, row.id),
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
});
