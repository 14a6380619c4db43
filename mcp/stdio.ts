import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type ClientOptions, createClient } from '../src/client/index.ts';
import { LIMITS } from '../src/contract/limits.ts';
import { createKept } from './kept.ts';
import { type Reach, WHOLE } from './reach.ts';
import { createMcpServer } from './server.ts';
import { watchElsewhere } from './stdio-news.ts';
import { createStdioTransport } from './stdio-transport.ts';

export interface StdioOptions {
  /** Of the service whose API the tools call. */
  readonly baseUrl: string;
  /** A bearer credential; without one the first call starts an anonymous session, which is lost with this process unless its token is kept. */
  readonly token?: string;
  /** How much of it the tools have; everything unless given. */
  readonly reach?: Reach;
  /** In place of `token`: asked before each call. */
  readonly credential?: NonNullable<ClientOptions['credential']>;
  /** Told the token of that anonymous session. */
  readonly onAnonymousToken?: (token: string) => void;
  /** This process's standard input and output unless given. */
  readonly input?: Readable;
  readonly output?: Writable;
  /** Told what no message can say; standard output carries messages alone. */
  readonly onError?: (error: Error) => void;
}

/** Serves one host over standard input and output until it closes them; what still runs is then cancelled. */
export function serveMcpStdio({
  baseUrl,
  token,
  reach = WHOLE,
  credential,
  onAnonymousToken,
  input = process.stdin,
  output = process.stdout,
  onError,
}: StdioOptions) {
  const operations = createClient({
    numbers: 'verbatim',
    baseUrl,
    surface: 'mcp',
    ...(token === undefined ? {} : { apiKey: token }),
    ...(credential ? { credential } : {}),
    // Tools that write are not shown; whoever calls one all the same is refused by the API.
    ...(reach.readOnly ? { access: 'read' } : {}),
    ...(onAnonymousToken ? { onAnonymousToken } : {}),
  });
  const identity = { key: randomUUID(), account: () => null, group: 'stdio', operations, reach };
  const kept = createKept({ hearsNews: false });
  const elsewhere = watchElsewhere(identity, kept.changes);
  return serveStdio(
    () =>
      createMcpServer({
        identityOf: () => identity,
        connectionOf: () => '',
        kept,
        address: baseUrl,
        keepsDigits: true,
        watched: elsewhere.streamed,
      }),
    {
      transport: createStdioTransport({ input, output, maxBytes: LIMITS.bodyMaxBytes, onRead: elsewhere.read, onClose: elsewhere.close }),
      ...(onError ? { onerror: onError } : {}),
    },
  );
}

const DEFAULT_URL = 'http://127.0.0.1:8787';

/** `node stdio.js [url]`; the credential is in SVC_API_KEY, since arguments are seen by every process of the machine. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { SVC_API_KEY: token } = process.env;
  serveMcpStdio({
    baseUrl: process.argv[2] ?? DEFAULT_URL,
    ...(token ? { token } : {}),
    onError: (error) => process.stderr.write(`${error.message}\n`),
  });
}
