import type { KeyHash } from '../../accounts/key-hash.ts';
import { hashedAs, newTokenText } from '../../accounts/session-text.ts';
import type { Handler } from '../../call.ts';
import { LIMITS } from '../../contract/limits.ts';
import { Fault } from '../../fault.ts';
import { addressGroup } from '../../lib/address-group.ts';
import { newId } from '../../lib/id.ts';
import type { DeviceRequests } from '../../store/device-requests.ts';
import type { Ephemeral } from '../../store/ephemeral.ts';
import { countAttempt } from '../attempts.ts';
import { NO_ADDRESS } from '../request.ts';
import { newUserCode, shownUserCode } from './user-code.ts';

interface Dependencies {
  readonly requests: Pick<DeviceRequests, 'insert'>;
  readonly hash: KeyHash;
  readonly ephemeral: Ephemeral;
}

/** RFC 8628, 3.1. The code is in the fragment of the address, which browsers send to nobody. */
export function createBeginDevice({ requests, hash, ephemeral }: Dependencies): Handler<'beginDevice'> {
  return async ({ scope, device }, { visit, address = null }) => {
    const baseUrl = visit?.baseUrl ?? null;
    if (baseUrl === null) throw new Fault('unconfigured', { params: { reason: NO_ADDRESS } });
    const { deviceFlowSeconds: seconds, devicePollSeconds: interval, deviceCodesOfAddressMax: limit } = LIMITS;
    await countAttempt(ephemeral, { counter: `devices:${addressGroup(address ?? '')}`, limit, seconds, ...CODES });
    const [deviceCode, userCode] = [newTokenText(), newUserCode()];
    await requests.insert({
      id: newId(),
      deviceHash: hash.of(hashedAs('device', deviceCode)),
      userHash: hash.of(hashedAs('user code', userCode)),
      device,
      access: scope,
      address,
    });
    const shown = shownUserCode(userCode);
    return {
      device_code: deviceCode,
      user_code: shown,
      verification_uri: `${baseUrl}/device`,
      verification_uri_complete: `${baseUrl}/device#code=${shown}`,
      expires_in: seconds,
      interval,
    };
  };
}

const CODES = {
  what: 'codes for devices from this address in a quarter of an hour',
  instead: 'Use the newest code that was shown.',
} as const;
