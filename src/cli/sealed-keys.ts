import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { whileLocked } from './lock-file.ts';
import { replaceFile } from './replace-file.ts';

type Keys = Readonly<Record<string, string>>;

/** Keys in a file, by name. */
export interface SealedKeys {
  /** @throws Error for a file that cannot be read or opened */
  read(): Keys;
  /** A file that cannot be opened is kept aside. @throws Error where none can be written */
  set(name: string, key: string): void;
  /** @throws Error as `read` does */
  remove(name: string): void;
}

/**
 * The file is encrypted with a key in another folder, so that neither of the two alone, such as settings that are copied or published,
 * opens anything. Whoever reads files as this user reads both: what keeps those out is a keychain.
 */
export function openSealedKeys({ file, sealFile }: { readonly file: string; readonly sealFile: string }): SealedKeys {
  const read = (): Keys => {
    const text = textOf(file);
    if (text === null) return {};
    const seal = textOf(sealFile);
    if (seal === null) throw new Error(`${sealFile}, the key that opens it, is not there.`);
    return opened(text, Buffer.from(seal, 'base64'));
  };
  const write = (keys: Keys): void => {
    if (Object.keys(keys).length === 0) {
      rmSync(file, { force: true });
      return;
    }
    if (textOf(sealFile) === null) replaceFile(sealFile, `${randomBytes(KEY_BYTES).toString('base64')}\n`);
    replaceFile(file, sealed(keys, Buffer.from(textOf(sealFile) ?? '', 'base64')));
  };
  const readOrPutAside = (): Keys => {
    try {
      return read();
    } catch {
      renameSync(file, `${file}.broken-${new Date().toISOString().replace(/\D/g, '').slice(0, 17)}`);
      rmSync(sealFile, { force: true });
      return {};
    }
  };
  const change = (work: () => void): void => whileLocked(`${file}.lock`, work);
  return {
    read,
    set: (name, key) => change(() => write({ ...readOrPutAside(), [name]: key })),
    remove: (name) =>
      change(() => {
        const { [name]: _, ...others } = read();
        write(others);
      }),
  };
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function sealed(keys: Keys, seal: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, seal, nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(keys), 'utf8'), cipher.final()]);
  return `${JSON.stringify({ version: 1, sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64') }, null, 2)}\n`;
}

/** @throws Error for what is no such file, or was sealed with another key */
function opened(text: string, seal: Buffer): Keys {
  const { version, sealed } = JSON.parse(text) as { version?: unknown; sealed?: unknown };
  if (version !== 1 || typeof sealed !== 'string') throw new Error('it is no file of keys.');
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, seal, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const parts = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as Keys;
}

/** Null for a file that is not there. */
function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
