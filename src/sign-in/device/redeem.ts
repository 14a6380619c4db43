import type { KeyHash } from '../../accounts/key-hash.ts';
import { ACCOUNT_KEY_PREFIX, newKeyText } from '../../accounts/key-text.ts';
import { hashedAs, isTokenText } from '../../accounts/session-text.ts';
import type { Handler } from '../../call.ts';
import { LIMITS } from '../../contract/limits.ts';
import { Fault } from '../../fault.ts';
import { keyRecord } from '../../keys/record.ts';
import { newId } from '../../lib/id.ts';
import type { AuditLog } from '../../store/audit.ts';
import type { DeviceRequests } from '../../store/device-requests.ts';
import type { KeyRow, Keys } from '../../store/keys.ts';
import type { Transactions } from '../verify.ts';

interface Dependencies {
  readonly store: Transactions;
  readonly requests: Pick<DeviceRequests, 'redeem'>;
  readonly keys: Pick<Keys, 'insert'>;
  readonly hash: KeyHash;
  readonly audit: Pick<AuditLog, 'append'>;
}

/**
 * RFC 8628, 3.4 and 3.5. Of several questions at once one gets the key, which is made in the transaction that uses the
 * approval up. A key that cannot be made, since the account has too many, leaves the approval as it is.
 */
export function createRedeemDevice({ store, requests, keys, hash, audit }: Dependencies): Handler<'redeemDevice'> {
  return async ({ device_code: deviceCode }, { requestId, address = null, surface = 'http' }) => {
    if (!isTokenText(deviceCode)) throw new Fault('invalid_grant');
    const outcome = await store(async (transaction) => {
      const found = await requests.redeem(transaction, hash.all(hashedAs('device', deviceCode)));
      if (found.state !== 'approved') return found;
      const { accountId, device, access } = found;
      const text = newKeyText(ACCOUNT_KEY_PREFIX);
      const row: KeyRow = {
        id: newId(),
        account_id: accountId,
        hash: hash.of(text),
        type: 'sk_live',
        last4: text.slice(-4),
        name: `svc on ${device}`,
        access,
        confirm: null,
        db_id: null,
        origins: null,
        mcp_host: null,
        device_id: device,
        db_ids: null,
        made_by: null,
        created_at: new Date(),
        last_used_at: null,
        revoked_at: null,
      };
      if (!(await keys.insert(transaction, row, LIMITS.keysMax)))
        throw new Fault('key_limit_reached', { params: { limit: LIMITS.keysMax } });
      const event = { id: newId(), at: new Date(), actor: 'session', keyId: null, requestId, address, surface } as const;
      const details = { type: row.type, access, last4: row.last4, name: row.name, device };
      await audit.append(transaction, accountId, { ...event, action: 'key.mint', subject: row.id, details });
      return { state: 'redeemed' as const, text, row };
    });
    if (outcome.state !== 'redeemed') throw new Fault(CODES[outcome.state]);
    const { text, row } = outcome;
    return { access_token: text, token_type: 'Bearer', scope: row.access, key: keyRecord(row) };
  };
}

const CODES = {
  unknown: 'invalid_grant',
  expired: 'expired_token',
  refused: 'access_denied',
  waiting: 'authorization_pending',
  hasty: 'slow_down',
} as const;
