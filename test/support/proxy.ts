import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Where one exchange with the server is broken: before the server gets the request, or after it did all of it. */
export type CutMode = 'before' | 'after';

export interface PostgresProxy {
  readonly port: number;
  /** Breaks the `nth` exchange from now, over all connections, and tells so. At most one is armed. */
  cut(nth: number, mode: CutMode, onCut?: () => void): void;
  /** Whether the armed cut happened; disarms it. */
  wasCut(): boolean;
  /** Exchanges since the last `cut`. */
  readonly exchanges: number;
  close(): Promise<void>;
}

/**
 * Stands between a service and its Postgres and counts exchanges (a simple query, or everything up to a Sync), so that
 * a connection can be lost, or a service killed, at each of them in turn.
 */
export async function startProxy(to: { readonly host: string; readonly port: number }): Promise<PostgresProxy> {
  let armed: { nth: number; mode: CutMode; onCut: () => void } | null = null;
  let happened = false;
  let exchanges = 0;
  const sockets = new Set<Socket>();

  const server = createServer((client) => {
    const upstream = connect(to);
    let startup = true;
    let pending = Buffer.alloc(0);
    /** Set once this connection's reply is to be withheld. */
    let withhold: (() => void) | null = null;
    let reply = Buffer.alloc(0);
    const drop = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', drop);
      socket.on('close', () => {
        sockets.delete(socket);
        drop();
      });
    }

    client.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      const passed: Buffer[] = [];
      for (;;) {
        const length = startup ? lengthAt(pending, 0) : lengthAt(pending, 1) + 1;
        if (Number.isNaN(length) || pending.length < length) break;
        const message = pending.subarray(0, length);
        pending = pending.subarray(length);
        const type = startup ? '' : String.fromCharCode(message[0] ?? 0);
        startup = false;
        if (type === 'Q' || type === 'S') {
          exchanges += 1;
          if (armed !== null && exchanges === armed.nth) {
            const { mode, onCut } = armed;
            armed = null;
            happened = true;
            const breakOff = () => {
              onCut();
              drop();
            };
            if (mode === 'before') return breakOff();
            withhold = breakOff;
          }
        }
        passed.push(message);
      }
      if (passed.length > 0) upstream.write(Buffer.concat(passed));
    });
    upstream.on('data', (chunk: Buffer) => {
      if (withhold === null) return void client.write(chunk);
      // ReadyForQuery is the last message of an exchange: 'Z', a length of 5, one byte of state.
      reply = Buffer.concat([reply, chunk]);
      if (reply.length >= 6 && reply.at(-6) === 0x5a && lengthAt(reply, reply.length - 5) === 5) withhold();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    port: (server.address() as AddressInfo).port,
    cut(nth, mode, onCut = () => undefined) {
      armed = { nth, mode, onCut };
      happened = false;
      exchanges = 0;
    },
    wasCut() {
      armed = null;
      return happened;
    },
    get exchanges() {
      return exchanges;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const lengthAt = (bytes: Buffer, at: number): number => (bytes.length < at + 4 ? Number.NaN : bytes.readInt32BE(at));
