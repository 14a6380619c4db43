import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { OAUTH_PROVIDERS, type OAuthProviders } from '../../src/sign-in/oauth/providers.ts';

/** Who is signed in at the providers. */
export interface Person {
  readonly id: number;
  readonly emails: readonly { readonly email: string; readonly primary: boolean; readonly verified: boolean }[];
}

/** A real HTTP server that is GitHub under /github and Google under /google: their addresses, their shapes, their refusals. */
export interface OAuthServer {
  readonly url: string;
  readonly providers: OAuthProviders;
  /** As a service is told it. */
  readonly settings: Readonly<Record<string, string>>;
  person: Person;
  /** Changes the claims of the next ID tokens. */
  claims: Readonly<Record<string, unknown>>;
  /** Answers the token endpoint in place of the server. */
  answer: { readonly status: number; readonly body: string } | null;
  /** What the token endpoint was sent. */
  readonly exchanges: readonly Readonly<Record<string, string>>[];
  close(): Promise<void>;
}

export const personOf = (email: string, verified = true): Person => ({
  id: Number.parseInt(randomUUID().slice(0, 8), 16),
  emails: [{ email, primary: true, verified }],
});

const SECRET = 'a-client-secret-of-tests-0123456789';

export async function startOAuthServer(): Promise<OAuthServer> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const codes = new Map<string, URLSearchParams>();
  const tokens = new Set<string>();
  const exchanges: Record<string, string>[] = [];
  const http = createServer(async (request, response) => {
    const url = new URL(String(request.url), 'http://here');
    const [, provider = ''] = url.pathname.split('/');
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body));
    const asked = url.searchParams;
    if (url.pathname.endsWith('/authorize')) {
      const redirect = new URL(String(asked.get('redirect_uri')));
      const code = randomUUID();
      codes.set(code, asked);
      redirect.searchParams.set('code', code);
      redirect.searchParams.set('state', String(asked.get('state')));
      return response.writeHead(302, { location: redirect.href }).end();
    }
    if (url.pathname.endsWith('/token')) {
      const sent = new URLSearchParams(await text(request));
      exchanges.push(Object.fromEntries(sent));
      if (server.answer) return json(server.answer.status, server.answer.body);
      const code = String(sent.get('code'));
      const begun = codes.get(code);
      codes.delete(code);
      const challenge = createHash('sha256')
        .update(String(sent.get('code_verifier')))
        .digest('base64url');
      const holds =
        begun?.get('code_challenge') === challenge &&
        begun.get('code_challenge_method') === 'S256' &&
        begun.get('redirect_uri') === sent.get('redirect_uri') &&
        sent.get('client_id') === `${provider}-client` &&
        sent.get('client_secret') === SECRET;
      // GitHub refuses with status 200.
      if (!holds) return provider === 'github' ? json(200, { error: 'bad_verification_code' }) : json(400, { error: 'invalid_grant' });
      const token = randomUUID();
      tokens.add(token);
      const granted = { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' };
      return json(200, provider === 'github' ? granted : { ...granted, expires_in: 3_599, id_token: idToken(begun?.get('nonce')) });
    }
    const { authorization = '' } = request.headers;
    if (!tokens.has(authorization.replace(/^Bearer /i, '')) || !request.headers['user-agent'])
      return json(401, { message: 'Bad credentials' });
    if (url.pathname === '/github/api/user') return json(200, { id: server.person.id, login: 'somebody', email: null });
    if (url.pathname === '/github/api/user/emails') return json(200, server.person.emails);
    return json(404, { message: 'Not Found' });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const base = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  function idToken(nonce: string | null | undefined): string {
    const seconds = Math.floor(Date.now() / 1_000);
    const [first] = server.person.emails;
    const claims = {
      iss: `${base}/google`,
      aud: 'google-client',
      sub: String(server.person.id),
      iat: seconds,
      exp: seconds + 3_600,
      email: first?.email,
      email_verified: first?.verified,
      nonce,
      ...server.claims,
    };
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = `${part({ alg: 'RS256', typ: 'JWT', kid: 'test' })}.${part(claims)}`;
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
  }

  const server: OAuthServer = {
    url: base,
    providers: {
      github: {
        ...OAUTH_PROVIDERS.github,
        issuer: `${base}/github`,
        authorization: `${base}/github/login/oauth/authorize`,
        token: `${base}/github/login/oauth/access_token/token`,
        tells: { by: 'api', api: `${base}/github/api` },
      },
      google: {
        ...OAUTH_PROVIDERS.google,
        issuer: `${base}/google`,
        authorization: `${base}/google/authorize`,
        token: `${base}/google/token`,
      },
    },
    settings: {
      SVC_GITHUB_CLIENT_ID: 'github-client',
      SVC_GITHUB_CLIENT_SECRET: SECRET,
      SVC_GOOGLE_CLIENT_ID: 'google-client',
      SVC_GOOGLE_CLIENT_SECRET: SECRET,
    },
    person: personOf('nobody@example.com'),
    claims: {},
    answer: null,
    exchanges,
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}
