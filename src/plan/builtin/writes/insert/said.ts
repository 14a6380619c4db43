import { type Column, needsValue } from '../../../schema.ts';
import { dayAhead } from '../../english/dates/day-ahead.ts';
import { isOver } from '../../linking/ending.ts';
import { rootOf } from '../../linking/lexicon.ts';
import { Draft } from '../change/draft.ts';
import { flagAt } from '../change/flag.ts';
import { parentRow } from '../change/parent-row.ts';
import { columnPer } from '../measure-columns.ts';
import { columnAt } from '../write-names.ts';
import type { WriteReader } from '../write-reader.ts';
import { nameWords } from '../write-tokens.ts';
import { literalFor } from '../write-values.ts';
import { ARTICLES, words } from '../write-words.ts';
import type { Row } from './row.ts';
import { endOfItem } from './typed.ts';

/** "ada@web.de": the one column of such addresses. */
export function email(row: Row, at: number): number | null {
  const text = row.reader.tokens[at]?.kind === 'quoted' ? '' : (row.reader.tokens[at]?.text ?? '');
  const column = /^[^@\s]+@[^@\s]+\.[a-z]+$/i.test(text)
    ? only(row, ({ name, type }) => type === 'text' && /(?:^|_)e?mail(?:_|$)/.test(name))
    : null;
  if (column === null) return null;
  row.put(column, { text, quoted: true }, at);
  return at + 1;
}

/** "41 an hour", "60 dollars a day" */
export function perUnit(row: Row, at: number): number | null {
  const { reader } = row;
  if (/^(?:at|for|on)$/.test(reader.lower(at)) && reader.tokens[at + 1]?.kind === 'number') return perUnit(row, at + 1);
  const text = reader.tokens[at]?.text ?? '';
  if (!/^[$€£]?\d[\d,]*(?:\.\d+)?$/.test(text)) return null;
  const per = CURRENCIES.has(reader.lower(at + 1)) ? at + 2 : at + 1;
  if (!PER.test(reader.lower(per))) return unitsPer(row, at);
  const unit = reader.lower(per + 1);
  const column =
    columnPer(row.table, unit) ??
    only(row, ({ type, comment }) => NUMERIC.has(type) && new RegExp(`\\bper (?:[a-z]+ )?${unit}\\b`, 'i').test(comment ?? ''));
  if (column === null || !/^[a-z]+$/.test(unit) || row.values.has(column.name)) return null;
  row.put(column, { text: text.replace(/^[$€£]/, ''), quoted: false }, at);
  return per + 2;
}

/** "32 hours a week" of weekly_hours: the one number that is of both. */
function unitsPer(row: Row, at: number): number | null {
  const { reader } = row;
  const [unit] = reader.tokens[at + 1]?.words ?? [];
  const per = reader.lower(at + 3);
  if (unit === undefined || per.length < 3 || !PER.test(reader.lower(at + 2))) return null;
  const column = only(row, ({ name, type }) => {
    const own = nameWords(name);
    return NUMERIC.has(type) && own.includes(unit) && own.some((word) => word.startsWith(per));
  });
  if (column === null) return null;
  row.put(column, { text: reader.tokens[at]?.text ?? '', quoted: false }, at);
  return at + 4;
}

/** "wants the newsletter", "with insurance", "no newsletter": a yes-or-no column by its name. */
export function flagged(row: Row, at: number): number | null {
  const { reader } = row;
  const no = /^(?:no|not|without)$/.test(reader.lower(at)) || /^(?:no|not)$/.test(reader.lower(at + 1));
  const from = reader.skip(reader.skip(at, WANTS), ARTICLES);
  const flag =
    from > at || isAlone(row, at) || /^(?:has|is)_/.test(row.column(at)?.what.name ?? '')
      ? flagAt(new Draft(reader, row.table, 'update', -1), from)
      : null;
  if (flag === null || row.values.has(flag.what.name)) return null;
  row.put(flag.what, { text: no ? 'false' : 'true', quoted: false }, at);
  return flag.next;
}

/** A word between commas. */
const isAlone = ({ reader }: Row, at: number): boolean =>
  reader.tokens[at - 1]?.text === ',' && /^(?:|[,.;])$/.test(reader.tokens[at + 1]?.text ?? '');

