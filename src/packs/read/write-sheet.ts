import { LIMITS } from '../../contract/limits.ts';
import { encodeJson } from '../../lib/encode-json.ts';
import { Verbatim } from '../../lib/verbatim.ts';
import { KIND, kindOfCell, NUMBERS } from '../tabular/kinds.ts';
import { unreadable } from '../unreadable.ts';
import type { Sheet } from './sheet.ts';
import type { Piece } from './source.ts';

const PIECE_CHARACTERS = 256 * 1024;

/**
 * Writes a table as CSV, from which it is imported as any other. A value that came as a text stays one: "7" is no number; and a column that holds an object or a
 * list anywhere holds JSON everywhere.
 * @throws Fault source_unreadable
 */
export function* writeSheet(sheet: Sheet): Generator<Piece> {
  const kinds = new Array<number>(sheet.columns.length).fill(0);
  for (const row of sheet.rows) for (let cell = 0; cell < kinds.length; cell++) kinds[cell] = (kinds[cell] ?? 0) | saidKind(row[cell]);
  for (let cell = 0; cell < kinds.length; cell++) if (((kinds[cell] ?? 0) & KIND.jsonb) !== 0) kinds[cell] = KIND.jsonb;
  let bytes = 0;
  let text = '';
  const flush = (): Piece => {
    const content = Buffer.from(text);
    text = '';
    bytes += content.length;
    if (bytes > LIMITS.importSourceMaxBytes) throw unreadable('As rows it is larger than an import may be.', { file: sheet.from });
    return { kind: 'rows', content };
  };
  let number = sheet.rowsBefore;
  for (const row of sheet.rows) {
    number += 1;
    const cells = kinds.map((kind, cell) => asCell(row[cell], kind === KIND.jsonb));
    if (cells.some((cell) => cell.includes('\0')))
      throw unreadable('A text holds NUL, which no column can.', { file: sheet.from, row: number });
    // A line with nothing on it would be no row.
    text += cells.length === 1 && cells[0] === '' ? '""\n' : `${cells.join(',')}\n`;
    if (text.length >= PIECE_CHARACTERS) yield flush();
  }
  if (text !== '') yield flush();
  const { from, name, rowsBefore, key } = sheet;
  const columns = sheet.columns.map((column, index) => ({ text: column, kinds: kinds[index] ?? 0 }));
  yield { kind: 'table', from, name, rowsBefore, columns, ...(key ? { key } : {}) };
}

/** What the format itself says of a value, beyond what its text does. */
function saidKind(value: unknown): number {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    const kind = bytes.length === 0 || bytes.length > MAY_BE_NUMBER ? 0 : kindOfCell(bytes, 0, bytes.length);
    return (kind & (NUMBERS | KIND.boolean)) === 0 ? 0 : KIND.text;
  }
  if (value === null || typeof value !== 'object' || value instanceof Date || value instanceof Uint8Array) return 0;
  return value instanceof Verbatim && /^-?\d/.test(value.json) ? 0 : KIND.jsonb;
}

const MAY_BE_NUMBER = 400;

function asCell(value: unknown, isJson: boolean): string {
  if (value === null || value === undefined) return '';
  if (isJson) return quoted(encodeJson(value));
  if (typeof value === 'string') return value === '' || SPECIAL.test(value) ? quoted(value) : value;
  if (value instanceof Date) return moment(value);
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (value instanceof Verbatim) return value.json;
  if (typeof value === 'number' && !Number.isFinite(value)) return '';
  return String(value);
}

const SPECIAL = /[",\r\n]|^\s|\s$/;
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A day, where there is no time in it. */
function moment(value: Date): string {
  if (Number.isNaN(value.getTime())) return '';
  const text = value.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
}
