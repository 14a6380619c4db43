import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { cutStalled } from '../../src/http/stalled.ts';

const STALL_MS = 500;
/** More than the kernel takes of a connection that nobody reads. */
const FIRST = Buffer.alloc(64 * 1024 * 1024);
const REPLIES = 40;
const APART_MS = 200;

test('replies that become ready one after the other, behind one that nobody takes, do not keep the connection open', async () => {
  const app = Fastify();
  cutStalled(app, STALL_MS);
  let ready = 0;
  app.get<{ Params: { place: string } }>('/:place', async ({ params }) => {
    const place = Number(params.place);
    await delay(place * APART_MS);
    ready += 1;
    return place === 0 ? FIRST : Buffer.alloc(100_000);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const cut = once(app.server, 'connection').then(([socket]) => once(socket, 'close'));
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => undefined);
  socket.pause();
  await once(socket, 'connect');
  socket.write(Array.from({ length: REPLIES }, (_, place) => `GET /${place} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`).join(''));
  await cut;
  expect(ready).toBeLessThan(REPLIES / 2);
  socket.destroy();
  await app.close();
});
