import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { closeQueuedReplies } from '../../src/fastify/queued-replies.ts';
import { stopGently } from '../../src/fastify/stop.ts';

const REQUEST = 'GET /wait HTTP/1.1\r\nhost: localhost\r\n\r\n';

/** Requests in one write; each is answered when it is told to. */
async function service() {
  const app = Fastify();
  closeQueuedReplies(app);
  // Longer than any test: a stop waits for each reply that is not closed.
  stopGently(app, { drainMs: 600_000, refusal: () => new Error('stopping') });
  const answers: (() => void)[] = [];
  const closed: number[] = [];
  app.get('/wait', async (_request, reply) => {
    const place = answers.length;
    reply.raw.once('close', () => closed.push(place));
    await new Promise<void>((resolve) => answers.push(resolve));
    return `reply ${place}`;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(client, 'connect');
  return { app, client, answers, closed };
}
const until = async (check: () => boolean): Promise<void> => {
  while (!check()) await new Promise((done) => setTimeout(done, 5));
};

test('replies that wait behind another are closed with their connection, and no stop waits for them', async () => {
  const { app, client, answers, closed } = await service();
  client.write(REQUEST.repeat(20));
  await until(() => answers.length === 20);
  client.destroy();
  await until(() => closed.length === 20);
  // What is answered too late harms nobody.
  for (const answer of answers) answer();
  await app.close();
});

test('those of a connection that stays come in order, and each is closed once', async () => {
  const { app, client, answers, closed } = await service();
  let text = '';
  client.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  client.write(REQUEST.repeat(3));
  await until(() => answers.length === 3);
  for (const answer of [...answers].reverse()) answer();
  // The server has sent them before they have arrived.
  await until(() => closed.length === 3 && text.includes('reply 2'));
  expect(text.match(/reply \d/g)).toEqual(['reply 0', 'reply 1', 'reply 2']);
  client.write(REQUEST.repeat(2));
  await until(() => answers.length === 5);
  answers[3]?.();
  await until(() => closed.length === 4);
  client.destroy();
  await until(() => closed.length === 5);
  answers[4]?.();
  await app.close();
  expect(closed).toEqual([0, 1, 2, 3, 4]);
});
