import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AskEvent } from '../contract/events.ts';
import { encodeJson } from '../lib/encode-json.ts';
import { preferredType } from './accept.ts';

const KEEP_ALIVE_MS = 15_000;

export interface EventStream {
  /** False until the first event: a failure before it is an ordinary reply. */
  readonly opened: boolean;
  send(event: AskEvent): void;
  /** The last one: the reply, which is JSON text of an object that is not empty. */
  done(reply: string, facts: { readonly replayed: boolean }): void;
  end(): void;
}

export const wantsEvents = (request: FastifyRequest): boolean =>
  preferredType(request, ['application/json', 'text/csv', 'application/x-ndjson', 'text/event-stream']) === 'text/event-stream';

/**
 * Server-sent events (HTML Living Standard, 9.2), opened by the first of them. A comment now and then keeps proxies from
 * closing a quiet stream. A reader that takes nothing for `stallMs` is cut, and its work with it; a slow one is served.
 */
export function eventStream(reply: FastifyReply, { stallMs }: { stallMs: number }): EventStream {
  const body = new PassThrough();
  let keepAlive: NodeJS.Timeout | undefined;
  let opened = false;

  function open(): void {
    opened = true;
    reply.code(200).headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }).send(body);
    // Node counts bytes that leave as activity, also those of one large event, and ends the socket when there are none.
    reply.raw.setTimeout(stallMs, () => reply.raw.destroy());
    keepAlive = setInterval(() => body.writableNeedDrain || body.write(': working\n\n'), Math.min(KEEP_ALIVE_MS, stallMs / 2));
    body.once('close', () => clearInterval(keepAlive));
  }

  function write(type: AskEvent['type'], data: string): void {
    if (!opened) open();
    if (!body.destroyed && !body.writableEnded) body.write(`event: ${type}\ndata: ${data}\n\n`);
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
      clearInterval(keepAlive);
      body.end();
    },
  };
}
