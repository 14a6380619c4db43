import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { codeOf, ENGINE_ENV, type Place } from './embedded-place.ts';

/**
 * A session busy with a query outlives a killed postmaster, and while it holds the shared memory no server can start. Asks
 * such sessions of this data directory to end, as an administrator would; they carry the title `postgres: …`, which a
 * postmaster does not. Linux alone; elsewhere their own timeouts end them.
 */
export async function endOrphans(place: Place): Promise<void> {
  for (const { pid } of await processesOf(place)) sendSignal(pid, 'SIGTERM');
}

/** The postmaster's children, which carry titles of their own. */
export async function processesOf(place: Place): Promise<{ pid: number; title: string }[]> {
  const found: { pid: number; title: string }[] = [];
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue;
    const title = await titleOf(place, Number(name));
    if (title !== null) found.push({ pid: Number(name), title });
  }
  return found;
}

/** Null for a process that is none of this data directory's server. */
async function titleOf(place: Place, pid: number): Promise<string | null> {
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  if (folder !== place.pgData) return null;
  const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return title.startsWith('postgres: ') ? title : null;
}

/**
 * Lowers the priority of one session's process and keeps it off one processor; nothing happens when it has ended. It cannot be raised again but by root.
 * Where Linux groups processes by session (sched(7), "The autogroup feature"), each session's process is a group of its own,
 * since PostgreSQL calls setsid(2) in it: a process's own niceness counts inside its group alone, and the group has one too.
 */
export async function standBack(place: Place, pid: number, behind: 'others' | 'all'): Promise<void> {
  if ((await titleOf(place, pid)) === null) return;
  ignoringGone(() => setPriority(pid, NICENESS[behind]));
  await leaveProcessor(pid);
  for (let attempt = 0; attempt < GROUP_ATTEMPTS; attempt++) {
    try {
      return await writeFile(`/proc/${pid}/autogroup`, String(NICENESS[behind]));
    } catch (error) {
      // Without root's rights one process in a tenth of a second may change a group. Absent: the kernel has no groups, or the process has ended.
      if (codeOf(error) !== 'EAGAIN') return;
      await delay(GROUP_PAUSE_MS * (1 + Math.random()));
    }
  }
}

/**
 * Keeps a process off the last of the processors that this service may use, so that what others ask finds one at once: however low its
 * priority, a process at work goes on until the kernel's next tick, some milliseconds. With one processor, or where taskset(1) does not do it,
 * the priority is all there is.
 */
async function leaveProcessor(pid: number): Promise<void> {
  const processors = processorsOf(await readFile('/proc/self/status', 'utf8').catch(() => ''));
  if (processors.length < 2) return;
  await promisify(execFile)('taskset', ['-c', '-p', processors.slice(0, -1).join(','), String(pid)], { env: ENGINE_ENV }).catch(
    () => undefined,
  );
}

/** The numbers in `Cpus_allowed_list`, as "0-2,5" (proc(5)). */
function processorsOf(status: string): number[] {
  const list = /^Cpus_allowed_list:\s*([\d,-]+)$/m.exec(status)?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 || 0 }, (_, at) => first + at);
  });
}

const GROUP_ATTEMPTS = 20;
const GROUP_PAUSE_MS = 100;

/**
 * Ends the statement of one session's process at once. To SIGFPE PostgreSQL raises an error from wherever it is
 * (`FloatExceptionHandler` in its tcop/postgres.c), and then follows the request to end the session that has been waiting.
 * Only for a process that has computed for long: inside a critical section the error ends all sessions as SIGKILL does,
 * but nothing is computed for long there.
 */
export async function interruptBackend(place: Place, pid: number): Promise<boolean> {
  if ((await titleOf(place, pid)) === null) return false;
  sendSignal(pid, 'SIGFPE');
  return true;
}

/** Kills one session's process, upon which the postmaster ends the others, recovers and goes on. */
export async function killBackend(place: Place, pid: number): Promise<boolean> {
  if ((await titleOf(place, pid)) === null) return false;
  sendSignal(pid, 'SIGKILL');
  return true;
}

/** At 10 a process gets about a tenth of what one at 0 gets while both want to run; at 19 about a seventieth. */
const NICENESS = { others: 10, all: 19 } as const;

function ignoringGone(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (codeOf(error) !== 'ERR_SYSTEM_ERROR' && codeOf(error) !== 'ESRCH') throw error;
  }
}

/** Nothing happens when the process has ended. */
export function sendSignal(pid: number, name: 'SIGFPE' | 'SIGINT' | 'SIGQUIT' | 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}
