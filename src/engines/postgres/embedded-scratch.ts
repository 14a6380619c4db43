import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readlink, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openDataFolder } from '../../data-folder.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { isAlive } from './embedded-place.ts';
import { type RestoreOptions, restoreCluster } from './embedded-restore.ts';
import type { Server } from './server.ts';

type Options = Omit<RestoreOptions, 'dataDir' | 'beforePlaced'> & {
  /** The folder that it is made in. */
  readonly around: string;
};

const PREFIX = 'restoring-';

/** A PostgreSQL on the files of a backup, in a folder of its own, for as long as the work takes. @throws Error that says what is in the way */
export async function onScratchCluster<T>({ around, ...files }: Options, work: (server: Server) => Promise<T>): Promise<T> {
  const home = await openDataFolder(around);
  await removeLeft(home);
  const dataDir = join(home, `${PREFIX}${process.pid}-${randomBytes(4).toString('hex')}`);
  await mkdir(dataDir);
  // Whatever the umask: PostgreSQL may run as another user.
  await chmod(dataDir, 0o755);
  try {
    await restoreCluster({ ...files, dataDir, beforePlaced: async () => undefined });
    const postgres = await startEmbeddedPostgres({ dataDir, log: files.log });
    try {
      return await work({ endpoint: () => ({ ...postgres.endpoint(), database: 'postgres' }), ensure: () => postgres.ensure() });
    } finally {
      await postgres.stop();
    }
  } finally {
    await remove(dataDir);
  }
}

/** Of one that was killed at work; its server ends by itself. */
async function removeLeft(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(PREFIX)) continue;
    const pid = Number(name.slice(PREFIX.length).split('-')[0]);
    if (pid !== process.pid && !isAlive(pid)) await remove(join(home, name));
  }
}

async function remove(dataDir: string): Promise<void> {
  // Where PostgreSQL's user may not enter the data folder, its files are in a folder of their own elsewhere.
  const elsewhere = await readlink(join(dataDir, 'postgres')).catch(() => null);
  if (elsewhere !== null) await rm(dirname(elsewhere), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}
