import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const CLOCK = new URL('./jumping-clock.ts', import.meta.url).href;

/** A service that is ended and started again, always at the same address. */
export interface ServiceProcess {
  readonly url: string;
  signal(name: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT' | 'SIGUSR2'): void;
  /** Starts it once more when it has ended. */
  ensure(): Promise<void>;
  stop(): Promise<void>;
}

export async function startProcess(port: number, env: Record<string, string>): Promise<ServiceProcess> {
  let child = await start(port, env);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    url: `http://127.0.0.1:${port}`,
    signal: (name) => void child.kill(name),
    async ensure() {
      if (hasEnded()) child = await start(port, env);
    },
    async stop() {
      if (hasEnded()) return;
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      const killing = setTimeout(() => child.kill('SIGKILL'), 30_000);
      await once(child, 'exit');
      clearTimeout(killing);
    },
  };
}

async function start(port: number, env: Record<string, string>): Promise<ChildProcess> {
  for (let attempt = 0; ; attempt++) {
    const child = spawn(process.execPath, ['--import', 'tsx', '--import', CLOCK, MAIN], {
      env: { ...process.env, ...env, SVC_PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const said: string[] = [];
    const listens = await new Promise<boolean>((resolve) => {
      child.once('exit', () => resolve(false));
      if (child.stderr)
        createInterface({ input: child.stderr }).on('line', (line) => {
          said.push(line);
          if (line.includes('listens on')) resolve(true);
        });
    });
    if (listens) return child;
    // Killed in its start like everybody, or the port is not free yet.
    if (attempt >= 20) throw new Error(`A service does not start again:\n${said.slice(-10).join('\n')}`);
    await delay(250);
  }
}
