import { extname } from 'node:path';
import { Stop } from '../stop.ts';
import { readCsv } from './csv.ts';
import { readExactJson } from './exact-json.ts';
import { readStdin } from './stdin.ts';
import { readText } from './text.ts';

export type FileRow = Record<string, unknown>;

export interface FileRows {
  readonly rows: FileRow[];
  /** Every value is text, since the format knows no other. */
  readonly isText: boolean;
}

/** The rows of a file, or of standard input. @throws Stop usage for what cannot be read, with the line */
export async function readRows(file: string | undefined, formatGiven: string | undefined): Promise<FileRows> {
  const isFile = file !== undefined && file !== '-';
  const name = isFile ? file : 'Standard input';
  const given = formatGiven ?? (isFile ? FORMAT_OF[extname(file).toLowerCase()] : undefined);
  if (given !== undefined && !isFormat(given))
    throw new Stop('usage', `${JSON.stringify(given)} is not a format.`, `Use one of ${Object.keys(READERS).join(', ')}.`);
  const text = isFile ? await readText(file) : await readStdin('rows');
  const format = given ?? formatOf(text);
  const rows = await READERS[format](text, name);
  if (rows.length === 0) throw new Stop('usage', `${name} holds no rows.`);
  return { rows, isText: format === 'csv' };
}

const READERS = { csv: readCsv, json: readJson, ndjson: readNdjson } as const;
type Format = keyof typeof READERS;
const isFormat = (text: string): text is Format => Object.hasOwn(READERS, text);
const FORMAT_OF: Readonly<Record<string, Format>> = { '.csv': 'csv', '.json': 'json', '.ndjson': 'ndjson', '.jsonl': 'ndjson' };

/** An array is JSON; objects one a line are NDJSON; one object over several lines is JSON; else it is CSV. */
function formatOf(text: string): Format {
  const start = text.trimStart();
  if (start.startsWith('[')) return 'json';
  if (!start.startsWith('{')) return 'csv';
  try {
    JSON.parse(start.slice(0, start.search(/\r?\n|$/)));
    return 'ndjson';
  } catch {
    return 'json';
  }
}

function readJson(text: string, name: string): FileRow[] {
  const value = parse(text, (why) => new Stop('usage', `${name} is not JSON: ${why}.`));
  const rows = Array.isArray(value) ? value : [value];
  const wrong = rows.findIndex((row) => !isRow(row));
  if (wrong >= 0)
    throw new Stop('usage', `${name}: ${Array.isArray(value) ? `element ${wrong + 1}` : 'the value'} is not an object.`, EXAMPLE);
  return rows;
}

function readNdjson(text: string, name: string): FileRow[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const at = `${name}, line ${index + 1}`;
    const row = parse(line, (why) => new Stop('usage', `${at} is not JSON: ${why}.`));
    if (!isRow(row)) throw new Stop('usage', `${at} is not an object.`, EXAMPLE);
    return [row];
  });
}

function parse(text: string, fault: (why: string) => Stop): unknown {
  try {
    return readExactJson(text);
  } catch (error) {
    throw fault((error as Error).message);
  }
}

const isRow = (value: unknown): value is FileRow => typeof value === 'object' && value !== null && !Array.isArray(value);
const EXAMPLE = 'A row is an object of values by column: {"roaster": "Onyx", "price": 18.5}.';
