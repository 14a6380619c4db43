import { createHmac, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECK_LENGTH = 6;

export const ACCOUNT_KEY_PREFIX = 'sk_live_';
export const PUBLISHABLE_KEY_PREFIX = 'pk_live_';
export const agentKeyPrefix = (host: string, device: string): string => `sk_mcp_${host}_${device}_`;

const NAMED = '[A-Za-z0-9][A-Za-z0-9.-]*';
const KEY = new RegExp(`^(?:sk_live|pk_live|sk_mcp_${NAMED}_${NAMED})_[0-9A-Za-z]{${RANDOM_LENGTH + CHECK_LENGTH}}$`);
const KEY_MAX_LENGTH = 160;

/** A fresh key: its prefix, 32 random base62 characters and the base62 CRC32 of all before it. */
export const newKeyText = (prefix: string): string =>
  withCheck(`${prefix}${Array.from({ length: RANDOM_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')}`);

/**
 * The text of a publishable key, made of the service's secret and the key's id: it stands in pages for everybody to read, so
 * that its owner is shown it again, while a dump of the control plane holds no usable one.
 */
export function publishableKeyText(secret: string, keyId: string): string {
  const digest = createHmac('sha256', secret).update(`publishable key\n${keyId}`).digest('hex');
  return withCheck(`${PUBLISHABLE_KEY_PREFIX}${base62(BigInt(`0x${digest}`), RANDOM_LENGTH)}`);
}

/** Whether the text can be a key at all; a typo, and what only looks like one, is told without a look-up. */
export const isKeyText = (text: string): boolean =>
  text.length <= KEY_MAX_LENGTH && KEY.test(text) && text.endsWith(checkOf(text.slice(0, -CHECK_LENGTH)));

const withCheck = (body: string): string => `${body}${checkOf(body)}`;

const checkOf = (body: string): string => base62(BigInt(crc32(body)), CHECK_LENGTH);

/** The lowest digits, the highest of them first. */
function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = ALPHABET.charAt(Number(rest % 62n)) + text;
  return text;
}
