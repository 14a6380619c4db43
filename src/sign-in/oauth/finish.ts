import { type Handler, WithCookies } from '../../call.ts';
import { Fault } from '../../fault.ts';
import type { Accounts } from '../../store/accounts.ts';
import type { BeginSession } from '../begin.ts';
import type { Transactions } from '../verify.ts';
import { type Flows, nonceOf, verifierOf } from './flows.ts';
import { identify } from './identify.ts';
import type { OAuthClients, OAuthProviders } from './providers.ts';

interface Dependencies {
  readonly store: Transactions;
  readonly flows: Flows;
  readonly providers: OAuthProviders;
  readonly clients: OAuthClients;
  readonly accounts: Accounts;
  readonly begin: BeginSession;
}

/** The page that the provider came back to, in the browser that began, shows what it was given; that counts once, whatever comes of it. */
export function createFinishOAuth({ store, flows, providers, clients, accounts, begin }: Dependencies): Handler<'finishOAuth'> {
  return async ({ provider: name, code, state }, call) => {
    const client = clients[name];
    if (!client) throw new Fault('oauth_not_configured', { params: { provider: name } });
    const cookie = call.visit?.cookie('oauth') ?? null;
    if (cookie === null) throw new Fault('sign_in_lost');
    const redirectUri = await store((transaction) => flows.take(transaction, name, { state, cookie }));
    if (redirectUri === null) throw new Fault('sign_in_lost');
    const answer = { code, state, redirectUri, verifier: verifierOf(cookie), nonce: nonceOf(cookie) };
    const { subject, email } = await identify(providers[name], client, answer);
    return await store(async (transaction) => {
      const accountId = await accounts.ensurePerson(transaction, email, { provider: name, subject });
      const { reply, cookies } = await begin(transaction, call, { accountId, method: name });
      return new WithCookies(reply, { ...cookies, oauth: null });
    });
  };
}
