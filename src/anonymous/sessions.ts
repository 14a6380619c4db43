import { createHmac, randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { Call } from '../call.ts';
import type { Caller } from '../caller.ts';
import { LIMITS } from '../contract/limits.ts';
import { Fault } from '../fault.ts';
import type { AnonymousSessions } from '../store/anonymous.ts';

interface Options {
  readonly sessions: AnonymousSessions;
  /** Token hashes derive from it, so a dump of the control plane holds no usable token. */
  readonly secret: string;
  /** Calls of one session; 0 is no limit. */
  readonly budget: number;
}

export interface AnonymousAccess {
  mint(): Promise<Caller>;
  /** @throws Fault invalid_token */
  resolve(token: string): Promise<Caller>;
  /** Takes one call from the budget before the work. @throws Fault auth_required with `params.cap` */
  spend(call: Call, prompt: string): Promise<void>;
}

export const ANONYMOUS_PREFIX = 'anon_';

/** A resolved token is remembered this long, so that a busy session costs one look-up a while. */
const REMEMBER_MS = 5_000;
const REMEMBERED_MAX = 10_000;

/** 72 h sessions for callers without a credential; the token is a bearer credential from then on. */
export function createAnonymousAccess({ sessions, secret, budget }: Options): AnonymousAccess {
  const hash = (token: string) => createHmac('sha256', secret).update(token).digest('hex');
  const remembered = new Map<string, { id: string; until: number }>();
  const callerOf = (ownerId: string, token: string): Caller => ({ kind: 'anonymous', ownerId, access: 'write', token });

  return {
    async mint() {
      const token = `${ANONYMOUS_PREFIX}${randomBytes(24).toString('base64url')}`;
      const id = uuid();
      const expiresAt = new Date(Date.now() + LIMITS.anonymousSessionSeconds * 1_000);
      await sessions.insert({ id, tokenHash: hash(token), expiresAt, budget: budget === 0 ? null : budget });
      return callerOf(id, token);
    },

    async resolve(token) {
      const known = remembered.get(token);
      if (known && known.until > Date.now()) return callerOf(known.id, token);
      const found = await sessions.find(hash(token));
      if (!found) throw new Fault('invalid_token');
      if (remembered.size >= REMEMBERED_MAX) remembered.clear();
      remembered.set(token, { id: found.id, until: Math.min(Date.now() + REMEMBER_MS, found.expiresAt.getTime()) });
      return callerOf(found.id, token);
    },

    async spend(call, prompt) {
      if (call.caller.kind !== 'anonymous' || budget === 0) return;
      if (await sessions.spend(call.caller.ownerId)) return;
      await sessions.savePrompt(call.caller.ownerId, prompt);
      throw new Fault('auth_required', { params: { cap: budget } });
    },
  };
}
