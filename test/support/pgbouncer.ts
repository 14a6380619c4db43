import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Customer } from './customer.ts';
import { freePort } from './free-port.ts';

/** A real PgBouncer of the test's own before a customer's database, which gives each transaction another of its two sessions. */
export interface TestPooler {
  /** The customer's URL by way of it. */
  url(user: string): string;
  close(): Promise<void>;
}

/** Debian's `pgbouncer`, which `.ci/run` installs. */
export const hasPgbouncer = (): boolean => spawnSync('pgbouncer', ['--version']).status === 0;

export async function startPgbouncer(customer: Customer): Promise<TestPooler> {
  const { hostname, port: upstream } = new URL(customer.url());
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'svc-pgbouncer-'));
  await chmod(folder, 0o755);
  const users = join(folder, 'users');
  await writeFile(users, [customer.owner, customer.reader].map((user) => `"${user}" "${customer.password}"\n`).join(''));
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    pool_mode: 'transaction',
    default_pool_size: 2,
    max_client_conn: 100,
  };
  const file = join(folder, 'pgbouncer.ini');
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  await writeFile(
    file,
    `[databases]\n${customer.database} = host=${hostname} port=${upstream || 5432} dbname=${customer.database}\n[pgbouncer]\n${lines.join('\n')}\n`,
  );
  // It does not run as root.
  const child = spawn('pgbouncer', [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), file], { stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    const said: string[] = [];
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`pgbouncer ended with ${code}: ${said.join('')}`)));
    child.stderr.on('data', (text: Buffer) => {
      said.push(String(text));
      if (text.includes('process up')) resolve();
    });
  });
  return {
    url(user) {
      const url = new URL(customer.url({ user }));
      url.host = `127.0.0.1:${port}`;
      return url.href;
    },
    async close() {
      child.removeAllListeners('exit');
      const gone = once(child, 'exit');
      child.kill('SIGINT');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
