import { z } from 'zod';

/**
 * How the owner of a service on this machine and the service prove themselves to each other, so that the owner's key
 * never leaves its file. The client sends a nonce; the service answers with an HMAC over it by the key that both can read,
 * and only then gets a token made by the same key. Both hold for one process of the service (`boot`) at one address
 * (`audience`), so that a program on another port which passes the nonce on to the real service gains nothing.
 */
export const IDENTITY_PATH = '/.well-known/svc';
export const OWNER_KEY_FILE = 'owner.key';
export const OWNER_TOKEN_PREFIX = 'own_';

/** 32 random bytes, base64url. */
export const OwnerNonce = z.string().regex(/^[\w-]{43}$/);

export const ServiceIdentity = z.object({
  service: z.literal('svc'),
  /** Which service it is, whatever its address; not there before 0.1. It proves nothing. */
  id: z.string().max(64).optional(),
  version: z.string().max(64).optional(),
  owner: z
    .object({
      keyId: z.string().max(128),
      boot: z.string().max(128),
      dataDir: z.string().max(4_096),
      proof: z.string().max(128).nullable(),
    })
    .nullable(),
});
export type ServiceIdentity = z.infer<typeof ServiceIdentity>;

interface Place {
  readonly boot: string;
  /** Address and port that the request came to: `127.0.0.1:8787`, `[::1]:8787`. */
  readonly audience: string;
}

/** Which key it is, without a way back to it. */
export async function keyIdOf(key: string): Promise<string> {
  return base64url(await crypto.subtle.digest('SHA-256', bytes(`svc owner key\n${key}`)));
}

/** What the service shows for the client's nonce. */
export const serviceProof = (key: string, { boot, audience }: Place, nonce: string): Promise<string> =>
  mac(key, ['svc owner 1', 'service', audience, boot, nonce]);

/** What the client then sends as its bearer. */
export const ownerToken = async (key: string, { boot, audience }: Place): Promise<string> =>
  `${OWNER_TOKEN_PREFIX}${await mac(key, ['svc owner 1', 'client', audience, boot])}`;

async function mac(key: string, parts: readonly string[]): Promise<string> {
  const imported = await crypto.subtle.importKey('raw', bytes(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return base64url(await crypto.subtle.sign('HMAC', imported, bytes(parts.join('\n'))));
}

const bytes = (text: string) => new TextEncoder().encode(text);

const base64url = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
