import { randomInt } from 'node:crypto';
import { chown, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

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
