import { connect, type Socket } from 'node:net';

const HEADER_END = '\r\n\r\n';

/** One kept connection, for whoever sends more requests than a client library would leave a core for. */
export interface KeptConnection {
  /** The status of a GET; one at a time. */
  get(path: string, bearer: string): Promise<number>;
  close(): void;
}

/** Speaks HTTP/1.1 in as much as the service answers it: a status, headers, and a body of a length that they say. One that the service closed while nobody used it is opened again. */
export function keepConnection(url: string): KeptConnection {
  const { hostname, port, host } = new URL(url);
  let socket: Socket | null = null;
  let received = '';
  let waiting: { resolve(status: number): void; reject(error: Error): void } | null = null;
  const fail = (error: Error) => {
    waiting?.reject(error);
    waiting = null;
  };
  const read = (chunk: string) => {
    received += chunk;
    const end = received.indexOf(HEADER_END);
    if (end < 0) return;
    const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, end + 2))?.[1];
    if (length === undefined) return fail(new Error(`A reply without a length: ${received.slice(0, end)}`));
    if (received.length < end + HEADER_END.length + Number(length)) return;
    const status = Number(received.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
    received = '';
    waiting?.resolve(status);
    waiting = null;
  };
  const open = (): Socket => {
    const opened = connect({ host: hostname, port: Number(port), noDelay: true });
    opened.setEncoding('latin1').on('data', read).on('error', fail);
    opened.once('close', () => {
      socket = null;
      fail(new Error('The service closed the connection.'));
    });
    return opened;
  };
  return {
    get(path, bearer) {
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket ??= open();
        socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${bearer}${HEADER_END}`);
      });
    },
    close: () => socket?.destroy(),
  };
}
