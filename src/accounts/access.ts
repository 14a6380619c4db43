import type { Caller } from '../caller.ts';
import { Fault } from '../fault.ts';
import { hashOfKey, type LocalOwner } from '../owner/owner.ts';
import type { Accounts } from '../store/accounts.ts';
import { createRemembered } from '../store/remembered.ts';
import { ACCOUNT_KEY_PREFIX, isKeyText } from './key-text.ts';

interface Options {
  readonly accounts: Accounts;
  readonly secret: string;
  /** Null where the service has none. */
  readonly owner: LocalOwner | null;
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
}

/** A key that was looked up is remembered this long. */
const REMEMBER = { max: 10_000, ttlMs: 5_000 } as const;

/** Account keys. Those of the machine's owner count on the machine alone, and only while the service has an owner. */
export function createAccountAccess({ accounts, secret, owner }: Options): AccountAccess {
  const remembered = createRemembered<Caller>(REMEMBER);
  return {
    async owner(bearer, { isLocal, audience }) {
      if (!owner || !isLocal || !(await owner.isOwn(bearer, audience))) return null;
      return { kind: 'account_key', ownerId: owner.accountId, access: 'write' };
    },
    async resolve(bearer, { isLocal }) {
      if (!isKeyText(bearer, ACCOUNT_KEY_PREFIX)) throw new Fault('unauthorized');
      const hash = hashOfKey(secret, bearer);
      const known = remembered.get(hash);
      if (known && isLocal) return known;
      const found = await accounts.findKey(hash);
      if (!found || (found.accountKind === 'local' && !(owner && isLocal))) throw new Fault('unauthorized');
      const caller: Caller = { kind: 'account_key', ownerId: found.accountId, access: found.access };
      remembered.set(hash, caller);
      return caller;
    },
  };
}
