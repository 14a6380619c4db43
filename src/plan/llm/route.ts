import type { Attempt, Egress } from '../egress.ts';
import type { Chat, ChatReply, ChatRequest } from './chat.ts';
import type { Health } from './health.ts';
import { ChatFailure, type FailureKind } from './open-client.ts';
import type { ModelTarget } from './providers.ts';

export interface RouteTimes {
  /** Longest wait for one reply. */
  readonly attemptTimeoutMs: number;
  /** When no reply has come by then, a second request is sent beside the first. */
  readonly hedgeMs: number;
}

interface RouteOptions extends RouteTimes {
  readonly chat: Chat;
  readonly health: Health;
}

export interface Asked {
  /** The caller's leaving and the whole plan's deadline. */
  readonly signal: AbortSignal;
  readonly egress: Egress;
}

export interface Answered<T> {
  readonly target: ModelTarget;
  readonly reply: T;
  /** The model's own words, for sending them back with what was wrong. */
  readonly text: string;
}

/** No provider gave a usable reply. */
export class RouteFailure extends Error {
  readonly kinds: readonly (FailureKind | 'timeout' | 'paused')[];
  /** Until a provider that rests is asked again. */
  readonly retryAfterMs: number;

  constructor(kinds: RouteFailure['kinds'], retryAfterMs: number) {
    super(kinds.join(', ') || 'no provider');
    this.name = 'RouteFailure';
    this.kinds = kinds;
    this.retryAfterMs = retryAfterMs;
  }
}

export type Route = <T>(
  targets: readonly ModelTarget[],
  request: ChatRequest,
  read: (text: string) => T | null,
  asked: Asked,
) => Promise<Answered<T>>;

type Ended<T> = { readonly run: Run; readonly kind: 'ok'; readonly answer: Answered<T> } | { readonly run: Run; readonly kind: 'failed' };

interface Run {
  readonly target: ModelTarget;
  readonly attempt: Attempt;
  readonly abort: AbortController;
}

/**
 * Asks the targets in order until one gives a reply that `read` understands (not null). A failure goes on to the next at
 * once; silence sends one more request beside the first, and the first good reply wins. A lone provider is asked twice.
 * Rejects with RouteFailure, or with the reason of `asked.signal` when that fires.
 */
export function createRoute({ chat, health, attemptTimeoutMs, hedgeMs }: RouteOptions): Route {
  return async <T>(targets: readonly ModelTarget[], request: ChatRequest, read: (text: string) => T | null, { signal, egress }: Asked) => {
    const queue = targets.length === 1 ? [...targets, ...targets] : [...targets];
    const running = new Map<Run, Promise<Ended<T>>>();
    const failures: RouteFailure['kinds'][number][] = [];
    let hedged = false;

    const launch = (): boolean => {
      for (let target = queue.shift(); target; target = queue.shift()) {
        if (!health.admits(target.provider.id)) {
          failures.push('paused');
          continue;
        }
        const { provider, model } = target;
        const attempt: Attempt = {
          provider: provider.id,
          model,
          outcome: 'pending',
          bytes: 0,
          ms: 0,
          promptTokens: null,
          completionTokens: null,
        };
        egress.attempts.push(attempt);
        const run: Run = { target, attempt, abort: new AbortController() };
        running.set(run, exchange(run));
        return true;
      }
      return false;
    };

    async function exchange(run: Run): Promise<Ended<T>> {
      const { target, attempt, abort } = run;
      const startedAt = performance.now();
      // Timers of our own: Node 20 may collect an `AbortSignal.timeout` that was joined to others before it fires.
      const ending = new AbortController();
      const end = () => ending.abort();
      const timer = setTimeout(end, attemptTimeoutMs);
      for (const one of [signal, abort.signal]) one.addEventListener('abort', end, { once: true });
      if (signal.aborted || abort.signal.aborted) end();
      const id = target.provider.id;
      try {
        const reply = await chat(target, request, {
          signal: ending.signal,
          onSend: (bytes) => {
            attempt.bytes += bytes;
          },
        });
        count(attempt, reply);
        const understood = read(reply.text);
        if (understood === null) throw new ChatFailure('unreadable');
        attempt.outcome = 'ok';
        health.succeeded(id);
        return { run, kind: 'ok', answer: { target, reply: understood, text: reply.text } };
      } catch (error) {
        if (!(error instanceof ChatFailure)) {
          // A provider on trial would wait for its verdict for ever.
          health.released(id);
          attempt.outcome = 'unreadable';
          throw error;
        }
        if (abort.signal.aborted || signal.aborted) {
          attempt.outcome = abort.signal.aborted ? 'superseded' : 'aborted';
          health.released(id);
        } else {
          const kind = error.kind === 'aborted' ? 'timeout' : error.kind;
          attempt.outcome = kind;
          failures.push(kind);
          health.failed(id, kind, error.retryAfterMs);
          if (targets.length === 1 && !WORTH_REPEATING.has(kind)) queue.length = 0;
        }
        return { run, kind: 'failed' };
      } finally {
        clearTimeout(timer);
        for (const one of [signal, abort.signal]) one.removeEventListener('abort', end);
        attempt.ms = Math.round(performance.now() - startedAt);
      }
    }

    try {
      launch();
      while (running.size > 0) {
        const waits: Promise<Ended<T> | 'hedge'>[] = [...running.values()];
        const hedge = hedged || running.size > 1 || queue.length === 0 ? null : delay(hedgeMs);
        if (hedge) waits.push(hedge.promise);
        const ended = await Promise.race(waits).finally(() => hedge?.cancel());
        signal.throwIfAborted();
        if (ended === 'hedge') {
          hedged = true;
          launch();
          continue;
        }
        if (ended.kind === 'ok') return ended.answer;
        running.delete(ended.run);
        if (running.size === 0) launch();
      }
      signal.throwIfAborted();
      throw new RouteFailure(failures, health.waitMs(targets.map(({ provider }) => provider.id)));
    } finally {
      for (const [run, work] of running) {
        // Nobody waits for it any more.
        work.catch(() => undefined);
        if (run.attempt.outcome !== 'pending') continue;
        // Its trace is written before the abort has gone through.
        run.attempt.outcome = 'superseded';
        run.abort.abort();
      }
    }
  };
}

/** Failures after which the same provider may do better at once. */
const WORTH_REPEATING: ReadonlySet<string> = new Set(['server_error', 'unreachable', 'unreadable', 'timeout']);

function count(attempt: Attempt, { promptTokens, completionTokens }: ChatReply): void {
  attempt.promptTokens = promptTokens;
  attempt.completionTokens = completionTokens;
}

function delay(ms: number): { promise: Promise<'hedge'>; cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<'hedge'>((done) => {
    timer = setTimeout(() => done('hedge'), ms);
  });
  return { promise, cancel: () => clearTimeout(timer) };
}
