import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { call } from './call.ts';
import { MAIN, startProcess } from './service-process.ts';

const TIMES = 20;

/** A first start that is killed somewhere in its first second or two, again and again on the same folder; then one that is not has to work. */
export async function killedStarts(env: Record<string, string>, freePort: () => Promise<number>): Promise<readonly string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-starts-'));
  await chmod(dataDir, 0o755);
  const settings = { ...env, SVC_DATA_DIR: dataDir };
  const { SVC_SECRET: _given, ...generating } = settings as Record<string, string>;
  const port = await freePort();
  try {
    for (let turn = 0; turn < TIMES; turn++) {
      const child = spawn(process.execPath, ['--import', 'tsx', MAIN], {
        env: { ...process.env, ...generating, SVC_PORT: String(port) },
        stdio: 'ignore',
      });
      // The loading alone takes half a second; what matters comes after it.
      await delay(300 + (turn * 1_700) / TIMES);
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    const service = await startProcess(port, generating);
    const { code } = await call(service.url, '/v1/databases', { goal: 'track cats with name' }, {});
    await service.stop();
    return code === null ? [] : [`after ${TIMES} killed starts a creation ends as ${code}`];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
