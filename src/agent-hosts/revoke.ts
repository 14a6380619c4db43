import type { ServiceInput, ServiceOutput } from '../contract/service-operations.ts';
import { newId } from '../lib/id.ts';
import type { AgentGrant, AgentGrants } from '../store/agent-grants.ts';
import type { AuditLog } from '../store/audit.ts';
import type { Keys } from '../store/keys.ts';
import type { TokenText } from './tokens.ts';

interface Dependencies {
  readonly keys: Pick<Keys, 'revoke'>;
  readonly audit: Pick<AuditLog, 'append'>;
  /** This service does not wait to be told by the control plane. */
  readonly onRevoked: (keyId: string) => void;
}

/** Revokes the key that a host's tokens stand for, and with it all of them. */
export type RevokeGranted = (
  grant: Pick<AgentGrant, 'key_id' | 'account_id' | 'client_id'>,
  why: { readonly requestId: string; readonly reason: string },
) => Promise<void>;

export function createRevokeGranted({ keys, audit, onRevoked }: Dependencies): RevokeGranted {
  return async ({ key_id: keyId, account_id: accountId, client_id: client }, { requestId, reason }) => {
    const event = { id: newId(), at: new Date(), actor: 'agent_key', keyId, requestId, address: null, surface: 'mcp' } as const;
    await keys.revoke(keyId, accountId, (transaction) =>
      audit.append(transaction, accountId, { ...event, action: 'key.revoke', subject: keyId, details: { client, reason } }),
    );
    onRevoked(keyId);
  };
}

/** RFC 7009: a token of another client, or none at all, is revoked by nobody and is no error. */
export function createRevokeToken({ grants, text, revoke }: { grants: Pick<AgentGrants, 'find'>; text: TokenText; revoke: RevokeGranted }) {
  return async (input: ServiceInput<'revokeToken'>, requestId: string): Promise<ServiceOutput<'revokeToken'>> => {
    const token = text.read(input.token);
    const grant = token && (await grants.find(token.grantId));
    if (!grant || grant.client_id !== input.client_id || grant.revoked_at !== null) return { revoked: false };
    await revoke(grant, { requestId, reason: 'The host gave its token back.' });
    return { revoked: true };
  };
}
