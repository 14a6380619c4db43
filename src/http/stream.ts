import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AskEvent } from '../contract/events.ts';

const KEEP_ALIVE_MS = 15_000;

export interface EventStream {
  send(event: AskEvent): void;
  end(): void;
}

export const wantsEvents = (request: FastifyRequest): boolean => /\btext\/event-stream\b/.test(request.headers.accept ?? '');

/** Server-sent events (HTML Living Standard, 9.2). A comment now and then keeps proxies from closing a quiet stream. */
export function openEventStream(reply: FastifyReply): EventStream {
  const body = new PassThrough();
  reply
    .code(200)
    .headers({ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    .send(body);
  const keepAlive = setInterval(() => body.write(': working\n\n'), KEEP_ALIVE_MS);
  return {
    send(event) {
      if (!body.destroyed) body.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    },
    end() {
      clearInterval(keepAlive);
      body.end();
    },
  };
}
