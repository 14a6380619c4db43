import type { Session } from '../contract/ask.ts';
import { CHALLENGE_HEADER } from '../contract/challenge.ts';
import type { AskEvent } from '../contract/events.ts';
import { OPERATION_ROWS, type OperationName, type Output, type Sent } from '../contract/operations.ts';
import { encodeJson } from '../lib/encode-json.ts';
import { type SolveChallenge, solve } from './challenge.ts';
import { SvcError } from './error.ts';
import { readEvents } from './events.ts';
import { type ClientNumbers, READERS } from './numbers.ts';

export interface ClientOptions {
  /** Default `http://127.0.0.1:8787`. */
  readonly baseUrl?: string;
  /** Server bearer: an account key or an anonymous token. Without one the first call starts an anonymous session. */
  readonly apiKey?: string;
  /** Browser cookie in place of a bearer. */
  readonly withCredentials?: boolean;
  readonly fetch?: typeof fetch;
  /** What becomes of numbers that a double does not hold; `exact`, unless told otherwise. */
  readonly numbers?: ClientNumbers;
  /** Which program calls, for the receipts of its requests. */
  readonly surface?: 'cli' | 'mcp';
  /**
   * Asked before each call for the bearer to make it with, and where to; null goes on as without one. For a credential
   * that is found, or changes, while the client lives. Rejects with `SvcError` alone.
   */
  readonly credential?: (signal: AbortSignal | undefined) => Promise<FoundCredential | null>;
  /** Told the anonymous token with the first reply, and again whenever it changes: it is all that opens that session's databases. */
  readonly onAnonymousToken?: (token: string) => void;
  /** Asked where a human check takes a person. A proof of work is done without. */
  readonly solveChallenge?: SolveChallenge;
}

export interface FoundCredential {
  readonly bearer: string;
  /** In place of `baseUrl`. */
  readonly baseUrl?: string;
}

/** Rows as text, as they come: up to a million, where a JSON reply holds the first thousand. */
export interface RowStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly contentType: string;
}

export type RowStreamFormat = keyof typeof ROW_STREAMS;
const ROW_STREAMS = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Made for each mutation when absent, and kept across its retries; null sends none, so that a write is refused. */
  readonly idempotencyKey?: string | null;
  /** Of `ask` alone: told each step as it is reached. */
  readonly onEvent?: (event: AskEvent) => void;
  /** Of lists alone: told the cursor of the next page, null on the last one. */
  readonly onNextCursor?: (cursor: string | null) => void;
}

type RowCallOptions = Omit<CallOptions, 'onEvent' | 'onNextCursor'>;

type Method<K extends OperationName> =
  Record<never, never> extends Sent<K>
    ? (input?: Sent<K>, options?: CallOptions) => Promise<Output<K>>
    : (input: Sent<K>, options?: CallOptions) => Promise<Output<K>>;

/** One method for every operation of the contract. Each rejects with `SvcError` alone. */
export type Client = { readonly [K in OperationName]: Method<K> } & {
  /** `run` with its rows as a stream. It rejects as the others do; a stream that breaks off afterwards errors and is not whole. */
  readonly runRows: (input: Sent<'run'>, format: RowStreamFormat, options?: RowCallOptions) => Promise<RowStream>;
  /** The whole audit log, from the cursor on where one is given, as a stream of rows likewise. */
  readonly auditRows: (input: Sent<'listAudit'>, format: RowStreamFormat, options?: RowCallOptions) => Promise<RowStream>;
  /** The anonymous token in use, once there is one. */
  readonly anonymousToken: () => string | null;
};

const RETRIES = 3;
const RETRY_FIRST_MS = 200;
const DEFAULT_URL = 'http://127.0.0.1:8787';
/** On one machine compressing a reply takes longer than sending it. */
const LOOPBACK = /^http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?=[:/]|$)/;

