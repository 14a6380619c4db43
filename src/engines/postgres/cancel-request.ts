import { connect, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';

interface Where {
  readonly host: string;
  readonly port: number;
  /** As the session's own; absent or false where that is not encrypted. */
  readonly ssl?: boolean | ConnectionOptions | undefined;
}

const TIMEOUT_MS = 2_000;
/** SSLRequest and CancelRequest (PostgreSQL manual, 54.2.8, 54.2.10 and 54.7). */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const CANCEL_CODE = 80_877_102;
const YES = 'S'.charCodeAt(0);

/**
 * Asks the server to end what a session runs, on a connection of its own: to the same address, and encrypted where the session is, since the
 * key in it lets whoever reads it cancel too. Whether it was heard is not told.
 */
export function sendCancelRequest({ host, port, ssl }: Where, { processId, secretKey }: { processId: number; secretKey: number }): void {
  const request = Buffer.alloc(16);
  for (const [index, value] of [request.length, CANCEL_CODE, processId, secretKey].entries()) request.writeInt32BE(value, index * 4);
  const socket = connect({ host, port });
  give(socket);
  if (!ssl) return void socket.write(request);
  socket.write(SSL_REQUEST);
  socket.once('data', (answer: Buffer) => {
    // More than the one byte came from somebody between, before anything was encrypted.
    if (answer.length !== 1 || answer[0] !== YES) return void socket.destroy();
    const secure = connectTls({ ...(ssl === true ? {} : ssl), socket });
    give(secure);
    secure.write(request);
    secure.resume();
  });

  function give(one: Socket): void {
    one.on('error', () => socket.destroy());
    one.setTimeout(TIMEOUT_MS, () => socket.destroy());
    // Who is told closes: a pooler drops the request of one that is gone before it was handed on.
    if (!ssl) one.resume();
  }
}
