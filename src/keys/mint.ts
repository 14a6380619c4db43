import type { KeyHash } from '../accounts/key-hash.ts';
import { ACCOUNT_KEY_PREFIX, agentKeyPrefix, newKeyText, publishableKeyText } from '../accounts/key-text.ts';
import { type Handler, Stored } from '../call.ts';
import type { Caller } from '../caller.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Input } from '../contract/operations.ts';
import { Fault } from '../fault.ts';
import { newId } from '../lib/id.ts';
import type { Once } from '../once.ts';
import { NEEDS_SESSION, ownDatabase } from '../rights.ts';
import type { Databases } from '../store/databases.ts';
import type { KeyRow, Keys } from '../store/keys.ts';
import { keyRecord } from './record.ts';

interface Dependencies {
  readonly keys: Keys;
  readonly databases: Databases;
  readonly once: Once;
  readonly hash: KeyHash;
  readonly secret: string;
}

/**
 * The key comes with the first reply alone. What is stored for retries, and what they get, is the record without it.
 */
export function createMintKey({ keys, databases, once, hash, secret }: Dependencies): Handler<'mintKey'> {
  return async (input, call) => {
    requireOwnDevice(call.caller, input);
    const madeBy = call.caller.kind === 'account_key' ? call.caller.keyId : null;
    if (input.dbId !== undefined) await ownDatabase(databases, call.caller, input.dbId);
    let key = '';
    const stored = await once.control(call, 201, async () => {
      const id = newId();
      key = input.type === 'pk_live' ? publishableKeyText(secret, id) : newKeyText(prefixOf(input));
      const row = rowOf(input, { id, accountId: call.caller.ownerId, hash: hash.of(key), last4: key.slice(-4), madeBy });
      return {
        body: keyRecord(row),
        audit: { action: 'key.mint', subject: id, details: mintedAs(row) },
        finish: {
          alongside: async (transaction) => {
            // It may have been revoked meanwhile: what it makes now would go on without it.
            if (madeBy !== null && !(await keys.holdActive(transaction, madeBy))) throw new Fault('unauthorized');
            const isMade = await keys.insert(transaction, row, LIMITS.keysMax);
            if (!isMade) throw new Fault('key_limit_reached', { params: { limit: LIMITS.keysMax } });
          },
        },
      };
    });
    const record = JSON.parse(stored.text) as object;
    return new Stored(201, JSON.stringify(stored.replayed ? { ...record, replayed: true } : { ...record, key }), stored.replayed);
  };
}

/** What a device was given by `svc login` makes keys of the agent hosts on it, which can do no more and end with it. @throws Fault forbidden */
function requireOwnDevice(caller: Caller, { type, device }: Input<'mintKey'>): void {
  if (caller.kind !== 'account_key' || (type === 'sk_mcp' && device === caller.deviceId)) return;
  const reason = `The key of a device makes keys of the type sk_mcp for that device alone, which is ${caller.deviceId}: sign in for others.`;
  throw new Fault('forbidden', { params: { reason, ...NEEDS_SESSION } });
}

const prefixOf = ({ type, host = '', device = '' }: Input<'mintKey'>): string =>
  type === 'sk_mcp' ? agentKeyPrefix(host, device) : ACCOUNT_KEY_PREFIX;

const mintedAs = ({ type, name, access, db_id: dbId, mcp_host: host, device_id: device, origins, last4, confirm }: KeyRow) =>
  Object.fromEntries(
    Object.entries({ type, access, last4, name, dbId, host, device, origins, confirm }).filter(([, value]) => value !== null),
  );

function rowOf(
  { type, name, access, confirm, dbId, origins, host, device }: Input<'mintKey'>,
  made: { id: string; accountId: string; hash: string; last4: string; madeBy: string | null },
): KeyRow {
  return {
    id: made.id,
    account_id: made.accountId,
    hash: made.hash,
    type,
    last4: made.last4,
    name: name ?? null,
    access: type === 'pk_live' ? 'read' : (access ?? 'write'),
    confirm: type === 'sk_mcp' ? (confirm ?? 'agent') : null,
    db_id: dbId ?? null,
    origins: type === 'pk_live' ? [...new Set(origins)] : null,
    mcp_host: host ?? null,
    device_id: device ?? null,
    db_ids: null,
    made_by: made.madeBy,
    created_at: new Date(),
    last_used_at: null,
    revoked_at: null,
  };
}
