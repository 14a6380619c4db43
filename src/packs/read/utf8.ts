import { unreadable } from '../unreadable.ts';

/** @throws Fault source_unreadable for what is not UTF-8, as JSON always is (RFC 8259, 8.1) */
export function utf8(bytes: Uint8Array, from: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadable('Its characters are not UTF-8.', { file: from });
  }
}
