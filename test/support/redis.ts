import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/** A real Redis of the test's own, in memory alone. */
export interface TestRedis {
  readonly url: string;
  start(): Promise<void>;
  /** Ends the server; what it held is gone. */
  stop(): Promise<void>;
}

/** Debian's `redis-server`, which `.ci/run` installs. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'svc-redis-'));
  let server: ChildProcess | null = null;
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}/0`,
    async start() {
      const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
      const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] });
      server = child;
      await new Promise<void>((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}.`)));
        child.stdout.on('data', (text: Buffer) => {
          if (text.includes('Ready to accept connections')) resolve();
        });
      });
    },
    async stop() {
      if (!server || server.exitCode !== null) return;
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
      server = null;
    },
  };
  await redis.start();
  return redis;
}
