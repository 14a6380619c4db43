import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { copyFile } from '../lib/copy-file.ts';
import { MANIFEST } from './manifest.ts';
import type { FileOfBackup, NewBackup, Place } from './place.ts';

/** A folder that gets its name when the backup in it is whole. */
export function folderAt(given: string): Place {
  const folder = resolve(given);
  return {
    name: folder,
    begin: () => begin(folder),
    manifest: () =>
      readFile(join(folder, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
        throw new Error(`${join(folder, MANIFEST)} cannot be read: ${error.message}.`, { cause: error });
      }),
    copy: ({ path }, to) => copyFile(join(folder, path), to),
    text: ({ path }) => readFile(join(folder, path), 'utf8'),
  };
}

async function begin(folder: string): Promise<NewBackup> {
  await requireEmpty(folder);
  await removeUnfinished(folder);
  const own = `${folder}.unfinished-${process.pid}-${randomBytes(4).toString('hex')}`;
  await mkdir(own, { recursive: true, mode: 0o700 });
  const folders: string[] = [];
  const files: FileOfBackup[] = [];
  const copy = async (from: string, path: string) => void files.push({ path, ...(await copyFile(from, join(own, path))) });
  return {
    ...{ folders, files, copy },
    requireRoom: async (bytes) => {
      const { bavail, bsize } = await statfs(own);
      if (bavail * bsize < bytes)
        throw new Error(
          `The backup needs ${inMegabytes(bytes)} MB and its disk has ${inMegabytes(bavail * bsize)} MB free. Name a folder on another disk.`,
        );
    },
    addFolder: async (path) => {
      await mkdir(join(own, path), { mode: 0o700 });
      folders.push(path);
    },
    write: async (path, text) => {
      const plain = join(own, `${path}.text`);
      await writeFile(plain, text, { mode: 0o600 });
      await copy(plain, path);
      await rm(plain);
    },
    finish: async (manifest) => {
      await flush(own);
      const file = await open(join(own, MANIFEST), 'wx', 0o600);
      try {
        await file.writeFile(manifest);
        await file.sync();
      } finally {
        await file.close();
      }
      await rmdir(folder).catch(ignoringAbsent);
      await rename(own, folder);
    },
    abandon: () => rm(own, { recursive: true, force: true }),
  };
}

async function requireEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new Error(`${folder} cannot be used: ${error.message}.`, { cause: error });
  });
  if (names.length > 0) throw new Error(`${folder} is not empty: a backup is written into a new folder.`);
}

/** What a backup that was killed left of itself. */
async function removeUnfinished(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.unfinished-`;
  for (const name of await readdir(dirname(folder)).catch(() => [])) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number(name.slice(prefix.length).split('-')[0]);
    if (pid !== process.pid && !isAlive(pid)) await rm(join(dirname(folder), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function ignoringAbsent(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

const inMegabytes = (bytes: number): string => Math.ceil(bytes / 1_048_576).toLocaleString('en-US');

/** Hands all to the disk at once (syncfs(2)), before the manifest says that it is there. */
async function flush(folder: string): Promise<void> {
  if (process.platform === 'linux') await promisify(execFile)('sync', ['-f', folder]);
}
