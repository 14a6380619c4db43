import type { Column } from '../../../schema.ts';
import { DATED } from '../../linking/expressions.ts';
import { columnAt } from '../write-names.ts';
import type { Found } from '../write-reader.ts';
import { nameWords } from '../write-tokens.ts';
import type { RawValue } from '../write-values.ts';
import { ARTICLES, words } from '../write-words.ts';
import { COLUMN_WORDS, FILLERS, type Row } from './row.ts';

export function columnThenValue(row: Row, at: number): number | null {
  const { reader } = row;
  const from = reader.skip(at, COLUMN_WORDS);
  const mention = row.column(from);
  if (!mention) return null;
  const named = reader.is(mention.next, NAMING) && !row.column(mention.next) ? mention.next + 1 : mention.next;
  const said = reader.skip(named, IS);
  // "joined on 3 May 2026"
  const start = DATED.has(mention.what.type) && reader.lower(said) === 'on' ? said + 1 : said;
  const value = quotedAfterNoun(row, mention.next) ?? toComma(row, mention) ?? reader.valueAt(start, row.table);
  if (!value) return null;
  if (start === named && !value.what.quoted && !adjacent(row, value, start, mention.whole)) return null;
  if (!mention.whole) reader.assume(`"${reader.tokens[from]?.text}" read as the column ${mention.what.name}`);
  const whole = mention.what.type === 'text' ? groupsOf(row, start, value) : value;
  row.put(mention.what, whole.what, at);
  return afterUnit(row, whole.next, mention.what);
}

/** "notes: wants a new quote": after a colon a text goes on to the next comma. */
function toComma({ reader }: Row, { what, next }: { what: Column; next: number }): Found<RawValue> | null {
  if (what.type !== 'text' || reader.lower(next) !== ':' || reader.tokens[next + 1]?.kind === 'quoted') return null;
  let end = next + 1;
  while (reader.tokens[end] !== undefined && reader.tokens[end]?.kind !== 'mark') end++;
  const [first, last] = [reader.tokens[next + 1], reader.tokens[end - 1]];
  if (first === undefined || last === undefined || end === next + 1) return null;
  return { what: { text: reader.question.text.slice(first.start, last.end), quoted: false }, next: end };
}

/** "0660 778 8990": the groups of digits that one number is written in. */
function groupsOf({ reader }: Row, start: number, value: Found<RawValue>): Found<RawValue> {
  const digits = (at: number): boolean => /^\+?\d[\d-]*$/.test(reader.tokens[at]?.text ?? '') && reader.tokens[at]?.kind !== 'quoted';
  let next = value.next;
  while (next > start && digits(next - 1) && digits(next)) next++;
  const [first, last] = [reader.tokens[start], reader.tokens[next - 1]];
  if (next === value.next || first === undefined || last === undefined) return value;
  return { what: { text: reader.question.text.slice(first.start, last.end), quoted: false }, next };
}

/** "total score '290'": one more noun before a quoted value. */
function quotedAfterNoun(row: Row, at: number): Found<RawValue> | null {
  const { reader } = row;
  if (!/^[a-z]{3,}$/.test(reader.tokens[at]?.text ?? '') || reader.is(at, IS) || reader.is(at, FILLERS) || row.column(at)) return null;
  const start = reader.skip(at + 1, IS);
  const value = reader.tokens[start]?.kind === 'quoted' ? reader.valueAt(start, row.table) : null;
  if (!value) return null;
  row.beside.add(at);
  reader.leftover.push(at);
  return value;
}

/** "a tonnage of 5,200 GRT" for tonnage_grt, "costs 12 euros": the rest of the column's name says nothing new. */
function afterUnit({ reader }: Row, at: number, column: Column): number {
  const token = reader.tokens[at];
  const known = nameWords(column.name);
  if (NUMERIC.has(column.type) && reader.tokens[at - 1]?.kind === 'number' && CURRENCIES.has(reader.lower(at))) return at + 1;
  return token?.kind === 'word' && token.words.length > 0 && token.words.every((word) => known.includes(word)) ? at + 1 : at;
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

/** "with 12 gears", "worth 12 points" */
export function numberThenColumn(row: Row, at: number): number | null {
  const { reader } = row;
  if (reader.lower(at) === 'worth' && reader.tokens[at + 1]?.kind === 'number') return numberThenColumn(row, at + 1);
  const token = reader.tokens[at];
  const whole = token?.kind === 'number' ? columnAt(reader.tokens, at + 1, row.table, false) : null;
  // "25 points" of max_points
  const part = token?.kind === 'number' && whole === null ? row.column(at + 1) : null;
  const mention = whole ?? (part !== null && ['integer', 'decimal', 'float'].includes(part.what.type) ? part : null);
  if (!token || !mention || row.values.has(mention.what.name) || !NUMBER_ENDS.test(reader.lower(mention.next))) return null;
  row.put(mention.what, { text: token.text, quoted: false }, at);
  return mention.next;
}

/** "rating 5", "club 'FK Trakai'", "status pending": a value right after its column, with nothing between. */
function adjacent(row: Row, value: Found<RawValue>, start: number, whole: boolean): boolean {
  if (value.what.quoted || /^[\p{Lu}\d$€£+-]/u.test(value.what.text)) return true;
  return whole && value.next === start + 1 && /^(?:|[,.;)]|and|with)$/.test(row.reader.lower(value.next));
}

const NUMERIC: ReadonlySet<string> = new Set(['integer', 'decimal', 'float']);
const CURRENCIES = words('dollars dollar euros euro eur usd pounds pound gbp bucks quid');
const NUMBER_ENDS = /^(?:|[,.;)]|and|this|today|tomorrow|yesterday|on|for|by|at|from|to|with)$/;
/** "a phone number", "an email address": the rest of what a column is called, and no value. */
export const NAMING = words('number numbers address addresses name names code codes id ids date dates detail details info');
const IS = words('is are as = : of to being was were equals equal value column field set with - has been given at');
