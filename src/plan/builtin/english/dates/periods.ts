import { anyPhraseAt, phraseAt, skip, wordAt } from '../phrase-at.ts';
import type { CompareOp } from '../words.ts';
import type { Clocked, Moment } from './moment.ts';
import { momentAt } from './moments.ts';
import { looksBack } from './tense.ts';

/** A stretch of time as a condition on a date that the words around it may name. */
export interface Period {
  readonly op: CompareOp | 'between';
  readonly from: Moment;
  readonly to?: Moment;
  readonly end: number;
}

/** "in 2019", "after March 2020", "between 2010 and 2012", "from May to July 2020", "older than 30 days": dates with what opens them. */
export function periodAt(reader: Clocked, at: number): Period | null {
  const elapsed = elapsedAt(reader, at) ?? restAt(reader, at) ?? byDayAt(reader, at);
  if (elapsed !== null) return elapsed;
  const opened = PERIODS.find(({ words }) => phraseAt(reader, at, words) !== null);
  if (opened === undefined) return monthsAt(reader, at);
  const start = skip(reader, at + opened.words.split(' ').length, new Set(['the', 'year', 'years', 'of']));
  const from = momentAt(reader, start);
  if (from === null || isEach(reader, at + 1)) return null;
  if (opened.op === 'between') {
    const and = anyPhraseAt(reader, from.end, ['and', 'to', 'through', 'until', 'till']);
    const to = and === null ? null : momentAt(reader, skip(reader, and, new Set(['the', 'year'])));
    const since = to === null ? null : inYearOf(reader, start, from, to.value);
    if (to !== null) return since === null ? null : { op: 'between', from: since, to: to.value, end: to.end };
    if (opened.words !== 'from') return null;
  }
  const closed = (end: number | null) =>
    end !== null && !STARTS_MOMENT.has(wordAt(reader, end)) && momentAt(reader, end) === null ? end : null;
  const later = closed(anyPhraseAt(reader, from.end, LATER));
  const earlier = closed(anyPhraseAt(reader, from.end, EARLIER));
  // "from January" without an end is in January; "from January on" is not.
  const op = opened.op === 'between' ? '=' : opened.op;
  return { op: later !== null ? '>=' : earlier !== null ? '<=' : op, from: from.value, end: later ?? earlier ?? from.end };
}

/** "june to august". */
function monthsAt(reader: Clocked, at: number): Period | null {
  const from = MONTH.test(wordAt(reader, at)) ? momentAt(reader, at) : null;
  const until = from === null ? null : anyPhraseAt(reader, from.end, ['to', 'till', 'until', 'through']);
  const to = until === null || !MONTH.test(wordAt(reader, until)) ? null : momentAt(reader, until);
  const since = from === null || to === null ? null : inYearOf(reader, at, from, to.value);
  return since === null || to === null || since.since > to.value.since ? null : { op: 'between', from: since, to: to.value, end: to.end };
}

const MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*$/;

/** "between March and May 2021" says the year once. Null for a stretch that ends before it begins. */
function inYearOf(reader: Clocked, at: number, from: { value: Moment; end: number }, to: Moment): Moment | null {
  const token = reader.tokens[at];
  const year = to.since.slice(0, 4);
  const named = token !== undefined && from.end === at + 1 && from.value.assumption !== null && to.assumption === null;
  const dated = named
    ? momentAt({ tokens: [token, { ...token, kind: 'number', text: year, lower: year, number: Number(year) }], now: reader.now }, 0)
    : null;
  const since = dated?.end === 2 ? dated.value : from.value;
  // Years that are said and turned round are a contradiction, which is told as such.
  return since.since <= to.since || from.value.assumption === null ? since : null;
}

/** "older than 30 days", "more than a year ago", "less than 2 weeks ago": before or after that day. */
function elapsedAt(reader: Clocked, at: number): Period | null {
  const older = anyPhraseAt(reader, at, ['older than', 'more than', 'over', 'less than', 'newer than']);
  if (older === null) return null;
  const unit = wordAt(reader, older + 1);
  const counted = reader.tokens[older]?.number ?? (['a', 'an'].includes(wordAt(reader, older)) ? 1 : null);
  if (counted === null || !/^(?:day|week|month|year)s?$/.test(unit)) return null;
  const aged = ['older', 'newer'].includes(wordAt(reader, at));
  const ago = wordAt(reader, older + 2) === 'ago';
  if (aged === ago) return null;
  const words = ago ? reader.tokens.slice(older, older + 3) : [...reader.tokens.slice(older, older + 2), AGO];
  const day = momentAt({ tokens: words, now: reader.now }, 0);
  const op = ['older', 'more', 'over'].includes(wordAt(reader, at)) ? '<' : '>=';
  return day === null ? null : { op, from: day.value, end: ago ? older + 3 : older + 2 };
}

