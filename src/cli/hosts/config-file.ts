import { randomBytes } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { Stop } from '../stop.ts';
import { ConfigFault } from './editor.ts';

/** A host's file as it was read. */
export interface ConfigFile {
  /** As it was named; its copy is put beside this. */
  readonly file: string;
  /** What is replaced: the end of a link. */
  readonly target: string;
  /** Null when there is none. */
  readonly bytes: Buffer | null;
}

/**
 * Reads a host's file, or says that there is none.
 * @param home nothing outside it is given; null where the user named the file
 * @throws Stop failed for what is no readable file, and for one outside the home
 */
export function readConfigFile(file: string, home: string | null): ConfigFile {
  const target = targetOf(file);
  if (home !== null && !isWithin(realpathSync(home), target))
    throw new Stop(
      'failed',
      `${file} is outside your home folder${target === file ? '' : `: it is ${target}`}. Nothing was changed.`,
      `Say --file ${file} to change it all the same.`,
    );
  try {
    return { file, target, bytes: readFileSync(target) };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { file, target, bytes: null };
    throw new Stop('failed', `${file} cannot be read (${codeOf(error)}). Nothing was changed.`);
  }
}

/** @throws ConfigFault for what is not UTF-8 */
export function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ConfigFault('this is not UTF-8 text', 1, 1);
  }
}

export const backupOf = (file: string): string => `${file}.svc-backup`;

/**
 * Copies the file beside itself and puts another text in its place, in one step and with its mode; null removes it, with
 * nothing to keep. Gives the copy's name, or null where none was made.
 * @throws Stop failed when the file is no longer as it was read
 */
export function replaceConfigFile({ file, target, bytes }: ConfigFile, after: string | null): string | null {
  try {
    if (bytes === null) mkdirSync(dirname(target), { recursive: true });
    else if (after !== null) place(backupOf(file), bytes, target);
    const fresh = after === null ? null : prepare(target, Buffer.from(after), bytes === null ? null : target);
    try {
      refuseChanged(file, target, bytes);
      if (fresh === null) rmSync(target);
      else renameSync(fresh, target);
    } finally {
      if (fresh !== null) rmSync(fresh, { force: true });
    }
    return bytes === null || after === null ? null : backupOf(file);
  } catch (error) {
    if (error instanceof Stop) throw error;
    throw new Stop('failed', `${file} cannot be written (${codeOf(error)}). It is as it was.`);
  }
}

function refuseChanged(file: string, target: string, bytes: Buffer | null): void {
  const now = readConfigFile(target, null).bytes;
  if (bytes === null ? now === null : now?.equals(bytes)) return;
  throw new Stop('failed', `${file} was changed by another program meanwhile. Nothing was written.`, 'Run the command again.');
}

function place(path: string, bytes: Buffer, like: string): void {
  const fresh = prepare(path, bytes, like);
  try {
    renameSync(fresh, path);
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** A new file beside the one that it will replace, with mode and owner of another. Secrets of other servers may be in it. */
function prepare(path: string, bytes: Buffer, like: string | null): string {
  const fresh = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  const { mode, uid, gid } = like === null ? { mode: 0o600, uid: null, gid: null } : statSync(like);
  try {
    writeFileSync(fresh, bytes, { mode: mode & 0o777, flag: 'wx', flush: true });
    const made = statSync(fresh);
    if (uid !== null && (made.uid !== uid || made.gid !== gid)) chownSync(fresh, uid, gid);
    return fresh;
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

/** Past the links of the file, or of the nearest folder of it that there is. */
function targetOf(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw new Stop('failed', `${file} cannot be read (${codeOf(error)}). Nothing was changed.`);
    if (lstatSync(file, { throwIfNoEntry: false }))
      throw new Stop('failed', `${file} is a link to nothing. Nothing was changed.`, 'Remove the link, or make what it points to.');
    return join(dirname(file) === file ? file : targetOf(dirname(file)), basename(file));
  }
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);
