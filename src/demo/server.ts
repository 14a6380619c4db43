import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../config.ts';

export interface DemoServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** The service as a process of its own, as `npm start` runs it, on a free port and in a folder of its own. */
export async function startServer(dataDir: string): Promise<DemoServer> {
  const main = fileURLToPath(new URL('../main.js', import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: childEnvironment({ SVC_DATA_DIR: dataDir, SVC_HOST: '127.0.0.1', SVC_PORT: '0', SVC_LOG_LEVEL: 'silent' }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: string[] = [];
  for await (const text of createInterface({ input: child.stderr })) {
    said.push(text);
    const url = /listens on (http:\S+)/.exec(text)?.[1];
    if (!url) continue;
    child.stderr.resume();
    return {
      url,
      async stop() {
        if (child.exitCode !== null) return;
        child.kill('SIGTERM');
        await once(child, 'exit');
      },
    };
  }
  throw new Error(`The service did not start:\n${said.join('\n')}`);
}
