import type { Audit } from '../audit/note.ts';
import type { Handler } from '../call.ts';
import type { Once } from '../once.ts';
import type { ByollmKeys } from '../store/byollm.ts';
import type { OwnKeys } from './own-key.ts';

interface Dependencies {
  readonly keys: ByollmKeys;
  readonly once: Once;
  readonly audit: Audit;
  readonly own: OwnKeys;
}

export function createClearByollm({ keys, once, audit, own }: Dependencies): Handler<'clearByollm'> {
  return async (_input, call) => {
    const { ownerId } = call.caller;
    return await once.control(call, 200, async () => {
      const cleared = await keys.remove(ownerId, audit(call, { action: 'byollm.clear', subject: ownerId }));
      own.forget(ownerId);
      return { body: { cleared }, finish: null, audit: null };
    });
  };
}
