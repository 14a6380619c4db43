import type { KeyHash } from '../../accounts/key-hash.ts';
import { hashedAs } from '../../accounts/session-text.ts';
import type { Call } from '../../call.ts';
import { LIMITS } from '../../contract/limits.ts';
import { Fault } from '../../fault.ts';
import { addressGroup } from '../../lib/address-group.ts';
import type { DeviceRequestRow, DeviceRequests } from '../../store/device-requests.ts';
import type { Ephemeral } from '../../store/ephemeral.ts';
import { countAttempt } from '../attempts.ts';
import { readUserCode } from './user-code.ts';

interface Dependencies {
  readonly requests: Pick<DeviceRequests, 'waiting'>;
  readonly hash: KeyHash;
  readonly ephemeral: Ephemeral;
}

/** The device that waits with a code that somebody typed; @throws Fault user_code_unknown, rate_limited */
export type FindWaiting = (call: Call, userCode: string) => Promise<{ readonly row: DeviceRequestRow; readonly userCode: string }>;

/**
 * A code is short enough to be guessed by whoever may try often, and who approves another's device gives it a key of an
 * account that is not its user's (RFC 8628, 5.1): tries are counted, right or wrong.
 */
export function createFindWaiting({ requests, hash, ephemeral }: Dependencies): FindWaiting {
  return async ({ caller, address = '' }, typed) => {
    const { userCodesMax: limit, userCodesOfAddressMax: limitOfAddress, deviceFlowSeconds: seconds } = LIMITS;
    await countAttempt(ephemeral, { counter: `user codes:${caller.ownerId}`, limit, seconds, ...TRIES });
    await countAttempt(ephemeral, { counter: `user codes:${addressGroup(address)}`, limit: limitOfAddress, seconds, ...TRIES });
    const userCode = readUserCode(typed);
    const row = userCode === null ? null : await requests.waiting(hash.all(hashedAs('user code', userCode)));
    if (userCode === null || !row) throw new Fault('user_code_unknown');
    return { row, userCode };
  };
}

const TRIES = {
  what: 'codes of devices in a quarter of an hour',
  instead: 'Open the address that the device shows, which has the code in it.',
} as const;
