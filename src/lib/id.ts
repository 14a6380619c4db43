import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const BYTES_EACH = 16;
const pool = new Uint8Array(BYTES_EACH * 256);
let used = pool.length;

/** A UUIDv7 (RFC 9562). Random bytes are drawn many at a time: drawing them for each id costs more than the rest of it. */
export function newId(): string {
  if (used >= pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += BYTES_EACH;
  return v7({ random: pool.slice(used - BYTES_EACH, used) });
}
