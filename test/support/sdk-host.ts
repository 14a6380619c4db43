import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';

/** An agent host as most are: the protocol's own client with its OAuth, which keeps what it is given and listens for its code. */
export interface SdkHost {
  /** Connects with what it has; otherwise gives the address that its user's browser is to open. */
  connect(): Promise<{ readonly client: Client } | { readonly open: URL }>;
  /** Connects with the code that its user brings. */
  finish(code: string): Promise<Client>;
  /** The code that the browser brings. */
  code(): Promise<URLSearchParams>;
  readonly tokens: () => OAuthTokens | undefined;
  close(): Promise<void>;
}

export async function newSdkHost(
  url: string,
  { answers = true, name = 'Claude Code', onTokens = (): void => undefined } = {},
): Promise<SdkHost> {
  const answered: ((fields: URLSearchParams) => void)[] = [];
  const callback = new Promise<URLSearchParams>((done) => answered.push(done));
  const listener = createServer((request, response) => {
    const asked = new URL(String(request.url), 'http://here');
    if (asked.pathname === '/callback') answered[0]?.(asked.searchParams);
    response.setHeader('content-type', 'text/html').end('<title>Back</title>You can close this tab.');
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const redirectUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`;
  if (!answers) listener.close();
  let [information, tokens, verifier, opened] = [
    undefined as OAuthClientInformationMixed | undefined,
    undefined as OAuthTokens | undefined,
    '',
    null as URL | null,
  ];
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      client_name: name,
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    state: () => 'a-state-of-the-host',
    clientInformation: () => information,
    saveClientInformation: (given) => {
      information = given;
    },
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given;
      onTokens();
    },
    redirectToAuthorization: (to) => {
      opened = to;
    },
    saveCodeVerifier: (given) => {
      verifier = given;
    },
    codeVerifier: () => verifier,
    invalidateCredentials: (scope) => {
      if (scope === 'all' || scope === 'client') information = undefined;
      if (scope === 'all' || scope === 'tokens') tokens = undefined;
    },
  };
  const transport = () => new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider: provider });
  const connected = async () => {
    const client = new Client({ name, version: '1' });
    await client.connect(transport() as Parameters<Client['connect']>[0]);
    return client;
  };
  return {
    async connect() {
      try {
        return { client: await connected() };
      } catch (error) {
        if (!(error instanceof UnauthorizedError) || opened === null) throw error;
        return { open: opened };
      }
    },
    async finish(code) {
      await transport().finishAuth(code);
      return await connected();
    },
    code: () => callback,
    tokens: () => tokens,
    close: async () => void listener.close(),
  };
}
