import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packageFacts } from '../version.ts';
import type { Context } from './context.ts';
import { replaceFile } from './replace-file.ts';

interface Found {
  readonly checkedAt: string;
  /** Null when nothing was found. */
  readonly latest: string | null;
}

const DAY_MS = 86_400_000;
/** npm answers from its registry, or not at all. */
const ANSWER_MS = 20_000;

/** Tells of a newer version that was found before, and once a day has one looked for by a process that nobody waits for. */
export function tellNewer({ settings, output, help }: Context): void {
  const name = packageToUpdate(settings.updatePackage);
  if (name === null) return;
  const found = foundIn(settings.updateFile);
  if (found?.latest && isNewer(found.latest, help.version()))
    output.note(`svc ${found.latest} is there; this is ${help.version()}. \`svc update\` installs it.`);
  if (found && Date.now() - Date.parse(found.checkedAt) < DAY_MS) return;
  const look = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? './look-for-newer.ts' : './look-for-newer.js', import.meta.url));
  const args = [...process.execArgv, look, name, settings.updateFile];
  spawn(process.execPath, args, { detached: true, stdio: 'ignore' })
    .on('error', () => undefined)
    .unref();
}

/** The newest version in the registry that npm is configured for. @throws Error with npm's own words */
export function latestVersion(name: string): string {
  const { status, stdout, stderr, error } = spawnSync('npm', ['view', name, 'version', '--json'], {
    encoding: 'utf8',
    timeout: ANSWER_MS,
    shell: process.platform === 'win32',
  });
  if (error) throw error;
  const version: unknown = status === 0 ? JSON.parse(stdout || 'null') : null;
  if (typeof version === 'string' && VERSION.test(version)) return version;
  throw new Error(/npm (?:error|ERR!) (?!code)(.+)/.exec(stderr)?.[1] ?? 'npm found no version of it.');
}

export function keepFound(file: string, latest: string | null): void {
  const found: Found = { checkedAt: new Date().toISOString(), latest };
  replaceFile(file, `${JSON.stringify(found)}\n`);
}

/**
 * Under which name there can be a newer version. A package that is marked private was never published, so that one of its name
 * in a registry is somebody else's program.
 */
export function packageToUpdate(said: string | null): string | null {
  if (said !== null) return said;
  const { name, private: isPrivate } = packageFacts();
  return isPrivate === true ? null : name;
}

export function isNewer(version: string, than: string): boolean {
  const [a, b] = [partsOf(version), partsOf(than)];
  const at = a.findIndex((part, index) => part !== b[index]);
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
}

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;
const partsOf = (version: string): number[] => version.split(/[.-]/, 3).map(Number);

/** Null for a file that is not there or is no such file: it is looked for anew. */
function foundIn(file: string): Found | null {
  try {
    const found = JSON.parse(readFileSync(file, 'utf8')) as Found;
    return typeof found.checkedAt === 'string' && (found.latest === null || VERSION.test(found.latest)) ? found : null;
  } catch {
    return null;
  }
}
