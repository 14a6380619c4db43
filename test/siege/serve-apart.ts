import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SERVE = fileURLToPath(new URL('./serve.ts', import.meta.url));
const STOP_MS = 40_000;
const LOGGED = 'logged ';
const LOGGED_MAX = 20;

export interface ServedApart {
  readonly url: string;
  readonly pid: number;
  hasEnded(): boolean;
  /** Milliseconds, since the last call. */
  takeLongestDelay(): number;
  /** The last errors that the service logged, as it wrote them. */
  logged(): readonly string[];
  /** Told of the longest delay of each half second. */
  onDelay(tell: (ms: number) => void): void;
  stop(): Promise<void>;
}

/** The service in a process of its own, which says of itself how long its event loop was held up. */
export async function serveApart(dataDir: string, env: Readonly<Record<string, string>>): Promise<ServedApart> {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', SERVE], {
    env: {
      ...process.env,
      SVC_DATA_DIR: dataDir,
      SVC_PORT: '0',
      // The limits by address would keep most of the siege out; what is asked here is what happens when they do not.
      SVC_ANON_BUDGET: '0',
      SVC_ANON_DATABASES: '30',
      SVC_ANON_MB: '150',
      SVC_ANON_RATE_LIMIT: '0',
      SVC_ANON_SESSIONS_PER_HOUR: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let longestDelayMs = 0;
  const listeners: ((ms: number) => void)[] = [];
  const logged: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}.`)));
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /listens on (\S+)/.exec(line)?.[1];
      if (found) resolve(found);
      if (line.startsWith(LOGGED)) {
        logged.push(line.slice(LOGGED.length));
        logged.splice(0, Math.max(0, logged.length - LOGGED_MAX));
        return;
      }
      if (!line.startsWith('{')) return;
      const { longestDelayMs: ms } = JSON.parse(line) as { longestDelayMs: number };
      longestDelayMs = Math.max(longestDelayMs, ms);
      for (const tell of listeners) tell(ms);
    });
  });
  return {
    url,
    pid: child.pid ?? 0,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    takeLongestDelay() {
      const taken = longestDelayMs;
      longestDelayMs = 0;
      return taken;
    },
    logged: () => logged,
    onDelay: (tell) => void listeners.push(tell),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const killing = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await once(child, 'exit');
      clearTimeout(killing);
    },
  };
}
