import { ACCESS_HEADER } from '../contract/access-header.ts';
import type { AskReply, Session } from '../contract/ask.ts';
import type { AskEvent } from '../contract/events.ts';
import type { RememberedItems, RememberedOne } from '../contract/memory.ts';
import type { OperationName, Output, Sent } from '../contract/operations.ts';
import { CHALLENGE_HEADER } from '../contract/proof-of-work.ts';
import { WIRE } from '../contract/wire.ts';
import { addressOf } from './address.ts';
import { type AskStream, askStream } from './ask-stream.ts';
import { type SolveChallenge, solve } from './challenge.ts';
import { SvcError } from './error.ts';
import { exchange } from './exchange.ts';
import { type ClientNumbers, READERS } from './numbers.ts';
import { requestBody } from './request-body.ts';
import { pause, RETRIES, retryWaitMs } from './retry.ts';
import { ROW_STREAMS, type RowStream, type RowStreamFormat } from './row-stream.ts';

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
  /** `read` lets these calls read alone, whatever their credential may. */
  readonly access?: 'read';
  /** Which program calls, for the receipts of its requests. */
  readonly surface?: 'cli' | 'mcp';
  /**
   * Asked before each call for the bearer to make it with, and where to; null goes on as without one. For a credential
   * that is found, or changes, while the client lives. Rejects with `SvcError` alone.
   */
  readonly credential?: (signal: AbortSignal | undefined) => Promise<FoundCredential | null>;
  /** Told the anonymous token with the first reply, and again whenever it changes: it is all that opens that session's databases. */
  readonly onAnonymousToken?: (token: string) => void;
  /** Told before a call is sent again: how long it waits until then, and what failed. */
  readonly onRetry?: (waitMs: number, error: SvcError) => void;
  /** Asked where a human check takes a person. A proof of work is done without. */
  readonly solveChallenge?: SolveChallenge;
}

export interface FoundCredential {
  readonly bearer: string;
  /** In place of `baseUrl`. */
  readonly baseUrl?: string;
}

/** A key of a model provider, for one request alone. */
export interface ProviderKey {
  readonly provider: string;
  readonly model: string;
  readonly key: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Made for each mutation when absent, and kept across its retries; null sends none, so that a write is refused. */
  readonly idempotencyKey?: string | null;
  /** Of `ask` alone: told each step as it is reached. A repeated call tells its steps again. */
  readonly onEvent?: (event: AskEvent) => void;
  /** Of `ask` alone: plans it with this key. For clients made with `withCredentials`. */
  readonly byollm?: ProviderKey;
  /** Of lists alone: told the cursor of the next page, null on the last one. */
  readonly onNextCursor?: (cursor: string | null) => void;
}

type StreamOptions = Omit<CallOptions, 'onNextCursor'>;
type RowCallOptions = Omit<CallOptions, 'onEvent' | 'onNextCursor'>;

/** With `items` it answers for each of them. */
interface Remember {
  (input: Sent<'remember'> & { readonly items?: undefined }, options?: CallOptions): Promise<RememberedOne>;
  (input: Sent<'remember'> & { readonly items: readonly unknown[] }, options?: CallOptions): Promise<RememberedItems>;
}

type Method<K extends OperationName> = K extends 'remember' ? Remember : Plain<K>;
type Plain<K extends OperationName> =
  Record<never, never> extends Sent<K>
    ? (input?: Sent<K>, options?: CallOptions) => Promise<Output<K>>
    : (input: Sent<K>, options?: CallOptions) => Promise<Output<K>>;

interface AskMethods {
  /** The same ask with its steps as an async iterable. */
  readonly stream: (input: Sent<'ask'>, options?: StreamOptions) => AskStream;
}

/** One method for every operation of the contract. Each rejects with `SvcError` alone. */
export type Client = { readonly [K in OperationName]: K extends 'ask' ? Method<K> & AskMethods : Method<K> } & {
  /**
   * `run` with its rows as a stream; of a statement that writes, and so has none, the reply. It rejects as the others do; a
   * stream that breaks off afterwards errors and is not whole.
   */
  readonly runRows: (input: Sent<'run'>, format: RowStreamFormat, options?: RowCallOptions) => Promise<RowStream | Output<'run'>>;
  /** `ask` likewise: the rows of a question, or the reply of anything else. */
  readonly askRows: (input: Sent<'ask'>, format: RowStreamFormat, options?: RowCallOptions) => Promise<RowStream | AskReply>;
  /** The whole audit log, from the cursor on where one is given, as a stream of rows likewise. */
  readonly auditRows: (input: Sent<'listAudit'>, format: RowStreamFormat, options?: RowCallOptions) => Promise<RowStream>;
  /** The anonymous token in use, once there is one. */
  readonly anonymousToken: () => string | null;
};

const DEFAULT_URL = 'http://127.0.0.1:8787';
/** On one machine compressing a reply takes longer than sending it. */
const LOOPBACK = /^http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?=[:/]|$)/;
/** Of a browser that is signed in, as their keys are. */
const FOR_SESSIONS: ReadonlySet<OperationName> = new Set(['setByollm', 'byollmStatus', 'clearByollm']);

