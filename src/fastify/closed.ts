import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { Leave } from '../lib/leaving.ts';

/** Calls `listener` when the reply is closed, at once where it is: its connection may go at any moment, and Node tells that once. */
export function onceClosed(reply: ServerResponse, listener: () => void): void {
  if (reply.destroyed) listener();
  else reply.once('close', listener);
}

/** Fires when the client closes the connection before its reply is complete. */
export function leavingOf({ raw }: FastifyReply): Leave {
  const leaving = new Leave();
  onceClosed(raw, () => {
    if (!raw.writableFinished) leaving.abort();
  });
  return leaving;
}
