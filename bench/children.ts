import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

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
