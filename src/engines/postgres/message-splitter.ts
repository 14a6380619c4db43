/** The fields of one DataRow: each a length in four bytes, -1 for NULL, and that many bytes of text. */
export type TakeRow = (bytes: Buffer, from: number, end: number) => void;

/**
 * Tells the server's messages apart (PostgreSQL manual, 54.7) and gives the rows to whoever wants them as they are: a
 * driver's message for each of a million rows costs more than all else that is done with them. The rest is passed on.
 */
export class MessageSplitter {
  takeRow: TakeRow | null = null;
  readonly #pass: (bytes: Buffer) => void;
  /** Of a message that is being passed on: bytes that have not come yet. */
  #passing = 0;
  /** A message that has not come whole. */
  #held: Buffer[] = [];
  #heldBytes = 0;
  #wantedBytes = 0;

  constructor(pass: (bytes: Buffer) => void) {
    this.#pass = pass;
  }

  write(chunk: Buffer): void {
    if (this.#heldBytes > 0) {
      this.#hold(chunk, this.#wantedBytes);
      if (this.#heldBytes < this.#wantedBytes) return;
      const whole = Buffer.concat(this.#held, this.#heldBytes);
      this.#held = [];
      this.#heldBytes = 0;
      this.#split(whole, 0);
    } else if (this.#passing >= chunk.length) {
      this.#passing -= chunk.length;
      this.#pass(chunk);
    } else {
      const from = this.#passing;
      this.#passing = 0;
      if (from > 0) this.#pass(chunk.subarray(0, from));
      this.#split(chunk, from);
    }
  }

  /** From the start of a message on. */
  #split(chunk: Buffer, start: number): void {
    let at = start;
    let passFrom = start;
    const passOn = (end: number) => {
      if (end > passFrom) this.#pass(chunk.subarray(passFrom, end));
    };
    while (chunk.length - at >= HEADER_BYTES) {
      const size = 1 + chunk.readUInt32BE(at + 1);
      const isWhole = size <= chunk.length - at;
      const { takeRow } = this;
      if (takeRow && chunk[at] === DATA_ROW) {
        passOn(at);
        passFrom = at;
        if (!isWhole) {
          this.#hold(chunk.subarray(at), size);
          return;
        }
        // After the header comes the number of fields, in two bytes, which the row's description has told.
        takeRow(chunk, at + HEADER_BYTES + 2, at + size);
        at += size;
        passFrom = at;
      } else if (isWhole) at += size;
      else {
        this.#passing = size - (chunk.length - at);
        passOn(chunk.length);
        return;
      }
    }
    passOn(at);
    if (at < chunk.length) this.#hold(chunk.subarray(at), HEADER_BYTES);
  }

  #hold(bytes: Buffer, wanted: number): void {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    this.#wantedBytes = wanted;
  }
}

const HEADER_BYTES = 5;
const DATA_ROW = 0x44;
