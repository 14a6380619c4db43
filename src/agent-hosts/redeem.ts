import type { KeyHash } from '../accounts/key-hash.ts';
import { agentKeyPrefix, newKeyText } from '../accounts/key-text.ts';
import { hashedAs } from '../accounts/session-text.ts';
import { McpCallbackRequest } from '../contract/agent-hosts.ts';
import { LIMITS } from '../contract/limits.ts';
import type { ServiceInput, ServiceOutput } from '../contract/service-operations.ts';
import { Fault } from '../fault.ts';
import { keyRecord } from '../keys/record.ts';
import { newId } from '../lib/id.ts';
import type { Transactions } from '../sign-in/verify.ts';
import type { AgentGrant, AgentGrants } from '../store/agent-grants.ts';
import type { AuditLog } from '../store/audit.ts';
import type { KeyRow, Keys } from '../store/keys.ts';
import type { OneTimeTokens } from '../store/one-time-tokens.ts';
import { CODE_PURPOSE } from './callback.ts';
import { USED_CODE_PURPOSE } from './replayed.ts';
import type { RevokeGranted } from './revoke.ts';
import type { TokenText } from './tokens.ts';

interface Dependencies {
  readonly store: Transactions;
  readonly tokens: Pick<OneTimeTokens, 'take' | 'insert'>;
  readonly keys: Pick<Keys, 'insert'>;
  readonly grants: Pick<AgentGrants, 'insert' | 'readingOf'>;
  readonly text: TokenText;
  readonly hash: KeyHash;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly revoke: RevokeGranted;
}

interface Made extends Output {
  /** What the host was let in by until now. */
  readonly earlier?: readonly AgentGrant[];
}

type Output = ServiceOutput<'redeemCode'>;

/**
 * Uses a code up and makes the key that was consented to. A code that is shown for another client, redirect URI or state
 * is used up as well and makes nothing. The text of the key is kept nowhere: the host's tokens stand for it. A host that could
 * read alone and now may write (RFC 6750, 3.1) has no use for its earlier key, which ends.
 */
export function createRedeemCode({ store, tokens, keys, grants, text, hash, audit, revoke }: Dependencies) {
  return async (input: ServiceInput<'redeemCode'>, requestId: string): Promise<Output> => {
    try {
      const { earlier = [], ...reply } = await store(async (transaction): Promise<Made> => {
        const data = await tokens.take(transaction, hash.all(hashedAs('agent code', input.code)), CODE_PURPOSE);
        if (data === null) return { redeemed: null, refused: 'unknown' };
        const said = McpCallbackRequest.parse(data);
        if (said.client_id !== input.client_id || said.redirect_uri !== input.redirect_uri || said.state !== input.state)
          return { redeemed: null, refused: 'mismatch' };
        const accountId = String(data.accountId);
        const row = rowOf(said, accountId, hash);
        const { mcp_host: host, device_id: device } = row;
        const place = { accountId, clientId: said.client_id, resource: input.resource, host, device };
        const earlier = row.access === 'write' ? await grants.readingOf(transaction, place) : [];
        if (!(await keys.insert(transaction, row, LIMITS.keysMax))) throw new Fault('key_limit_reached');
        const grant = await grants.insert(transaction, {
          id: newId(),
          key_id: row.id,
          client_id: said.client_id,
          resource: input.resource,
        });
        await tokens.insert(
          {
            hash: hash.of(hashedAs('used code', input.code)),
            purpose: USED_CODE_PURPOSE,
            data: { grantId: grant.id, codeChallenge: input.code_challenge },
            seconds: LIMITS.usedCodeSeconds,
          },
          transaction,
        );
        const details = { type: row.type, access: row.access, confirm: row.confirm, host: row.mcp_host, device: row.device_id };
        const event = { id: newId(), at: new Date(), actor: 'session', keyId: null, requestId, address: null, surface: 'mcp' } as const;
        await audit.append(transaction, accountId, {
          ...event,
          action: 'key.mint',
          subject: row.id,
          details: { ...details, client: said.client_id, ...(row.db_ids === null ? {} : { databases: row.db_ids }) },
        });
        const { client_id, redirect_uri, state } = said;
        return { redeemed: { ...text.of(grant, row.access), client_id, redirect_uri, state, key: keyRecord(row) }, refused: null, earlier };
      });
      for (const grant of earlier) await revoke(grant, { requestId, reason: 'Its host was given more access.' });
      return reply;
    } catch (error) {
      // The code stays for who makes room at once.
      if (error instanceof Fault && error.code === 'key_limit_reached') return { redeemed: null, refused: 'full' };
      throw error;
    }
  };
}

function rowOf({ mcp_host, device_id, access, confirm, databases }: McpCallbackInput, accountId: string, hash: KeyHash): KeyRow {
  const key = newKeyText(agentKeyPrefix(mcp_host, device_id));
  return {
    id: newId(),
    account_id: accountId,
    hash: hash.of(key),
    type: 'sk_mcp',
    last4: key.slice(-4),
    name: null,
    access,
    confirm,
    db_id: null,
    origins: null,
    mcp_host,
    device_id,
    db_ids: databases === undefined ? null : [...new Set(databases)],
    made_by: null,
    created_at: new Date(),
    last_used_at: null,
    revoked_at: null,
  };
}

type McpCallbackInput = ReturnType<typeof McpCallbackRequest.parse>;
