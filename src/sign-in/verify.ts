import type { Handler } from '../call.ts';
import { Fault } from '../fault.ts';
import type { Accounts } from '../store/accounts.ts';
import type { Store } from '../store/control-plane.ts';
import type { BeginSession } from './begin.ts';
import type { SignInLinks } from './links.ts';

interface Dependencies {
  readonly store: Transactions;
  readonly links: SignInLinks;
  readonly accounts: Accounts;
  readonly begin: BeginSession;
}

/** One change of the control plane: all of the work, or none. */
export type Transactions = <T>(work: (transaction: Store) => Promise<T>) => Promise<T>;

/** A link counts once, and only for a request that no mail scanner makes: opening the link sends nothing. */
export function createVerifySignIn({ store, links, accounts, begin }: Dependencies): Handler<'verifySignIn'> {
  return async ({ token }, call) =>
    await store(async (transaction) => {
      const who = await links.take(transaction, token);
      if (!who) throw new Fault('sign_in_expired');
      if ('accountId' in who) return await begin(transaction, call, { accountId: who.accountId, method: 'link' });
      const accountId = await accounts.ensurePerson(transaction, who.email, null);
      return await begin(transaction, call, { accountId, method: 'email' });
    });
}
