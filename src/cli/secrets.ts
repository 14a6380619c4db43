// Of the file itself: every command loads this one, and most of them no client.
import { SvcError } from '../client/error.ts';

/** Where a key is: in the keychain of the system, or, where there is none, encrypted in a file that this user alone may read. */
export type KeptIn = 'keychain' | 'file';

/** Keys of this device, one a service. */
export interface Secrets {
  /** @throws Error where neither takes it */
  keep(apiUrl: string, key: string): Promise<KeptIn>;
  /** @throws SvcError credential_unreadable where it is not there any more, or is locked away */
  read(apiUrl: string, keptIn: KeptIn): Promise<string>;
  forget(apiUrl: string, keptIn: KeptIn): Promise<void>;
  /** Why the keychain takes nothing; null when it does. It is asked for a key that nobody has. */
  whyNoKeychain(): Promise<string | null>;
}

interface Options {
  /** Of the keys that no keychain takes. */
  readonly file: string;
  /** What that file is encrypted with. */
  readonly sealFile: string;
  readonly usesKeychain: boolean;
}

/** What the keychain lists the keys under. */
const SERVICE = 'svc';

/**
 * The kernel's keyring, which the library would take where a Linux machine has no Secret Service, forgets at a restart.
 */
const STORE = { linux: { store: 'secret-service' } } as const;

export function openSecrets({ file, sealFile, usesKeychain }: Options): Secrets {
  /** Throws where the package is not installed, and the system has none. */
  async function entryOf(apiUrl: string) {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    return new AsyncEntry(SERVICE, apiUrl, STORE);
  }
  /** Loaded where it is needed: most systems have a keychain. */
  const inFile = async () => (await import('./sealed-keys.ts')).openSealedKeys({ file, sealFile });
  return {
    async keep(apiUrl, key) {
      if (usesKeychain)
        try {
          await (await entryOf(apiUrl)).setPassword(key);
          return 'keychain';
        } catch {
          // None, or none that opens: the file, and who is told so.
        }
      (await inFile()).set(apiUrl, key);
      return 'file';
    },
    async read(apiUrl, keptIn) {
      try {
        const key = keptIn === 'file' ? (await inFile()).read()[apiUrl] : await (await entryOf(apiUrl)).getPassword();
        if (key) return key;
      } catch (error) {
        throw SvcError.unreadable(`The key of this device cannot be read from ${placeOf(keptIn, file)}: ${reasonOf(error)}`, LOCKED);
      }
      throw SvcError.unreadable(`The key of this device is not in ${placeOf(keptIn, file)} any more.`, GONE);
    },
    async whyNoKeychain() {
      try {
        await (await entryOf('nobody')).getPassword();
        return null;
      } catch (error) {
        return reasonOf(error);
      }
    },
    async forget(apiUrl, keptIn) {
      if (keptIn === 'file') (await inFile()).remove(apiUrl);
      else await (await entryOf(apiUrl)).deletePassword();
    },
  };
}

export const placeOf = (keptIn: KeptIn, file: string): string => (keptIn === 'keychain' ? 'the keychain' : file);

const LOCKED = 'Unlock it and try again, or `svc logout` and `svc login` for another key.';
const GONE = '`svc logout`, then `svc login` for another key.';

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
