import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { addressGroup } from '../lib/address-group.ts';

/** Connections at once: in all, and of one address, so that no address has all of them. */
const CONNECTIONS_MAX = 4_000;
const PER_ADDRESS_MAX = 2_000;

/** @param options.behindProxies Everybody's connections then come from a few addresses, which are not counted. */
export function boundConnections(app: FastifyInstance, { behindProxies }: { behindProxies: boolean }): void {
  app.server.maxConnections = CONNECTIONS_MAX;
  if (behindProxies) return;
  const open = new Map<string, number>();
  app.server.on('connection', (socket: Socket) => {
    const address = addressGroup(socket.remoteAddress ?? '');
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    if (count > PER_ADDRESS_MAX) socket.destroy();
  });
}
