import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeOnce } from '../lib/write-once.ts';

/** What tells this data folder from every other, also where several share a control plane and a secret. */
export async function loadPlaceId(dataDir: string): Promise<string> {
  const file = join(dataDir, 'place');
  await mkdir(dataDir, { recursive: true });
  await writeOnce(file, randomBytes(16).toString('base64url'));
  return (await readFile(file, 'utf8')).trim();
}
