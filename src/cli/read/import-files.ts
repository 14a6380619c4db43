import { open, readdir, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { LIMITS } from '../../contract/limits.ts';
import { Stop } from '../stop.ts';

/** A file to import, under the name that the service is told. */
export interface LocalFile {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

const NOTES = /\.(md|markdown|txt)$/i;
const TABLES = /\.(csv|tsv|tab|json|ndjson|jsonl|xlsx|parquet)$/i;

/**
 * The files that are named, and those in the folders that are: of a folder with notes these, and otherwise those that may be tables. Hidden ones are left out.
 * @throws Stop usage
 */
export async function findFiles(given: readonly string[]): Promise<LocalFile[]> {
  const found: LocalFile[] = [];
  for (const path of given) {
    const facts = await stat(path).catch((error: NodeJS.ErrnoException) => {
      throw new Stop('usage', `${path}: ${error.code === 'ENOENT' ? 'there is no such file' : 'it cannot be read'}.`);
    });
    if (!facts.isDirectory()) found.push({ name: basename(path), path, bytes: facts.size });
    else {
      const inside = await filesIn(path, path);
      const notes = inside.filter(({ name }) => NOTES.test(name));
      found.push(...(notes.length > 0 ? notes : inside.filter(({ name }) => TABLES.test(name))));
    }
  }
  if (found.length === 0)
    throw new Stop('usage', 'There is nothing to import.', 'Name files, or a folder of Markdown, CSV, JSON, XLSX or Parquet.');
  if (found.length > LIMITS.importFilesMax)
    throw new Stop('usage', `${found.length} files are more than one import takes (${LIMITS.importFilesMax}).`);
  const bytes = found.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > LIMITS.importSourceMaxBytes)
    throw new Stop(
      'usage',
      `${bytes} bytes are more than one import takes (${LIMITS.importSourceMaxBytes}).`,
      'Import them one after the other, into one database with --db.',
    );
  return found;
}

async function filesIn(folder: string, root: string): Promise<LocalFile[]> {
  const found: LocalFile[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await filesIn(path, root)));
    else if (entry.isFile())
      found.push({ name: join(basename(root), relative(root, path)).replaceAll('\\', '/'), path, bytes: (await stat(path)).size });
  }
  return found.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** What they are, where the command does not say. */
export async function packOf(files: readonly LocalFile[]): Promise<'tabular' | 'notes' | 'repo'> {
  if (files.every(({ name }) => /\.(md|markdown)$/i.test(name))) return 'notes';
  const [first] = files;
  if (first && /^commit [0-9a-f]{7,64}\b/.test((await readPart(first, 0, 100)).toString('latin1'))) return 'repo';
  return files.every(({ name }) => NOTES.test(name)) ? 'notes' : 'tabular';
}

/** So many of its bytes. @throws Stop when it changed since it was measured */
export async function readPart({ path, bytes }: LocalFile, at: number, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const wanted = Math.min(length, bytes - at);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, at);
    if (bytesRead < wanted) throw new Stop('failed', `${path} became shorter while it was read.`);
    return buffer;
  } finally {
    await file.close();
  }
}
