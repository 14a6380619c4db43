import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { SvcError } from '../client/index.ts';
import { IDENTITY_PATH, keyIdOf, OWNER_KEY_FILE, ownerToken, ServiceIdentity, serviceProof } from '../contract/local-owner.ts';

/** The credential of whoever started a service on this machine, once the service has proven that it is that one. */
export interface OwnerCredential {
  readonly bearer: string;
  /** Of the service, by address: what was proven holds for it alone. */
  readonly baseUrl: string;
  readonly keyFile: string;
}

interface Options {
  readonly apiUrl: string;
  /** Where services of this user keep their data, besides the folder that the service names. */
  readonly folders: readonly string[];
  readonly send?: typeof fetch;
  /** Told which service answers, and its version. */
  readonly onIdentity?: (said: ServiceIdentity) => void;
}

export type FindOwner = (signal?: AbortSignal) => Promise<OwnerCredential | null>;

/** A proof holds for this long, since another program may take the port when the service has gone. */
const PROVEN_MS = 2_000;
const ANSWER_MS = 5_000;
const KEY_MAX_BYTES = 1_024;

/**
 * Finds the owner's credential for the service at the address, anew whenever the last proof has grown old. Null when the
 * service has no owner, or has one whose key is not this user's, and for a service that is not on this machine. The key
 * itself is never sent. Rejects with SvcError: network_error, service_unproven.
 */
export function createFindOwner({ apiUrl, folders, send = fetch, onIdentity }: Options): FindOwner {
  const origins = loopbackOrigins(apiUrl);
  let last: { credential: OwnerCredential | null; at: number } | null = null;

  return async (signal) => {
    if (origins.length === 0) return null;
    if (last && performance.now() - last.at < PROVEN_MS) return last.credential;
    last = { credential: await prove(signal), at: performance.now() };
    return last.credential;
  };

  async function prove(signal: AbortSignal | undefined): Promise<OwnerCredential | null> {
    const nonce = randomBytes(32).toString('base64url');
    const { origin, said } = await identityAt(nonce, signal);
    if (said) onIdentity?.(said);
    if (!said?.owner) return null;
    const { keyId, boot, dataDir, proof } = said.owner;
    const found = await keyAmong([...new Set([...folders, dataDir])], keyId);
    if (!found) return null;
    const { host } = new URL(origin);
    const place = { boot, audience: /:\d+$/.test(host) ? host : `${host}:80` };
    if (proof !== (await serviceProof(found.key, place, nonce)))
      throw SvcError.unproven(
        `What answers at ${origin} says that it is the service of ${found.keyFile}, and cannot prove it. Nothing was sent to it.`,
        'See what listens on that port. Where it is your service through a tunnel or another address, give its own with SVC_API_URL.',
      );
    return { bearer: await ownerToken(found.key, place), baseUrl: origin, keyFile: found.keyFile };
  }

  /** The first of the addresses that answers. @throws SvcError network_error when none does */
  async function identityAt(nonce: string, signal: AbortSignal | undefined): Promise<{ origin: string; said: ServiceIdentity | null }> {
    let failure: unknown;
    for (const origin of origins) {
      const gone = new AbortController();
      const leave = () => gone.abort(signal?.reason);
      const timer = setTimeout(() => gone.abort(new Error('It did not answer in time.')), ANSWER_MS);
      signal?.addEventListener('abort', leave);
      try {
        const reply = await send(`${origin}${IDENTITY_PATH}?nonce=${nonce}`, { redirect: 'error', signal: gone.signal });
        const said = ServiceIdentity.safeParse(reply.ok ? await reply.json().catch(() => null) : null);
        return { origin, said: said.data ?? null };
      } catch (error) {
        if (signal?.aborted) throw SvcError.aborted(error);
        failure = error;
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
      }
    }
    throw SvcError.network(failure);
  }
}

/** By address, since `localhost` may be several; none for a service elsewhere, or behind a proxy. */
function loopbackOrigins(apiUrl: string): string[] {
  const { protocol, hostname, port, pathname } = new URL(apiUrl);
  if (protocol !== 'http:' || pathname !== '/') return [];
  const hosts = hostname === 'localhost' ? ['127.0.0.1', '[::1]'] : /^(127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname) ? [hostname] : [];
  return hosts.map((host) => `http://${host}${port === '' ? '' : `:${port}`}`);
}

async function keyAmong(folders: readonly string[], keyId: string): Promise<{ key: string; keyFile: string } | null> {
  for (const folder of folders) {
    const keyFile = join(folder, OWNER_KEY_FILE);
    const key = await readKey(keyFile);
    if (key !== null && (await keyIdOf(key)) === keyId) return { key, keyFile };
  }
  return null;
}

/** Null for what is not there, not this user's own, or no ordinary file: the folder may have been named by a stranger. */
async function readKey(file: string): Promise<string | null> {
  try {
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const facts = await handle.stat();
      if (process.getuid && facts.uid !== process.getuid()) return null;
      return facts.isFile() && facts.size <= KEY_MAX_BYTES ? (await handle.readFile('utf8')).trim() : null;
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}
