import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Closes the replies that wait for their turn on a connection that has gone. Requests may follow each other without a wait for
 * replies (RFC 9112, 9.3.2), and Node tells the end of their connection to the one alone that is being sent: what the others hold until they are
 * closed, they would hold for ever.
 */
export function closeQueuedReplies(app: FastifyInstance): void {
  const queued = new WeakMap<Socket, Set<ServerResponse>>();

  app.addHook('onRequest', ({ raw: { socket } }, { raw: reply }, done) => {
    done();
    // One that has its connection is told by Node.
    if (reply.socket !== null) return;
    const waiting = queued.get(socket) ?? new Set();
    waiting.add(reply);
    reply.once('close', () => waiting.delete(reply));
    if (queued.has(socket)) return;
    queued.set(socket, waiting);
    socket.once('close', () => {
      for (const each of waiting) if (each.socket === null && !each.writableFinished) each.destroy().emit('close');
    });
  });
}
