import { open, readdir, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { LIMITS } from '../../contract/limits.ts';
import { beginsGitLog } from '../../contract/packs.ts';
import { Stop } from '../stop.ts';

/** A file to import, under the name that the service is told. */
export interface LocalFile {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

/** What a file is by its name; null for what no import reads. A text may be notes, a git log or rows. */
type Kind = 'notes' | 'tables';
const NOTES = /\.(md|markdown|txt)$/i;
const TABLES = /\.(csv|tsv|tab|json|ndjson|jsonl|xlsx|parquet)$/i;
const MARKDOWN = /\.(md|markdown)$/i;
const kindOf = (name: string): Kind | null => (NOTES.test(name) ? 'notes' : TABLES.test(name) ? 'tables' : null);
/** What a pack takes of a folder. */
const KINDS: Readonly<Record<string, readonly Kind[]>> = { notes: ['notes'], tabular: ['tables'] };

export interface FoundFiles {
  readonly files: readonly LocalFile[];
  /** Names of files in folders that are neither notes nor tables, or not what the pack takes. */
  readonly left: readonly string[];
}

/**
 * The files that are named, and those in the folders that are: notes, or what may be tables. A folder with both is one of the two only once a pack is
 * named. Hidden files are left out.
 * @throws Stop usage
 */
export async function findFiles(given: readonly string[], pack: string | undefined): Promise<FoundFiles> {
  const files: LocalFile[] = [];
  const left: string[] = [];
  for (const path of given) {
    const facts = await stat(path).catch((error: NodeJS.ErrnoException) => {
      throw new Stop('usage', `${path}: ${error.code === 'ENOENT' ? 'there is no such file' : 'it cannot be read'}.`);
    });
    if (!facts.isDirectory()) files.push({ name: basename(path), path, bytes: facts.size });
    else {
      const inside = await filesIn(path, path);
      const kinds = KINDS[pack ?? ''] ?? (pack === undefined ? [onlyKind(path, inside)] : ['notes', 'tables']);
      const isTaken = ({ name }: LocalFile) => (kinds as readonly (Kind | null)[]).includes(kindOf(name));
      files.push(...inside.filter(isTaken));
      left.push(...inside.filter((file) => !isTaken(file)).map(({ name }) => name));
    }
  }
  if (files.length === 0)
    throw new Stop('usage', 'There is nothing to import.', 'Name files, or a folder of Markdown, CSV, JSON, XLSX or Parquet.');
  if (files.length > LIMITS.importFilesMax)
    throw new Stop('usage', `${files.length} files are more than one import takes (${LIMITS.importFilesMax}).`);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > LIMITS.importSourceMaxBytes)
    throw new Stop(
      'usage',
      `${bytes} bytes are more than one import takes (${LIMITS.importSourceMaxBytes}).`,
      'Import them one after the other, into one database with --db.',
    );
  return { files, left };
}

/** @throws Stop usage for a folder of notes and tables: either would be left out */
function onlyKind(path: string, inside: readonly LocalFile[]): Kind {
  const count = (kind: Kind) => inside.filter(({ name }) => kindOf(name) === kind).length;
  const [notes, tables] = [count('notes'), count('tables')];
  if (notes > 0 && tables > 0)
    throw new Stop(
      'usage',
      `${path} has notes (${notes}) and tables (${tables}), and an import takes one of them.`,
      'Say which with --pack notes or --pack tabular.',
    );
  return notes > 0 ? 'notes' : 'tables';
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

/** What they are, where the command does not say. @throws Stop usage for notes beside tables */
export async function packOf(files: readonly LocalFile[]): Promise<'tabular' | 'notes' | 'repo'> {
  const note = files.find(({ name }) => MARKDOWN.test(name));
  if (files.every(({ name }) => MARKDOWN.test(name))) return 'notes';
  const table = files.find(({ name }) => TABLES.test(name));
  if (note && table)
    throw new Stop('usage', `${note.name} is a note and ${table.name} a table, and an import takes one of them.`, 'Import them apart.');
  const [first] = files;
  if (first && beginsGitLog((await readPart(first, 0, HEAD_BYTES)).toString('latin1'))) return 'repo';
  return files.every(({ name }) => NOTES.test(name)) ? 'notes' : 'tabular';
}

const HEAD_BYTES = 4_096;

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
