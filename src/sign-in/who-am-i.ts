import type { Handler } from '../call.ts';
import { keyIdOf } from '../caller.ts';
import { Fault } from '../fault.ts';
import type { Accounts } from '../store/accounts.ts';

export function createWhoAmI({ accounts }: { readonly accounts: Accounts }): Handler<'whoAmI'> {
  return async (_input, { caller }) => {
    if (caller.kind === 'publishable_key') throw new Fault('account_required');
    const { kind, access } = caller;
    return {
      kind,
      access,
      account: kind === 'anonymous' ? null : await accounts.find(caller.ownerId),
      sessionId: kind === 'session' ? caller.sessionId : null,
      keyId: keyIdOf(caller),
    };
  };
}
