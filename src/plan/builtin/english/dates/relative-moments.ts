import { anyPhraseAt, skip, wordAt } from '../phrase-at.ts';
import { wordTable } from '../word-table.ts';
import { add, isoDay, startOf, stretch, UNITS, type Unit } from './calendar.ts';
import type { Clocked, Moment } from './moment.ts';
import { namedDaysAt } from './named-days.ts';
import { isAhead } from './tense.ts';

type Found = { value: Moment; end: number };

/** "today", "30 days ago", "this year", "last month", "the last 6 months excluding the current month", "this year to date". */
export function relativeAt(reader: Clocked, from: number): Found | null {
  const whole = anyPhraseAt(reader, from, ['whole of', 'entire', 'whole', 'course of']) ?? from;
  const at = skip(reader, whole, new Set(['the']));
  const word = wordAt(reader, at);
  const today = startOf(reader.now, 'day');
  const named = namedDaysAt(reader, from) ?? namedDaysAt(reader, at);
  if (named !== null) return { value: assumed(named.value, said(reader, at, named.end)), end: named.end };
  const days = DAYS[word];
  if (days !== undefined) return { value: assumed(stretch(add(today, 'day', days), 'day', 1), word), end: at + 1 };
  return agoAt(reader, at) ?? toDateAt(reader, at) ?? beforeLastAt(reader, at) ?? weekdayAt(reader, at) ?? stretchAt(reader, at);
}

const DAYS = wordTable<number>({ today: 0, yesterday: -1, tomorrow: 1 });

/** "30 days ago", "a month ago": that day. */
function agoAt(reader: Clocked, at: number): Found | null {
  const count = countAt(reader, at);
  const unit = count === null ? undefined : unitAt(reader, at + 1);
  if (count === null || unit === undefined || wordAt(reader, at + 2) !== 'ago') return null;
  const day = stretch(add(startOf(reader.now, 'day'), unit, -count), 'day', 1);
  return { value: assumed(day, said(reader, at, at + 3)), end: at + 3 };
}

/** "the month before last". */
function beforeLastAt(reader: Clocked, at: number): Found | null {
  const unit = unitAt(reader, at);
  const end = unit === undefined ? null : anyPhraseAt(reader, at + 1, ['before last']);
  if (unit === undefined || end === null) return null;
  return { value: assumed(stretch(add(startOf(reader.now, unit), unit, -2), unit, 1), said(reader, at, end)), end };
}

/** "monday", "last monday", "next friday". The day of today's own name may be today or a week from it, and is not read. */
function weekdayAt(reader: Clocked, from: number): Found | null {
  const side = wordAt(reader, from);
  const at = SIDES.has(side) ? from + 1 : from;
  const weekday = WEEKDAYS.indexOf(wordAt(reader, at));
  const ahead = (weekday - reader.now.getUTCDay() + 7) % 7;
  if (weekday < 0 || ahead === 0) return null;
  const isNext = side === 'next' || side === 'coming' || (!SIDES.has(side) && isAhead(reader, from));
  const days = isNext ? ahead : ahead - 7;
  const day = stretch(add(startOf(reader.now, 'day'), 'day', days), 'day', 1);
  return { value: assumed(day, said(reader, from, at + 1)), end: at + 1 };
}

const SIDES = new Set(['last', 'past', 'previous', 'next', 'coming']);
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** "year to date", "this month to date". */
function toDateAt(reader: Clocked, from: number): Found | null {
  const at = skip(reader, from, new Set(['this', 'current']));
  const unit = unitAt(reader, at);
  const end = unit === undefined ? null : anyPhraseAt(reader, at + 1, ['to date', 'so far']);
  if (unit === undefined || end === null) return null;
  const value = between(startOf(reader.now, unit), add(startOf(reader.now, 'day'), 'day', 1));
  return { value: assumed(value, said(reader, from, end)), end };
}

