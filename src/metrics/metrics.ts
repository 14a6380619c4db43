import type { Handler, Handlers } from '../call.ts';
import type { Engine } from '../engines/engine.ts';
import type { RequestMeter } from '../http/measure.ts';
import type { RateLimits } from '../http/rate-limit.ts';
import type { Chat } from '../plan/llm/chat.ts';

/**
 * Figures for operators, under the names of OpenTelemetry's semantic conventions where there are some. Labels come from closed lists
 * alone (routes, operations, error codes, engines), so that no tenant, question, value or key is among them.
 */
export interface Metrics {
  /** Where they are scraped; null where they are off. */
  readonly url: string | null;
  /** Null where they are off. */
  readonly requests: RequestMeter | null;
  readonly onRateLimited: RateLimits['onRefused'];
  /** The same handlers, measured; and likewise below. */
  handlers(handlers: Handlers): Handlers;
  ask(handler: Handler<'ask'>): Handler<'ask'>;
  engine<E extends Engine>(engine: E): E;
  chat(chat: Chat): Chat;
  /** To be told how the pool's figures are read. */
  pool(name: string, max: number): (stats: () => { readonly total: number; readonly idle: number; readonly waiting: number }) => void;
  queue(name: string, stats: () => { readonly busy: number; readonly waiting: number }): void;
  close(): Promise<void>;
}

export interface MetricsSettings {
  /** Where Prometheus asks for them; null where it does not. */
  readonly prometheus: { readonly host: string; readonly port: number } | null;
  /** The collector that is sent them, and how often; null where there is none. */
  readonly otlp: { readonly endpoint: string; readonly everyMs: number } | null;
  readonly serviceName: string;
}
