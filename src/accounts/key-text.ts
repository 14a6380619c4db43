import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECK_LENGTH = 6;

export const ACCOUNT_KEY_PREFIX = 'sk_live_';

/** A fresh key: its prefix, 32 random base62 characters and the base62 CRC32 of all before it. */
export function newKeyText(prefix: string): string {
  const body = `${prefix}${Array.from({ length: RANDOM_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')}`;
  return `${body}${checkOf(body)}`;
}

/** Whether the text can be a key at all; a typo is told without a look-up. */
export function isKeyText(text: string, prefix: string): boolean {
  const body = text.slice(0, -CHECK_LENGTH);
  const random = body.slice(prefix.length);
  return body.startsWith(prefix) && random.length === RANDOM_LENGTH && /^[0-9A-Za-z]+$/.test(random) && text.endsWith(checkOf(body));
}

function checkOf(body: string): string {
  let text = '';
  for (let rest = crc32(body); text.length < CHECK_LENGTH; rest = Math.floor(rest / ALPHABET.length))
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
  return text;
}
