import type { KeyHash } from '../accounts/key-hash.ts';
import { hashedAs } from '../accounts/session-text.ts';
import { LIMITS } from '../contract/limits.ts';
import type { ServiceInput, ServiceOutput } from '../contract/service-operations.ts';
import type { AgentGrants } from '../store/agent-grants.ts';
import type { OneTimeTokens } from '../store/one-time-tokens.ts';
import type { RevokeGranted } from './revoke.ts';

interface Dependencies {
  readonly tokens: Pick<OneTimeTokens, 'look'>;
  readonly grants: Pick<AgentGrants, 'find'>;
  readonly hash: KeyHash;
  readonly revoke: RevokeGranted;
}

export const USED_CODE_PURPOSE = 'used code';

/**
 * A code that comes twice is known to somebody it was not given to: what it gave ends (RFC 6749, 4.1.2). But a host that
 * proves to be the same by its verifier, a moment later, sent its request twice.
 */
export function createEndReplayed({ tokens, grants, hash, revoke }: Dependencies) {
  return async ({ code, code_challenge }: ServiceInput<'endReplayed'>, requestId: string): Promise<ServiceOutput<'endReplayed'>> => {
    const used = await tokens.look(hash.all(hashedAs('used code', code)), USED_CODE_PURPOSE);
    const grant = used && (await grants.find(String(used.grantId)));
    if (!grant || grant.revoked_at !== null) return { revoked: false };
    const usedMs = Date.now() - grant.created_at.getTime();
    if (used.codeChallenge === code_challenge && usedMs <= LIMITS.agentRefreshGraceSeconds * 1_000) return { revoked: false };
    await revoke(grant, { requestId, reason: 'Its authorization code was used again.' });
    return { revoked: true };
  };
}
