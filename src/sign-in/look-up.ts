import type { Handler } from '../call.ts';
import { Fault } from '../fault.ts';
import type { Accounts } from '../store/accounts.ts';
import type { SignInLinks } from './links.ts';

interface Dependencies {
  readonly links: SignInLinks;
  readonly accounts: Accounts;
}

/**
 * Whom a link would sign in. A page says so before its button is pressed, so that nobody is brought into somebody else's account
 * by a link that was sent to them, and stores there what is their own.
 */
export function createLookUpSignIn({ links, accounts }: Dependencies): Handler<'lookUpSignIn'> {
  return async ({ token }) => {
    const who = await links.look(token);
    if (!who) throw new Fault('sign_in_expired');
    if ('email' in who) return { email: who.email };
    return { email: (await accounts.find(who.accountId))?.email ?? null };
  };
}
