import { randomBytes } from 'node:crypto';

const DIGITS_EACH = 20;
const AT_ONCE = 256;
let digits = '';
let used = 0;

let timeMs = -1;
let time = '';

/**
 * A UUIDv7 (RFC 9562, 5.7). Random digits are drawn many at a time, and the time is written out once a millisecond:
 * doing so for each id costs more than the rest of it.
 */
export function newId(): string {
  if (used >= digits.length) {
    digits = randomBytes((DIGITS_EACH / 2) * AT_ONCE).toString('hex');
    used = 0;
  }
  const from = used;
  used += DIGITS_EACH;
  const now = Date.now();
  if (now !== timeMs) {
    timeMs = now;
    const hex = now.toString(16).padStart(12, '0');
    time = `${hex.slice(0, 8)}-${hex.slice(8)}-7`;
  }
  const variant = VARIANTS.charAt(Number.parseInt(digits.charAt(from), 16) % VARIANTS.length);
  return `${time}${digits.slice(from + 1, from + 4)}-${variant}${digits.slice(from + 4, from + 7)}-${digits.slice(from + 7, from + 19)}`;
}

/** Two bits of this digit are fixed and two random. */
const VARIANTS = '89ab';
