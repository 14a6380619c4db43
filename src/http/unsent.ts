import type { FastifyReply } from 'fastify';
import { LIMITS } from '../contract/limits.ts';
import { onceClosed } from '../fastify/closed.ts';
import { Fault } from '../fault.ts';
import { UNNOTICED } from './stalled.ts';

let unsentBytes = 0;

/**
 * Counts a reply until it is taken: unread replies are memory.
 * @throws Fault overloaded when too much waits already
 */
export function holdWhileSent({ raw }: FastifyReply, bytes: number): void {
  if (bytes <= UNNOTICED) return;
  if (unsentBytes + bytes > LIMITS.unsentMaxBytes)
    throw new Fault('overloaded', { params: { reason: 'Too many large replies wait to be read.' } });
  unsentBytes += bytes;
  onceClosed(raw, () => {
    unsentBytes -= bytes;
  });
}
