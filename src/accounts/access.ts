import { timingSafeEqual } from 'node:crypto';
import type { FindByToken, FoundByToken } from '../agent-hosts/find-key.ts';
import type { Caller } from '../caller.ts';
import { LIMITS } from '../contract/limits.ts';
import { Fault } from '../fault.ts';
import type { LocalOwner } from '../owner/owner.ts';
import type { FoundKey, Keys } from '../store/keys.ts';
import { createRemembered } from '../store/remembered.ts';
import type { KeyHash } from './key-hash.ts';
import { isKeyText, PUBLISHABLE_KEY_PREFIX } from './key-text.ts';
import type { Running } from './running.ts';
import type { Uses } from './uses.ts';

interface Options {
  readonly keys: Keys;
  readonly hash: KeyHash;
  readonly running: Running;
  readonly uses: Uses;
  /** The key that an agent host's access token stands for. */
  readonly findByToken: FindByToken;
  /** Null where the service has none. */
  readonly owner: LocalOwner | null;
  readonly log: { warn(facts: object, text: string): void };
}

/** The way a credential came. */
export interface Arrival {
  /** From this machine itself, with no proxy between that says otherwise. */
  readonly isLocal: boolean;
  /** The address and port that it came to. */
  readonly audience: string;
}

export interface AccountAccess {
  /** The owner of this machine's service, found without a look-up; null for anybody else. */
  owner(bearer: string, arrival: Arrival): Promise<Caller | null>;
  /** @throws Fault unauthorized */
  resolve(bearer: string, arrival: Arrival): Promise<Caller>;
  /** The key that an agent host's access token stands for at the resource. */
  ofToken(token: string, resource: string): Promise<FoundByToken>;
  /** Who calls with such a token. @throws Fault unauthorized, which says what became of the token */
  resolveToken(token: string, resource: string): Promise<Caller>;
  /** Who calls as the agent's key with this id, which another part of the deployment speaks for. @throws Fault unauthorized */
  resolveKey(keyId: string): Promise<Caller>;
  /** Whether pages of the origin may send the bearer: it is an active publishable key that lists the origin. */
  mayComeFrom(origin: string, bearer: string): Promise<boolean>;
  /** Whether any active publishable key lists the origin. */
  isListed(origin: string): Promise<boolean>;
  /** A key was revoked, here or by another service: it is forgotten, and what runs with it ends. */
  revoked(keyId: string): void;
  /** Something stays open for the key's holder between requests: its revocation has to be noticed although it sends none. */
  holds(keyId: string): void;
  /** Told of every revoked key. */
  onRevoked(listener: (keyId: string) => void): void;
  readonly running: Running;
  close(): void;
}

/** Counted from before the look-up, so that no key is taken a second after its revocation, whoever was told of it. */
const REMEMBER = { max: 20_000, ttlMs: LIMITS.revocationMaxMs * 0.9 } as const;
/** What stays open is closed after four hours without a request, by whoever opened it. */
const HELD_MS = 4 * 60 * 60_000;
const ORIGINS = { max: 1_000, ttlMs: 1_000 } as const;

/**
 * Keys. What was looked up is remembered for less than a second, and forgotten at once when the revocation is told. Where
 * that is missed, keys with which something runs, or stays open, are looked at again every second. The key of the machine's owner counts on
 * the machine alone, and only while the service has an owner.
 */
