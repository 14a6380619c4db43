import type { OpenAI } from 'openai';
import type { Provider } from './providers.ts';

/** Why a model gave no usable reply. `unreadable`: it answered, but not with what was asked for. */
export type FailureKind =
  | 'rate_limited'
  | 'unauthorized'
  | 'rejected'
  | 'server_error'
  | 'unreachable'
  | 'unreadable'
  | 'refused'
  | 'aborted';

/** Says what happened without the provider's own words, which may repeat a key or the prompt. */
export class ChatFailure extends Error {
  readonly kind: FailureKind;
  readonly status: number | null;
  readonly retryAfterMs: number | null;

  constructor(kind: FailureKind, { status = null, retryAfterMs = null }: { status?: number | null; retryAfterMs?: number | null } = {}) {
    super(status === null ? kind : `${kind} (HTTP ${status})`);
    this.name = 'ChatFailure';
    this.kind = kind;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A client of one place: no key, no redirect and no retry of its own, and no reply beyond `replyMaxBytes`. */
export async function openClient({ baseUrl, apiKey }: Pick<Provider, 'baseUrl' | 'apiKey'>, replyMaxBytes: number): Promise<OpenAI> {
  const library = await import('openai');
  return new library.OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    // Left out, these come from the environment, where they belong to somebody else.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    // Attempts and deadlines are the route's.
    maxRetries: 0,
    timeout: 600_000,
    fetch: (input, init) => boundedFetch(input, init, replyMaxBytes),
  });
}

/** Follows no redirect, which would carry the key elsewhere, and reads no more than a reply can be. */
async function boundedFetch(input: string | URL | Request, init: RequestInit | undefined, replyMaxBytes: number): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > replyMaxBytes) throw new ChatFailure('unreadable');
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name);
  return new Response(size === 0 ? null : Buffer.concat(chunks), { status, statusText, headers: kept });
}

export const statusOf = (error: unknown): number | null => {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' ? status : null;
};

const KINDS: Readonly<Record<number, FailureKind>> = { 401: 'unauthorized', 403: 'unauthorized', 429: 'rate_limited' };

/** What went wrong, without the provider's own words. */
export function asFailure(error: unknown, signal: AbortSignal): ChatFailure {
  if (error instanceof ChatFailure) return error;
  if (signal.aborted) return new ChatFailure('aborted');
  const cause = (error as { cause?: unknown } | null)?.cause;
  if (cause instanceof ChatFailure) return cause;
  if (error instanceof SyntaxError) return new ChatFailure('unreadable');
  const status = statusOf(error);
  if (status === null) return new ChatFailure('unreachable');
  const kind = KINDS[status] ?? (status >= 500 || status === 408 ? 'server_error' : 'rejected');
  return new ChatFailure(kind, { status, retryAfterMs: retryAfterMs((error as { headers?: unknown }).headers) });
}

/** RFC 9110: seconds, or a date. */
function retryAfterMs(headers: unknown): number | null {
  const text = headers instanceof Headers ? headers.get('retry-after') : null;
  if (text === null) return null;
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
