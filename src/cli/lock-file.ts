import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A lock whose process has died is left over, one whose process lives only after this long: on a busy machine it may be waiting itself. */
const STALE_MS = { dead: 2_000, alive: 60_000 } as const;
const GIVE_UP_MS = 30_000;
const TURN_MS = 5;

/** One process at a time; the others wait for their turn. @throws Error where no file can be made */
export function whileLocked<T>(lock: string, work: () => T): T {
  mkdirSync(dirname(lock), { recursive: true, mode: 0o700 });
  for (const giveUpAt = Date.now() + GIVE_UP_MS; !taken(lock); ) {
    if (Date.now() > giveUpAt) throw Object.assign(new Error(`${lock} is held by another process.`), { code: 'ELOCKED' });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TURN_MS);
  }
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function taken(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const { mtimeMs = Date.now() } = statSync(lock, { throwIfNoEntry: false }) ?? {};
  const age = Date.now() - mtimeMs;
  if (age > STALE_MS.dead && age > STALE_MS[isHeld(lock) ? 'alive' : 'dead']) rmSync(lock, { force: true });
  return false;
}

/** Whether the process that the lock names is there. */
function isHeld(lock: string): boolean {
  try {
    return process.kill(Number(readFileSync(lock, 'utf8')) || process.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
