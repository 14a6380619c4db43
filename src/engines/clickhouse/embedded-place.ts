import { randomBytes, randomInt } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readdir, realpath, stat, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export interface Place {
  readonly dir: string;
  /** Null: as this process, which is not root. */
  readonly account: Account | null;
}

/**
 * Makes the directory where it is missing, and says which user it belongs to. Started by root, each directory gets a user id of
 * its own that has no name and owns nothing else: functions that read files, whatever a session may do, then reach neither
 * the service's files nor another database's. Not started by root, the engine has the service's own rights over files.
 * Throws an Error that names the directory and what to do.
 */
export async function openPlace(path: string): Promise<Place> {
  const wanted = resolve(path);
  try {
    await mkdir(wanted, { recursive: true, mode: 0o700 });
    const dir = await realpath(wanted);
    return { dir, account: process.getuid?.() === 0 ? await ownerOf(dir) : null };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The ClickHouse directory ${wanted} cannot be used: ${reason}`, { cause: error });
  }
}

/**
 * Makes the folder of all directories. Each of them belongs to a user of its own, who has to pass through this one: where a folder above is closed
 * to everybody but root, as /root is, the directories are kept in `shared`, and a link leads there.
 */
export async function openRoot(root: string, shared: string): Promise<void> {
  if (await lstat(root).catch(() => null)) return;
  await mkdir(dirname(root), { recursive: true });
  if (process.getuid?.() !== 0 || (await isOpen(await realpath(dirname(root))))) {
    await mkdir(root, { recursive: true });
    await chmod(root, 0o711);
    return;
  }
  const elsewhere = join(shared, `clickhouse-${randomBytes(6).toString('hex')}`);
  await mkdir(elsewhere, { recursive: true });
  for (const folder of [shared, elsewhere]) await chmod(folder, (await stat(folder)).mode | 0o111);
  await symlink(elsewhere, root);
}

/** Whether everybody may pass through the folder and all above it. */
async function isOpen(folder: string): Promise<boolean> {
  if (((await stat(folder)).mode & 0o001) === 0) return false;
  return dirname(folder) === folder || (await isOpen(dirname(folder)));
}

async function ownerOf(dir: string): Promise<Account> {
  const found = await stat(dir);
  if (found.uid !== 0) return { uid: found.uid, gid: found.gid };
  if ((await readdir(dir)).length > 0) {
    throw new Error('it belongs to root and holds something. Give it to a user of its own (chown -R), or choose another directory.');
  }
  const id = randomInt(OWN_IDS.from, OWN_IDS.to);
  for (const candidate of [id, NOBODY]) {
    try {
      await chown(dir, candidate, candidate);
      return { uid: candidate, gid: candidate };
    } catch (error) {
      // Where a container maps only the low ids, the others cannot own a file: one user for all is what is left.
      if ((error as { code?: string }).code !== 'EINVAL' || candidate === NOBODY) throw error;
    }
  }
  throw new Error('no user could be found for it.');
}

/** Far from the ids that systems, containers and their maps give out (systemd, "Users, Groups, UIDs and GIDs"). */
const OWN_IDS = { from: 0x40000000, to: 0x6fff0000 };
const NOBODY = 65_534;
