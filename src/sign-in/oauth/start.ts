import { calculatePKCECodeChallenge } from 'oauth4webapi';
import { type Handler, WithCookies } from '../../call.ts';
import { Fault } from '../../fault.ts';
import { NO_ADDRESS } from '../request.ts';
import { type Flows, nonceOf, verifierOf } from './flows.ts';
import type { OAuthClients, OAuthProviders } from './providers.ts';

interface Dependencies {
  readonly flows: Flows;
  readonly providers: OAuthProviders;
  readonly clients: OAuthClients;
}

/** RFC 6749, 4.1.1, with PKCE (RFC 7636) and, for OpenID Connect, a nonce. Each provider has a redirect URI of its own (RFC 9700, 4.4.2). */
export function createStartOAuth({ flows, providers, clients }: Dependencies): Handler<'startOAuth'> {
  return async ({ provider: name }, { visit }) => {
    const client = clients[name];
    if (!client) throw new Fault('oauth_not_configured', { params: { provider: name } });
    const baseUrl = visit?.baseUrl ?? null;
    if (baseUrl === null) throw new Fault('unconfigured', { params: { reason: NO_ADDRESS } });
    const { authorization, scope, tells, parameters } = providers[name];
    const redirectUri = `${baseUrl}/sign-in/${name}`;
    const { state, cookie } = await flows.begin(name, redirectUri);
    const url = new URL(authorization);
    for (const [field, value] of Object.entries({
      response_type: 'code',
      client_id: client.clientId,
      redirect_uri: redirectUri,
      scope,
      state,
      code_challenge: await calculatePKCECodeChallenge(verifierOf(cookie)),
      code_challenge_method: 'S256',
      ...(tells.by === 'id token' ? { nonce: nonceOf(cookie) } : {}),
      ...parameters,
    }))
      url.searchParams.set(field, value);
    return new WithCookies({ url: url.href }, { oauth: cookie });
  };
}
