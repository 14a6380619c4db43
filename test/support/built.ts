import { execFileSync } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = ['src', 'mcp', 'bridge', 'tsconfig.build.json', 'tsconfig.json', 'package.json'];

/** The command line is tested as it is installed, built by `tsc`, which starts in a third of the time that its sources take. */
export default async function setup(): Promise<void> {
  const builtAt = await changedAt(join(ROOT, 'dist/.tsbuildinfo')).catch(() => 0);
  const changes = await Promise.all(SOURCES.map((place) => lastChangeIn(join(ROOT, place))));
  if (Math.max(...changes) < builtAt) return;
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
}

const changedAt = async (place: string): Promise<number> => (await stat(place)).mtimeMs;

/** Of a file, or of the files and folders below a folder: a file that was removed has changed its folder. */
async function lastChangeIn(place: string): Promise<number> {
  const below = (await stat(place)).isDirectory() ? await readdir(place, { recursive: true }) : [];
  return Math.max(await changedAt(place), ...(await Promise.all(below.map((name) => changedAt(join(place, name))))));
}
