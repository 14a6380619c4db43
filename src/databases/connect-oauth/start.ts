import { calculatePKCECodeChallenge } from 'oauth4webapi';
import { type Handler, WithCookies } from '../../call.ts';
import type { ConnectProviderName } from '../../contract/connect.ts';
import { Fault } from '../../fault.ts';
import { type Flows, verifierOf } from '../../sign-in/oauth/flows.ts';
import type { OAuthClient } from '../../sign-in/oauth/providers.ts';
import { NO_ADDRESS } from '../../sign-in/request.ts';
import type { Seal } from '../../store/seal.ts';
import type { ConnectProvider, ConnectProviders } from './providers.ts';

export type ConnectClients = Readonly<Partial<Record<ConnectProviderName, OAuthClient>>>;

export interface Configured {
  readonly providers: ConnectProviders;
  readonly clients: ConnectClients;
  readonly seal: Seal | null;
}

/** As a flow is named, apart from those of signing in. */
export const flowOf = (provider: ConnectProviderName, ownerId: string): string => `connect ${provider} ${ownerId}`;

/** @throws Fault oauth_not_configured, sealing_unconfigured */
export function configured(
  { providers, clients, seal }: Configured,
  name: ConnectProviderName,
): { provider: ConnectProvider; client: OAuthClient; seal: Seal } {
  const [provider, client] = [providers[name], clients[name]];
  if (provider === null) throw new Fault('oauth_not_configured', { params: { provider: name, reason: NO_OAUTH } });
  if (!client) throw new Fault('oauth_not_configured', { params: { provider: name, reason: unset(name) } });
  // What the provider gives is kept until one is chosen.
  if (seal === null) throw new Fault('sealing_unconfigured');
  return { provider, client, seal };
}

const unset = (name: ConnectProviderName): string =>
  `Nobody has set up a client of this provider here: that is SVC_${name.toUpperCase()}_CLIENT_ID and SVC_${name.toUpperCase()}_CLIENT_SECRET.`;
const NO_OAUTH = 'This provider lets nobody in by OAuth. Connect its database by its URL.';

/** RFC 6749, 4.1.1, with PKCE (RFC 7636); the answer counts in this browser, for this account. */
export function createStartConnectOAuth({ flows, ...settings }: Configured & { readonly flows: Flows }): Handler<'startConnectOAuth'> {
  return async ({ provider: name }, { caller, visit }) => {
    const { provider, client } = configured(settings, name);
    const baseUrl = visit?.baseUrl ?? null;
    if (baseUrl === null) throw new Fault('unconfigured', { params: { reason: NO_ADDRESS } });
    const redirectUri = `${baseUrl}/connect/${name}`;
    const { state, cookie } = await flows.begin(flowOf(name, caller.ownerId), redirectUri);
    const url = new URL(provider.authorization);
    for (const [field, value] of Object.entries({
      response_type: 'code',
      client_id: client.clientId,
      redirect_uri: redirectUri,
      ...(provider.scope === '' ? {} : { scope: provider.scope }),
      state,
      code_challenge: await calculatePKCECodeChallenge(verifierOf(cookie)),
      code_challenge_method: 'S256',
    }))
      url.searchParams.set(field, value);
    return new WithCookies({ url: url.href }, { oauth: cookie });
  };
}
