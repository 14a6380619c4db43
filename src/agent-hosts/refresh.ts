import { LIMITS } from '../contract/limits.ts';
import type { ServiceInput, ServiceOutput } from '../contract/service-operations.ts';
import type { Transactions } from '../sign-in/verify.ts';
import type { AgentGrants } from '../store/agent-grants.ts';
import type { RevokeGranted } from './revoke.ts';
import type { TokenText } from './tokens.ts';

interface Dependencies {
  readonly store: Transactions;
  readonly grants: Pick<AgentGrants, 'hold' | 'rotate'>;
  readonly text: TokenText;
  readonly revoke: RevokeGranted;
}

type Refreshed = ServiceOutput<'refreshTokens'>;

/**
 * Rotates a refresh token (OAuth 2.1, 4.3.1). Of several at once the first rotates; the others, and a host that did not get
 * its answer, are given the same tokens for a moment. One that comes later was stolen, there or on its way: the key goes.
 */
export function createRefreshTokens({ store, grants, text, revoke }: Dependencies) {
  return async (input: ServiceInput<'refreshTokens'>, requestId: string): Promise<Refreshed> => {
    const token = text.read(input.refresh_token);
    if (token?.kind !== 'refresh') return refused('unknown');
    const { refreshed, reused } = await store(async (transaction) => {
      const grant = await grants.hold(transaction, token.grantId);
      if (!grant) return { refreshed: refused('unknown') };
      if (grant.client_id !== input.client_id) return { refreshed: refused('mismatch') };
      if (input.resource !== null && grant.resource !== input.resource) return { refreshed: refused('mismatch') };
      if (grant.revoked_at !== null) return { refreshed: refused('revoked') };
      if (token.generation === grant.generation) {
        if (token.expiresAt.getTime() <= Date.now()) return { refreshed: refused('expired') };
        return { refreshed: given(text.of(await grants.rotate(transaction, grant.id), grant.access)) };
      }
      const rotatedMs = Date.now() - grant.rotated_at.getTime();
      if (token.generation === grant.generation - 1 && rotatedMs <= LIMITS.agentRefreshGraceSeconds * 1_000)
        return { refreshed: given(text.of(grant, grant.access)) };
      return { refreshed: refused('reused'), reused: grant };
    });
    if (reused) await revoke(reused, { requestId, reason: 'A refresh token was used again.' });
    return refreshed;
  };
}

const given = (tokens: NonNullable<Refreshed['tokens']>): Refreshed => ({ tokens, refused: null });
const refused = (reason: NonNullable<Refreshed['refused']>): Refreshed => ({ tokens: null, refused: reason });
