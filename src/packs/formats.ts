import type { Format } from './state.ts';
import { unreadable } from './unreadable.ts';

const BY_ENDING: Readonly<Record<string, Format>> = {
  csv: 'csv',
  tsv: 'csv',
  tab: 'csv',
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  xlsx: 'xlsx',
  parquet: 'parquet',
  md: 'markdown',
  markdown: 'markdown',
};

/** Begins a ZIP archive, as XLSX is one, and a file of Parquet; what is neither is text. */
const ZIP = 'PK\u0003\u0004';
const PARQUET = 'PAR1';
const NOT_TEXT: readonly (readonly [start: string, what: string])[] = [
  ['\u001f\u008b', 'It is compressed by gzip: unpack it first.'],
  ['\u00d0\u00cf\u0011\u00e0', 'It is a workbook of an old Excel (.xls): save it as .xlsx.'],
  ['%PDF', 'It is a PDF.'],
  ['\u0089PNG', 'It is a picture.'],
  ['\u00ff\u00d8\u00ff', 'It is a picture.'],
  ['GIF87a', 'It is a picture.'],
  ['GIF89a', 'It is a picture.'],
  ['SQLite format 3\u0000', 'It is a database of SQLite: export its tables as CSV.'],
];

const ZIPPED = 'It is a ZIP archive: unpack it, and import the files in it.';
/** What an address answers with where it wants somebody to sign in first. */
const PAGE = /^\s*<(?:!doctype\s+html|html)[\s>]/i;

/** @throws Fault source_unreadable for what is no text, and says what it is */
export function requireText(name: string, head: Buffer): void {
  const start = head.toString('latin1', 0, 16);
  const refused = start.startsWith(ZIP) ? ZIPPED : NOT_TEXT.find(([begins]) => start.startsWith(begins))?.[1];
  if (refused !== undefined) throw unreadable(refused, { file: name });
}

/** What a table is read from, by how it begins, and by its name's ending where several begin alike. @throws Fault source_unreadable */
export function tabularFormat(name: string, head: Buffer): Format {
  const start = head.toString('latin1', 0, 16);
  if (start.startsWith(PARQUET)) return 'parquet';
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (start.startsWith(ZIP) && (ending === 'xlsx' || ending === '')) return 'xlsx';
  requireText(name, head);
  if (PAGE.test(head.toString('latin1')))
    throw unreadable('It is a page of HTML, as of a site that wants a sign-in first.', { file: name });
  const said = BY_ENDING[ending];
  if (said === 'xlsx' || said === 'parquet') throw unreadable(`It is called .${ending} and is none.`, { file: name });
  if (said !== undefined && said !== 'markdown') return said;
  const text = head.toString('utf8').trimStart();
  if (text.startsWith('[')) return 'json';
  // One object on its first line, and more behind it, is a line of NDJSON.
  if (text.startsWith('{')) return /^\{.*\}[^\S\n]*\n\s*\{/.test(text) ? 'ndjson' : 'json';
  return 'csv';
}
