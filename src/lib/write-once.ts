import { randomBytes } from 'node:crypto';
import { access, link, open, rename, rm } from 'node:fs/promises';

/**
 * Makes a file that its owner alone may read, whole or not at all, unless it is there already. Of several processes that
 * do so at once one makes it and all then read the same. The text is on the disk before the name is.
 */
export async function writeOnce(file: string, text: string): Promise<void> {
  // Which a full disk does not stand in the way of.
  if (await isThere(file)) return;
  const fresh = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const handle = await open(fresh, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(fresh, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new Error(`${file} cannot be written: the disk is full. Make room there, and repeat this.`, { cause: error });
    if (code === undefined || !WITHOUT_LINKS.has(code)) throw error;
    // A file system without hard links: the name is taken exclusively first, then the text replaces it in one step.
    if (await isTaken(file)) return;
    await rename(fresh, file);
  } finally {
    await rm(fresh, { force: true });
  }
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

async function isTaken(file: string): Promise<boolean> {
  try {
    await (await open(file, 'wx', 0o600)).close();
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return true;
    throw error;
  }
}
