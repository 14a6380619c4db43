import type { Handler } from '../call.ts';
import type { ByollmKeys } from '../store/byollm.ts';

/** Whether the account has a provider key, and which; the key itself stays sealed. */
export function createByollmStatus({ keys }: { readonly keys: ByollmKeys }): Handler<'byollmStatus'> {
  return async (_input, call) => {
    const stored = await keys.find(call.caller.ownerId);
    if (!stored) return { configured: false };
    const { provider, model, last4 } = stored;
    return { configured: true, provider, model, last4 };
  };
}
