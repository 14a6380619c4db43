import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Relay {
  readonly port: number;
  /** From now on nothing passes and nothing closes, as when the server's processes are stopped; or on connections that said the words at their start alone. */
  hold(words?: string): void;
  /** What was held goes on its way. */
  letGo(): void;
  close(): void;
}

/** Between a service and its Postgres. */
export async function startRelay(to: { host: string; port: number }): Promise<Relay> {
  const pairs = new Set<{ readonly sockets: readonly Socket[]; said: string }>();
  let held: string | null = null;
  const server = createServer((client) => {
    const upstream = connect(to);
    const pair = { sockets: [client, upstream], said: '' };
    pairs.add(pair);
    client.once('data', (bytes) => {
      pair.said = bytes.toString('latin1');
    });
    for (const [from, into] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('error', () => undefined);
      from.on('data', (bytes) => into.write(bytes));
      from.once('close', () => {
        into.destroy();
        pairs.delete(pair);
      });
      if (held === '') from.pause();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    hold(words = '') {
      held = words;
      for (const { sockets, said } of pairs) if (said.includes(words)) for (const socket of sockets) socket.pause();
    },
    letGo() {
      held = null;
      for (const { sockets } of pairs) for (const socket of sockets) socket.resume();
    },
    close() {
      for (const { sockets } of pairs) for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
