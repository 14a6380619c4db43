import { type Column, needsValue, type Table } from '../../../schema.ts';
import { isPersonNoun } from '../../english/person-noun.ts';
import { tellsOne } from '../change/person.ts';
import { isUnique, TITLES, textOf } from '../change/spans.ts';
import { columnAt, labelColumn } from '../write-names.ts';
import type { Found, WriteReader } from '../write-reader.ts';
import { nameWords } from '../write-tokens.ts';
import type { RawValue } from '../write-values.ts';
import { ARTICLES, words } from '../write-words.ts';
import { withCapital } from './capital.ts';
import { insertable, type Row, withoutCodes } from './row.ts';
import { saysDay } from './said.ts';
import { INTO, lookBack, type Target } from './target.ts';
import { endOfItem } from './typed.ts';

/** "named Yirgacheffe" */
export function named(row: Row, at: number): number | null {
  const { reader } = row;
  if (!/^(?:named|called|titled|entitled)$/.test(reader.lower(at))) return null;
  const label = labelColumn(row.table);
  const value = reader.valueAt(at + 1, row.table);
  if (!value) return null;
  if (!label) return putPerson(row, value.what.text, at) ? value.next : null;
  row.put(label, value.what, at);
  return value.next;
}

/** "Zoe Hart", where first and last name are two columns. */
function putPerson(row: Row, text: string, at: number): boolean {
  const [first, last, ...more] = text.split(' ');
  const given = row.table.columns.find(({ name }) => FIRST_NAME.test(name));
  const family = row.table.columns.find(({ name }) => /^(?:last_?name|surname|family_?name|[sl]_?name)$/.test(name));
  if (first === undefined || last === undefined || more.length > 0 || !given || !family || row.values.has(given.name)) return false;
  row.put(given, { text: first, quoted: false }, at);
  row.put(family, { text: last, quoted: false }, at);
  return true;
}

/** "add customer Eve …": the name of the row right after its table. Gives the token to go on from. */
export function nameAfter(row: Row, target: Target): number {
  const colon = row.reader.lower(target.next) === ':';
  const first = colon ? target.next + 1 : target.next;
  const at = untitled(row, first);
  if (INTO.has(lookBack(row.reader, target.at)) || columnAt(row.reader.tokens, at, row.table, true)) return target.next;
  const value = row.reader.valueAt(at, row.table);
  const label = nameColumn(row);
  // What stands first after a colon is the name, in capitals or not.
  const said = value && (value.what.quoted || /^\p{Lu}/u.test(value.what.text) || (colon && /^\p{L}/u.test(value.what.text)));
  const found = (colon ? ownItem(row, at) : null) ?? (said ? value : nameWithoutCapitals(row, at));
  const code = colon && !label ? codeAfter(row, at) : null;
  if (code !== null) return code;
  if (!found) return target.next;
  if (!label) return putPerson(row, found.what.text, at) ? found.next : target.next;
  if (row.values.has(label.name)) return target.next;
  row.put(label, found.what.quoted ? found.what : { ...found.what, text: withCapital(row, label, found.what.text) }, at);
  return found.next;
}

/** ": W-4711X,": what a thing is known by that has a code and no name. */
function codeAfter(row: Row, at: number): number | null {
  const { reader, table } = row;
  const text = reader.tokens[at]?.text ?? '';
  const [column, ...more] = table.columns.filter(({ name, type }) => type === 'text' && CODE.test(name) && isUnique(table, name));
  if (!/\d/.test(text) || !/^[\p{L}\d/.-]+$/u.test(text) || column === undefined || more.length > 0 || endOfItem({ reader }, at) !== at + 1)
    return null;
  row.put(column, { text, quoted: true }, at);
  reader.assume(`"${text}" read as ${column.name}`);
  return at + 1;
}

