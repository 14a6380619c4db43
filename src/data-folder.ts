import { constants } from 'node:fs';
import { access, mkdir, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';

/** Makes the service's data folder where it is missing, and gives its path with symlinks resolved. @throws Error that names it and says what to do */
export async function openDataFolder(dataDir: string): Promise<string> {
  const path = resolve(dataDir);
  try {
    await mkdir(path, { recursive: true });
    await access(path, constants.W_OK | constants.X_OK);
    return await realpath(path);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Error(
      `The data directory ${path} cannot be used: ${message}. ${ADVICE[code] ?? 'Make it writable for this user, or choose'} another one (SVC_DATA_DIR).`,
      { cause: error },
    );
  }
}

const ADVICE: Readonly<Record<string, string>> = {
  EEXIST: 'It is no folder: choose',
  ENOTDIR: 'What it would be in is no folder: choose',
  ENOSPC: 'The disk is full: make room, or choose',
};
