import { isUtf8 } from 'node:buffer';
import type { Pace } from './pace.ts';

/** Bytes that came in several parts, read as if they stood in one: to put a long body together costs more than to look at it. */
export class ByteParts {
  readonly length: number;
  #parts: readonly Buffer[];
  /** Where each part begins. */
  #starts: readonly number[];

  constructor(parts: readonly Buffer[]) {
    let length = 0;
    const starts: number[] = [];
    for (const part of parts) {
      starts.push(length);
      length += part.length;
    }
    this.#parts = parts;
    this.#starts = starts;
    this.length = length;
  }

  /** To keep so many takes more than their bytes do. */
  get areSmall(): boolean {
    return this.#parts.length > FEW && this.length < this.#parts.length * SMALL_BYTES;
  }

  /** What stands there, where it came, as the parts that it is in. */
  slices(from = 0, to = this.length): Buffer[] {
    const slices: Buffer[] = [];
    for (let index = this.#partAt(from); index < this.#parts.length; index += 1) {
      const start = this.#starts[index] as number;
      if (start >= to) break;
      const part = this.#parts[index] as Buffer;
      const slice = part.subarray(Math.max(0, from - start), to - start);
      if (slice.length > 0) slices.push(slice);
    }
    return slices;
  }

  /** Where the part ends that the place is in. */
  partEnd(place: number): number {
    return this.#starts[this.#partAt(place) + 1] ?? this.length;
  }

  text(encoding: 'latin1' | 'utf8', from = 0, to = this.length): string {
    const slices = this.slices(from, to);
    // A character may begin in one and end in the next.
    return (slices.length === 1 ? (slices[0] as Buffer) : Buffer.concat(slices)).toString(encoding);
  }

  /** All in one piece, put together with turns for others; from then on it is the only part. */
  async joined(pace: Pace): Promise<Buffer> {
    if (this.#parts.length === 1) return this.#parts[0] as Buffer;
    const bytes = Buffer.allocUnsafe(this.length);
    for (const [index, part] of this.#parts.entries()) {
      bytes.set(part, this.#starts[index]);
      await pace();
    }
    this.#parts = [bytes];
    this.#starts = [0];
    return bytes;
  }

  isUtf8(): boolean {
    let rest: Buffer = Buffer.alloc(0);
    for (const part of this.#parts) {
      const bytes = rest.length === 0 ? part : Buffer.concat([rest, part]);
      const end = endOfCharacters(bytes);
      if (!isUtf8(bytes.subarray(0, end))) return false;
      rest = bytes.subarray(end);
    }
    return rest.length === 0;
  }

  #partAt(place: number): number {
    let [low, high] = [0, this.#parts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] as number) <= place) low = middle;
      else high = middle;
    }
    return low;
  }
}

const FEW = 16;
const SMALL_BYTES = 4 * 1024;

/** Where the last character ends that is there as a whole (RFC 3629, 3: the first byte says how many follow). */
function endOfCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
