import { ERRORS, isErrorCode } from '../contract/errors.ts';
import type { AskEvent } from '../contract/events.ts';
import { SvcError } from './error.ts';

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
    if (type === 'error') throw SvcError.fromReply(statusOf(facts), facts, null);
    onEvent(event);
  }
  throw SvcError.network(new Error('The events ended before the reply.'));
}

/** Server-sent events, as far as this service uses them: one `data:` line an event, comments between. */
async function* eventsOf(body: ReadableStream<Uint8Array>, read: (text: string) => unknown): AsyncGenerator<AskEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let buffered = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      buffered += decoder.decode(value, { stream: true });
      const lines = buffered.split('\n');
      buffered = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('data: ')) yield read(line.slice('data: '.length)) as AskEvent;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

function statusOf(facts: object): number {
  const { code } = ((facts as { error?: unknown }).error ?? {}) as { code?: unknown };
  return typeof code === 'string' && isErrorCode(code) ? ERRORS[code].http : 500;
}
