import type { FastifyReply } from 'fastify';
import { LIMITS } from '../contract/limits.ts';
import { Fault } from '../fault.ts';

let unsentBytes = 0;

/**
 * Counts a reply until it is taken, and cuts off a caller that takes nothing of it: unread replies are memory.
 * @throws Fault overloaded when too much waits already
 */
export function holdWhileSent({ raw }: FastifyReply, bytes: number, stallMs: number): void {
  if (unsentBytes + bytes > LIMITS.unsentMaxBytes)
    throw new Fault('overloaded', { params: { reason: 'Too many large replies wait to be read.' } });
  unsentBytes += bytes;
  // Node looks whether its queue became shorter meanwhile: a slow reader does not run into it.
  const { socket } = raw;
  const cut = () => void socket?.destroy();
  socket?.setTimeout(stallMs, cut);
  raw.once('close', () => {
    unsentBytes -= bytes;
    // The timer itself is Node's again, which has set its own for the next request.
    socket?.off('timeout', cut);
  });
}