/** The token after "Mr.", which is no part of a name unless others are kept with theirs, and may have a column of its own. */
function untitled(row: Row, at: number): number {
  const { reader, table, values } = row;
  const title = reader.lower(at);
  const label = labelColumn(table);
  const kept = label !== null && reader.question.values.of(table.name, label.name)?.some((name) => name.toLowerCase().startsWith(title));
  if (!TITLES.has(title) || kept === true) return at;
  const column = table.columns.find(({ name, type }) => type === 'text' && TITLE.test(name) && name !== label?.name);
  if (column !== undefined && !values.has(column.name)) row.put(column, { text: withCapital(row, column, title), quoted: false });
  return reader.lower(at + 1) === '.' ? at + 2 : at + 1;
}

/** ": Brake fluid,": all up to the comma, of a thing that is called by words of which the first alone has a capital. */
function ownItem({ reader, table }: Row, at: number): Found<RawValue> | null {
  const end = endOfItem({ reader }, at);
  const said = reader.tokens.slice(at, end).map(({ text }) => text);
  if (
    said.length < 2 ||
    said.length > NAME_MAX ||
    !/^\p{Lu}/u.test(said[0] ?? '') ||
    !said.slice(1).every((word) => /^\p{Ll}+$/u.test(word))
  )
    return null;
  if (isPersonNoun(nameWords(table.name).at(-1) ?? '') || !said.every((_, i) => isNamePart(reader, table, at + i))) return null;
  // "Kayak red": what a column keeps is no part of the name.
  if (said.slice(1).some((word) => reader.columnsHolding(table, word).length > 0)) return null;
  const text = textOf(reader, at, end);
  return text === null ? null : { what: { text, quoted: false }, next: end };
}

/** What names a row: the label of its table, else the one text that a row needs and that hardly any two share, codes apart. */
function nameColumn({ reader, table }: Row): Column | null {
  const label = labelColumn(table);
  const people = table.columns.some(({ name }) => FIRST_NAME.test(name));
  if (label !== null || people) return label;
  const keys = new Set([...table.primaryKey, ...table.foreignKeys.flatMap(({ columns }) => columns)]);
  const [only, ...more] = table.columns.filter(
    (column) =>
      column.type === 'text' && needsValue(column) && !keys.has(column.name) && !CODE.test(column.name) && tellsOne(reader, table, column),
  );
  return only === undefined || more.length > 0 ? null : only;
}

/** "new donor walter nance from falmouth": the words up to the next turn, of who types no capitals. */
function nameWithoutCapitals({ reader, table }: Row, at: number): Found<RawValue> | null {
  if (/\p{Lu}/u.test(withoutCodes(reader.question.text.slice(reader.tokens[at]?.start ?? 0)))) return null;
  let next = at;
  while (next < at + NAME_MAX && isNamePart(reader, table, next)) next++;
  const [first, last] = [reader.tokens[at], reader.tokens[next - 1]];
  if (first === undefined || last === undefined || next === at || isNamePart(reader, table, next)) return null;
  return { what: { text: reader.question.text.slice(first.start, last.end), quoted: false }, next };
}

function isNamePart(reader: WriteReader, table: Table, at: number): boolean {
  const token = reader.tokens[at];
  if (token?.kind !== 'word' || !/^[\p{L}&]/u.test(token.text) || ENDS_NAME.has(token.lower) || saysDay(reader, at)) return false;
  return columnAt(reader.tokens, at, table, false) === null && reader.tableAt(at)?.whole !== true;
}

/** "Insert 'Madison High' into …", "add Yirgacheffe to …": the name of the row. */
export function leading(row: Row, at: number): number | null {
  const { reader } = row;
  const value = reader.valueAt(at, row.table);
  if (labelColumn(row.table) === null && value !== null && /^\p{Lu}/u.test(value.what.text) && putPerson(row, value.what.text, at))
    return value.next;
  const first = insertable(row.table)[0];
  const label = labelColumn(row.table) ?? (first?.type === 'text' ? first : null);
  if (!value || !label || row.values.has(label.name)) return null;
  if (!value.what.quoted && !/^\p{Lu}/u.test(value.what.text)) return null;
  reader.assume(`"${value.what.text}" read as ${label.name}`);
  row.put(label, value.what, at);
  return value.next;
}

