import type { AskReply } from '../contract/ask.ts';
import type { AskEvent } from '../contract/events.ts';
import type { SvcError } from './error.ts';

/** One ask under way. The steps are its iteration, which rejects as the ask does; whoever leaves the loop early ends the ask. */
export interface AskStream extends AsyncIterable<AskEvent> {
  /** The whole reply, once it is there; it rejects with `SvcError`. It may be asked for with or without the steps. */
  reply(): Promise<AskReply>;
}

type Start = (tell: (event: AskEvent) => void, signal: AbortSignal) => Promise<AskReply>;

/** Starts at once; what is reached before anybody looks is kept for them. */
export function askStream(start: Start, signal: AbortSignal | undefined): AskStream {
  const ended = new AbortController();
  // `AbortSignal.any` would do this; Node 20 may collect such a signal before it fires.
  const leave = () => ended.abort(signal?.reason);
  if (signal?.aborted) leave();
  signal?.addEventListener('abort', leave);
  const waiting: AskEvent[] = [];
  let isOver = false;
  let wake: () => void = () => undefined;
  const outcome = start((event) => {
    waiting.push(event);
    wake();
  }, ended.signal).finally(() => {
    isOver = true;
    signal?.removeEventListener('abort', leave);
    wake();
  });
  // Whoever wants to know asks `reply` or iterates.
  outcome.catch((_: SvcError) => undefined);
  return {
    reply: () => outcome,
    async *[Symbol.asyncIterator]() {
      try {
        for (;;) {
          const event = waiting.shift();
          if (event) yield event;
          else if (isOver) return void (await outcome);
          else
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
        }
      } finally {
        if (!isOver) ended.abort();
      }
    },
  };
}
