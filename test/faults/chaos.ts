import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestRedis } from '../support/redis.ts';
import type { ServiceProcess } from './service-process.ts';

/** One thing that goes wrong. It returns when the worst is over. */
export interface Trouble {
  readonly name: string;
  readonly strike: (services: readonly ServiceProcess[], dataDir: string, redis: TestRedis) => Promise<void>;
}

const any = <T>(items: readonly T[]): T | undefined => items[Math.floor(Math.random() * items.length)];
const PAUSED_MS = 2_500;

export const TROUBLES: readonly Trouble[] = [
  {
    name: 'a service is killed',
    async strike(services) {
      const one = any(services);
      one?.signal('SIGKILL');
      await delay(50);
      await one?.ensure();
    },
  },
  {
    name: 'a service is stopped and started',
    async strike(services) {
      const one = any(services);
      await one?.stop();
      await one?.ensure();
    },
  },
  {
    name: 'a service is paused',
    async strike(services) {
      const one = any(services);
      one?.signal('SIGSTOP');
      await delay(PAUSED_MS);
      one?.signal('SIGCONT');
    },
  },
  {
    name: 'the postmaster is killed',
    async strike(_services, dataDir) {
      const { postmaster } = await serverProcesses(dataDir);
      if (postmaster !== null) kill(postmaster, 'SIGKILL');
      await delay(500);
    },
  },
  {
    name: 'one backend is killed, so that the server starts over',
    async strike(_services, dataDir) {
      const one = any((await serverProcesses(dataDir)).backends);
      if (one !== undefined) kill(one, 'SIGKILL');
      await delay(500);
    },
  },
  {
    name: 'one backend is asked to end',
    async strike(_services, dataDir) {
      const one = any((await serverProcesses(dataDir)).backends);
      if (one !== undefined) kill(one, 'SIGTERM');
    },
  },
  {
    name: 'the server is paused',
    async strike(_services, dataDir) {
      const { postmaster, backends } = await serverProcesses(dataDir);
      const all = [...backends, ...(postmaster === null ? [] : [postmaster])];
      for (const pid of all) kill(pid, 'SIGSTOP');
      await delay(PAUSED_MS);
      for (const pid of all) kill(pid, 'SIGCONT');
    },
  },
  {
    name: 'Redis is killed, and comes back empty',
    async strike(_services, _dataDir, redis) {
      await redis.stop();
      await delay(500 + Math.random() * 1_500);
      await redis.start();
    },
  },
  {
    name: 'the clock of a service jumps',
    async strike(services) {
      any(services)?.signal('SIGUSR2');
    },
  },
];

/** The embedded server's processes: those whose working directory lies in the data folder. */
export async function serverProcesses(dataDir: string): Promise<{ postmaster: number | null; backends: number[] }> {
  let postmaster: number | null = null;
  const backends: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const folder = await readlink(`/proc/${name}/cwd`).catch(() => '');
    if (!folder.startsWith(dataDir)) continue;
    const title = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (/^postgres: \S+ \S+ 127\./.test(title)) backends.push(Number(name));
    else if (title !== '' && !title.startsWith('postgres: ')) postmaster = Number(name);
  }
  return { postmaster, backends };
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