/** "put teresa voss on the waiting list": the name of the row before its table. */
export function leadingWithoutCapitals(row: Row, at: number): number | null {
  const label = labelColumn(row.table);
  const found = /^(?:put|add|sign|enter|register|book)$|^up$/.test(row.reader.lower(at - 1)) ? nameWithoutCapitals(row, at) : null;
  if (found === null || (label !== null && row.values.has(label.name))) return null;
  if (label === null) return putPerson(row, found.what.text, at) ? found.next : null;
  row.put(label, found.what, at);
  return found.next;
}

/** "from Onyx": the column where that is stored already, else the only column that says where something comes from. */
export function origin(row: Row, at: number): number | null {
  const { reader } = row;
  if (!/^(?:from|by)$/.test(reader.lower(at))) return null;
  const said = reader.valueAt(at + 1, row.table);
  // "by card today"
  const value = said !== null && /^(?:today|yesterday)$/.test(reader.lower(said.next - 1)) ? beforeLast(reader, at + 1, said.next) : said;
  if (!value) return null;
  const free = (column: Column): boolean => column.type === 'text' && !row.values.has(column.name) && column !== labelColumn(row.table);
  const holding = reader.columnsHolding(row.table, value.what.text).filter(free);
  const fitting = reader.lower(at) === 'from' ? ORIGIN : MAKER;
  const candidates = holding.length > 0 ? holding : row.table.columns.filter((column) => free(column) && fitting.test(column.name));
  const column = candidates.length === 1 ? candidates[0] : undefined;
  if (!column) return null;
  reader.assume(`"${reader.lower(at)} ${value.what.text}" read as ${column.name}`);
  row.put(column, value.what, at);
  return value.next;
}

function beforeLast(reader: WriteReader, at: number, next: number): Found<RawValue> | null {
  const text = textOf(reader, at, next - 1);
  return text === null ? null : { what: { text, quoted: false }, next: next - 1 };
}

/** "for customer Ada" */
export function reference(row: Row, at: number): number | null {
  const { reader } = row;
  if (!PREPOSITIONS.has(reader.lower(at))) return null;
  const parent = reader.parentAt(at + 1, row.table);
  if (parent) {
    row.put(parent.what.column, parent.what.raw, at);
    return parent.next;
  }
  const value = GIVEN_BY.has(reader.lower(at)) ? reader.valueAt(reader.skip(at + 1, ARTICLES), row.table) : null;
  const column = value && reader.parentNamed(value.what.text, row.table);
  if (!column || row.values.has(column.name)) return null;
  reader.assume(`"${reader.lower(at)} ${value.what.text}" read as ${column.name}`);
  row.put(column, value.what, at);
  return value.next;
}

const FIRST_NAME = /^(?:first_?name|given_?name|forename|f_?name)$/;
const CODE = /(?:^|_)(?:no|nr|num|number|code|ref|sku|isbn|barcode|plate|email|phone)(?:_|$)/;
const TITLE = /^(?:title|salutation|honorific|name_prefix)$/;
const NAME_MAX = 4;
const ENDS_NAME = words(
  'named called titled entitled from in at with on for as by to of into onto is was has have had wants gets takes lives living pays paying who that and or not no a an the this last next today tomorrow yesterday now',
);
const GIVEN_BY = words('for from by with to into at');
const PREPOSITIONS = words('for by to of with from in into at');
const ORIGIN =
  /^(?:origin|source|country|city|town|location|hometown|roaster|brand|supplier|manufacturer|company|vendor|region|state|address|place)$/;
const MAKER = /^(?:author|artist|roaster|brand|manufacturer|maker|writer|director|creator|publisher|composer|designer)$/;
