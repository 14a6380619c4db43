import { readFileSync, rmSync } from 'node:fs';
// Of the file itself: every command loads this one, and most of them no client.
import { SvcError } from '../client/error.ts';
import { replaceFile } from './replace-file.ts';

/** Where a key is: in the keychain of the system, or, where there is none, in a file that this user alone may read. */
export type KeptIn = 'keychain' | 'file';

/** Keys of this device, one a service. */
export interface Secrets {
  /** @throws Error where neither takes it */
  keep(apiUrl: string, key: string): Promise<KeptIn>;
  /** @throws SvcError credential_unreadable where it is not there any more, or is locked away */
  read(apiUrl: string, keptIn: KeptIn): Promise<string>;
  forget(apiUrl: string, keptIn: KeptIn): Promise<void>;
}

interface Options {
  /** Of the keys that no keychain takes. */
  readonly file: string;
  readonly usesKeychain: boolean;
}

/** What the keychain lists the keys under. */
const SERVICE = 'svc';

/**
 * The kernel's keyring, which the library would take where a Linux machine has no Secret Service, forgets at a restart.
 */
const STORE = { linux: { store: 'secret-service' } } as const;

export function openSecrets({ file, usesKeychain }: Options): Secrets {
  /** Throws where the package is not installed, and the system has none. */
  async function entryOf(apiUrl: string) {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    return new AsyncEntry(SERVICE, apiUrl, STORE);
  }
  const change = (apiUrl: string, key: string | null): void => {
    const { [apiUrl]: _, ...others } = keysIn(file);
    const keys = key === null ? others : { ...others, [apiUrl]: key };
    if (Object.keys(keys).length === 0) rmSync(file, { force: true });
    else replaceFile(file, `${JSON.stringify({ version: 1, keys }, null, 2)}\n`);
  };
  return {
    async keep(apiUrl, key) {
      if (usesKeychain)
        try {
          await (await entryOf(apiUrl)).setPassword(key);
          return 'keychain';
        } catch {
          // None, or none that opens: the file, and who is told so.
        }
      change(apiUrl, key);
      return 'file';
    },
    async read(apiUrl, keptIn) {
      try {
        const key = keptIn === 'file' ? keysIn(file)[apiUrl] : await (await entryOf(apiUrl)).getPassword();
        if (key) return key;
      } catch (error) {
        throw SvcError.unreadable(`The key of this device cannot be read from ${placeOf(keptIn, file)}: ${reasonOf(error)}`, LOCKED);
      }
      throw SvcError.unreadable(`The key of this device is not in ${placeOf(keptIn, file)} any more.`, GONE);
    },
    async forget(apiUrl, keptIn) {
      if (keptIn === 'file') change(apiUrl, null);
      else await (await entryOf(apiUrl)).deletePassword();
    },
  };
}

export const placeOf = (keptIn: KeptIn, file: string): string => (keptIn === 'keychain' ? 'the keychain' : file);

const LOCKED = 'Unlock it and try again, or `svc logout` and `svc login` for another key.';
const GONE = '`svc logout`, then `svc login` for another key.';

/** @throws Error for a file that is there and cannot be read or understood */
function keysIn(file: string): Record<string, string> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  const { version, keys } = JSON.parse(text) as { version?: unknown; keys?: unknown };
  if (version !== 1 || typeof keys !== 'object' || keys === null) throw new Error('it is no file of keys.');
  return keys as Record<string, string>;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
