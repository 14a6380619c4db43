import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made = new Set<string>();

/**
 * A folder that goes with the file whose test made it. Everybody may pass through it: started by root, engines have users of their own, and what
 * they could not reach would be kept in /var/lib instead, and stay there.
 */
export async function newFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `svc-${name}-`));
  await chmod(folder, 0o755);
  made.add(folder);
  return folder;
}

export async function removeFolders(): Promise<void> {
  const folders = [...made];
  made.clear();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
}
