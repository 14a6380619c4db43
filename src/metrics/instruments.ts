import type { Attributes, Histogram, Meter } from '@opentelemetry/api';
import { type Handler, type Handlers, Stored, Streamed } from '../call.ts';
import type { Engine } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import type { Chat } from '../plan/llm/chat.ts';
import { ChatFailure } from '../plan/llm/open-client.ts';
import type { ModelTarget } from '../plan/llm/providers.ts';
import type { Metrics } from './metrics.ts';

/** Seconds, and tokens; those that the conventions name for HTTP, databases and generative models. */
const HTTP_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const DB_BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

const MODEL_BUCKETS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const TOKEN_BUCKETS = [1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576];

export const SYSTEM_NAMES = { postgres: 'postgresql', clickhouse: 'clickhouse' } as const;

/** What asks an engine's server for something, by its name in the port; what runs inside of a write is a part of that write, and the taking of portions one of `readPortions`. */
export const TIMED: ReadonlySet<string> = new Set([
  'provision',
  'drop',
  'hosted',
  'heal',
  'makeGrant',
  'endGrant',
  'introspect',
  'schemaVersion',
  'expiresInMs',
  'distinctValues',
  'bound',
  'read',
  'readPortions',
  'write',
  'replay',
  'preview',
  'previewChange',
  'undoneBy',
  'sweepMemory',
  'handOver',
  'inspect',
  'check',
]);

export function createInstruments(meter: Meter): Omit<Metrics, 'url' | 'close'> {
  const histogram = (name: string, description: string, explicitBucketBoundaries: number[]): Histogram =>
    meter.createHistogram(name, { unit: 's', description, advice: { explicitBucketBoundaries } });
  const requestDuration = histogram('http.server.request.duration', 'Duration of HTTP server requests.', HTTP_BUCKETS);
  const requestsActive = meter.createUpDownCounter('http.server.active_requests', {
    unit: '{request}',
    description: 'HTTP server requests under way.',
  });
  const operationDuration = histogram('svc.operation.duration', 'Duration of operations of the API, over HTTP and MCP.', HTTP_BUCKETS);
  const askDuration = histogram('svc.ask.duration', 'Duration of asks, by who planned them and what came of it.', HTTP_BUCKETS);
  const engineDuration = histogram('db.client.operation.duration', 'Duration of database client operations.', DB_BUCKETS);
  const chatDuration = histogram('gen_ai.client.operation.duration', 'Duration of exchanges with models.', MODEL_BUCKETS);
  const chatTokens = meter.createHistogram('gen_ai.client.token.usage', {
    unit: '{token}',
    description: 'Tokens that were sent to models and came from them, as they counted.',
    advice: { explicitBucketBoundaries: TOKEN_BUCKETS },
  });
  const rateLimited = meter.createCounter('svc.rate_limited', {
    unit: '{request}',
    description: 'Requests that were refused as too many.',
  });
  const connections = meter.createObservableUpDownCounter('db.client.connection.count', {
    unit: '{connection}',
    description: 'Database sessions that are idle, or at work.',
  });
  const connectionsMax = meter.createObservableUpDownCounter('db.client.connection.max', {
    unit: '{connection}',
    description: 'Database sessions that a pool may have.',
  });
  const connectionsPending = meter.createObservableUpDownCounter('db.client.connection.pending_requests', {
    unit: '{request}',
    description: 'Callers that wait for a database session.',
  });
  const queueSize = meter.createObservableUpDownCounter('svc.queue.size', {
    unit: '{request}',
    description: 'Requests at work, and those that wait for their turn.',
  });

  return {
    requests: {
      began: ({ method, scheme }) => requestsActive.add(1, { 'http.request.method': method, 'url.scheme': scheme }),
      ended({ method, scheme, route, status, seconds }) {
        const received = { 'http.request.method': method, 'url.scheme': scheme };
        requestsActive.add(-1, received);
        requestDuration.record(seconds, {
          ...received,
          ...(route === undefined ? {} : { 'http.route': route }),
          'http.response.status_code': status,
          ...(status >= 500 ? { 'error.type': String(status) } : {}),
        });
      },
    },
    onRateLimited: (policy) => rateLimited.add(1, { 'svc.rate_limit.policy': policy }),
    handlers: (handlers) =>
      Object.fromEntries(
        Object.entries(handlers).map(([name, handler]) => [name, measured(name, handler as AnyHandler, operationDuration)]),
      ) as unknown as Handlers,
    ask: (handler) => measuredAsk(handler, askDuration),
    engine: (engine) => measuredEngine(engine, engineDuration),
    chat: (chat) => measuredChat(chat, { duration: chatDuration, tokens: chatTokens }),
    pool: (name, max) => (stats) => {
      const pool = { 'db.client.connection.pool.name': name };
      connections.addCallback((result) => {
        const { total, idle } = stats();
        result.observe(idle, { ...pool, 'db.client.connection.state': 'idle' });
        result.observe(total - idle, { ...pool, 'db.client.connection.state': 'used' });
      });
      connectionsMax.addCallback((result) => result.observe(max, pool));
      connectionsPending.addCallback((result) => result.observe(stats().waiting, pool));
    },
    queue: (name, stats) =>
      queueSize.addCallback((result) => {
        for (const [state, size] of Object.entries(stats())) result.observe(size, { 'svc.queue.name': name, 'svc.queue.state': state });
      }),
  };
}

