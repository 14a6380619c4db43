import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Fault } from '../../fault.ts';
import { waitAtMost } from '../../lib/wait-at-most.ts';
import { chdbAbsent, findChdb } from './chdb.ts';
import type { Endpoint } from './driver.ts';
import { openPlace } from './embedded-place.ts';
import { asLine, type FromWorker, lineReader } from './embedded-protocol.ts';

export interface EmbeddedWorker {
  readonly endpoint: Endpoint;
  readonly ended: Promise<void>;
  /** At once; the data is intact. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** One database a directory; made when it is missing. One process at a time holds it. */
  readonly dir: string;
  /** Of the whole process. */
  readonly memoryBytes?: number;
  /** Where else than beside the service the library may be. */
  readonly dataDir?: string | null;
}

/** The database that the tables are in. The engine's own `default` also shows files as tables. */
export const DATABASE = 'data';

const START_LIMIT_MS = 30_000;
/** Its sockets close a little before its end is told. */
const END_TOLD_MS = 500;
const MEMORY_BYTES = 2 * 1024 ** 3;

/**
 * ClickHouse in a process of its own: empty environment, a user of its own where the service is root (`embedded-place.ts`), ended
 * with its parent, served on loopback to who knows the password. Fault `unconfigured` where the optional package `chdb` is
 * not installed.
 */
export async function startEmbeddedWorker({
  dir: path,
  memoryBytes = MEMORY_BYTES,
  dataDir = null,
}: EmbeddedOptions): Promise<EmbeddedWorker> {
  const library = findChdb(dataDir);
  if (library === null) throw chdbAbsent();
  const { dir, account } = await openPlace(path);
  const child = spawnWorker();
  const channel = child.stdio[3];
  if (!(channel instanceof Socket)) throw new Error('The ClickHouse process has no channel.');
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-2000);
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  const password = randomBytes(32).toString('hex');
  const ready = new Promise<number>((resolve, reject) => {
    void ended.then(() => reject(new Error(`The ClickHouse process of ${dir} ended at once.`)));
    channel.on('error', () => undefined);
    channel.on(
      'data',
      lineReader<FromWorker>((message) => {
        if (message.kind === 'ready') resolve(message.port);
        else if (message.kind === 'absent') reject(chdbAbsent(message.reason));
        else reject(new Error(`ClickHouse could not open ${dir}: ${message.message}`));
      }),
    );
  });
  channel.write(asLine({ dir, library, account, database: DATABASE, password, memoryBytes }));
  const kill = () => void child.kill('SIGKILL');
  const slow = setTimeout(kill, START_LIMIT_MS);
  try {
    const port = await ready;
    return {
      endpoint: {
        url: `http://127.0.0.1:${port}`,
        username: 'default',
        password,
        database: DATABASE,
        kill,
        ended: () => waitAtMost(END_TOLD_MS, ended),
      },
      ended,
      stop: async () => {
        kill();
        await ended;
        channel.destroy();
      },
    };
  } catch (error) {
    kill();
    await closed;
    // The engine says why it could not open a directory where nobody but a person would look.
    throw error instanceof Fault ? error : new Error(`${error instanceof Error ? error.message : String(error)} ${said}`, { cause: error });
  } finally {
    clearTimeout(slow);
  }
}

/** In development the sources run as they are, through tsx. */
function spawnWorker(): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts');
  const script = fileURLToPath(new URL(isSource ? './embedded-worker.ts' : './embedded-worker.js', import.meta.url));
  const loader = isSource ? ['--import', createRequire(import.meta.url).resolve('tsx/esm')] : [];
  return spawn(process.execPath, [...loader, script], { cwd: '/', env: {}, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
}
