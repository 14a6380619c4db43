import type { Handler } from '../call.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Approvals } from '../store/approvals.ts';
import { approvalRecord } from './record.ts';

/** Of a day at the most; the newest first. */
export function createListApprovals({ approvals }: { readonly approvals: Approvals }): Handler<'listApprovals'> {
  return async ({ state }, call) => {
    const rows = await approvals.list(call.caller.ownerId, { waiting: state === 'waiting', max: LIMITS.listLimitDefault });
    return rows.map((row) => approvalRecord(row, call));
  };
}
