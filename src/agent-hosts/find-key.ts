import type { ServiceOutput } from '../contract/service-operations.ts';
import type { AgentGrants } from '../store/agent-grants.ts';
import type { FoundKey, Keys } from '../store/keys.ts';
import type { TokenText } from './tokens.ts';

interface Dependencies {
  readonly grants: Pick<AgentGrants, 'find'>;
  readonly keys: Pick<Keys, 'findAgent'>;
  readonly text: TokenText;
}

export type FoundByToken =
  | { readonly key: FoundKey; readonly expiresAt: Date }
  | { readonly refused: NonNullable<ServiceOutput<'resolveToken'>['refused']> };

export type FindByToken = (token: string, resource: string) => Promise<FoundByToken>;

/** The key that an access token stands for. It counts at the resource that it was asked for alone (RFC 8707), and until the second rotation after it. */
export function createFindByToken({ grants, keys, text }: Dependencies): FindByToken {
  return async (given, resource) => {
    const token = text.read(given);
    if (token?.kind !== 'access') return { refused: 'unknown' };
    if (token.expiresAt.getTime() <= Date.now()) return { refused: 'expired' };
    const grant = await grants.find(token.grantId);
    if (!grant) return { refused: 'unknown' };
    if (grant.resource !== resource) return { refused: 'mismatch' };
    if (token.generation < grant.generation - 1) return { refused: 'expired' };
    const key = await keys.findAgent(grant.key_id);
    return key ? { key, expiresAt: token.expiresAt } : { refused: 'revoked' };
  };
}
