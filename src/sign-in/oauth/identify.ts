import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import { Email } from '../../contract/sign-in.ts';
import { Fault } from '../../fault.ts';
import type { OAuthClient, OAuthProvider } from './providers.ts';

/** Who signed in at a provider: its own name for them, and an address that it has seen to be theirs. */
export interface Identified {
  readonly subject: string;
  readonly email: string;
}

interface Answer {
  readonly code: string;
  readonly state: string;
  readonly redirectUri: string;
  readonly verifier: string;
  readonly nonce: string;
}

const ANSWER_MS = 10_000;

/**
 * Exchanges the code (RFC 6749, 4.1.3; RFC 7636, 4.5) and asks who it is about. The ID token comes from the token endpoint
 * itself, over TLS, which stands for a check of its signature (OpenID Connect Core 1.0, 3.1.3.7).
 * @throws Fault sign_in_failed, email_unverified
 */
export async function identify(provider: OAuthProvider, { clientId, clientSecret }: OAuthClient, answer: Answer): Promise<Identified> {
  const server = { issuer: provider.issuer, token_endpoint: provider.token };
  const client = { client_id: clientId };
  const options = {
    signal: AbortSignal.timeout(ANSWER_MS),
    // Rows of this table are https; only a test's own server is not.
    [oauth.allowInsecureRequests]: provider.token.startsWith('http:'),
  };
  try {
    const { code, state, redirectUri, verifier, nonce } = answer;
    const shown = oauth.validateAuthResponse(server, client, new URLSearchParams({ code, state }), state);
    const secret = oauth.ClientSecretPost(clientSecret);
    const response = await oauth.authorizationCodeGrantRequest(server, client, secret, shown, redirectUri, verifier, options);
    if (provider.tells.by === 'id token') {
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, { expectedNonce: nonce, requireIdToken: true });
      return ofIdToken(IdToken.parse(oauth.getValidatedIdTokenClaims(tokens)), provider);
    }
    const { access_token: token } = await oauth.processAuthorizationCodeResponse(server, client, response);
    const { api } = provider.tells;
    const read = async (path: string): Promise<unknown> => {
      const reply = await oauth.protectedResourceRequest(token, 'GET', new URL(`${api}${path}`), API_HEADERS, null, options);
      if (reply.status !== 200) throw new Error(`status ${reply.status}`);
      return await reply.json();
    };
    return ofApi(ApiUser.parse(await read('/user')), ApiEmails.parse(await read('/user/emails?per_page=100')), provider);
  } catch (error) {
    if (error instanceof Fault) throw error;
    // The library's errors hold what came, tokens among it: none of it goes further.
    throw new Fault('sign_in_failed', { params: { provider: provider.title, reason: reasonOf(error) } });
  }
}

const API_HEADERS = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'svc' });

const IdToken = z.object({ sub: z.string().min(1), email: z.string().optional(), email_verified: z.boolean().optional() });
const ApiUser = z.object({ id: z.number().int() });
const ApiEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

const ofIdToken = ({ sub, email, email_verified: isVerified }: z.infer<typeof IdToken>, provider: OAuthProvider): Identified => ({
  subject: sub,
  email: usable(isVerified === true ? email : undefined, provider),
});

/** The address that the person put first, where it is verified; else another that is. */
function ofApi({ id }: z.infer<typeof ApiUser>, emails: z.infer<typeof ApiEmails>, provider: OAuthProvider): Identified {
  const verified = emails.filter((one) => one.verified);
  return { subject: String(id), email: usable((verified.find(({ primary }) => primary) ?? verified[0])?.email, provider) };
}

/** @throws Fault email_unverified */
function usable(email: string | undefined, { title }: OAuthProvider): string {
  const read = Email.safeParse(email);
  if (!read.success) throw new Fault('email_unverified', { params: { provider: title } });
  return read.data;
}

function reasonOf(error: unknown): string {
  if (error instanceof oauth.ResponseBodyError && /^[a-z_]{1,64}$/.test(error.error)) return `It refused with ${error.error}.`;
  const { name } = error instanceof Error ? error : { name: '' };
  return name === 'TimeoutError' || name === 'TypeError' ? 'It did not answer.' : 'Its answer could not be used.';
}