/** @throws TypeError when both auth modes are given */
export function createClient({
  baseUrl = DEFAULT_URL,
  apiKey,
  withCredentials = false,
  fetch: send = fetch,
  numbers = 'exact',
  surface,
  credential,
  onAnonymousToken,
  solveChallenge,
}: ClientOptions = {}): Client {
  if (apiKey !== undefined && withCredentials) throw new TypeError('Give either `apiKey` or `withCredentials`, not both.');
  let anonymousToken: string | null = null;

  const adopt = (token: string | null | undefined): void => {
    if (apiKey !== undefined || withCredentials || !token || token === anonymousToken) return;
    anonymousToken = token;
    onAnonymousToken?.(token);
  };
  /** Of a failed first call too: the session that it started goes on. */
  const keep = (response: Response): void => adopt(response.headers.get('x-svc-anonymous-token'));

  async function call(
    name: OperationName,
    input: Record<string, unknown> = {},
    { signal, idempotencyKey, onEvent, onNextCursor }: CallOptions = {},
    rows: RowStreamFormat | null = null,
  ): Promise<unknown> {
    const row = OPERATION_ROWS[name];
    const key = idempotencyKey === undefined ? (row.mutates === false ? null : crypto.randomUUID()) : idempotencyKey;
    const listener = name === 'ask' ? onEvent : undefined;
    const asText = numbers === 'text' && row.query && 'numbers' in row.query.shape ? { numbers } : {};
    const sent = { ...asText, ...input };
    let bearer = apiKey ?? anonymousToken;
    let solution: string | null = null;
    let isRefreshed = false;
    for (let attempt = 0; ; attempt++) {
      try {
        const found = (await credential?.(signal)) ?? null;
        bearer = apiKey ?? found?.bearer ?? anonymousToken;
        const base = found?.baseUrl ?? baseUrl;
        const { url, rest } = addressOf(base, row.path, sent, row.query ? Object.keys(row.query.shape) : []);
        const headers = {
          ...(row.body ? { 'content-type': 'application/json' } : {}),
          ...(bearer === null || withCredentials ? {} : { authorization: `Bearer ${bearer}` }),
          ...(surface === undefined ? {} : { 'x-svc-surface': surface }),
          ...(LOOPBACK.test(base) ? { 'accept-encoding': 'identity' } : {}),
          ...(key === null ? {} : { 'idempotency-key': key }),
          ...(solution === null ? {} : { [CHALLENGE_HEADER]: solution }),
          ...(listener ? { accept: 'text/event-stream' } : rows ? { accept: ROW_STREAMS[rows] } : {}),
        };
        const init: RequestInit = {
          method: row.method,
          headers,
          ...(row.body ? { body: encodeJson(rest) } : {}),
          ...(withCredentials ? { credentials: 'include' } : {}),
          ...(signal ? { signal } : {}),
        };
        const body = await exchange(send, url, init, { keep, listener, rows, onNextCursor, read: READERS[numbers] });
        adopt(tokenIn(body));
        return body;
      } catch (error) {
        // A browser's session may have been renewed beside this call, as by another tab; what was refused did nothing.
        if (error instanceof SvcError && error.code === 'unauthorized' && withCredentials && !isRefreshed && name !== 'whoAmI') {
          isRefreshed = true;
          const isSignedIn = await call('whoAmI', {}, signal ? { signal } : {}).then(
            () => true,
            () => false,
          );
          if (isSignedIn) continue;
        }
        // Nothing was done yet, so that whoever asks may ask again.
        if (error instanceof SvcError && error.code === 'challenge_required' && attempt < RETRIES) {
          solution = await solve(error, solveChallenge, signal);
          if (solution !== null) continue;
        }
        if (
          !(error instanceof SvcError) ||
          !error.retryable ||
          attempt >= RETRIES ||
          !repeatable(row.mutates, withCredentials || bearer !== null)
        )
          throw error;
        await pause(error.retryAfterMs ?? RETRY_FIRST_MS * 2 ** attempt, signal);
      }
    }
  }

  const methods = Object.fromEntries(
    Object.entries(OPERATION_ROWS).map(([name]) => [
      name,
      (input?: Record<string, unknown>, options?: CallOptions) => call(name as OperationName, input, options),
    ]),
  );
  const rowsOf =
    (name: OperationName) =>
    async (input: Record<string, unknown>, format: RowStreamFormat, options?: RowCallOptions): Promise<RowStream> =>
      (await call(name, input, options, format)) as RowStream;
  return { ...methods, runRows: rowsOf('run'), auditRows: rowsOf('listAudit'), anonymousToken: () => anonymousToken } as unknown as Client;
}

/**
 * A write's key belongs to its caller. Before the first reply an anonymous client is nobody yet, and a retry would be
 * somebody else's: it is left to the caller.
 */
const repeatable = (mutates: boolean | 'depends', known: boolean): boolean => mutates === false || known;

function addressOf(
  baseUrl: string,
  path: string,
  input: Record<string, unknown>,
  queryNames: readonly string[],
): { url: string; rest: Record<string, unknown> } {
  const rest = { ...input };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const name of queryNames) {
    if (rest[name] !== undefined) query.set(name, String(rest[name]));
    delete rest[name];
  }
  const search = query.size > 0 ? `?${query}` : '';
  return { url: `${baseUrl.replace(/\/+$/, '')}${filled}${search}`, rest };
}

interface Receiving {
  readonly keep: (response: Response) => void;
  readonly listener: ((event: AskEvent) => void) | undefined;
  readonly rows: RowStreamFormat | null;
  readonly onNextCursor: CallOptions['onNextCursor'];
  readonly read: (text: string) => unknown;
}

async function exchange(
  send: typeof fetch,
  url: string,
  init: RequestInit,
  { keep, listener, rows, onNextCursor, read }: Receiving,
): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await send(url, init);
    keep(response);
    if (listener && response.body && response.headers.get('content-type')?.startsWith('text/event-stream'))
      return await readEvents(response.body, listener, read);
    const contentType = response.headers.get('content-type') ?? '';
    if (rows && response.ok && response.body && contentType.startsWith(ROW_STREAMS[rows])) return { body: response.body, contentType };
    text = await response.text();
  } catch (error) {
    if (error instanceof SvcError) throw error;
    throw init.signal?.aborted ? SvcError.aborted(error) : SvcError.network(error);
  }
  let body: unknown;
  try {
    body = read(text);
  } catch (error) {
    throw SvcError.nonJson(response.status, text, error);
  }
  if (!response.ok) throw SvcError.fromReply(response.status, body, response.headers.get('retry-after'));
  onNextCursor?.(nextCursor(response.headers.get('link'), url));
  return body;
}

/** Of a `Link` header (RFC 8288) with one link, as this service sends it. */
function nextCursor(link: string | null, url: string): string | null {
  const target = /^<([^>]*)>; *rel="next"$/.exec(link ?? '')?.[1];
  return target === undefined ? null : new URL(target, url).searchParams.get('cursor');
}

const tokenIn = (body: unknown): string | undefined => (body as { session?: Session } | null)?.session?.anonymous_token;

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(SvcError.aborted(signal.reason));
      else resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}
