import { encodeJson } from '../../lib/encode-json.ts';

/** Rows as lines of a CSV file (RFC 4180). NULL is an empty field and an empty text a quoted one, as the other engine has it. */
export function csvLines(rows: readonly (readonly unknown[])[]): Buffer[] {
  return [Buffer.from(rows.map((row) => `${row.map((value) => field(value, row.length)).join(',')}\r\n`).join(''))];
}

function field(value: unknown, width: number): string {
  // Readers take an empty line for none.
  if (value === null || value === undefined) return width === 1 ? '""' : '';
  if (value === '') return '""';
  const text = typeof value === 'string' ? value : encodeJson(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
