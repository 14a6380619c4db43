import type { Found } from '../write-reader.ts';
import type { RawValue } from '../write-values.ts';
import { ARTICLES, words } from '../write-words.ts';
import { COLUMN_WORDS, FILLERS, type Row } from './row.ts';

export function columnThenValue(row: Row, at: number): number | null {
  const { reader } = row;
  const from = reader.skip(at, COLUMN_WORDS);
  const mention = row.column(from);
  if (!mention) return null;
  const start = reader.skip(mention.next, IS);
  const value = reader.valueAt(start, row.table);
  if (!value) return null;
  if (start === mention.next && !adjacent(row, value, start, mention.whole)) return null;
  if (!mention.whole) reader.assume(`"${reader.tokens[from]?.text}" read as the column ${mention.what.name}`);
  row.put(mention.what, value.what, at);
  return value.next;
}

/** "'San Diego' for 'Location'" */
export function valueThenColumn(row: Row, at: number): number | null {
  const { reader } = row;
  const value = reader.valueAt(at, row.table);
  if (!value || reader.is(at, FILLERS) || !/^(?:for|as|under)$/.test(reader.lower(value.next))) return null;
  const mention = row.column(reader.skip(reader.skip(value.next + 1, ARTICLES), COLUMN_WORDS));
  if (!mention || !/^(?:|[,.;)]|and)$/.test(reader.lower(mention.next)) || row.values.has(mention.what.name)) return null;
  row.put(mention.what, value.what, at);
  return mention.next;
}

/** "rating 5", "club 'FK Trakai'", "status pending": a value right after its column, with nothing between. */
function adjacent(row: Row, value: Found<RawValue>, start: number, whole: boolean): boolean {
  if (value.what.quoted || /^[\p{Lu}\d$€£+-]/u.test(value.what.text)) return true;
  return whole && value.next === start + 1 && /^(?:|[,.;)]|and|with)$/.test(row.reader.lower(value.next));
}

const IS = words('is are as = : of to being was were equals equal value column field set with - has been given at');
