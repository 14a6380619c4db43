import type { Session } from '../contract/ask.ts';
import type { AskEvent } from '../contract/events.ts';
import { type BuiltOperation, OPERATION_ROWS, type Output, type Sent } from '../contract/operations.ts';
import { SvcError } from './error.ts';
import { readEvents } from './events.ts';

export interface ClientOptions {
  /** Default `http://127.0.0.1:8787`. */
  readonly baseUrl?: string;
  /** Server bearer: an account key or an anonymous token. Without one the first call starts an anonymous session. */
  readonly apiKey?: string;
  /** Browser cookie in place of a bearer. */
  readonly withCredentials?: boolean;
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Made for each mutation when absent, and kept across its retries; null sends none, so that a write is refused. */
  readonly idempotencyKey?: string | null;
  /** Of `ask` alone: told each step as it is reached. */
  readonly onEvent?: (event: AskEvent) => void;
}

type Method<K extends BuiltOperation> =
  Record<never, never> extends Sent<K>
    ? (input?: Sent<K>, options?: CallOptions) => Promise<Output<K>>
    : (input: Sent<K>, options?: CallOptions) => Promise<Output<K>>;

/** One method for every operation of the contract. Each rejects with `SvcError` alone. */
export type Client = { readonly [K in BuiltOperation]: Method<K> } & {
  /** The anonymous token in use, once there is one. */
  readonly anonymousToken: () => string | null;
};

const RETRIES = 3;
const RETRY_FIRST_MS = 200;
const DEFAULT_URL = 'http://127.0.0.1:8787';

/** @throws TypeError when both auth modes are given */
export function createClient({ baseUrl = DEFAULT_URL, apiKey, withCredentials = false, fetch: send = fetch }: ClientOptions = {}): Client {
  if (apiKey !== undefined && withCredentials) throw new TypeError('Give either `apiKey` or `withCredentials`, not both.');
  let anonymousToken: string | null = null;

  /** Of a failed first call too: the session that it started goes on. */
  const keep = (response: Response): void => {
    if (apiKey === undefined && !withCredentials) anonymousToken = response.headers.get('x-svc-anonymous-token') ?? anonymousToken;
  };

  async function call(
    name: BuiltOperation,
    input: Record<string, unknown> = {},
    { signal, idempotencyKey, onEvent }: CallOptions = {},
  ): Promise<unknown> {
    const row = OPERATION_ROWS[name];
    const { url, rest } = addressOf(baseUrl, row.path, input, row.query ? Object.keys(row.query.shape) : []);
    const key = idempotencyKey === undefined ? (row.mutates === false ? null : crypto.randomUUID()) : idempotencyKey;
    const listener = name === 'ask' ? onEvent : undefined;
    const bearer = apiKey ?? anonymousToken;
    const headers = {
      ...(row.body ? { 'content-type': 'application/json' } : {}),
      ...(bearer === null || withCredentials ? {} : { authorization: `Bearer ${bearer}` }),
      ...(key === null ? {} : { 'idempotency-key': key }),
      ...(listener ? { accept: 'text/event-stream' } : {}),
    };
    const init: RequestInit = {
      method: row.method,
      headers,
      ...(row.body ? { body: JSON.stringify(rest) } : {}),
      ...(withCredentials ? { credentials: 'include' } : {}),
      ...(signal ? { signal } : {}),
    };
    for (let attempt = 0; ; attempt++) {
      try {
        const body = await exchange(send, url, init, { keep, listener });
        if (apiKey === undefined && !withCredentials) anonymousToken = tokenIn(body) ?? anonymousToken;
        return body;
      } catch (error) {
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
    Object.entries(OPERATION_ROWS)
      .filter(([, row]) => row.built !== false)
      .map(([name]) => [name, (input?: Record<string, unknown>, options?: CallOptions) => call(name as BuiltOperation, input, options)]),
  );
  return { ...methods, anonymousToken: () => anonymousToken } as unknown as Client;
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

interface Listening {
  readonly keep: (response: Response) => void;
  readonly listener: ((event: AskEvent) => void) | undefined;
}

async function exchange(send: typeof fetch, url: string, init: RequestInit, { keep, listener }: Listening): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await send(url, init);
    keep(response);
    if (listener && response.body && response.headers.get('content-type')?.startsWith('text/event-stream'))
      return await readEvents(response.body, listener);
    text = await response.text();
  } catch (error) {
    if (error instanceof SvcError) throw error;
    throw init.signal?.aborted ? SvcError.aborted(error) : SvcError.network(error);
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw SvcError.nonJson(response.status, text, error);
  }
  if (!response.ok) throw SvcError.fromReply(response.status, body, response.headers.get('retry-after'));
  return body;
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
