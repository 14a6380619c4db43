import { casual } from 'chrono-node/en';
import { skip, wordAt } from '../phrase-at.ts';
import { tokenize } from '../tokens.ts';
import { add, startOf, stretch } from './calendar.ts';
import type { Clocked, Moment } from './moment.ts';
import { assumed, relativeAt, said } from './relative-moments.ts';
import { looksAhead } from './tense.ts';

/** A day, month, year or relative stretch that starts at a token: "2019", "2020-03-01", "March 2020", "last month", "the past 30 days". */
export function momentAt(reader: Clocked, from: number): { value: Moment; end: number } | null {
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
  return quarterAt(reader, at) ?? relativeAt(reader, at) ?? writtenAt(reader, at) ?? monthAt(reader, at);
}

export const yearMoment = (year: number): Moment => ({ ...stretch(Date.UTC(year, 0, 1), 'year', 1), year });

/** "the first quarter of 2023", "Q1 2023", "the second half of 2023". */
function quarterAt(reader: Clocked, at: number): { value: Moment; end: number } | null {
  const short = /^q([1-4])$/.exec(wordAt(reader, at))?.[1];
  const ordinal = ORDINALS.findIndex((words) => words.includes(wordAt(reader, at))) + 1;
  const noun = wordAt(reader, at + 1);
  const halves = short === undefined && noun === 'half' && ordinal <= 2;
  const part = short !== undefined ? Number(short) : halves || noun === 'quarter' ? ordinal : 0;
  if (part === 0) return null;
  const after = skip(reader, short !== undefined ? at + 1 : at + 2, new Set(['of', 'in', 'the', 'year', 'calendar']));
  const year = reader.tokens[after];
  const months = halves ? 6 : 3;
  if (year === undefined || !/^[12]\d{3}$/.test(year.text) || year.number === null) {
    // "the last quarter" is the one before this one.
    if (halves || wordAt(reader, at) === 'last') return null;
    const end = short !== undefined ? at + 1 : at + 2;
    const [now, thisYear] = [reader.now.getTime(), reader.now.getUTCFullYear()];
    const start = [thisYear, thisYear - 1].map((one) => Date.UTC(one, (part - 1) * months, 1)).find((day) => day <= now);
    return start === undefined ? null : { value: assumed(stretch(start, 'quarter', 1), said(reader, at, end)), end };
  }
  return { value: stretch(Date.UTC(year.number, (part - 1) * months, 1), 'quarter', months / 3), end: after + 1 };
}

const ORDINALS = [
  ['first', '1st'],
  ['second', '2nd'],
  ['third', '3rd'],
  ['fourth', '4th', 'last'],
];

const MONTH = /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/;

/** "March 2020", "5 May 2021", "May 5, 2021". */
function writtenAt(reader: Clocked, at: number): { value: Moment; end: number } | null {
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
    if (!found.start.isCertain('month')) continue;
    if (!found.start.isCertain('year')) {
      const day = found.start.isCertain('day') ? lastDay(reader.now, found.start.get('month') ?? 1, found.start.get('day') ?? 1) : null;
      if (day === null) continue;
      return { value: assumed(stretch(day, 'day', 1), said(reader, at, at + count)), end: at + count };
    }
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

/** The latest such day that has begun; null where the next one is as near, since either may be meant. */
function lastDay(now: Date, month: number, day: number): number | null {
  const year = now.getUTCFullYear();
  const [past, next] = [Date.UTC(year, month - 1, day), Date.UTC(year + 1, month - 1, day)];
  const [last, coming] = past <= now.getTime() ? [past, next] : [Date.UTC(year - 1, month - 1, day), past];
  return coming - now.getTime() < NEAR_MS ? null : last;
}

const NEAR_MS = 90 * 86_400_000;

/** "october", "last october": the latest that has begun. */
function monthAt(reader: Clocked, from: number): { value: Moment; end: number } | null {
  const last = wordAt(reader, from) === 'last';
  const at = last ? from + 1 : from;
  const word = wordAt(reader, at);
  const month = MONTHS.findIndex((names) => names.includes(word));
  // "may" and "march" are verbs as well, "mar" and "jan" names.
  if (month < 0 || (!last && DOUBTFUL.has(word) && !BEFORE_MONTH.has(wordAt(reader, from - 1)))) return null;
  const next = reader.tokens[at + 1];
  if (next?.number != null && next.kind === 'number') return null;
  const today = startOf(reader.now, 'month');
  const back = (new Date(today).getUTCMonth() - month + 12) % 12;
  // "who is coming in december" looks ahead.
  const ahead = !last && (reader.tokens.slice(0, from).some(({ lower }) => AHEAD.has(lower)) || looksAhead(reader));
  const start = add(today, 'month', ahead ? (12 - back) % 12 : -(last && back === 0 ? 12 : back));
  return { value: assumed(stretch(start, 'month', 1), said(reader, from, at + 1)), end: at + 1 };
}

const MONTHS = [
  ['january', 'jan'],
  ['february', 'feb'],
  ['march', 'mar'],
  ['april', 'apr'],
  ['may'],
  ['june', 'jun'],
  ['july', 'jul'],
  ['august', 'aug'],
  ['september', 'sep', 'sept'],
  ['october', 'oct'],
  ['november', 'nov'],
  ['december', 'dec'],
];
const DOUBTFUL = new Set(['may', 'march', 'mar', 'jan', 'jun', 'sep']);
const BEFORE_MONTH = new Set(['in', 'during', 'of', 'for', 'since', 'from', 'until', 'before', 'after', 'and', 'between', 'to']);

/** The days that a whole text means: "2020", "the last 7 days", "5 May 2021"; null when it is no date or says more. */
export function momentOf(text: string, now: Date): Moment | null {
  const tokens = tokenize(text);
  const found = momentAt({ tokens, now }, 0);
  return found !== null && found.end === tokens.length ? found.value : null;
}

const AHEAD = new Set('coming arriving leaving upcoming expiring planned will'.split(' '));