type AnyHandler = (input: unknown, call: Parameters<Handler<'ask'>>[1]) => Promise<unknown>;

const measured =
  (name: string, handler: AnyHandler, duration: Histogram): AnyHandler =>
  (input, call) =>
    timed(
      () => handler(input, call),
      (seconds, { code }) => duration.record(seconds, { 'svc.operation': name, 'svc.surface': call.surface ?? 'http', ...errorType(code) }),
    );

function measuredAsk(handler: Handler<'ask'>, duration: Histogram): Handler<'ask'> {
  return (input, call) => {
    let planner = 'none';
    const told = call.emit;
    call.emit = (event) => {
      if (event.type === 'plan') planner = plannerOf(String(event.model));
      told?.(event);
    };
    return timed(
      () => handler(input, call),
      (seconds, { code, result }) => duration.record(seconds, { 'svc.ask.planner': planner, 'svc.ask.outcome': code ?? outcomeOf(result) }),
    );
  };
}

function measuredEngine<E extends Engine>(engine: E, duration: Histogram): E {
  const system = SYSTEM_NAMES[engine.name];
  const methods = Object.entries(engine).filter(([name, value]) => TIMED.has(name) && typeof value === 'function');
  const timedMethods = methods.map(([name, method]: [string, (...parameters: unknown[]) => Promise<unknown>]) => [
    name,
    (...parameters: unknown[]) =>
      timed(
        () => method(...parameters),
        (seconds, { code }) => duration.record(seconds, { 'db.system.name': system, 'db.operation.name': name, ...errorType(code) }),
      ),
  ]);
  return { ...engine, ...Object.fromEntries(timedMethods) };
}

function measuredChat(chat: Chat, { duration, tokens }: { readonly duration: Histogram; readonly tokens: Histogram }): Chat {
  return async (target, request, options) => {
    const { provider } = target;
    const asked = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': provider.id,
      'gen_ai.request.model': modelNameOf(target),
    };
    const startedAt = performance.now();
    const record = (kind: string | null) => duration.record((performance.now() - startedAt) / 1_000, { ...asked, ...errorType(kind) });
    try {
      const reply = await chat(target, request, options);
      record(null);
      if (reply.promptTokens !== null) tokens.record(reply.promptTokens, { ...asked, 'gen_ai.token.type': 'input' });
      if (reply.completionTokens !== null) tokens.record(reply.completionTokens, { ...asked, 'gen_ai.token.type': 'output' });
      return reply;
    } catch (error) {
      record(error instanceof ChatFailure ? error.kind : 'internal_error');
      throw error;
    }
  };
}

/** Of a caller's own key it may be any text. */
export const modelNameOf = ({ provider, model }: ModelTarget): string =>
  model === provider.fast || model === provider.best ? model : '_OTHER';

interface Done {
  /** Null where it did not fail. */
  readonly code: string | null;
  /** Null where it failed. */
  readonly result: unknown;
}

/** Rows that are sent while they are read are a part of it. */
async function timed<T>(work: () => Promise<T>, done: (seconds: number, done: Done) => void): Promise<T> {
  const startedAt = performance.now();
  const end = (code: string | null, result: unknown): void => done((performance.now() - startedAt) / 1_000, { code, result });
  const failed = (error: unknown): never => {
    end(error instanceof Fault ? error.code : 'internal_error', null);
    throw error;
  };
  const result = await work().catch(failed);
  if (!(result instanceof Streamed)) {
    end(null, result);
    return result;
  }
  const sent: Streamed['produce'] = async (take) => {
    const { truncated } = await result.produce(take).catch(failed);
    end(null, result);
    return { truncated };
  };
  return new Streamed(sent, result) as typeof result;
}

const errorType = (code: string | null): Attributes => (code === null ? {} : { 'error.type': code });

/** A model's name may be a caller's own, and so is none of the figures'. */
const plannerOf = (model: string): string => (PLANNERS.has(model) ? model : 'model');

const PLANNERS: ReadonlySet<string> = new Set(['builtin', 'cache', 'raw', 'caller']);

function outcomeOf(result: unknown): string {
  if (result instanceof Stored) return result.replayed ? 'replayed' : 'written';
  if (result instanceof Streamed) return 'query';
  const { status, kind } = result as { status?: unknown; kind?: unknown };
  return status === 'requires_confirm' ? 'preview' : String(kind);
}
