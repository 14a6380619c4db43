import type { Socket } from 'node:net';
import type pg from 'pg';

/** A message's type and length (PostgreSQL manual, 54.1.1). */
const HEADER = 5;
const ERROR = 0x45;
const NOTICE = 0x4e;
const TEXT_MAX = 1024 * 1024;

/**
 * For a server that is somebody else's. pg-protocol believes what it reads: a message that is none throws in the socket's own
 * handler, which would end the process, and an error without its end is read for ever. What comes is looked at first, and
 * what throws ends the session alone. To be called before the client connects.
 */
export function beWary(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { attachListeners(stream: Socket): void } };
  const attach = connection.attachListeners.bind(connection);
  connection.attachListeners = (stream) => {
    attach(stream);
    const feed = stream.listeners('data').at(-1) as (chunk: Buffer) => void;
    stream.removeListener('data', feed);
    const look = checked((bytes) => feed.call(stream, bytes));
    stream.on('data', (chunk: Buffer) => {
      if (stream.destroyed) return;
      try {
        look(chunk);
      } catch (error) {
        stream.destroy(error instanceof Error ? error : new Error(String(error)));
      }
    });
  };
}

/** Passes bytes on as they come, but errors and notices when they are whole. @throws Error for what no PostgreSQL server sends */
export function checked(pass: (bytes: Buffer) => void): (chunk: Buffer) => void {
  /** The beginning of a message that cannot be judged yet. */
  let held: Buffer = Buffer.alloc(0);
  /** Bytes of the present message that are still to come, and may go on. */
  let rest = 0;
  return (chunk) => {
    const bytes = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
    let at = Math.min(rest, bytes.length);
    rest -= at;
    while (bytes.length - at >= HEADER) {
      const size = 1 + bytes.readUInt32BE(at + 1);
      if (size < HEADER) throw new Error('A message of the server has no length.');
      if (bytes[at] === ERROR || bytes[at] === NOTICE) {
        if (size > TEXT_MAX) throw new Error('An error of the server is too long.');
        if (bytes.length - at < size) break;
        if (!isWhole(bytes.subarray(at + HEADER, at + size))) throw new Error('An error of the server has no end.');
      }
      rest = Math.max(0, size - (bytes.length - at));
      at = Math.min(at + size, bytes.length);
    }
    held = bytes.subarray(at);
    if (at > 0) pass(bytes.subarray(0, at));
  };
}

/** Fields, each a letter and a text that ends with NUL, and a NUL behind them (PostgreSQL manual, 54.7, ErrorResponse). */
function isWhole(body: Buffer): boolean {
  let at = 0;
  while (at < body.length && body[at] !== 0) {
    const end = body.indexOf(0, at + 1);
    if (end < 0) return false;
    at = end + 1;
  }
  return at === body.length - 1;
}
