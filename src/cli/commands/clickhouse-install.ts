import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { EMBEDDED_CLICKHOUSE } from '../../contract/clickhouse.ts';
import type { Run } from '../command-run.ts';
import type { Context } from '../context.ts';
import { startSpinner } from '../output/spinner.ts';
import { Stop } from '../stop.ts';

/** Installs the library of the embedded ClickHouse into the data folder, by npm. A service that runs finds it with the next create. */
export const clickhouseInstall: Run = async (context, _given, { json, dataDir }) => {
  const { output, settings } = context;
  if (process.platform === 'win32')
    throw new Stop('failed', 'The embedded ClickHouse runs on Linux (glibc) and macOS: on Windows use Postgres.');
  const data = resolve((dataDir ?? settings.environment.SVC_DATA_DIR) || (await folderServed(context)) || settings.dataDir);
  const folder = join(data, EMBEDDED_CLICKHOUSE.folder);
  const what = `${EMBEDDED_CLICKHOUSE.package}@${EMBEDDED_CLICKHOUSE.range}`;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ private: true })}\n`, { flag: 'wx' }).catch(() => undefined);
  const spinner = await startSpinner(`Installing ${what}, about 550 MB, into ${folder}`);
  try {
    await npm(['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', what]);
  } finally {
    spinner.stop();
  }
  if (json) output.json({ installed: what, folder });
  else
    output.line(
      `Installed ${what} into ${folder}. Databases can be made on ClickHouse now: svc new --engine clickhouse "page views: url, country, when"`,
    );
  return 'ok';
};

/** The data folder of this user's service that runs, which may have been started with another one than the command line's own. */
async function folderServed(context: Context): Promise<string | null> {
  const owner = await context.owner().catch(() => null);
  return owner === null ? null : dirname(owner.keyFile);
}

async function npm(args: readonly string[]): Promise<void> {
  const child = spawn('npm', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-2_000);
  });
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', (error) => fail(new Stop('failed', `npm could not be started: ${error.message}`)));
    child.once('exit', done);
  });
  if (code !== 0) throw new Stop('failed', `npm could not install it: ${said.trim() || `it ended with ${code}`}`);
}