/** Whole calendar units, but for "the last n" and "the past month", which end today. */
function stretchAt(reader: Clocked, at: number): Found | null {
  const offset = OFFSETS[wordAt(reader, at)];
  if (offset === undefined) return null;
  const today = startOf(reader.now, 'day');
  const couple = anyPhraseAt(reader, at + 1, ['couple of', 'couple']);
  const number = couple === null ? countAt(reader, at + 1) : 2;
  const noun = skip(reader, couple ?? (number === null ? at + 1 : at + 2), WHOLE);
  const unit = unitAt(reader, noun);
  if (unit === undefined || (number !== null && (offset === 0 || number < 1 || number > 1000))) return null;
  const start = startOf(reader.now, unit);
  const count = number ?? 1;
  const edge = edgeAt(reader, noun + 1, unit);
  const end = edge.end;
  const take = (value: Moment): Found => ({ value: assumed(value, said(reader, at, noun + 1)), end });
  const rolls = number !== null ? noun === (couple ?? at + 2) : wordAt(reader, at) === 'past';
  if (offset > 0) {
    if (number !== null) return take(between(add(today, 'day', 1), add(add(today, 'day', 1), unit, count)));
    return take(stretch(add(start, unit, 1), unit, 1));
  }
  if (offset === 0) return take(stretch(start, unit, 1));
  if (edge.kind === 'current in') return take(between(add(start, unit, 1 - count), add(start, unit, 1)));
  if (edge.kind === 'current out') return take(between(add(start, unit, -count), start));
  if (edge.kind === 'today out') return take(between(add(today, unit, -count), today));
  if (rolls || edge.kind === 'today in') return take(between(add(today, unit, -count), add(today, 'day', 1)));
  return take(between(add(start, unit, -count), start));
}

const OFFSETS = wordTable<number>({
  this: 0,
  current: 0,
  last: -1,
  past: -1,
  previous: -1,
  prior: -1,
  preceding: -1,
  next: 1,
  coming: 1,
  upcoming: 1,
});
const WHOLE = new Set(['calendar', 'full', 'complete', 'completed', 'whole', 'iso', 'consecutive']);

type Edge = 'current in' | 'current out' | 'today in' | 'today out' | null;

/** What is said of the stretch's end: "excluding the current month", "inclusive of today", "including 30 days ago". */
function edgeAt(reader: Clocked, from: number, unit: Unit): { kind: Edge; end: number } {
  const at = wordAt(reader, from) === ',' || reader.tokens[from]?.kind === 'comma' ? from + 1 : from;
  const excluded = anyPhraseAt(reader, at, EXCLUDING);
  const included = anyPhraseAt(reader, at, INCLUDING);
  const what = skip(reader, excluded ?? included ?? at, new Set(['the', 'of', 'both']));
  if (excluded === null && included === null) return { kind: null, end: from };
  const side = excluded === null ? 'in' : 'out';
  if (['current', 'this'].includes(wordAt(reader, what)) && unitAt(reader, what + 1) === unit)
    return { kind: `current ${side}`, end: what + 2 };
  const today = anyPhraseAt(reader, what, ['today', 'current date', 'current day']);
  if (today !== null) {
    const owned = reader.tokens[today]?.kind === 'owner' && wordAt(reader, today + 1) === 'date' ? today + 2 : today;
    return { kind: `today ${side}`, end: owned };
  }
  const ago = included === null ? null : agoAt(reader, what);
  return ago === null ? { kind: null, end: from } : { kind: 'today in', end: ago.end };
}

const EXCLUDING = ['not including', 'not counting', 'excluding', 'exclusive of', 'except for', 'except', 'without'];
const INCLUDING = ['inclusive of', 'including', 'counting', 'inclusive'];

const countAt = (reader: Clocked, at: number): number | null =>
  ['a', 'an'].includes(wordAt(reader, at)) ? 1 : (reader.tokens[at]?.number ?? null);

const unitAt = (reader: Clocked, at: number): Unit | undefined =>
  UNITS.find((unit) => [unit, `${unit}s`].includes(SHORT[wordAt(reader, at)] ?? wordAt(reader, at)));
const SHORT = wordTable<string>({ yr: 'year', yrs: 'years', wk: 'week', wks: 'weeks', mth: 'month', mths: 'months' });

const between = (since: number, until: number): Moment => ({ since: isoDay(since), until: isoDay(until), year: null, assumption: null });

export const said = (reader: Clocked, from: number, to: number): string =>
  reader.tokens
    .slice(from, to)
    .map(({ lower }) => lower)
    .join(' ');

export function assumed(moment: Moment, words: string): Moment {
  const last = isoDay(add(Date.parse(moment.until), 'day', -1));
  const days = last === moment.since ? moment.since : `${moment.since} to ${last}`;
  return { ...moment, assumption: `'${words}' read as ${days}` };
}
