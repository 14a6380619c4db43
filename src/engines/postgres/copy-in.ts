import type { Writable } from 'node:stream';
import { serialize } from 'pg-protocol';
import { Batch, part } from './batch.ts';

/**
 * `COPY … FROM STDIN` in the extended protocol, with all of its lines at hand. The Sync that goes out with the statement is
 * ignored while the server copies (PostgreSQL manual, 54.2.6), so that another one ends it.
 */
export class CopyIn extends Batch {
  readonly #lines: readonly Buffer[];
  #rows = 0;

  /** @param lines in pieces that may end anywhere */
  constructor(sql: string, lines: readonly Buffer[]) {
    super([part({ sql, params: [] }, { tag: 'COPY', main: true })]);
    this.#lines = lines;
  }

  /** How many rows the server took. */
  get rows(): number {
    return this.#rows;
  }

  override handleCopyInResponse(connection: { readonly stream: Writable }): void {
    const { stream } = connection;
    stream.cork();
    for (const lines of this.#lines) {
      for (let at = 0; at < lines.length; at += CHUNK_BYTES) {
        const chunk = lines.subarray(at, at + CHUNK_BYTES);
        stream.write(copyDataHeader(chunk.length));
        stream.write(chunk);
      }
    }
    stream.write(Buffer.concat([serialize.copyDone(), serialize.sync()]));
    stream.uncork();
  }

  override handleCommandComplete(message: { text: string }): void {
    super.handleCommandComplete(message);
    this.#rows = Number(/^COPY (\d+)$/.exec(message.text)?.[1] ?? 0);
  }
}

const CHUNK_BYTES = 256 * 1024;

/** Of a message of the protocol: a letter, and its length with the length's own four bytes. The driver would copy all that follows it. */
function copyDataHeader(length: number): Buffer {
  const header = Buffer.allocUnsafe(5);
  header.write('d', 'latin1');
  header.writeInt32BE(length + 4, 1);
  return header;
}
