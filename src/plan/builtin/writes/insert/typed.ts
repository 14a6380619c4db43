import { type Column, needsValue } from '../../../schema.ts';
import { rootOf } from '../../linking/lexicon.ts';
import { parentRow } from '../change/parent-row.ts';
import { TITLES, textOf } from '../change/spans.ts';
import { labelColumn } from '../write-names.ts';
import { nameWords } from '../write-tokens.ts';
import { words } from '../write-words.ts';
import { NAMING } from './pairs.ts';
import type { Row } from './row.ts';

/** "for Dick Whittington", "sold by Hugo", "supervised by Samira", "of asterion": the row that one free key points at. */
export function related(row: Row, at: number): number | null {
  const { reader, table } = row;
  const end = endOfItem(row, at);
  const verb = /^[a-z]{3,}(?:ed|ld|nt|en)$/.test(reader.lower(at)) ? reader.lower(at) : null;
  const free = table.foreignKeys.filter(({ columns }) => columns.length === 1 && !row.values.has(columns[0] ?? ''));
  // "mentor clara carver"
  const role = free.find(({ columns }) => isRole(nameWords(columns[0] ?? '')[0] ?? '', reader.lower(at)))?.columns[0];
  const from = reader.skip(verb === null && role === undefined ? at : at + 1, LEADS);
  if (verb !== null && from === at + 1) return null;
  const found = free.flatMap((key) => {
    const column = table.columns.find(({ name }) => name === key.columns[0]);
    const called =
      column !== undefined &&
      (column.name === role || (verb !== null && nameWords(column.name).some((word) => rootOf(word) === rootOf(verb))));
    const parent = column === undefined ? null : parentRow(reader, key, from, end, called);
    const one = parent !== null && (parent.what.kind === 'key' || parent.what.row);
    return column !== undefined && parent !== null && one ? [{ column, parent, called }] : [];
  });
  const longest = Math.max(...found.map(({ parent }) => parent.next));
  const named = found.filter(({ called }) => called);
  const [one, ...more] = (named.length > 0 ? named : found).filter(({ parent }) => parent.next === longest);
  if (one === undefined || more.length > 0 || ((verb !== null || role !== undefined) && named.length === 0)) return null;
  const { what, next } = one.parent;
  row.values.set(one.column.name, what.kind === 'key' ? what.value : { kind: 'scalarQuery', query: what.query });
  reader.assume(`"${textOf(reader, at, next)}" read as ${one.column.name}`);
  return next;
}

/** "mentor clara carver", "wants the main hall" of preferred_room_id */
const isRole = (own: string, said: string): boolean => own === said || (WISHES.has(said) && WISHED.has(own));
const WISHES = words('wants prefers wishes requests');
const WISHED = words('preferred wanted wished desired requested');

/** "pay as you go", "automatic": all between two commas, as one column stores or explains it. */
export function storedItem(row: Row, at: number): number | null {
  const { reader } = row;
  if (at > 0 && !/^[,:;]$/.test(reader.tokens[at - 1]?.text ?? '')) return null;
  const end = endOfItem(row, at);
  const whole = storedUpTo(row, at, end);
  if (whole !== null) return whole;
  // "wine shop in Evanston"
  for (let cut = end - 1; cut > at; cut--) {
    if (!BEFORE_MORE.has(reader.lower(cut))) continue;
    const found = storedUpTo(row, at, cut);
    if (found !== null) return found;
  }
  // "female beagle": two of them, and nothing else.
  for (let cut = at + 1; cut < end; cut++) {
    const sides = [textOf(reader, at, cut), textOf(reader, cut, end)].map((text) => (text === null ? [] : heldBy(row, text)));
    if (sides.every(({ length }) => length === 1) && sides[0]?.[0] !== sides[1]?.[0])
      return storedUpTo(row, at, cut) && storedUpTo(row, cut, end);
  }
  return null;
}

const heldBy = (row: Row, text: string): Column[] =>
  row.reader.columnsHolding(row.table, text).filter(({ type, name }) => type === 'text' && !row.values.has(name));

/** "junior member", "petrol sale": a kind before the table's name. */
export function kindBefore(row: Row, at: number, end: number): number | null {
  for (let next = Math.min(end, at + 3); next > at; next--) {
    const found = storedUpTo(row, at, next);
    if (found !== null) return found;
  }
  return null;
}

function storedUpTo(row: Row, at: number, end: number): number | null {
  const { reader, table } = row;
  const text = textOf(reader, at, end);
  const holding =
    text === null ? [] : reader.columnsHolding(table, text).filter(({ type, name }) => type === 'text' && !row.values.has(name));
  const [column, ...more] = holding;
  if (text === null || column === undefined || more.length > 0) return null;
  row.put(column, { text: reader.stored(table, column, text), quoted: true }, at);
  reader.assume(`"${text}" read as ${column.name}`);
  return end;
}

