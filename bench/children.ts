import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
/** As it is installed: what starts threads is measured so, since a thread of the sources compiles them first. */
export const BUILT = fileURLToPath(new URL('../dist/src/main.js', import.meta.url));

/** Settings of a service that is measured: no limit of its own stops whoever measures. */
export const UNLIMITED = {
  SVC_ANON_BUDGET: '0',
  SVC_ANON_DATABASES: '0',
  SVC_ANON_MB: '0',
  SVC_ANON_RATE_LIMIT: '0',
  SVC_ANON_SESSIONS_PER_HOUR: '0',
  SVC_LOG_LEVEL: 'warn',
  SVC_PORT: '0',
} as const;

export interface Running {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a Node process and waits until it says where it listens. */
export async function startNode(args: readonly string[], env: Record<string, string>): Promise<Running> {
  const child: ChildProcess = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const url = await new Promise<string>((resolve, reject) => {
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        said.push(line);
        const found = /listens on (http:\S+)/.exec(line)?.[1];
        if (found) resolve(found);
      });
    }
    child.once('exit', () => reject(new Error(`It ended before it listened:\n${said.join('\n')}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** A built service with `UNLIMITED` in a data folder of its own, while `work` measures it. */
export async function withService(work: (service: Running, dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  await chmod(dataDir, 0o755);
  const running = await startNode([BUILT], { ...UNLIMITED, SVC_DATA_DIR: dataDir });
  try {
    await work(running, dataDir);
  } finally {
    await running.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
