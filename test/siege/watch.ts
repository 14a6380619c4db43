import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What the service holds at one moment. */
export interface Held {
  readonly residentMb: number;
  readonly descriptors: number;
  /** Processes of the embedded server that serve a session. */
  readonly sessions: number;
  /** Of them, those with a statement or an open transaction. */
  readonly busySessions: number;
  readonly diskMb: number;
}

export async function look(pid: number, dataDir: string): Promise<Held> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return {
    residentMb: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024),
    descriptors: (await readdir(`/proc/${pid}/fd`)).length,
    ...(await sessionsIn(dataDir)),
    diskMb: Math.round((await sizeOf(dataDir)) / 1_048_576),
  };
}

export function mostOf(one: Held, other: Held): Held {
  const most = (what: keyof Held) => Math.max(one[what], other[what]);
  return {
    residentMb: most('residentMb'),
    descriptors: most('descriptors'),
    sessions: most('sessions'),
    busySessions: most('busySessions'),
    diskMb: most('diskMb'),
  };
}

async function sessionsIn(dataDir: string): Promise<{ sessions: number; busySessions: number }> {
  let [sessions, busySessions] = [0, 0];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const folder = await readlink(`/proc/${name}/cwd`).catch(() => '');
    if (!folder.startsWith(dataDir)) continue;
    const title = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (!/^postgres: \S+ \S+ 127\./.test(title)) continue;
    sessions += 1;
    if (!/\bidle\W*$/.test(title)) busySessions += 1;
  }
  return { sessions, busySessions };
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) return found?.size ?? 0;
  const sizes = await Promise.all((await readdir(path).catch(() => [])).map((name) => sizeOf(join(path, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}
