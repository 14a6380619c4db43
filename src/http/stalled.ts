import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Cuts off a caller that takes nothing of its replies for `stallMs`; one that reads slowly is served. Rows and events, which are sent piece by
 * piece, are watched where they are made.
 */
export function cutStalled(app: FastifyInstance, stallMs: number): void {
  /** Large replies of a connection that are not taken yet: those to requests that came at once wait for each other. */
  const untaken = new WeakMap<Socket, number>();
  app.addHook('onSend', ({ raw: { socket } }, { raw: reply }, payload, done) => {
    if ((typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length > UNNOTICED) {
      const before = untaken.get(socket) ?? 0;
      untaken.set(socket, before + 1);
      // Node looks whether its queue became shorter meanwhile, and ends the connection where nobody listens for this. Replies
      // that are ready behind one that is not taken do not begin its time anew.
      if (before === 0) socket.setTimeout(stallMs);
      // Before Node sets its own for the next request.
      reply.prependOnceListener('finish', () => {
        const left = (untaken.get(socket) ?? 1) - 1;
        untaken.set(socket, left);
        if (left === 0) socket.setTimeout(0);
      });
    }
    done();
  });
}

/** What the kernel takes at once, whether it is read or not. */
export const UNNOTICED = 16 * 1024;
