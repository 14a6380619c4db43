import type { OpenAI } from 'openai';
import type { ModelTarget, Provider } from './providers.ts';

export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ChatRequest {
  readonly messages: readonly Message[];
  /** The JSON Schema that the reply has to follow. */
  readonly format: { readonly name: string; readonly schema: Record<string, unknown> };
}

export interface ChatReply {
  readonly text: string;
  /** As the provider counted; null when it did not say. */
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
}

export interface ChatOptions {
  readonly signal: AbortSignal;
  /** Told of each request's body before it is sent; one exchange may take several. */
  readonly onSend: (bytes: number) => void;
}

/** One exchange with one model. @throws ChatFailure */
export type Chat = (target: ModelTarget, request: ChatRequest, options: ChatOptions) => Promise<ChatReply>;

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

/** What an endpoint takes; each step is for servers that refuse the one before with a 400. */
interface Dialect {
  readonly format: 'json_schema' | 'json_object' | 'text';
  readonly temperature: boolean;
}

const REPLY_MAX_BYTES = 1024 * 1024;
const STEPS_MAX = 4;
const DIALECTS_MAX = 1_000;

/** Speaks chat-completions. The library is loaded with the first exchange, so that a service without a model never holds it. */
export function createChat(): Chat {
  const clients = new WeakMap<Provider, Promise<OpenAI>>();
  const dialects = new Map<string, Dialect>();

  const clientOf = (provider: Provider): Promise<OpenAI> => {
    const client = clients.get(provider) ?? openClient(provider);
    clients.set(provider, client);
    return client;
  };

  return async ({ provider, model }, request, { signal, onSend }) => {
    const client = await clientOf(provider);
    const place = `${provider.baseUrl} ${model}`;
    const { jsonSchema, temperature } = provider;
    let dialect = dialects.get(place) ?? { format: jsonSchema ? 'json_schema' : 'json_object', temperature };
    for (let step = 1; ; step++) {
      try {
        const body = bodyOf(model, request, dialect);
        onSend(Buffer.byteLength(JSON.stringify(body)));
        const completion = await client.chat.completions.create(body, { signal });
        if (dialects.size < DIALECTS_MAX) dialects.set(place, dialect);
        return replyOf(completion);
      } catch (error) {
        const next = statusOf(error) === 400 && step < STEPS_MAX ? simpler(dialect, error) : null;
        if (next === null) throw asFailure(error, signal);
        dialect = next;
      }
    }
  };
}

function bodyOf(model: string, { messages, format }: ChatRequest, dialect: Dialect): OpenAI.ChatCompletionCreateParamsNonStreaming {
  return {
    model,
    messages: messages.map(({ role, content }) => ({ role, content })),
    ...(dialect.temperature ? { temperature: 0 } : {}),
    ...(dialect.format === 'json_schema'
      ? { response_format: { type: 'json_schema', json_schema: { name: format.name, schema: format.schema, strict: true } } }
      : {}),
    ...(dialect.format === 'json_object' ? { response_format: { type: 'json_object' } } : {}),
  };
}

function simpler(dialect: Dialect, error: unknown): Dialect | null {
  if (dialect.temperature && /temperature/i.test(String((error as { message?: unknown }).message)))
    return { ...dialect, temperature: false };
  if (dialect.format === 'json_schema') return { ...dialect, format: 'json_object' };
  if (dialect.format === 'json_object') return { ...dialect, format: 'text' };
  return null;
}

function replyOf(completion: OpenAI.ChatCompletion): ChatReply {
  const choice = completion.choices?.[0];
  if (choice?.message?.refusal) throw new ChatFailure('refused');
  const text = choice?.message?.content;
  if (typeof text !== 'string' || text.trim() === '' || choice?.finish_reason === 'length') throw new ChatFailure('unreadable');
  return {
    text,
    promptTokens: completion.usage?.prompt_tokens ?? null,
    completionTokens: completion.usage?.completion_tokens ?? null,
  };
}

async function openClient({ baseUrl, apiKey }: Provider): Promise<OpenAI> {
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
    fetch: boundedFetch,
  });
}

/** Follows no redirect, which would carry the key elsewhere, and reads no more than a reply can be. */
async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > REPLY_MAX_BYTES) throw new ChatFailure('unreadable');
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name);
  return new Response(size === 0 ? null : Buffer.concat(chunks), { status, statusText, headers: kept });
}

const statusOf = (error: unknown): number | null => {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' ? status : null;
};

const KINDS: Readonly<Record<number, FailureKind>> = { 401: 'unauthorized', 403: 'unauthorized', 429: 'rate_limited' };

function asFailure(error: unknown, signal: AbortSignal): ChatFailure {
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
