import { timingSafeEqual } from 'node:crypto';
import type { KeyHash } from '../accounts/key-hash.ts';
import { hashedAs } from '../accounts/session-text.ts';
import { LIMITS } from '../contract/limits.ts';
import type { AgentTokens } from '../contract/service-operations.ts';

type TokenKind = 'access' | 'refresh';

/** What a token says of itself, once it is known to be ours. */
export interface ReadToken {
  readonly kind: TokenKind;
  readonly grantId: string;
  readonly generation: number;
  readonly expiresAt: Date;
}

/** Of a grant, all that its tokens are made of. */
interface Issued {
  readonly id: string;
  readonly generation: number;
  readonly rotated_at: Date;
}

export interface TokenText {
  /** The tokens of the grant's generation: the same texts whenever they are asked for, so that none has to be stored. */
  of(grant: Issued, access: 'read' | 'write'): AgentTokens;
  /** Null for what is none of ours. */
  read(text: string): ReadToken | null;
}

const PREFIXES: Readonly<Record<TokenKind, string>> = { access: 'svc_at_', refresh: 'svc_rt_' };
const SECONDS: Readonly<Record<TokenKind, number>> = {
  access: LIMITS.agentAccessTokenSeconds,
  refresh: LIMITS.agentRefreshTokenSeconds,
};
const TOKEN = /^svc_([ar]t)_([0-9a-f]{32})_([0-9a-z]{1,8})_([0-9a-z]{1,9})_([0-9a-f]{64})$/;

/** Whether the text can be the access token of an agent host at all. */
export const isAccessTokenText = (text: string): boolean => text.startsWith(PREFIXES.access);

/**
 * Tokens of agent hosts: the id of a grant, a generation, an end, and an HMAC of these under the pepper of keys, so that
 * a dump of the control plane holds nothing that opens anything.
 */
export function createTokenText(hash: KeyHash): TokenText {
  const text = (kind: TokenKind, { id, generation, rotated_at: at }: Issued): string => {
    const ends = Math.floor(at.getTime() / 1_000) + SECONDS[kind];
    const body = `${PREFIXES[kind]}${id.replaceAll('-', '')}_${generation.toString(36)}_${ends.toString(36)}`;
    return `${body}_${hash.of(hashedAs('agent token', body))}`;
  };
  return {
    of: (grant, access) => ({
      access_token: text('access', grant),
      token_type: 'Bearer',
      expires_in: LIMITS.agentAccessTokenSeconds,
      refresh_token: text('refresh', grant),
      scope: access === 'write' ? 'read write' : 'read',
    }),
    read(given) {
      const [, kind, id = '', generation = '', ends = '', mac = ''] = TOKEN.exec(given) ?? [];
      if (kind === undefined) return null;
      const body = given.slice(0, -mac.length - 1);
      if (!hash.all(hashedAs('agent token', body)).some((one) => timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(mac, 'hex'))))
        return null;
      return {
        kind: kind === 'at' ? 'access' : 'refresh',
        grantId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
        generation: Number.parseInt(generation, 36),
        expiresAt: new Date(Number.parseInt(ends, 36) * 1_000),
      };
    },
  };
}