/** "born 2001-08-10", "signed up today", "starts 1 december 2026", "due december 4": the date that the words are of. */
export function onItsDay(row: Row, at: number): number | null {
  const { reader } = row;
  const said = saysDay(reader, at);
  if (said === null) return null;
  const from = reader.skip(at + said.split(' ').length, words('on by since from'));
  const value = reader.valueAt(from, row.table);
  const names = (DAYS[said] ?? []).map(rootOf);
  const fits = ({ name, type }: Column): boolean =>
    (type === 'date' || type === 'timestamp') && nameWords(name).some((word) => names.includes(rootOf(word)));
  // A day that is said of nothing in particular is none on which a row ends.
  const dated = (column: Column): boolean =>
    (column.type === 'date' || column.type === 'timestamp') && (needsValue(column) || !isOver(column));
  const column =
    only(row, fits) ?? (row.table.columns.some(fits) ? null : (only(row, (each) => dated(each) && needsValue(each)) ?? only(row, dated)));
  if (value === null || column === null) return inYear(row, at, from, names);
  const told = literalFor(value.what, column, reader.question.now);
  const day = told === null && AHEAD.test(said) ? dayAhead(value.what.text, reader.question.now, column) : null;
  if (told === null && day === null) return null;
  if (day !== null) reader.assume(`"${value.what.text}" read as ${day.slice(0, 10)}`);
  if (!fits(column)) reader.assume(`"${said}" read as ${column.name}`);
  row.put(column, day === null ? value.what : { text: day, quoted: false }, at);
  putState(row, said);
  return value.next;
}

/** "reported today" is a day and a state, where a row needs to be in one. */
function putState(row: Row, said: string): void {
  const state = only(row, (column) => column.type === 'text' && needsValue(column) && STATE.test(column.name));
  if (state === null || !row.reader.columnsHolding(row.table, said).includes(state)) return;
  row.put(state, { text: row.reader.stored(row.table, state, said), quoted: true });
  row.reader.assume(`"${said}" read as ${state.name}`);
}

/** "born 1977": the one year that is kept of it. */
function inYear(row: Row, at: number, from: number, names: readonly string[]): number | null {
  const text = /^[12]\d{3}$/.exec(row.reader.tokens[row.reader.skip(from, words('in'))]?.text ?? '')?.[0];
  const column = only(row, ({ name, type }) => {
    const own = nameWords(name);
    return type === 'integer' && own.includes('year') && own.some((word) => names.includes(rootOf(word)));
  });
  if (text === undefined || column === null) return null;
  row.put(column, { text, quoted: false }, at);
  return row.reader.skip(from, words('in')) + 1;
}

/** What at a token opens a day: "born", "signed up"; "from" before a day alone. */
export function saysDay(reader: WriteReader, at: number): string | null {
  const said = Object.keys(DAYS).find((phrase) => phrase.split(' ').every((word, i) => reader.lower(at + i) === word));
  const opens =
    said !== undefined &&
    (!PLAIN.has(said) ||
      /^(?:today|tomorrow|yesterday|now|next|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|\d.*)$/.test(reader.lower(at + 1)));
  return opens ? said : null;
}

/** "insured with Aetna": the text that is called alike. */
export function alike(row: Row, at: number): number | null {
  const { reader } = row;
  const stem = /^([a-z]{4,})(?:ed|en|es|s)$/.exec(reader.lower(at))?.[1];
  const from = /^(?:with|by|in|at|as|from|for|to)$/.test(reader.lower(at + 1)) ? at + 2 : at + 1;
  if (stem === undefined) return null;
  const value = reader.valueAt(reader.skip(from, ARTICLES), row.table);
  const column = only(row, ({ name, type }) => type === 'text' && nameWords(name).some((word) => word.startsWith(stem)));
  if (value === null || column === null) return null;
  row.put(column, value.what, at);
  return value.next;
}

/** "reports to Agata Wrona", "under Camping": the row of the same table that this one is under. */
export function reportsTo(row: Row, at: number): number | null {
  const { reader } = row;
  const from = UNDER.map((phrase) => phrase.split(' ')).find((phrase) => phrase.every((word, i) => reader.lower(at + i) === word))?.length;
  if (from === undefined) return null;
  const keys = row.table.foreignKeys.filter(({ table, columns }) => table === row.table.name && columns.length === 1);
  const column = row.table.columns.find(({ name }) => name === keys[0]?.columns[0]);
  const key = keys.length === 1 ? keys[0] : undefined;
  const found = key === undefined ? null : parentRow(reader, key, at + from, endOfItem(row, at + from), true);
  if (column === undefined || found === null || row.values.has(column.name)) return null;
  row.values.set(column.name, found.what.kind === 'key' ? found.what.value : { kind: 'scalarQuery', query: found.what.query });
  return found.next;
}

