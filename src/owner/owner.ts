import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyHash } from '../accounts/key-hash.ts';
import { ACCOUNT_KEY_PREFIX, isKeyText, newKeyText } from '../accounts/key-text.ts';
import { keyIdOf, OWNER_KEY_FILE, ownerToken, type ServiceIdentity, serviceProof } from '../contract/local-owner.ts';
import { isSameText } from '../lib/same-text.ts';
import { writeOnce } from '../lib/write-once.ts';
import type { Accounts } from '../store/accounts.ts';
import type { Keys } from '../store/keys.ts';

interface Options {
  readonly accounts: Accounts;
  readonly keys: Keys;
  readonly hash: KeyHash;
  readonly dataDir: string;
}

/** Who started a service that listens on loopback alone: an account of its own, whose key is in a file of the data folder. */
export interface LocalOwner {
  readonly accountId: string;
  /** Whether this start made the account. */
  readonly isNew: boolean;
  /** What the service says of itself; `proof` answers the nonce, where one was sent. */
  identity(audience: string, nonce: string | null): Promise<NonNullable<ServiceIdentity['owner']>>;
  /** Whether the bearer is the key itself, or a token that was made by it for this process at this address. */
  isOwn(bearer: string, audience: string): Promise<boolean>;
}

/** A process has few addresses. */
const AUDIENCES_MAX = 32;

/** @throws Error for a key file that holds no key */
export async function openLocalOwner({ accounts, keys, hash, dataDir }: Options): Promise<LocalOwner> {
  const key = await loadKey(dataDir);
  const { id: accountId, isNew } = await accounts.ensureLocal();
  await keys.ensureOwner({ accountId, hashes: hash.all(key), last4: key.slice(-4), name: OWNER_KEY_FILE });
  const boot = randomBytes(16).toString('base64url');
  const keyId = await keyIdOf(key);
  const tokens = new Map<string, Promise<string>>();

  const tokenFor = (audience: string): Promise<string> => {
    let token = tokens.get(audience);
    if (!token) {
      if (tokens.size >= AUDIENCES_MAX) tokens.clear();
      token = ownerToken(key, { boot, audience });
      tokens.set(audience, token);
    }
    return token;
  };

  return {
    accountId,
    isNew,
    async identity(audience, nonce) {
      const proof = nonce === null ? null : await serviceProof(key, { boot, audience }, nonce);
      return { keyId, boot, dataDir, proof };
    },
    isOwn: async (bearer, audience) => isSameText(bearer, key) || isSameText(bearer, await tokenFor(audience)),
  };
}

/** The key of the data folder, made at the first start. */
async function loadKey(dataDir: string): Promise<string> {
  const file = join(dataDir, OWNER_KEY_FILE);
  await mkdir(dataDir, { recursive: true });
  await writeOnce(file, `${newKeyText(ACCOUNT_KEY_PREFIX)}\n`);
  const key = (await readFile(file, 'utf8')).trim();
  if (!isKeyText(key) || !key.startsWith(ACCOUNT_KEY_PREFIX))
    throw new Error(`${file} holds no usable key. Restore it, or move it away: the next start then writes a new one.`);
  // A copy or a backup that was put back may have come with other rights.
  if (process.platform !== 'win32' && ((await stat(file)).mode & 0o077) !== 0) await chmod(file, 0o600);
  return key;
}
