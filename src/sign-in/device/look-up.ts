import type { Handler } from '../../call.ts';
import { shownUserCode } from './user-code.ts';
import type { FindWaiting } from './waiting.ts';

/** What is known of a device before somebody approves or refuses it. */
export function createLookUpDevice({ find }: { readonly find: FindWaiting }): Handler<'lookUpDevice'> {
  return async (input, call) => {
    const { row, userCode } = await find(call, input.userCode);
    return {
      userCode: shownUserCode(userCode),
      device: row.device,
      access: row.access,
      address: row.address,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    };
  };
}
