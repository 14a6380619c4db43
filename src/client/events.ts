import type { AskEvent } from '../contract/events.ts';
import { STATUS_OF } from '../contract/wire.ts';
import { SvcError } from './error.ts';
import { linesOf } from './row-stream.ts';

/**
 * Reads the events of one ask: each step is told to `onEvent`, `done` gives the reply.
 * @throws SvcError for an `error` event, and `network_error` when the stream ends before either
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: AskEvent) => void,
  read: (text: string) => unknown,
): Promise<unknown> {
  for await (const event of eventsOf(body, read)) {
    const { type, ...facts } = event;
    if (type === 'done') return facts;
    if (type === 'error') throw SvcError.fromReply(statusOf(facts), facts, retryAfterOf(facts));
    onEvent(event);
  }
  throw SvcError.network(new Error('The events ended before the reply.'));
}

/** Server-sent events, as far as this service uses them: one `data:` line an event, comments between. */
async function* eventsOf(body: ReadableStream<Uint8Array>, read: (text: string) => unknown): AsyncGenerator<AskEvent> {
  for await (const line of linesOf(body)) if (line.startsWith('data: ')) yield read(line.slice('data: '.length)) as AskEvent;
}

const errorOf = (facts: object) => ((facts as { error?: unknown }).error ?? {}) as { code?: unknown; params?: unknown };

/** What the header `Retry-After` says where there are headers. */
function retryAfterOf(facts: object): string | null {
  const { retryAfterSeconds } = (errorOf(facts).params ?? {}) as { retryAfterSeconds?: unknown };
  return typeof retryAfterSeconds === 'number' ? String(retryAfterSeconds) : null;
}

function statusOf(facts: object): number {
  const { code } = errorOf(facts);
  return (typeof code === 'string' ? STATUS_OF[code] : undefined) ?? 500;
}
