import { readNotes } from '../notes/read-notes.ts';
import { readGitLog } from '../repo/git-log.ts';
import { readIssues } from '../repo/issues.ts';
import { unreadable } from '../unreadable.ts';
import { readJsonSheets, readNdjsonSheets } from './json.ts';
import { readParquetSheets } from './parquet.ts';
import type { ReadSheets } from './sheet.ts';
import type { Piece, Source } from './source.ts';
import { utf8 } from './utf8.ts';
import { writeSheet } from './write-sheet.ts';
import { readXlsxSheets } from './xlsx.ts';

type ReadSheetsOf = (bytes: Buffer, from: string, name: string) => ReadSheets | Promise<ReadSheets>;

/** How files that are no CSV are read as tables. */
const SHEETS: Readonly<Record<Exclude<Source['format'], 'markdown'>, ReadSheetsOf>> = {
  json: (bytes, from, name) => readJsonSheets(utf8(bytes, from), from, name),
  ndjson: (bytes, from, name) => readNdjsonSheets(utf8(bytes, from), from, name),
  issues: (bytes, from) => readIssues(utf8(bytes, from), from),
  // Names and messages of old commits may be in any characters.
  'git-log': (bytes, from) => readGitLog(new TextDecoder().decode(bytes).replaceAll('\0', ''), from),
  xlsx: readXlsxSheets,
  parquet: readParquetSheets,
};

/**
 * Reads a source that is here as a whole. It may take seconds and much memory: `readApart` does it elsewhere.
 * @throws Fault source_unreadable
 */
export async function* readSource({ format, files }: Source, content: Buffer): AsyncGenerator<Piece> {
  if (format === 'markdown') return yield* readNotes(files, content);
  const [file] = files;
  if (!file) throw unreadable('There is no file in it.');
  const name = (file.name.split('/').at(-1) ?? file.name).replace(/\.[a-z0-9]{1,10}$/i, '');
  const { sheets, assumptions } = await SHEETS[format](content, file.name, name);
  if (assumptions.length > 0) yield { kind: 'assumptions', assumptions };
  for (const sheet of sheets) if (sheet.columns.length > 0) yield* writeSheet(sheet);
}
