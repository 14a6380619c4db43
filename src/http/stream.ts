import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AskEvent } from '../contract/events.ts';
import { encodeJson } from '../lib/encode-json.ts';
import { preferredType } from './accept.ts';

const KEEP_ALIVE_MS = 15_000;

/** Events that come before anything is known: they say what is begun, and commit the reply to nothing. */
const BEGINNINGS: ReadonlySet<AskEvent['type']> = new Set(['selected_db', 'planning']);
/** How long these wait for what comes of them. A model may plan for longer, and who watches should see that. */
const HELD_MS = 1_000;

export interface EventStream {
  /** False until the first event is sent: a failure before it is an ordinary reply, with its status. */
  readonly opened: boolean;
  send(event: AskEvent): void;
  /** The last one: the reply, which is JSON text of an object that is not empty. */
  done(reply: string, facts: { readonly replayed: boolean }): void;
  /** Nothing is sent any more, and what was held back is forgotten. */
  end(): void;
}

export const wantsEvents = (request: FastifyRequest): boolean =>
  preferredType(request, ['application/json', 'text/csv', 'application/x-ndjson', 'text/event-stream']) === 'text/event-stream';

/**
 * Server-sent events (HTML Living Standard, 9.2), opened by the first of them that tells an outcome, or by time: a request
 * that is refused before it has a plan gets the status of its error, not 200. A comment now and then keeps proxies from
 * closing a quiet stream. A reader that takes nothing for `stallMs` is cut, and its work with it; a slow one is served.
 */
export function eventStream(reply: FastifyReply, { stallMs }: { stallMs: number }): EventStream {
  const body = new PassThrough();
  let keepAlive: NodeJS.Timeout | undefined;
  let held: string[] = [];
  let heldUntil: NodeJS.Timeout | undefined;
  let opened = false;

  function open(): void {
    opened = true;
    clearTimeout(heldUntil);
    reply.code(200).headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }).send(body);
    // Node counts bytes that leave as activity, also those of one large event, and ends the socket when there are none.
    reply.raw.setTimeout(stallMs, () => reply.raw.destroy());
    keepAlive = setInterval(() => body.writableNeedDrain || body.write(': working\n\n'), Math.min(KEEP_ALIVE_MS, stallMs / 2));
    body.once('close', () => clearInterval(keepAlive));
    for (const text of held) body.write(text);
    held = [];
  }

  function write(type: AskEvent['type'], data: string): void {
    const text = `event: ${type}\ndata: ${data}\n\n`;
    if (!opened && BEGINNINGS.has(type)) {
      held.push(text);
      heldUntil ??= setTimeout(open, HELD_MS);
      return;
    }
    if (!opened) open();
    if (!body.destroyed && !body.writableEnded) body.write(text);
  }

  return {
    get opened() {
      return opened;
    },
    send: (event) => write(event.type, encodeJson(event)),
    done(reply, { replayed }) {
      // A line break in JSON text is white space, and would end the field.
      const facts = reply.slice(1, -1).replace(/[\r\n]+/g, ' ');
      write('done', `{"type":"done",${facts}${replayed ? ',"replayed":true' : ''}}`);
    },
    end() {
      clearTimeout(heldUntil);
      clearInterval(keepAlive);
      body.end();
    },
  };
}
