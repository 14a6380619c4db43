import { type Column, needsValue } from '../../../schema.ts';
import { textOf } from '../change/spans.ts';
import { words } from '../write-words.ts';
import type { Row } from './row.ts';

/** "lives in leeds", "in Graz": the one column of such places, though nobody else is there. */
export function atPlace(row: Row, at: number): number | null {
  const { reader, table } = row;
  const from = LIVES.has(reader.lower(at)) ? at + 1 : at;
  if (reader.lower(from) !== 'in') return null;
  const value = reader.valueAt(from + 1, table);
  const column = placeOf(row, PLACE);
  if (value === null || value.what.quoted || column === null) return null;
  const { text } = value.what;
  // Without a verb it is a place only where each row has to be somewhere.
  if (from === at && (!needsValue(column) || (!/^\p{Lu}/u.test(text) && (text.includes(' ') || TIMES.has(text.toLowerCase())))))
    return null;
  if (!/^[\p{L}][\p{L} .'’-]*$/u.test(text) || text.split(' ').length > 3) return null;
  row.put(column, value.what, at);
  reader.assume(`"${text}" read as ${column.name}`);
  return value.next;
}

/** "in Salem OR", "Evanston, IL": a town in capitals and the two letters of its state. */
export function cityAndState(row: Row, at: number): number | null {
  const { reader } = row;
  const from = reader.skip(at, LEADS);
  let end = from;
  while (end < from + 3 && /^\p{Lu}\p{Ll}/u.test(reader.tokens[end]?.text ?? '')) end++;
  const code = reader.tokens[end]?.text === ',' ? end + 1 : end;
  const [city, state] = [placeOf(row, PLACE), placeOf(row, STATE)];
  const text = textOf(reader, from, end);
  if (end === from || text === null || city === null || state === null || !/^[A-Z]{2}$/.test(reader.tokens[code]?.text ?? '')) return null;
  const held = reader.question.values.of(row.table.name, state.name) ?? [];
  if (held.length === 0 || !held.every((one) => /^[A-Z]{2}$/.test(one))) return null;
  row.put(city, { text, quoted: false }, at);
  row.put(state, { text: reader.tokens[code]?.text ?? '', quoted: true }, at);
  reader.assume(`"${textOf(reader, from, code + 1)}" read as ${city.name} and ${state.name}`);
  return code + 1;
}

/** "12 Mill Lane": the one column of addresses. */
export function street(row: Row, at: number): number | null {
  const { reader } = row;
  const from = reader.lower(at) === 'at' ? at + 1 : at;
  let end = from + 1;
  while (end < from + 4 && /^\p{Lu}\p{Ll}/u.test(reader.tokens[end]?.text ?? '')) end++;
  const text = textOf(reader, from, end);
  const column = placeOf(row, ADDRESS);
  if (text === null || column === null || !/^\d+[a-z]?$/i.test(reader.tokens[from]?.text ?? '') || !STREETS.has(reader.lower(end - 1)))
    return null;
  row.put(column, { text, quoted: false }, at);
  return end;
}

function placeOf({ table, values }: Row, called: RegExp): Column | null {
  const [column, ...more] = table.columns.filter(({ name, type }) => type === 'text' && called.test(name));
  return column === undefined || more.length > 0 || values.has(column.name) ? null : column;
}

const ADDRESS = /^(?:address|street|street_address)$/;
const STREETS = words('street st road rd lane ln avenue ave drive dr way square place court row terrace close boulevard blvd');
const LIVES = words('lives living based');
const LEADS = words('lives living based in from of at is');
const PLACE = /^(?:(?:home_)?city|town|village|location)$/;
const STATE = /^(?:us_)?state(?:_code)?$/;
const TIMES = words(
  'spring summer autumn fall winter january february march april may june july august september october november december total advance cash full person',
);