/** "urgent priority": what a column stores, before its name. */
export function storedThenColumn(row: Row, at: number): number | null {
  const { reader } = row;
  for (let next = at + 1; next <= at + 2; next++) {
    const mention = columnAt(reader.tokens, next, row.table, true);
    const text = reader.tokens
      .slice(at, next)
      .map((token) => token.text)
      .join(' ');
    if (mention === null || mention.what.type !== 'text' || row.values.has(mention.what.name)) continue;
    if (
      !/^(?:|[,.;)]|and|for|with|from)$/.test(reader.lower(mention.next)) ||
      !reader.columnsHolding(row.table, text).includes(mention.what)
    )
      continue;
    row.put(mention.what, { text: reader.stored(row.table, mention.what, text), quoted: true }, at);
    return mention.next;
  }
  return null;
}

/** "as a cleaner": the kind that one column stores. */
export function asKind(row: Row, at: number): number | null {
  const { reader } = row;
  if (reader.lower(at) !== 'as') return null;
  const value = reader.valueAt(reader.skip(at + 1, ARTICLES), row.table);
  const [column, ...more] = value === null ? [] : reader.columnsHolding(row.table, value.what.text).filter(({ type }) => type === 'text');
  if (value === null || column === undefined || more.length > 0 || row.values.has(column.name)) return null;
  reader.assume(`"${value.what.text}" read as ${column.name}`);
  row.put(column, { text: reader.stored(row.table, column, value.what.text), quoted: true }, at);
  return value.next;
}

function only(row: Row, fits: (column: Column) => boolean): Column | null {
  const free = row.table.columns.filter((column) => !column.generated && !row.values.has(column.name) && fits(column));
  return free.length === 1 ? (free[0] ?? null) : null;
}

const NUMERIC: ReadonlySet<string> = new Set(['integer', 'decimal', 'float']);
const CURRENCIES = words('dollars dollar euros euro eur usd pounds pound gbp bucks quid');
const UNDER = [
  'reports to',
  'report to',
  'works under',
  'works for',
  'is part of',
  'part of',
  'belongs to',
  'comes under',
  'under',
  'below',
];
const STATE = /(?:^|_)(?:status|state|stage)$/;
const PER = /^(?:a|an|per|each|every)$/;
const WANTS = words('wants want gets with has is needs takes likes no not without');
const PLAIN = words('from since by');
const AHEAD = /^(?:due|by|starts?|starting|until|ends?|expires)/;
/** What is said before a day → words of the column that holds it. */
const DAYS: Readonly<Record<string, readonly string[]>> = {
  from: ['since', 'start', 'from', 'joined', 'opened', 'registered', 'applied', 'begin'],
  'as of': ['since', 'start', 'from', 'joined', 'opened', 'registered', 'begin', 'created'],
  since: ['since', 'start', 'from', 'joined', 'opened', 'registered'],
  'customer since': ['since'],
  'member since': ['since', 'joined'],
  registered: ['registered', 'signup', 'joined', 'created', 'since'],
  opened: ['opened', 'open', 'created', 'started'],
  born: ['birth', 'born', 'dob', 'birthday', 'birthdate'],
  'signed up': ['signup', 'signed', 'registered', 'joined', 'since', 'created', 'member'],
  joined: ['joined', 'since', 'member', 'registered', 'created'],
  joining: ['joined', 'since', 'member', 'registered', 'created'],
  joins: ['joined', 'since', 'member', 'registered', 'created'],
  'first day is': ['start', 'hired', 'hire', 'joined', 'since', 'begin'],
  starts: ['start', 'hired', 'hire', 'enrolled', 'joined', 'begin'],
  starting: ['start', 'hired', 'hire', 'enrolled', 'joined', 'begin'],
  started: ['start', 'started', 'hired', 'hire', 'enrolled', 'joined', 'begin'],
  hired: ['hired', 'hire', 'start'],
  bought: ['bought', 'purchased', 'purchase', 'acquired'],
  purchased: ['bought', 'purchased', 'purchase', 'acquired'],
  added: ['added', 'created', 'since'],
  arrived: ['arrived', 'arrival', 'received', 'admitted', 'intake'],
  'came in': ['arrived', 'arrival', 'received', 'reported', 'opened', 'intake'],
  'moved in': ['moved', 'start', 'since', 'from'],
  'moves in': ['moved', 'start', 'since', 'from'],
  received: ['received', 'arrived', 'arrival'],
  reported: ['reported', 'opened', 'raised', 'logged', 'received', 'noticed'],
  due: ['due', 'deadline'],
  by: ['due', 'deadline', 'target', 'until', 'end'],
  until: ['until', 'end', 'due', 'expires', 'valid'],
  ends: ['end', 'ends', 'until'],
  expires: ['expires', 'expiry', 'expiration', 'until', 'end', 'valid'],
};
