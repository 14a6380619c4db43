import { createHmac, randomBytes } from 'node:crypto';
import type { Call } from '../call.ts';
import type { Caller } from '../caller.ts';
import { Fault } from '../fault.ts';
import { newId } from '../lib/id.ts';
import type { Adoption, AnonymousSessions, NoteAdopted } from '../store/anonymous.ts';
import { createRemembered } from '../store/remembered.ts';

interface Options {
  readonly sessions: AnonymousSessions;
  /** Token hashes derive from it, so a dump of the control plane holds no usable token. */
  readonly secret: string;
  /** Tells this data folder from others that share the control plane. */
  readonly placeId: string;
  /** Calls of one session; 0 is no limit. */
  readonly budget: number;
}

export interface AnonymousAccess {
  mint(): Promise<Caller>;
  /**
   * The session of a program on this machine that shows no credential, by what it calls itself: the same after a restart
   * of either, until it ends. `count` is asked before one is begun.
   */
  ofLocalHost(name: string, count: () => Promise<void>): Promise<Caller>;
  /** @throws Fault invalid_token */
  resolve(token: string): Promise<Caller>;
  /** Ends a session that began with a call which made nothing; false when something is its own, so that it stays. */
  discard(ownerId: string): Promise<boolean>;
  /** Everything of the token's session becomes the account's. */
  adopt(token: string, accountId: string, noteOf: NoteAdopted): Promise<Adoption | 'unknown' | 'taken'>;
  /** Takes one call from the budget before the work, once however often the work is begun. @throws Fault auth_required with `params.cap` */
  spend(call: Call, prompt: string | null): Promise<void>;
}

export const ANONYMOUS_PREFIX = 'anon_';

/** A resolved token is remembered this long, so that a busy session costs one look-up a while. */
const REMEMBER = { max: 10_000, ttlMs: 5_000 } as const;

/** Sessions for callers without a credential, each until 72 h after its last use; the token is a bearer credential from then on. */
export function createAnonymousAccess({ sessions, secret, placeId, budget }: Options): AnonymousAccess {
  const hash = (token: string) => createHmac('sha256', secret).update(token).digest('hex');
  const remembered = createRemembered<string>(REMEMBER);
  const paid = new WeakSet<Call>();
  const callerOf = (ownerId: string, token: string): Caller => ({ kind: 'anonymous', ownerId, access: 'write', token });

  return {
    async mint() {
      const token = `${ANONYMOUS_PREFIX}${randomBytes(24).toString('base64url')}`;
      const id = newId();
      await sessions.insert({ id, tokenHash: hash(token), budget: budget === 0 ? null : budget });
      return callerOf(id, token);
    },

    async ofLocalHost(name, count) {
      // Made of the secret, so that it need not be kept; it is never told to the program.
      const token = `${ANONYMOUS_PREFIX}${createHmac('sha256', secret).update(`local host\n${placeId}\n${name}`).digest('base64url').slice(0, 32)}`;
      const known = remembered.get(token);
      if (known !== undefined) return callerOf(known, token);
      let found = await sessions.find(hash(token));
      if (!found) {
        await count();
        await sessions.renew({ id: newId(), tokenHash: hash(token), budget: budget === 0 ? null : budget });
        found = await sessions.find(hash(token));
      }
      if (!found) throw new Fault('auth_unavailable');
      remembered.set(token, found.id, found.expiresAt.getTime());
      return callerOf(found.id, token);
    },

    async resolve(token) {
      const known = remembered.get(token);
      if (known !== undefined) return callerOf(known, token);
      const found = await sessions.find(hash(token));
      if (!found) throw new Fault('invalid_token');
      remembered.set(token, found.id, found.expiresAt.getTime());
      return callerOf(found.id, token);
    },

    discard: (ownerId) => sessions.discard(ownerId),

    async adopt(token, accountId, noteOf) {
      const adoption = await sessions.adopt(hash(token), accountId, noteOf);
      remembered.delete(token);
      return adoption;
    },

    async spend(call, prompt) {
      if (call.caller.kind !== 'anonymous' || budget === 0 || paid.has(call)) return;
      if (await sessions.spend(call.caller.ownerId)) return void paid.add(call);
      if (prompt !== null) await sessions.savePrompt(call.caller.ownerId, prompt);
      throw new Fault('auth_required', { params: { cap: budget } });
    },
  };
}