/** "9 percent commission": a number and its unit before the column's name. */
export function percentOf(row: Row, at: number): number | null {
  const { reader } = row;
  const number = /^(\d+(?:\.\d+)?)(%?)$/.exec(reader.tokens[at]?.text ?? '');
  if (number?.[1] === undefined) return null;
  const unit = number[2] === '%' ? at + 1 : /^(?:percent|%)$/.test(reader.lower(at + 1)) ? at + 2 : null;
  const mention = unit === null ? null : row.column(unit);
  const [share, ...more] = row.table.columns.filter(
    ({ name, type, comment }) => type === 'decimal' && /\bpercent\b/i.test(comment ?? '') && !row.values.has(name),
  );
  // "4.5 percent" of the one number that is told in percent
  if (unit !== null && share !== undefined && more.length === 0 && /^(?:|[,.;]|and)$/.test(reader.lower(unit))) {
    row.put(share, { text: number[1], quoted: false }, at);
    return unit;
  }
  if (mention === null || !/^(?:|[,.;]|and)$/.test(reader.lower(mention.next)) || row.values.has(mention.what.name)) return null;
  if (!nameWords(mention.what.name).some((word) => /^(?:percent|pct)$/.test(word))) return null;
  row.put(mention.what, { text: number[1], quoted: false }, at);
  return mention.next;
}

/** "this evening", "last night": the day, and the part of it that a column keeps. */
export function partOfDay(row: Row, at: number): number | null {
  const { reader, table } = row;
  const [first, second] = [reader.lower(at), reader.lower(at + 1)];
  if (!/^(?:this|yesterday|last)$/.test(first) || !/^(?:morning|afternoon|evening|night)$/.test(second)) return null;
  const days = table.columns.filter(({ name, type }) => (type === 'date' || type === 'timestamp') && !row.values.has(name));
  const needed = days.filter(needsValue);
  const [day, ...more] = needed.length > 0 ? needed : days;
  if (day === undefined || more.length > 0) return null;
  const [part] = reader.columnsHolding(table, second).filter(({ type, name }) => type === 'text' && !row.values.has(name));
  row.put(day, { text: first === 'this' ? 'today' : 'yesterday', quoted: false }, at);
  if (part !== undefined) row.put(part, { text: reader.stored(table, part, second), quoted: true }, at);
  return at + 2;
}

/** "max budget 380000", "contact kim vale": a text right after its column, up to the next comma, of who types no capitals. */
export function lowerText(row: Row, at: number): number | null {
  const { reader } = row;
  const mention = row.column(at);
  const end = mention === null ? at : endOfItem(row, mention.next);
  const text = mention === null || mention.next >= end || reader.is(mention.next, NAMING) ? null : textOf(reader, mention.next, end);
  if (mention === null || text === null || mention.what.type !== 'text' || row.values.has(mention.what.name)) return null;
  if (/\p{Lu}/u.test(text) || text.split(' ').length > 3 || reader.tokens.slice(mention.next, end).some(({ lower }) => TURNS.has(lower)))
    return null;
  row.put(mention.what, { text, quoted: false }, at);
  return end;
}

/** "for job 12: driver was rude": all after a colon, where a row needs one more text. */
export function afterColon(row: Row, at: number): number | null {
  const { reader, table } = row;
  if (reader.tokens[at - 1]?.text !== ':') return null;
  const keys = new Set([...table.primaryKey, ...table.foreignKeys.flatMap(({ columns }) => columns)]);
  const needed = table.columns.filter(
    (each) => each.type === 'text' && needsValue(each) && !keys.has(each.name) && !row.values.has(each.name),
  );
  const label = needed.find((each) => each === labelColumn(table));
  const [column, ...more] = label === undefined ? needed : [label];
  const end = label === column ? beforePlace(row, at) : endOfItem(row, at);
  const text = textOf(reader, at, end);
  if (text === null || column === undefined || more.length > 0 || /\d/.test(text) || heldBy(row, text).length > 0) return null;
  row.put(column, { text, quoted: true }, at);
  reader.assume(`"${text}" read as ${column.name}`);
  return end;
}

/** "The Old Mill in York": the name ends before the place that a row needs as well. */
function beforePlace(row: Row, at: number): number {
  const { reader, table } = row;
  const end = endOfItem(row, at);
  const place = table.columns.some(
    (each) => needsValue(each) && /^(?:city|town|village|location)$/.test(each.name) && !row.values.has(each.name),
  );
  const from = reader.tokens.findIndex(({ lower }, i) => i > at && i < end && lower === 'in');
  return place && from > 0 && end - from <= PLACE_MAX && /^\p{Lu}/u.test(reader.tokens[from + 1]?.text ?? '') ? from : end;
}
const PLACE_MAX = 4;

export function endOfItem({ reader }: Pick<Row, 'reader'>, at: number): number {
  let end = at;
  // "Dr. Bell" goes on after the mark.
  const within = (): boolean => reader.tokens[end]?.text === '.' && end > at && TITLES.has(reader.lower(end - 1));
  while (reader.tokens[end] !== undefined && (reader.tokens[end]?.kind !== 'mark' || within())) end++;
  return end;
}

/** The next number, for a table whose keys nobody makes. */
export const isOwnNumber = (column: Column, primaryKey: readonly string[]): boolean =>
  primaryKey.length === 1 && primaryKey[0] === column.name && column.type === 'integer' && needsValue(column);

const BEFORE_MORE = words('in at from for with on by since');
const LEADS = words('for of by to with from at in into on the a an');
const TURNS = words('and or with from in at to for on by as is was has not no');
