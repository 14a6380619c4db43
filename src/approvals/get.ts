import type { Handler } from '../call.ts';
import { keyIdOf } from '../caller.ts';
import { Fault } from '../fault.ts';
import type { Approvals } from '../store/approvals.ts';
import { approvalRecord } from './record.ts';

/** For who is signed in, and for the agent that asked. */
export function createGetApproval({ approvals }: { readonly approvals: Approvals }): Handler<'getApproval'> {
  return async ({ id }, call) => {
    const { caller } = call;
    const row = await approvals.find(id, caller.ownerId);
    const isOwn = caller.kind === 'session' || (keyIdOf(caller) !== null && row?.key_id === keyIdOf(caller));
    if (row === null || !isOwn) throw new Fault('approval_not_found');
    return approvalRecord(row, call);
  };
}
