import { randomBytes } from 'node:crypto';

const BYTES_EACH = 8;
const DIGITS_EACH = BYTES_EACH * 2;
const AT_ONCE = 128;

let digits = '';
let used = 0;

/** 64 random bits in hexadecimal, never the same part twice. They are drawn many at a time: a draw costs more than its bytes. */
export function newNonce(): string {
  if (used >= digits.length) {
    digits = randomBytes(BYTES_EACH * AT_ONCE).toString('hex');
    used = 0;
  }
  used += DIGITS_EACH;
  return digits.slice(used - DIGITS_EACH, used);
}
