import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify, { type FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { LIMITS } from '../../src/contract/limits.ts';
import { leavingOf } from '../../src/fastify/closed.ts';
import { closeQueuedReplies } from '../../src/fastify/queued-replies.ts';
import { holdWhileSent } from '../../src/http/unsent.ts';

/** Replies whose connection has gone: the first was being sent, the other waited behind it. */
async function goneReplies(): Promise<FastifyReply[]> {
  const app = Fastify();
  closeQueuedReplies(app);
  const replies: FastifyReply[] = [];
  const closed: FastifyReply[] = [];
  app.get('/wait', async (_request, reply) => {
    replies.push(reply);
    reply.raw.once('close', () => closed.push(reply));
    await once(reply.raw, 'close');
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const client = connect(port, '127.0.0.1');
  client.write('GET /wait HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(2));
  while (replies.length < 2) await new Promise((done) => setTimeout(done, 5));
  client.destroy();
  while (closed.length < 2) await new Promise((done) => setTimeout(done, 5));
  await app.close();
  return replies;
}

test('a reply that was made after its connection had gone waits for nobody, and holds no room', async () => {
  const replies = await goneReplies();
  expect(replies).toHaveLength(2);
  // Each alone takes all the room that there is.
  for (const reply of replies) expect(() => holdWhileSent(reply, LIMITS.unsentMaxBytes)).not.toThrow();
});

test('work that begins after its caller has left knows', async () => {
  for (const reply of await goneReplies()) expect(leavingOf(reply).aborted).toBe(true);
});
