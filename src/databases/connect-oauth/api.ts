import * as oauth from 'oauth4webapi';
import { Fault } from '../../fault.ts';
import type { OAuthClient } from '../../sign-in/oauth/providers.ts';
import type { CallApi, ConnectProvider } from './providers.ts';

interface Answer {
  readonly code: string;
  readonly state: string;
  readonly redirectUri: string;
  readonly verifier: string;
}

const ANSWER_MS = 10_000;
const REPLY_MAX = 2 * 1024 * 1024;

/** Rows of the table are https; only a test's own server is not. */
const optionsFor = (url: string) => ({
  signal: AbortSignal.timeout(ANSWER_MS),
  [oauth.allowInsecureRequests]: url.startsWith('http:'),
});

/** The access token for a code (RFC 6749, 4.1.3; RFC 7636, 4.5). @throws Fault sign_in_failed */
export async function exchange(provider: ConnectProvider, { clientId, clientSecret }: OAuthClient, answer: Answer): Promise<string> {
  const server = { issuer: new URL(provider.token).origin, token_endpoint: provider.token };
  const client = { client_id: clientId };
  const { code, state, redirectUri, verifier } = answer;
  return await told(provider, async () => {
    const shown = oauth.validateAuthResponse(server, client, new URLSearchParams({ code, state }), state);
    const secret = oauth.ClientSecretPost(clientSecret);
    const options = optionsFor(provider.token);
    const response = await oauth.authorizationCodeGrantRequest(server, client, secret, shown, redirectUri, verifier, options);
    return (await oauth.processAuthorizationCodeResponse(server, client, response)).access_token;
  });
}

/** @throws Error, which `told` words */
export const apiOf =
  ({ api }: ConnectProvider, token: string): CallApi =>
  async (path, body) => {
    const url = new URL(`${api}${path}`);
    const headers = new Headers({ accept: 'application/json', 'user-agent': 'svc', 'content-type': 'application/json' });
    const sent = body === undefined ? null : JSON.stringify(body);
    const reply = await oauth.protectedResourceRequest(token, sent === null ? 'GET' : 'POST', url, headers, sent, optionsFor(api));
    if (!reply.ok) throw new Error(`status ${reply.status}`);
    const text = await reply.text();
    if (text.length > REPLY_MAX) throw new Error('too long');
    return JSON.parse(text);
  };

/** What comes of a provider that fails: its own words, and what it sent, go no further. @throws Fault sign_in_failed */
export async function told<T>({ title }: ConnectProvider, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Fault) throw error;
    const { name, message } = error instanceof Error ? error : { name: '', message: '' };
    const reason =
      error instanceof oauth.ResponseBodyError && /^[a-z_]{1,64}$/.test(error.error)
        ? `It refused with ${error.error}.`
        : /^status \d+$/.test(message)
          ? `It refused with ${message}.`
          : name === 'TimeoutError' || name === 'TypeError'
            ? 'It did not answer.'
            : 'Its answer could not be used.';
    throw new Fault('sign_in_failed', { params: { provider: title, reason } });
  }
}
