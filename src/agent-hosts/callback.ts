import { randomBytes } from 'node:crypto';
import type { KeyHash } from '../accounts/key-hash.ts';
import { hashedAs } from '../accounts/session-text.ts';
import type { Handler } from '../call.ts';
import { LIMITS } from '../contract/limits.ts';
import { ownDatabase } from '../rights.ts';
import type { Databases } from '../store/databases.ts';
import type { OneTimeTokens } from '../store/one-time-tokens.ts';

interface Dependencies {
  readonly tokens: Pick<OneTimeTokens, 'insert'>;
  readonly databases: Databases;
  readonly hash: KeyHash;
}

export const CODE_PURPOSE = 'agent code';
const CODE_BYTES = 16;

/** Whoever is signed in lets an agent host in. What they said is kept under the hash of a code until the code is redeemed. */
export function createMcpCallback({ tokens, databases, hash }: Dependencies): Handler<'mcpCallback'> {
  return async (input, { caller }) => {
    for (const id of input.databases ?? []) await ownDatabase(databases, caller, id);
    const code = randomBytes(CODE_BYTES).toString('base64url');
    await tokens.insert({
      hash: hash.of(hashedAs('agent code', code)),
      purpose: CODE_PURPOSE,
      data: { ...input, accountId: caller.ownerId },
      seconds: LIMITS.agentCodeSeconds,
    });
    return { code, expires_in: LIMITS.agentCodeSeconds };
  };
}
