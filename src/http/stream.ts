import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AskEvent } from '../contract/events.ts';
import { encodeJson } from '../lib/encode-json.ts';

const KEEP_ALIVE_MS = 15_000;

export interface EventStream {
  send(event: AskEvent): void;
  /** The last one: the reply, which is JSON text of an object that is not empty. */
  done(reply: string, facts: { readonly replayed: boolean }): void;
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
  const write = (type: string, json: string): void => {
    if (!body.destroyed) body.write(`event: ${type}\ndata: ${json}\n\n`);
  };
  return {
    send(event) {
      write(event.type, encodeJson(event));
    },
    done(reply, { replayed }) {
      write('done', `{"type":"done",${reply.slice(1, -1)}${replayed ? ',"replayed":true' : ''}}`);
    },
    end() {
      clearInterval(keepAlive);
      body.end();
    },
  };
}
