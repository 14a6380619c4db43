import type { Audit } from '../../audit/note.ts';
import type { Handler } from '../../call.ts';
import { Fault } from '../../fault.ts';
import type { Once } from '../../once.ts';
import type { DeviceRequests } from '../../store/device-requests.ts';
import type { FindWaiting } from './waiting.ts';

interface Dependencies {
  readonly requests: Pick<DeviceRequests, 'decide'>;
  readonly find: FindWaiting;
  readonly once: Once;
  readonly audit: Audit;
}

/** Somebody who is signed in says whether a device gets a key of their account; the first word counts. */
export function createDecideDevice({ requests, find, once, audit }: Dependencies): Handler<'decideDevice'> {
  return async ({ userCode, decision }, call) =>
    await once.control(call, 200, async () => {
      const { id, device, access, address } = (await find(call, userCode)).row;
      const action = decision === 'approve' ? 'device.approve' : 'device.refuse';
      const note = audit(call, { action, subject: id, details: { device, access, address } });
      const state = decision === 'approve' ? 'approved' : 'refused';
      if (!(await requests.decide(id, { state, accountId: call.caller.ownerId }, note))) throw new Fault('user_code_unknown');
      return { body: { device, decision }, finish: null, audit: null };
    });
}