/** @throws TypeError when both auth modes are given, a key that is empty, or numbers in a way that there is not */
export function createClient({
  baseUrl = DEFAULT_URL,
  apiKey,
  withCredentials = false,
  fetch: send = fetch,
  numbers = 'exact',
  access,
  surface,
  credential,
  onAnonymousToken,
  onRetry,
  solveChallenge,
}: ClientOptions = {}): Client {
  if (apiKey !== undefined && withCredentials) throw new TypeError('Give either `apiKey` or `withCredentials`, not both.');
  if (!Object.hasOwn(READERS, numbers)) throw new TypeError(`\`numbers\` is one of ${Object.keys(READERS).join(', ')}.`);
  if (apiKey === '') throw new TypeError('`apiKey` is empty. Leave it out for an anonymous session.');
  /** Whoever finds its credential by itself may be the owner, who counts as signed in: the service then says. */
  const mayBeSession = withCredentials || credential !== undefined;
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
    { signal, idempotencyKey, onEvent, onNextCursor, byollm }: CallOptions = {},
    rows: RowStreamFormat | null = null,
  ): Promise<unknown> {
    if ((byollm || FOR_SESSIONS.has(name)) && !mayBeSession) throw SvcError.needsSession();
    const row = WIRE[name];
    const key = idempotencyKey === undefined ? (row.mutates === false ? null : freshKey()) : idempotencyKey;
    const listener = name === 'ask' ? onEvent : undefined;
    const asText = numbers === 'text' && row.query.includes('numbers') ? { numbers } : {};
    const sent = { ...asText, ...input };
    let bearer = apiKey ?? anonymousToken;
    let solution: string | null = null;
    let isRefreshed = false;
    for (let attempt = 0; ; attempt++) {
      try {
        const found = (await credential?.(signal)) ?? null;
        bearer = apiKey ?? found?.bearer ?? anonymousToken;
        const base = found?.baseUrl ?? baseUrl;
        const { url, rest } = addressOf(base, row, sent);
        const headers = {
          ...(row.hasBody ? { 'content-type': 'application/json' } : {}),
          ...(bearer === null || withCredentials ? {} : { authorization: `Bearer ${bearer}` }),
          ...(access === undefined ? {} : { [ACCESS_HEADER]: access }),
          ...(surface === undefined ? {} : { 'x-svc-surface': surface }),
          ...(LOOPBACK.test(base) ? { 'accept-encoding': 'identity' } : {}),
          ...(key === null ? {} : { 'idempotency-key': key }),
          ...(solution === null ? {} : { [CHALLENGE_HEADER]: solution }),
          ...(byollm ? { 'x-svc-byollm-key': `${byollm.provider}:${byollm.model}:${byollm.key}` } : {}),
          ...(listener ? { accept: 'text/event-stream' } : rows ? { accept: ROW_STREAMS[rows] } : {}),
        };
        const init: RequestInit = {
          method: row.method,
          headers,
          ...(row.hasBody ? { body: requestBody(rest) } : {}),
          ...(withCredentials ? { credentials: 'include' } : {}),
          ...(signal ? { signal } : {}),
        };
        const body = await exchange(send, url, init, { keep, listener, rows, onNextCursor, read: READERS[numbers] });
        adopt(tokenIn(body));
        return body;
      } catch (error) {
        if (!(error instanceof SvcError)) throw error;
        // A browser's session may have been renewed beside this call, as by another tab; what was refused did nothing.
        if (error.code === 'unauthorized' && withCredentials && !isRefreshed && name !== 'whoAmI') {
          isRefreshed = true;
          const isSignedIn = await call('whoAmI', {}, signal ? { signal } : {}).then(
            () => true,
            () => false,
          );
          if (isSignedIn) continue;
        }
        // Nothing was done yet, so that whoever asks may ask again.
        if (error.code === 'challenge_required' && attempt < RETRIES) {
          solution = await solve(error, solveChallenge, signal);
          if (solution !== null) continue;
        }
        const waitMs = repeatable(row.mutates, withCredentials || bearer !== null) ? retryWaitMs(error, attempt) : null;
        if (waitMs === null) throw error;
        onRetry?.(waitMs, error);
        await pause(waitMs, signal);
      }
    }
  }

  const methods = Object.fromEntries(
    Object.keys(WIRE).map((name) => [
      name,
      (input?: Record<string, unknown>, options?: CallOptions) => call(name as OperationName, input, options),
    ]),
  );
  const rowsOf =
    (name: OperationName) =>
    async (input: Record<string, unknown>, format: RowStreamFormat, options?: RowCallOptions): Promise<unknown> =>
      await call(name, input, options, format);
  const stream = (input: Record<string, unknown>, { onEvent, signal, ...options }: StreamOptions = {}): AskStream =>
    askStream(async (tell, ended) => {
      const both = (event: AskEvent) => {
        onEvent?.(event);
        tell(event);
      };
      return (await call('ask', input, { ...options, signal: ended, onEvent: both })) as AskReply;
    }, signal);
  return {
    ...methods,
    ask: Object.assign(methods.ask as object, { stream }),
    runRows: rowsOf('run'),
    askRows: rowsOf('ask'),
    auditRows: rowsOf('listAudit'),
    anonymousToken: () => anonymousToken,
  } as unknown as Client;
}

/**
 * A write's key belongs to its caller. Before the first reply an anonymous client is nobody yet, and a retry would be
 * somebody else's: it is left to the caller.
 */
const repeatable = (mutates: boolean | 'depends', known: boolean): boolean => mutates === false || known;

/** A version 4 UUID (RFC 9562). `crypto.randomUUID` is missing in pages off loopback without TLS. */
function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const tokenIn = (body: unknown): string | undefined => (body as { session?: Session } | null)?.session?.anonymous_token;
