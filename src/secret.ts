import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { hasOwnCluster } from './engines/postgres/embedded-cluster.ts';
import { writeOnce } from './lib/write-once.ts';
import { OTHER_SECRET } from './store/secret-check.ts';

type Settings = Pick<Config, 'secret' | 'databaseUrl' | 'dataDir' | 'acceptsChangedSecret'>;

/**
 * The configured secret, or the one generated into the data folder at the first start (mode 0600). It is made once the control plane is
 * open and before anything derives from it, so that a start that is refused leaves none. @throws Error where it is not there any more, and
 * `isInUse` finds what derives from it (asked of the folder where the control plane is not open): a new one would stand in the place of the one that opens it
 */
export async function loadSecret(
  { secret: configured, databaseUrl, dataDir, acceptsChangedSecret }: Settings,
  isInUse: () => Promise<boolean> = () => hasOwnCluster(dataDir),
): Promise<string> {
  if (configured !== undefined) return configured;
  const file = join(dataDir, 'secret');
  if (!acceptsChangedSecret && (await holdsNothing(file)) && (await isInUse()))
    throw new Error(
      databaseUrl === undefined
        ? `${file} is ${existsSync(file) ? 'empty' : 'missing'}, and the data in ${dataDir} does not open without it: put it back, as from a backup, or set SVC_SECRET to what the service had; where it is lost, SVC_SECRET_CHANGED=accept makes another, which ends anonymous sessions`
        : OTHER_SECRET,
    );
  await mkdir(dataDir, { recursive: true });
  await setEmptyAside(file);
  await writeOnce(file, randomBytes(32).toString('base64url'));
  const secret = (await readFile(file, 'utf8')).trim();
  if (secret.length < 32) throw new Error(`${file} holds no usable secret. Restore it, or set SVC_SECRET.`);
  return secret;
}

/** Which service it is, to programs that remember some of several: the same for all that share its data. */
export const serviceIdOf = (secret: string): string => createHmac('sha256', secret).update('svc service').digest('base64url').slice(0, 22);

/** Missing, or emptied: what derives from it does not open by another one that is made in its place. */
const holdsNothing = async (file: string): Promise<boolean> => (await readFile(file, 'utf8').catch(() => '')) === '';

/** A start that was killed could leave an empty file, before they were written in one step. Nothing was ever derived from it. */
async function setEmptyAside(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text !== '') return;
  const aside = `${file}.${randomBytes(6).toString('hex')}.empty`;
  await rename(file, aside).catch(() => undefined);
  // Another start may have been quicker, and what was set aside is its good one.
  const moved = await readFile(aside, 'utf8').catch(() => '');
  if (moved !== '') await writeOnce(file, moved);
  await rm(aside, { force: true });
}
