import type { Column } from '../../../schema.ts';
import { labelColumn } from '../write-names.ts';
import { nameWords } from '../write-tokens.ts';
import { words } from '../write-words.ts';
import { readRow } from './read-row.ts';
import type { Row } from './row.ts';

/** "In 1971, Ada Lovelace, age 4, was trained by Henry": a sentence that tells of a row rather than naming its columns. */
export function readStatement(row: Row, from: number, end: number): void {
  readRow(row, from, end, moment, subject, aside);
}

/** "In 1971", "On 2 January 1944": the only column that can hold it. */
function moment(row: Row, at: number): number | null {
  const { reader } = row;
  if (!/^(?:in|on)$/.test(reader.lower(at))) return null;
  const value = reader.valueAt(at + 1, row.table);
  if (!value || !/\d/.test(value.what.text)) return null;
  const year = /^\d{4}$/.test(value.what.text);
  const columns = row.table.columns.filter(
    (column) => !row.values.has(column.name) && (year ? isYear(column) : isDay(column) && /\d{4}/.test(value.what.text)),
  );
  const [column] = columns;
  if (!column || columns.length > 1) return null;
  row.put(column, value.what, at);
  return value.next;
}

const isYear = (column: Column): boolean =>
  nameWords(column.name).includes('year') && (column.type === 'integer' || column.type === 'text');
const isDay = (column: Column): boolean =>
  column.type === 'date' || column.type === 'timestamp' || (column.type === 'text' && nameWords(column.name).includes('date'));

/** The name that begins the sentence, or what follows its opening. */
function subject(row: Row, at: number): number | null {
  const { reader, table } = row;
  const before = reader.lower(at - 1);
  const value = at === 0 || before === ',' ? reader.valueAt(at, table) : null;
  if (!value || value.what.quoted || !/^\p{Lu}/u.test(value.what.text)) return null;
  const column = labelColumn(table) ?? ownNoun(row);
  if (!column || row.values.has(column.name)) return null;
  reader.assume(`"${value.what.text}" read as ${column.name}`);
  row.put(column, value.what, at);
  row.subject = value.what.text;
  return value.next;
}

/** `horse` of horse_races */
function ownNoun({ table }: Row): Column | null {
  const own = nameWords(table.name);
  const columns = table.columns.filter((column) => column.type === 'text' && own.includes(nameWords(column.name).join('_')));
  return columns.length === 1 ? (columns[0] ?? null) : null;
}

/** ", a ship registered in …" */
function aside(row: Row, at: number): number | null {
  const { reader } = row;
  if (BE.has(reader.lower(at))) return at + 1;
  const noun = /^an?$/.test(reader.lower(at - 1)) && /^[a-z]{3,}$/.test(reader.tokens[at]?.text ?? '');
  return noun && (/ed$/.test(reader.lower(at + 1)) || /^(?:with|named|from)$/.test(reader.lower(at + 1))) ? at + 1 : null;
}

const BE = words('was were is are');
