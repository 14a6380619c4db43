import { casual } from 'chrono-node/en';
import { skip, wordAt } from './match.ts';
import type { Reader } from './read.ts';
import type { Moment } from './sketch.ts';
import { wordTable } from './word-table.ts';

/** A day, month, year or relative stretch that starts at a token: "2019", "2020-03-01", "March 2020", "last month", "the past 30 days". */
export function momentAt(reader: Reader, from: number): { value: Moment; end: number } | null {
  const at = skip(reader, from, new Set(['the']));
  const token = reader.tokens[at];
  if (token === undefined) return null;
  const instant = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)$/.exec(token.text);
  if (instant !== null) {
    const time = `${instant[1]} ${instant[2]}`;
    return { value: { since: time, until: time, year: null, assumption: null }, end: at + 1 };
  }
  const iso = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(token.text);
  if (iso !== null) {
    const [, year = '', month = '', day = ''] = iso;
    return { value: stretch(Date.UTC(Number(year), Number(month) - 1, Number(day)), 'day', 1), end: at + 1 };
  }
  if (token.kind === 'quoted') return null;
  if (token.kind === 'number' && token.number !== null && /^[12]\d{3}$/.test(token.text))
    return { value: yearMoment(token.number), end: at + 1 };
  return relativeAt(reader, at) ?? writtenAt(reader, at);
}

export const yearMoment = (year: number): Moment => ({ ...stretch(Date.UTC(year, 0, 1), 'year', 1), year });

const UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;
type Unit = (typeof UNITS)[number];

const unitAt = (reader: Reader, at: number): Unit | undefined => UNITS.find((unit) => [unit, `${unit}s`].includes(wordAt(reader, at)));

/** "today", "yesterday", "this year", "last month", "the last 6 months". Whole calendar units, but for "the last n". */
function relativeAt(reader: Reader, at: number): { value: Moment; end: number } | null {
  const word = wordAt(reader, at);
  const today = startOf(reader.now, 'day');
  if (word === 'today' || word === 'yesterday')
    return { value: assumed(stretch(add(today, 'day', word === 'today' ? 0 : -1), 'day', 1), word), end: at + 1 };
  const offset = OFFSETS[word];
  if (offset === undefined) return null;
  const unit = unitAt(reader, at + 1);
  if (unit !== undefined) {
    return { value: assumed(stretch(add(startOf(reader.now, unit), unit, offset), unit, 1), `${word} ${unit}`), end: at + 2 };
  }
  const number = reader.tokens[at + 1]?.number ?? null;
  const counted = unitAt(reader, at + 2);
  if (number === null || counted === undefined || offset !== -1 || number > 1000) return null;
  const value = { since: isoDay(add(today, counted, -number)), until: isoDay(add(today, 'day', 1)), year: null, assumption: null };
  return { value: assumed(value, `${word} ${number} ${counted}s`), end: at + 3 };
}

const OFFSETS = wordTable<number>({ this: 0, current: 0, last: -1, past: -1, previous: -1, next: 1 });

const MONTH = /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/;

/** "March 2020", "5 May 2021", "May 5, 2021". A month without a year is left alone. */
function writtenAt(reader: Reader, at: number): { value: Moment; end: number } | null {
  const token = reader.tokens[at];
  if (token === undefined || ![token.lower, wordAt(reader, at + 1), wordAt(reader, at + 2)].some((word) => MONTH.test(word))) return null;
  if (token.kind !== 'number' && !MONTH.test(token.lower)) return null;
  const last = reader.tokens[Math.min(reader.tokens.length, at + 5) - 1];
  const words = reader.tokens.slice(at, at + 5).map(({ text }) => text);
  if (last === undefined) return null;
  for (let count = words.length; count >= 2; count -= 1) {
    const text = words.slice(0, count).join(' ').replace(/ ,/g, ',');
    const [found] = casual.parse(text, reader.now);
    if (found === undefined || found.index !== 0 || found.text.length !== text.length || found.end != null) continue;
    if (!found.start.isCertain('year') || !found.start.isCertain('month')) continue;
    const unit = found.start.isCertain('day') ? 'day' : 'month';
    const start = Date.UTC(
      found.start.get('year') ?? 0,
      (found.start.get('month') ?? 1) - 1,
      unit === 'day' ? (found.start.get('day') ?? 1) : 1,
    );
    return { value: stretch(start, unit, 1), end: at + count };
  }
  return null;
}

function assumed(moment: Moment, said: string): Moment {
  const last = isoDay(add(Date.parse(moment.until), 'day', -1));
  const days = last === moment.since ? moment.since : `${moment.since} to ${last}`;
  return { ...moment, assumption: `'${said}' read as ${days}` };
}

function stretch(start: number, unit: Unit, count: number): Moment {
  const year = unit === 'year' && count === 1 ? new Date(start).getUTCFullYear() : null;
  return { since: isoDay(start), until: isoDay(add(start, unit, count)), year, assumption: null };
}

const DAY_MS = 86_400_000;

function startOf(now: Date, unit: Unit): number {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const today = Date.UTC(year, month, day);
  const starts: Record<Unit, number> = {
    day: today,
    week: today - ((now.getUTCDay() + 6) % 7) * DAY_MS,
    month: Date.UTC(year, month, 1),
    quarter: Date.UTC(year, month - (month % 3), 1),
    year: Date.UTC(year, 0, 1),
  };
  return starts[unit];
}

function add(start: number, unit: Unit, count: number): number {
  if (unit === 'day' || unit === 'week') return start + count * (unit === 'week' ? 7 : 1) * DAY_MS;
  const date = new Date(start);
  const months = count * { month: 1, quarter: 3, year: 12 }[unit];
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, date.getUTCDate());
}

const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);
