import { SvcError } from './error.ts';

/** Rows as text, as they come: up to a million, where a JSON reply holds the first thousand. */
export interface RowStream {
  /** It errors with `SvcError` where the rows break off: what came before is then not all of them. */
  readonly body: ReadableStream<Uint8Array>;
  readonly contentType: string;
  /** Of NDJSON: the rows one by one, their numbers as the client reads numbers. In place of `body`. */
  rows(): AsyncIterableIterator<Record<string, unknown>>;
}

export type RowStreamFormat = keyof typeof ROW_STREAMS;
export const ROW_STREAMS = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

interface Received {
  readonly body: ReadableStream<Uint8Array>;
  readonly contentType: string;
  readonly signal: AbortSignal | null | undefined;
  readonly read: (text: string) => unknown;
}

export function rowStreamOf({ body: raw, contentType, signal, read }: Received): RowStream {
  const body = withOwnErrors(raw, signal);
  return {
    body,
    contentType,
    async *rows() {
      if (!contentType.startsWith(ROW_STREAMS.ndjson)) throw new TypeError('`rows()` reads NDJSON; this stream is CSV: read its `body`.');
      for await (const line of linesOf(body)) if (line !== '') yield read(line) as Record<string, unknown>;
    },
  };
}

function withOwnErrors(raw: ReadableStream<Uint8Array>, signal: AbortSignal | null | undefined): ReadableStream<Uint8Array> {
  const reader = raw.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        throw signal?.aborted ? SvcError.aborted(error) : SvcError.network(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Lines of a stream of text, as they end. Whoever leaves the loop ends the stream. */
export async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let buffered = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (buffered + (done ? decoder.decode() : decoder.decode(value, { stream: true }))).split('\n');
      buffered = lines.pop() ?? '';
      yield* lines;
      if (!done) continue;
      if (buffered !== '') yield buffered;
      return;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
