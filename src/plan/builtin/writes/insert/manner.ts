import type { Column } from '../../../schema.ts';
import { verbsOf } from '../../english/irregular.ts';
import { textOf } from '../change/spans.ts';
import { participlesOf } from '../change/verb.ts';
import { ARTICLES, words } from '../write-words.ts';
import { isFew, type Row } from './row.ts';
import { endOfItem } from './typed.ts';

/** "he phoned", "she walked in", "he paid cash": what one column keeps, told as what somebody did. */
export function did(row: Row, at: number): number | null {
  const { reader } = row;
  if (!PRONOUNS.has(reader.lower(at))) return null;
  const end = endOfItem(row, at);
  const verb = reader.lower(at + 1);
  const said = SAID.has(verb) ? keptUpTo(row, at, reader.skip(at + 2, LEADS), end) : null;
  if (said !== null) return said;
  const particle = end === at + 3 ? ` ${reader.lower(at + 2)}` : '';
  if (end !== at + 2 && particle === '') return null;
  const told = new Set([...verbsOf(verb).filter((base) => base !== verb), ...participlesOf(verb)].map((form) => `${form}${particle}`));
  const found = new Map([...told].flatMap((text) => keeping(row, text).map((column): [Column, string] => [column, text])));
  const [one, ...more] = found;
  if (one === undefined || more.length > 0) return null;
  return putKept(row, at, one[0], one[1], end);
}

/** "helps with cooking", "teaches physics", "works in the kitchen", "over the phone", "via expedia": a kind that one column keeps. */
export function doing(row: Row, at: number): number | null {
  const { reader } = row;
  const verb = /^[a-z]{3,}s$/.test(reader.lower(at)) && !HAVE.has(reader.lower(at));
  // "came to us through a referral", "found us on the radio"
  const past = CAME.has(reader.lower(at)) ? reader.skip(at + 1, US) : null;
  const came = past !== null && (BY.has(reader.lower(past)) || AT.has(reader.lower(past))) ? past + 1 : null;
  if (!verb && came === null && !BY.has(reader.lower(at))) return null;
  const from = reader.skip(came ?? reader.skip(at + 1, AT), ARTICLES);
  return keptUpTo(row, at, from, endOfItem(row, from));
}

/** The longest words from a token on that one column keeps, with nothing but another turn after them. */
function keptUpTo(row: Row, at: number, from: number, end: number): number | null {
  const { reader } = row;
  for (let next = end; next > from; next--) {
    const text = textOf(reader, from, next);
    const [column, ...more] = text === null ? [] : keeping(row, text);
    const ends = next === end || ENDS.has(reader.lower(next));
    if (ends && text !== null && column !== undefined && more.length === 0) return putKept(row, at, column, text, next);
  }
  return null;
}

/** The free columns of few values where a text is one of them. */
const keeping = (row: Row, text: string): Column[] =>
  row.reader
    .columnsHolding(row.table, text)
    .filter((column) => column.type === 'text' && !row.values.has(column.name) && isFew(row, column));

function putKept(row: Row, at: number, column: Column, text: string, next: number): number {
  row.reader.assume(`"${textOf(row.reader, at, next)}" read as ${column.name}`);
  row.put(column, { text: row.reader.stored(row.table, column, text), quoted: true }, at);
  return next;
}

const PRONOUNS = words('he she they');
const AT = words('with in on as at for by');
const BY = words('via through over by for');
const SAID = words('said says is was paid pays wants chose takes plays speaks came prefers');
const LEADS = words('a an the with by in on via through over');
const ENDS = words('in at from for with on by since and today tomorrow yesterday now');
const CAME = words('came comes found heard knows');
const US = words('to us here about of');
const HAVE = words('has was his this is its refuses declines rejects avoids lacks hates dislikes stops quits leaves loses misses fears');
