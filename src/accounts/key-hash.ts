import { createHmac } from 'node:crypto';

/** What key hashes derive from; while peppers are changed, the one before the present one too. */
export interface Peppers {
  readonly present: string;
  readonly previous: string | null;
}

export interface KeyHash {
  /** HMAC-SHA256 in hex, as it is stored. */
  of(key: string): string;
  /** All under which the key may be stored; the first is the present one. */
  all(key: string): readonly string[];
}

export function createKeyHash({ present, previous }: Peppers): KeyHash {
  const by = (pepper: string, key: string) => createHmac('sha256', pepper).update(key).digest('hex');
  return {
    of: (key) => by(present, key),
    all: (key) => (previous === null ? [by(present, key)] : [by(present, key), by(previous, key)]),
  };
}
