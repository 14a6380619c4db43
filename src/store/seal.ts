import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Seals what is a secret of somebody else's, so that neither a dump of the control plane nor a swapped record opens it. */
export interface Seal {
  /** `context` says whose it is and what for: it opens there alone. */
  close(secret: string, context: string): string;
  /** Null for what does not open: its ring key is gone, or it was changed, or stands elsewhere. */
  open(sealed: string, context: string): string | null;
  /** Whether the first key of the ring sealed it. */
  isPresent(sealed: string): boolean;
  /** The name of the ring key that sealed it. */
  keyOf(sealed: string): string;
}

export interface RingKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

const VERSION = 'v1';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM (NIST SP 800-38D): each record under a data key of its own, which is wrapped by the first key of the ring;
 * the others still open what was wrapped by them. `v1.<ring key>.<wrapped data key>.<secret>`.
 */
export function createSeal(ring: readonly RingKey[]): Seal {
  const [present] = ring;
  if (!present) throw new Error('A ring of no keys seals nothing.');
  return {
    close(secret, context) {
      const dataKey = randomBytes(KEY_BYTES);
      const bound = `${VERSION}\n${present.id}\n${context}`;
      return [VERSION, present.id, encrypt(present.key, dataKey, `key\n${bound}`), encrypt(dataKey, Buffer.from(secret), bound)].join('.');
    },
    isPresent: (sealed) => sealed.startsWith(`${VERSION}.${present.id}.`),
    keyOf: (sealed) => sealed.split('.')[1] ?? '',
    open(sealed, context) {
      const [version, id = '', wrapped = '', box = '', ...rest] = sealed.split('.');
      const ringKey = ring.find((one) => one.id === id);
      if (version !== VERSION || rest.length > 0 || !ringKey) return null;
      const bound = `${VERSION}\n${id}\n${context}`;
      try {
        return decrypt(decrypt(ringKey.key, wrapped, `key\n${bound}`), box, bound).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

/** The keys that a deployment names; one that is null, and the only one of a ring without names, derives from its secret (HKDF, RFC 5869). */
export const ringOf = (named: readonly { id: string; key: Buffer | null }[] | undefined, secret: string): readonly RingKey[] =>
  (named ?? [{ id: OF_SECRET, key: null }]).map(({ id, key }) => ({
    id,
    key: key ?? Buffer.from(hkdfSync('sha256', secret, '', 'svc sealing', KEY_BYTES)),
  }));

const OF_SECRET = 'secret';

function encrypt(key: Buffer, plain: Buffer, context: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

function decrypt(key: Buffer, text: string, context: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  // Two texts of other last bits are the same bytes (RFC 4648, 3.5), and other alphabets are read too: one text alone is the sealed one.
  if (bytes.toString('base64url') !== text) throw new Error('Not the text that was sealed.');
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(-TAG_BYTES)];
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context)).setAuthTag(tag);
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
}
