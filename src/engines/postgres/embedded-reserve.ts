import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat, statfs, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { codeOf, temporaryName } from './embedded-place.ts';

/** Room on the server's disk that no other program can take. */
export interface Reserve {
  /** Makes it where it is away and there is room beside it. Rejects with nothing: without one the server runs as well. */
  keep(): Promise<void>;
  /** Gives its room to the server; false where there was none. */
  giveUp(): Promise<boolean>;
  /** Whether the disk has no room for what a start or a checkpoint writes. */
  isDiskFull(): Promise<boolean>;
}

/** PostgreSQL takes 16 MiB of log at a time, and needs a few of those to recover and to remove what is to make room. */
const RESERVE_BYTES = 64 * 1024 * 1024;
/** Of a disk with less it would be a large part. */
const FREE_BESIDE_BYTES = 4 * RESERVE_BYTES;
const FULL_BYTES = 16 * 1024 * 1024;

/**
 * A server that cannot write its log ends, and recovers only where it can write: on a disk that somebody else has filled there
 * would be no way to remove anything. `file` lies on the disk of the cluster.
 */
export function createReserve(file: string): Reserve {
  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(dirname(file));
    return bavail * bsize;
  };

  async function make(): Promise<void> {
    if (await exists(file)) return;
    if ((await freeBytes()) < RESERVE_BYTES + FREE_BESIDE_BYTES) return;
    const own = temporaryName(file);
    try {
      await allocate(own);
      await rename(own, file);
    } finally {
      await rm(own, { force: true });
    }
  }

  return {
    keep: () => make().catch(() => undefined),
    async giveUp() {
      try {
        await unlink(file);
        return true;
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return false;
        throw error;
      }
    },
    isDiskFull: () =>
      freeBytes().then(
        (free) => free < FULL_BYTES,
        () => false,
      ),
  };
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** A file with holes would hold no room. Where nothing allocates without writing, bytes that no file system makes smaller are written. */
async function allocate(path: string): Promise<void> {
  if (process.platform === 'linux') {
    const allocated = await promisify(execFile)('fallocate', ['-l', String(RESERVE_BYTES), path]).then(
      () => true,
      () => false,
    );
    if (allocated) return;
  }
  const file = await open(path, 'w', 0o600);
  try {
    const block = randomBytes(1024 * 1024);
    for (let written = 0; written < RESERVE_BYTES; written += block.length) await file.write(block);
  } finally {
    await file.close();
  }
}
