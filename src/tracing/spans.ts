import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapPropagator,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { type Handler, type Handlers, Streamed } from '../call.ts';
import type { Engine } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import { modelNameOf, SYSTEM_NAMES, TIMED } from '../metrics/instruments.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Chat } from '../plan/llm/chat.ts';
import { ChatFailure } from '../plan/llm/open-client.ts';
import type { Planner } from '../plan/planner.ts';
import type { Tracing } from './tracing.ts';

/** Spans around what a service does, each below the one that it is done for. */
export function createSpans(tracer: Tracer, propagator: TextMapPropagator): Tracing {
  const current = new AsyncLocalStorage<Context>();

  /** Does the work inside of a span. Rows that are sent while they are read are a part of it. */
  async function spanned<T>(
    name: string,
    { kind = SpanKind.INTERNAL, attributes }: SpanFacts,
    work: (span: Span) => Promise<T>,
  ): Promise<T> {
    const above = current.getStore() ?? ROOT_CONTEXT;
    const span = tracer.startSpan(name, { kind, attributes }, above);
    const inside = trace.setSpan(above, span);
    const failed = (error: unknown): never => {
      span.setAttribute('error.type', kindOf(error)).setStatus({ code: SpanStatusCode.ERROR }).end();
      throw error;
    };
    const result = await current.run(inside, () => work(span)).catch(failed);
    if (!(result instanceof Streamed)) {
      span.end();
      return result;
    }
    const sent: Streamed['produce'] = async (take) => {
      const produced = await current.run(inside, () => result.produce(take)).catch(failed);
      span.end();
      return produced;
    };
    return new Streamed(sent, result) as typeof result;
  }

  const handler =
    (name: string, work: AnyHandler): AnyHandler =>
    (input, call) =>
      spanned(
        name,
        { attributes: { 'svc.operation': name, 'svc.surface': call.surface ?? 'http', 'svc.request.id': call.requestId } },
        () => work(input, call),
      );

  const engine = <E extends Engine>(traced: E): E => {
    const system = SYSTEM_NAMES[traced.name];
    const methods = Object.entries(traced).filter(([name, value]) => TIMED.has(name) && typeof value === 'function');
    const inSpans = methods.map(([name, method]: [string, (...parameters: unknown[]) => Promise<unknown>]) => [
      name,
      (...parameters: unknown[]) =>
        // What the service does by itself now and then is nobody's request.
        current.getStore() === undefined
          ? method(...parameters)
          : spanned(name, { kind: SpanKind.CLIENT, attributes: { 'db.system.name': system, 'db.operation.name': name } }, () =>
              method(...parameters),
            ),
    ]);
    return { ...traced, ...Object.fromEntries(inSpans) };
  };

  const chat =
    (exchange: Chat): Chat =>
    async (target, request, options) => {
      const model = modelNameOf(target);
      const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': target.provider.id, 'gen_ai.request.model': model };
      return await spanned(`chat ${model}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
        const reply = await exchange(target, request, options);
        if (reply.promptTokens !== null) span.setAttribute('gen_ai.usage.input_tokens', reply.promptTokens);
        if (reply.completionTokens !== null) span.setAttribute('gen_ai.usage.output_tokens', reply.completionTokens);
        return reply;
      });
    };

  return {
    requests: {
      began({ method, scheme }, header) {
        const above = propagator.extract(ROOT_CONTEXT, null, { get: (_, name) => header(name), keys: () => [] });
        const attributes = { 'http.request.method': method, 'url.scheme': scheme };
        const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, above);
        const inside = trace.setSpan(above, span);
        const { traceId, spanId } = span.spanContext();
        return {
          ids: { traceId, spanId },
          within: (work) => current.run(inside, work),
          ended({ route, status }) {
            span.setAttribute('http.response.status_code', status);
            if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
            if (status >= 500) span.setAttribute('error.type', String(status)).setStatus({ code: SpanStatusCode.ERROR });
            span.end();
          },
        };
      },
    },
    planner: (planner: Planner): Planner => {
      // A model's name may be a caller's own.
      const name = planner.local === true ? planner.name : 'model';
      return {
        ...planner,
        plan: (question) =>
          spanned(`plan ${name}`, { attributes: { 'svc.planner': name } }, async (span) => {
            const outcome = await planner.plan(question);
            span.setAttribute('svc.plan.outcome', outcome.kind);
            return outcome;
          }),
      };
    },
    measured: (metrics: Metrics): Metrics => ({
      ...metrics,
      handlers: (handlers) =>
        Object.fromEntries(
          Object.entries(metrics.handlers(handlers)).map(([name, work]) => [name, handler(name, work as AnyHandler)]),
        ) as unknown as Handlers,
      engine: (measured) => engine(metrics.engine(measured)),
      chat: (measured) => chat(metrics.chat(measured)),
    }),
  };
}

interface SpanFacts {
  readonly kind?: SpanKind;
  readonly attributes: Attributes;
}

type AnyHandler = (input: unknown, call: Parameters<Handler<'ask'>>[1]) => Promise<unknown>;

function kindOf(error: unknown): string {
  if (error instanceof Fault) return error.code;
  return error instanceof ChatFailure ? error.kind : 'internal_error';
}
