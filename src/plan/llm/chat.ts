import type { OpenAI } from 'openai';
import { asFailure, ChatFailure, openClient, statusOf } from './open-client.ts';
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
    const client = clients.get(provider) ?? openClient(provider, REPLY_MAX_BYTES);
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