/** "before the end of the year", "before this month is over": from today until then. */
function restAt(reader: Clocked, at: number): Period | null {
  const closing = anyPhraseAt(reader, at, CLOSINGS);
  const month = closing === null ? null : momentAt(reader, closing);
  if (month !== null && Date.parse(month.value.until) > reader.now.getTime()) {
    const day = momentAt({ tokens: [TODAY], now: reader.now }, 0);
    if (looksBack(reader)) return { op: '<=', from: month.value, end: month.end };
    if (day !== null) return { op: 'between', from: day.value, to: month.value, end: month.end };
  }
  const ending = anyPhraseAt(reader, at, ENDINGS);
  const unit = ending ?? anyPhraseAt(reader, at, ['before the', 'before this']);
  if (unit === null || !/^(?:week|month|quarter|year)$/.test(wordAt(reader, unit))) return null;
  const end = ending === null ? anyPhraseAt(reader, unit + 1, ['is over', 'is out', 'is up', 'ends', 'is through']) : unit + 1;
  const running = momentAt({ tokens: [THIS, ...reader.tokens.slice(unit, unit + 1)], now: reader.now }, 0);
  const today = momentAt({ tokens: [TODAY], now: reader.now }, 0);
  return end === null || running === null || today === null ? null : { op: 'between', from: today.value, to: running.value, end };
}

/** "by Tuesday": on that day or before. */
function byDayAt(reader: Clocked, at: number): Period | null {
  const day = wordAt(reader, at) === 'by' ? momentAt(reader, at + 1) : null;
  const isDay = day !== null && Date.parse(day.value.until) - Date.parse(day.value.since) === DAY_MS;
  return isDay ? { op: '<=', from: day.value, end: day.end } : null;
}

const DAY_MS = 86_400_000;

const CLOSINGS = ['before', 'by', 'until', 'till'].flatMap((word) => [`${word} the end of`, `${word} end of`]);
const ENDINGS = ['before', 'by', 'until'].flatMap((word) => ['the', 'this'].map((which) => `${word} the end of ${which}`));
const word = (text: string) => ({ kind: 'word', text, lower: text, number: null, start: 0, end: text.length }) as const;
const THIS = word('this');
const TODAY = word('today');
const AGO = word('ago');

/** "each of the last 8 weeks" is not all of them. */
export function isEach(reader: Clocked, at: number): boolean {
  const of = wordAt(reader, at - 1) === 'the' ? at - 2 : at - 1;
  return wordAt(reader, of) === 'of' && /^(each|every|one|any|all)$/.test(wordAt(reader, of - 1));
}

export const PERIODS: readonly { words: string; op: CompareOp | 'between' }[] = [
  { words: 'on or after', op: '>=' },
  { words: 'on or before', op: '<=' },
  { words: 'in or after', op: '>=' },
  { words: 'in or before', op: '<=' },
  { words: 'not before', op: '>=' },
  { words: 'no earlier than', op: '>=' },
  { words: 'no later than', op: '<=' },
  { words: 'starting from', op: '>=' },
  { words: 'starting on', op: '>=' },
  { words: 'starting in', op: '>=' },
  { words: 'up until', op: '<=' },
  { words: 'until', op: '<=' },
  { words: 'within', op: '=' },
  { words: 'over', op: '=' },
  { words: 'throughout', op: '=' },
  { words: 'in', op: '=' },
  { words: 'during', op: '=' },
  { words: 'on', op: '=' },
  { words: 'for', op: '=' },
  { words: 'of', op: '=' },
  { words: 'after', op: '>' },
  { words: 'later than', op: '>' },
  { words: 'since', op: '>=' },
  { words: 'before', op: '<' },
  { words: 'earlier than', op: '<' },
  { words: 'prior to', op: '<' },
  { words: 'between', op: 'between' },
  { words: 'from', op: 'between' },
];

const LATER = ['or later', 'or after', 'and later', 'and after', 'onwards', 'onward', 'on'];
const EARLIER = ['or earlier', 'or before', 'and earlier', 'and before'];
const STARTS_MOMENT = new Set(['the', 'year', 'in', 'on']);