export function createAccountAccess({ keys, hash, running, uses, findByToken, owner, log }: Options): AccountAccess {
  const remembered = createRemembered<FoundKey>(REMEMBER);
  const hashById = createRemembered<string>(REMEMBER);
  const revokedLately = createRemembered<true>({ max: REMEMBER.max, ttlMs: LIMITS.revocationMaxMs * 20 });
  const byToken = createRemembered<Extract<FoundByToken, { key: FoundKey }>>(REMEMBER);
  const byId = createRemembered<FoundKey>(REMEMBER);
  const origins = createRemembered<boolean>(ORIGINS);
  const held = new Map<string, number>();
  const listeners: ((keyId: string) => void)[] = [];
  const underWay = new Map<string, Promise<FoundKey | null>>();

  async function lookUp(bearer: string, present: string): Promise<FoundKey | null> {
    const askedAt = Date.now();
    const found = await keys.find(hash.all(bearer));
    if (!found || !isSameHash(found.hash, present)) return null;
    // It may have been revoked after it was read, and told before it is remembered.
    if (revokedLately.get(found.id)) return null;
    remembered.set(present, found, askedAt + REMEMBER.ttlMs);
    hashById.set(found.id, present, askedAt + REMEMBER.ttlMs);
    return found;
  }

  /** Null for what is no active key. Requests that come at once share one look-up. */
  async function find(bearer: string): Promise<FoundKey | null> {
    if (!isKeyText(bearer)) return null;
    const present = hash.of(bearer);
    const known = remembered.get(present);
    if (known) return known;
    let looking = underWay.get(present);
    if (!looking) {
      looking = lookUp(bearer, present).finally(() => underWay.delete(present));
      underWay.set(present, looking);
    }
    return await looking;
  }

  async function ofToken(token: string, resource: string): Promise<FoundByToken> {
    const named = `${hash.of(token)} ${resource}`;
    const known = byToken.get(named);
    if (known) return revokedLately.get(known.key.id) ? { refused: 'revoked' } : known;
    const askedAt = Date.now();
    const found = await findByToken(token, resource);
    if ('refused' in found) return found;
    if (revokedLately.get(found.key.id)) return { refused: 'revoked' };
    byToken.set(named, found, Math.min(askedAt + REMEMBER.ttlMs, found.expiresAt.getTime()));
    return found;
  }

  async function ofId(keyId: string): Promise<FoundKey | null> {
    const askedAt = Date.now();
    const found = byId.get(keyId) ?? (await keys.findAgent(keyId));
    if (!found || revokedLately.get(keyId)) return null;
    if (!byId.get(keyId)) byId.set(keyId, found, askedAt + REMEMBER.ttlMs);
    return found;
  }

  function revoked(keyId: string): void {
    revokedLately.set(keyId, true);
    const known = hashById.get(keyId);
    if (known !== undefined) remembered.delete(known);
    hashById.delete(keyId);
    running.end(keyId);
    held.delete(keyId);
    for (const listener of listeners) listener(keyId);
  }

  const watch = setInterval(() => {
    for (const [id, usedAt] of held) if (usedAt + HELD_MS < Date.now()) held.delete(id);
    const ids = [...new Set([...running.keys(), ...held.keys()])];
    if (ids.length === 0) return;
    keys.ended(ids).then(
      (ended) => ended.forEach(revoked),
      (error: unknown) => log.warn({ err: error }, 'whether keys with running requests are revoked could not be looked up'),
    );
  }, LIMITS.revocationMaxMs);
  watch.unref();

  return {
    running,
    revoked,
    holds: (keyId) => void held.set(keyId, Date.now()),
    onRevoked: (listener) => void listeners.push(listener),
    async owner(bearer, { isLocal, audience }) {
      if (!owner || !isLocal || !(await owner.isOwn(bearer, audience))) return null;
      return { kind: 'session', ownerId: owner.accountId, access: 'write', sessionId: null };
    },
    async resolve(bearer, { isLocal }) {
      const found = await find(bearer);
      if (!found || (found.type === 'owner' && !(owner && isLocal))) throw new Fault('unauthorized');
      uses.note(found.id);
      return callerOf(found);
    },
    ofToken,
    async resolveToken(token, resource) {
      const found = await ofToken(token, resource);
      if ('refused' in found) throw new Fault('unauthorized', { params: { reason: TOKEN_REFUSED[found.refused] } });
      uses.note(found.key.id);
      return callerOf(found.key);
    },
    async resolveKey(keyId) {
      const found = await ofId(keyId);
      if (!found) throw new Fault('unauthorized');
      uses.note(found.id);
      return callerOf(found);
    },
    async mayComeFrom(origin, bearer) {
      if (!bearer.startsWith(PUBLISHABLE_KEY_PREFIX)) return false;
      return (await find(bearer))?.origins.includes(origin) ?? false;
    },
    async isListed(origin) {
      let listed = origins.get(origin);
      if (listed === undefined) {
        listed = await keys.listsOrigin(origin);
        origins.set(origin, listed);
      }
      return listed;
    },
    close: () => clearInterval(watch),
  };
}

/** What became of a token that counts no more, for its host. */
const TOKEN_REFUSED: Readonly<Record<Extract<FoundByToken, { refused: unknown }>['refused'], string>> = {
  unknown: 'The access token is none of this service.',
  expired: 'The access token has expired: refresh it.',
  revoked: 'The access of this host was revoked: connect it again.',
  reused: 'The access of this host was revoked: connect it again.',
  mismatch: 'The access token is for another resource.',
  full: 'The account has too many keys.',
};

function callerOf({ id: keyId, type, accountId: ownerId, access, confirm, dbId, dbIds, deviceId }: FoundKey): Caller {
  if (type === 'owner') return { kind: 'session', ownerId, access, sessionId: null };
  if (type === 'sk_mcp') return { kind: 'agent_key', ownerId, access, keyId, confirm: confirm ?? 'agent', databases: dbIds };
  if (type !== 'pk_live') return { kind: 'account_key', ownerId, access, keyId, deviceId };
  if (dbId === null) throw new Fault('unauthorized');
  return { kind: 'publishable_key', ownerId, access: 'read', keyId, dbId };
}

const isSameHash = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'));
