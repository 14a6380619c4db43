import type { Caller } from '../caller.ts';
import { LIMITS } from '../contract/limits.ts';
import { Fault } from '../fault.ts';
import type { LocalOwner } from '../owner/owner.ts';
import { createRemembered } from '../store/remembered.ts';
import type { FoundWebSession, WebSessions } from '../store/web-sessions.ts';
import type { Arrival } from './access.ts';
import type { KeyHash } from './key-hash.ts';
import { hashedAs, isTokenText } from './session-text.ts';

interface Options {
  readonly sessions: Pick<WebSessions, 'find' | 'slide'>;
  readonly hash: KeyHash;
  /** Null where the service has none. */
  readonly owner: LocalOwner | null;
  /** What runs with the session, and what is held for it, ends. */
  readonly onEnded: (id: string) => void;
  readonly log: { warn(facts: object, text: string): void };
}

/** Browsers that are signed in, by the text of their cookie. */
export interface SessionAccess {
  /** `isRenewed`: its end was moved on, so that its cookie's should be too. @throws Fault unauthorized */
  resolve(token: string, arrival: Arrival): Promise<{ caller: Caller; isRenewed: boolean }>;
  /** Whether the caller is the owner of this machine's service. */
  isOwner(caller: Caller): boolean;
  /** A session ended, here or by another service. */
  ended(id: string): void;
}

/** As for keys: counted from before the look-up, so that no session is taken a second after its end, whoever was told of it. */
const REMEMBER = { max: 20_000, ttlMs: LIMITS.revocationMaxMs * 0.9 } as const;

/** The owner's session counts where the owner's key does: on this machine alone, and only while the service has an owner. */
export function createSessionAccess({ sessions, hash, owner, onEnded, log }: Options): SessionAccess {
  const remembered = createRemembered<FoundWebSession>(REMEMBER);
  const hashById = createRemembered<string>(REMEMBER);
  const endedLately = createRemembered<true>({ max: REMEMBER.max, ttlMs: LIMITS.revocationMaxMs * 20 });

  async function find(token: string): Promise<{ found: FoundWebSession; isRenewed: boolean } | null> {
    if (!isTokenText(token)) return null;
    const [present = '', ...before] = hash.all(hashedAs('session', token));
    const known = remembered.get(present);
    if (known) return { found: known, isRenewed: false };
    const askedAt = Date.now();
    const found = await sessions.find([present, ...before]);
    // It may have ended after it was read, and been told of before it is remembered.
    if (!found || endedLately.get(found.id)) return null;
    remembered.set(present, found, Math.min(askedAt + REMEMBER.ttlMs, found.expiresAt.getTime()));
    hashById.set(found.id, present, askedAt + REMEMBER.ttlMs);
    if (found.slides)
      sessions.slide(found.id).catch((error: unknown) => log.warn({ err: error }, 'the use of a session was not noted; its next one is'));
    return { found, isRenewed: found.slides };
  }

  return {
    async resolve(token, { isLocal }) {
      const looked = await find(token);
      if (!looked || (looked.found.isLocalOwner && !(owner && isLocal))) throw new Fault('unauthorized');
      const { id: sessionId, accountId: ownerId } = looked.found;
      return { caller: { kind: 'session', ownerId, access: 'write', sessionId }, isRenewed: looked.isRenewed };
    },
    isOwner: (caller) => owner !== null && caller.kind === 'session' && caller.ownerId === owner.accountId,
    ended(id) {
      endedLately.set(id, true);
      const known = hashById.get(id);
      if (known !== undefined) remembered.delete(known);
      hashById.delete(id);
      onEnded(id);
    },
  };
}
