import { createHash, randomBytes } from 'node:crypto';
import { send } from './service.ts';

type Reply = Awaited<ReturnType<typeof send>>;

/** An agent host that is connected by OAuth, step by step, as its requests are on the wire. */
export interface OAuthHost {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly verifier: string;
  readonly state: string;
  /** Where the browser is led first; `more` changes the parameters, and null takes one away. */
  authorize(more?: Readonly<Record<string, string | null>>, headers?: Record<string, string>): Promise<Reply>;
  /** The ticket that the consent page is opened with. */
  ticket(more?: Readonly<Record<string, string | null>>): Promise<string>;
  /** Where a consent of whoever the bearer is leads back to. */
  consent(bearer: string, more?: Consent): Promise<URL>;
  /** The code of such a consent. */
  code(bearer: string, more?: Consent): Promise<string>;
  exchange(code: string, more?: Readonly<Record<string, string | null>>): Promise<Reply>;
  refresh(token: string, more?: Readonly<Record<string, string | null>>): Promise<Reply>;
}

interface Consent {
  readonly consent?: object;
  readonly authorize?: Readonly<Record<string, string | null>>;
}

const REDIRECT_URI = 'http://127.0.0.1:33418/callback';

export async function newOAuthHost(service: { readonly url: string }, registered: object = {}): Promise<OAuthHost> {
  const made = await register(service, { client_name: 'A host', redirect_uris: [REDIRECT_URI], ...registered });
  if (made.status !== 201) throw new Error(`Not registered: ${made.text}`);
  const { client_id, redirect_uris } = made.json() as { client_id: string; redirect_uris: string[] };
  return hostOf(service, client_id, redirect_uris[0] ?? REDIRECT_URI);
}

export const register = (service: { readonly url: string }, body: unknown): Promise<Reply> =>
  send(service, 'POST', '/oauth/register', { body });

export const form = (service: { readonly url: string }, path: string, fields: Readonly<Record<string, string | null>>): Promise<Reply> =>
  send(service, 'POST', path, {
    body: String(new URLSearchParams(present(fields))),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

export function hostOf(
  service: { readonly url: string },
  clientId: string,
  redirectUri: string,
  {
    verifier = randomBytes(32).toString('base64url'),
    state = randomBytes(16).toString('base64url'),
  }: Partial<Pick<OAuthHost, 'verifier' | 'state'>> = {},
): OAuthHost {
  const host: OAuthHost = {
    clientId,
    redirectUri,
    verifier,
    state,
    authorize: (more = {}, headers = {}) => {
      const asked = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...more,
      };
      return raw(service, `/oauth/authorize?${new URLSearchParams(present(asked))}`, headers);
    },
    async ticket(more = {}) {
      const location = String((await host.authorize(more)).headers.get('location'));
      const ticket = new URLSearchParams(location.split('#')[1]).get('request');
      if (ticket === null) throw new Error(`No ticket: ${location}`);
      return ticket;
    },
    async consent(bearer, { consent = {}, authorize = {} } = {}) {
      const request = await host.ticket(authorize);
      const shown = (await send(service, 'POST', '/oauth/consent/look-up', { body: { request } })).json();
      const said = {
        client_id: shown.client_id,
        redirect_uri: shown.redirect_uri,
        state: shown.state,
        mcp_host: 'a-host',
        device_id: 'laptop',
      };
      const given = await send(service, 'POST', '/v1/oauth/mcp-callback', { body: { ...said, ...consent }, token: bearer });
      if (given.status !== 200) throw new Error(`No code: ${given.text}`);
      const done = await send(service, 'POST', '/oauth/consent/finish', { body: { request, code: given.json().code } });
      if (done.status !== 200) throw new Error(`Not finished: ${done.text}`);
      return new URL(String(done.json().redirect_to));
    },
    async code(bearer, more) {
      const answer = await host.consent(bearer, more);
      if (answer.searchParams.get('state') !== state) throw new Error(`Another state: ${answer}`);
      return String(answer.searchParams.get('code'));
    },
    exchange: (code, more = {}) =>
      form(service, '/oauth/token', {
        grant_type: 'authorization_code',
        code,
        client_id: clientId,
        redirect_uri: redirectUri,
        code_verifier: verifier,
        ...more,
      }),
    refresh: (token, more = {}) =>
      form(service, '/oauth/token', { grant_type: 'refresh_token', refresh_token: token, client_id: clientId, ...more }),
  };
  return host;
}

/** As a browser that follows nothing. */
async function raw(service: { readonly url: string }, path: string, headers: Record<string, string>): Promise<Reply> {
  const response = await fetch(`${service.url}${path}`, { redirect: 'manual', headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) as Record<string, unknown> };
}

const present = (fields: Readonly<Record<string, string | null>>): [string, string][] =>
  Object.entries(fields).filter((field): field is [string, string] => field[1] !== null);
