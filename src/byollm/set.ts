import type { Handler } from '../call.ts';
import { Fault } from '../fault.ts';
import type { Models } from '../models/models.ts';
import type { Once } from '../once.ts';
import type { ByollmKeys } from '../store/byollm.ts';
import type { Seal } from '../store/seal.ts';
import { type OwnKeys, providerKeyContext } from './own-key.ts';

interface Dependencies {
  readonly keys: ByollmKeys;
  readonly seal: Seal | null;
  readonly models: Models;
  readonly once: Once;
  readonly own: OwnKeys;
}

/** In place of the one before. A provider that nobody knows the address of is refused here, not with the first ask. */
export function createSetByollm({ keys, seal, models, once, own }: Dependencies): Handler<'setByollm'> {
  return async ({ provider, model, key }, call) => {
    if (seal === null) throw new Fault('sealing_unconfigured');
    models.choose({ own: { provider, model, key } });
    const { ownerId } = call.caller;
    const last4 = key.slice(-4);
    const reply = await once.control(call, 200, async () => ({
      body: { configured: true, provider, model, last4 },
      audit: { action: 'byollm.set', subject: ownerId, details: { provider, model, last4 } },
      finish: {
        alongside: (transaction) =>
          keys.put(transaction, ownerId, { provider, model, last4, sealed: seal.close(key, providerKeyContext(ownerId)) }),
      },
    }));
    own.forget(ownerId);
    return reply;
  };
}
