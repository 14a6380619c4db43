import type { Caller } from './caller.ts';
import type { AskEvent } from './contract/events.ts';
import type { Numbers } from './contract/numbers.ts';
import type { Input, OPERATIONS, OperationName, Output } from './contract/operations.ts';
import type { Surface } from './contract/traces.ts';
import type { Portion } from './engines/engine.ts';
import type { Leaving } from './lib/leaving.ts';

/** One request as a handler sees it, whatever carried it. */
export interface Call {
  readonly caller: Caller;
  readonly requestId: string;
  /** `performance.now()` at arrival. */
  readonly startedAt: number;
  /** Fires when the caller leaves; it cancels work down to the engine's statement. */
  readonly leaving: Leaving;
  /** The same for what takes nothing else. */
  readonly signal: AbortSignal;
  readonly idempotencyKey: string | null;
  /** SHA-256 over method, path and body, for telling a retry from another request. */
  readonly fingerprint: () => string;
  /** Told what is being done as it is done; null when nobody listens. Who wants to hear too puts a listener of its own before it. */
  emit: ((event: AskEvent) => void) | null;
  /** Whether the caller hears of each step while it is done, so that none may be taken back. */
  readonly isWatched: boolean;
  /** Where it came from, as far as proxies are believed. */
  readonly address?: string;
  /** What carried it here; `http` when absent. */
  readonly surface?: Surface;
  /** What the caller wants rows as. */
  readonly format: RowFormat;
  /** The caller's own key for one model, sent with this request alone. */
  readonly providerKey?: ProviderKey | null;
  /** The same call as a curl command with the idempotency header. */
  readonly curl: () => string;
  /** Null for what did not come over HTTP, such as an agent's tool call. */
  readonly visit?: Visit | null;
}

/** Of a request that may sign a browser in or out. */
export interface Visit {
  /** Where this service's pages are, as the caller reaches them, without a slash at its end; null where it is not known. */
  readonly baseUrl: string | null;
  /** Whether it came from this machine itself. */
  readonly isLocal: boolean;
  /** The browser, as it names itself. */
  readonly agent: string | null;
  /** @throws Fault unauthorized where it cannot be told which is ours */
  cookie(name: CookieName): string | null;
}

/** `session`: who is signed in. `oauth`: a sign-in that is under way at a provider. */
export type CookieName = 'session' | 'oauth';

/** What a handler sees of a call that needs no credential. */
export type PublicCall = Pick<Call, 'requestId' | 'address' | 'surface' | 'visit'>;

/** A reply that gives the browser cookies, or, where the text is null, takes them away. */
export class WithCookies<Value> {
  readonly reply: Value;
  readonly cookies: Readonly<Partial<Record<CookieName, string | null>>>;

  constructor(reply: Value, cookies: WithCookies<Value>['cookies']) {
    this.reply = reply;
    this.cookies = cookies;
  }
}

export interface ProviderKey {
  readonly provider: string;
  readonly model: string;
  readonly key: string;
}

/** A reply as it was stored, so that a replay is the same to the byte. */
export class Stored {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;

  constructor(status: number, text: string, replayed: boolean) {
    this.status = status;
    this.text = text;
    this.replayed = replayed;
  }
}

export type RowFormat = 'json' | 'csv' | 'ndjson';

/** Rows that are sent while they are read. `produce` hands them on a portion at a time, at least one, even when empty. */
export class Streamed {
  readonly produce: (take: (portion: Portion) => Promise<void>) => Promise<{ truncated: boolean }>;
  /** As the caller asked; undefined for all of them, and then a stream that the service's own cap cuts off has to break. */
  readonly maxRows: number | undefined;
  readonly numbers: Numbers;

  constructor(
    produce: Streamed['produce'],
    { maxRows, numbers = 'literal' }: { maxRows?: number | undefined; numbers?: Numbers | undefined },
  ) {
    this.produce = produce;
    this.maxRows = maxRows;
    this.numbers = numbers;
  }
}

/** One page of a list: the body stays an array, and the cursor of the next page goes into the `Link` header. */
export class Page<Item> {
  readonly items: readonly Item[];
  /** Null on the last page. */
  readonly next: string | null;

  constructor(items: readonly Item[], next: string | null) {
    this.items = items;
    this.next = next;
  }
}

/** A reply of which a part is one page, and the cursor of the next. */
export class Continued<Value> {
  readonly reply: Value;
  /** Null on the last page. */
  readonly next: string | null;

  constructor(reply: Value, next: string | null) {
    this.reply = reply;
    this.next = next;
  }
}

type Result<Value> =
  | Value
  | Stored
  | Continued<Value>
  | Streamed
  | WithCookies<Value | Stored>
  | (Value extends (infer Item)[] ? Page<Item> : never);

type CallOf<K extends OperationName> = (typeof OPERATIONS)[K]['access'] extends 'public' ? PublicCall : Call;

export type Handler<K extends OperationName> = (input: Input<K>, call: CallOf<K>) => Promise<Result<Output<K>>>;

/** A missing handler does not compile. */
export type Handlers = { readonly [K in OperationName]: Handler<K> };

/**
 * Stands for the caller's token until a reply is sent, since a stored reply must not hold it. `session` comes before any
 * of the caller's data in every reply, so the first occurrence is always ours.
 */
const TOKEN_PLACE = '\u0000token';

const TOKEN_FIELD = `"anonymous_token":${JSON.stringify(TOKEN_PLACE)}`;

/** The reply's `session` field. */
export const sessionOf = (call: Call, db: string): { db: string; anonymous_token?: string } =>
  call.caller.kind === 'anonymous' ? { db, anonymous_token: TOKEN_PLACE } : { db };

/** A reply that is not yet text, as `fillToken` would have it. */
export function withToken(reply: unknown, caller: Caller): unknown {
  if (caller.kind !== 'anonymous' || typeof reply !== 'object' || reply === null || !('session' in reply)) return reply;
  const session = reply.session as Partial<ReturnType<typeof sessionOf>>;
  if (session.anonymous_token !== TOKEN_PLACE) return reply;
  return { ...reply, session: { ...session, anonymous_token: caller.token } };
}

/** The text to send: the caller's own token in its place. */
export function fillToken(text: string, caller: Caller): string {
  if (caller.kind !== 'anonymous') return text;
  const { token } = caller;
  return text.replace(TOKEN_FIELD, () => `"anonymous_token":${JSON.stringify(token)}`);
}
