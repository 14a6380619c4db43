import type { AskEvent } from '../contract/events.ts';
import { nextCursor } from './address.ts';
import { SvcError } from './error.ts';
import { readEvents } from './events.ts';
import { ROW_STREAMS, type RowStreamFormat, rowStreamOf } from './row-stream.ts';

interface Receiving {
  readonly keep: (response: Response) => void;
  readonly listener: ((event: AskEvent) => void) | undefined;
  readonly rows: RowStreamFormat | null;
  readonly onNextCursor: ((cursor: string | null) => void) | undefined;
  readonly read: (text: string) => unknown;
}

/** One request and what came back: the reply, or a stream of its rows. @throws SvcError */
export async function exchange(
  send: typeof fetch,
  url: string,
  init: RequestInit,
  { keep, listener, rows, onNextCursor, read }: Receiving,
): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await send(url, init);
    keep(response);
    if (listener && response.body && response.headers.get('content-type')?.startsWith('text/event-stream'))
      return await readEvents(response.body, listener, read);
    const contentType = response.headers.get('content-type') ?? '';
    if (rows && response.ok && response.body && contentType.startsWith(ROW_STREAMS[rows]))
      return rowStreamOf({ body: response.body, contentType, signal: init.signal, read });
    text = await response.text();
  } catch (error) {
    if (error instanceof SvcError) throw error;
    throw init.signal?.aborted ? SvcError.aborted(error) : SvcError.network(error);
  }
  const retryAfter = response.headers.get('retry-after');
  if (response.status === 204) return null;
  let body: unknown;
  try {
    body = read(text);
  } catch (error) {
    throw SvcError.nonJson(response.status, text, retryAfter, error);
  }
  if (!response.ok) throw SvcError.fromReply(response.status, body, retryAfter);
  onNextCursor?.(nextCursor(response.headers.get('link'), url));
  return body;
}
