import type { Writable } from 'node:stream';
import { serialize } from 'pg-protocol';
import { Batch, part } from './batch.ts';

/** Lines in pieces that may end anywhere, at hand or as they come. */
export type Lines = Iterable<Buffer> | AsyncIterable<Buffer>;

/**
 * `COPY … FROM STDIN` in the extended protocol. The Sync that goes out with the statement is
 * ignored while the server copies (PostgreSQL manual, 54.2.6), so that another one ends it.
 */
export class CopyIn extends Batch {
  readonly #lines: Lines;
  #rows = 0;
  #isOver = false;
  /** Why the lines do not come, which is told in place of the server's word that they did not. */
  #failure: unknown;

  constructor(sql: string, lines: Lines) {
    super([part({ sql, params: [] }, { tag: 'COPY', main: true })]);
    this.#lines = lines;
  }

  /** How many rows the server took. */
  get rows(): number {
    return this.#rows;
  }

  override handleCopyInResponse({ stream }: { readonly stream: Writable }): void {
    void this.#send(stream).then((end) => stream.write(Buffer.concat([end, serialize.sync()])));
  }

  /** How it ends. A server that has refused a line reads on to the Sync, and looks at nothing before it. */
  async #send(stream: Writable): Promise<Buffer> {
    try {
      for await (const lines of this.#lines) {
        if (this.#isOver || stream.destroyed) break;
        stream.cork();
        for (let at = 0; at < lines.length; at += CHUNK_BYTES) {
          const chunk = lines.subarray(at, at + CHUNK_BYTES);
          stream.write(copyDataHeader(chunk.length));
          stream.write(chunk);
        }
        stream.uncork();
        if (stream.writableNeedDrain) await drained(stream);
      }
      return serialize.copyDone();
    } catch (error) {
      this.#failure = error;
      return serialize.copyFail('The lines do not come.');
    }
  }

  override handleCommandComplete(message: { text: string }): void {
    super.handleCommandComplete(message);
    this.#rows = Number(/^COPY (\d+)$/.exec(message.text)?.[1] ?? 0);
  }

  override handleError(error: unknown): void {
    this.#isOver = true;
    super.handleError(this.#failure ?? error);
  }

  override giveUp(error: unknown): void {
    this.#isOver = true;
    super.giveUp(error);
  }
}

const CHUNK_BYTES = 256 * 1024;

/** Or closed. */
const drained = (stream: Writable): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done);
      stream.off('close', done);
      resolve();
    };
    stream.on('drain', done);
    stream.on('close', done);
  });

/** Of a message of the protocol: a letter, and its length with the length's own four bytes. The driver would copy all that follows it. */
function copyDataHeader(length: number): Buffer {
  const header = Buffer.allocUnsafe(5);
  header.write('d', 'latin1');
  header.writeInt32BE(length + 4, 1);
  return header;
}
