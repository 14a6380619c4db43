import { createHmac, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeOnce } from './lib/write-once.ts';

/** The configured secret, or the one generated into the data folder at the first start (mode 0600). */
export async function loadSecret(configured: string | undefined, dataDir: string): Promise<string> {
  if (configured !== undefined) return configured;
  const file = join(dataDir, 'secret');
  await mkdir(dataDir, { recursive: true });
  await setEmptyAside(file);
  await writeOnce(file, randomBytes(32).toString('base64url'));
  const secret = (await readFile(file, 'utf8')).trim();
  if (secret.length < 32) throw new Error(`${file} holds no usable secret. Restore it, or set SVC_SECRET.`);
  return secret;
}

/** Which service it is, to programs that remember some of several: the same for all that share its data. */
export const serviceIdOf = (secret: string): string => createHmac('sha256', secret).update('svc service').digest('base64url').slice(0, 22);

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
