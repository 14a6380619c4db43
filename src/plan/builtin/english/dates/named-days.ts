import { anyPhraseAt, wordAt } from '../phrase-at.ts';
import { wordTable } from '../word-table.ts';
import { add, startOf, stretch } from './calendar.ts';
import type { Clocked, Moment } from './moment.ts';
import { isAhead, looksAhead } from './tense.ts';

/** A stretch of days that has a name, which the caller tells with the days that it was read as. */
interface Named {
  readonly value: Moment;
  readonly end: number;
}

/** "christmas", "this evening", "last weekend", "over the summer", "wednesday the 25th", "the 25th". */
export const namedDaysAt = (reader: Clocked, at: number): Named | null =>
  partOfDayAt(reader, at) ?? feastAt(reader, at) ?? weekendAt(reader, at) ?? seasonAt(reader, at) ?? dayOfMonthAt(reader, at);

function partOfDayAt(reader: Clocked, at: number): Named | null {
  const end = anyPhraseAt(reader, at, ['this morning', 'this afternoon', 'this evening', 'tonight']);
  return end === null ? null : { value: stretch(startOf(reader.now, 'day'), 'day', 1), end };
}

/** The next one where the question looks ahead or something is said to be before it, else the last. */
function feastAt(reader: Clocked, at: number): Named | null {
  const [name, end] = FEASTS.map((words) => [words, anyPhraseAt(reader, at, [words])] as const).find(([, found]) => found !== null) ?? [];
  const day = name === undefined ? undefined : FEAST_DAYS[name];
  if (day === undefined || end === undefined || end === null) return null;
  const [month, date] = day;
  const today = startOf(reader.now, 'day');
  const year = reader.now.getUTCFullYear();
  const days = [year - 1, year, year + 1].map((one) => Date.UTC(one, month - 1, date));
  const next = isAhead(reader, at);
  const found = next ? days.find((one) => one >= today) : days.findLast((one) => one <= today);
  return found === undefined ? null : { value: stretch(found, 'day', 1), end };
}

const FEAST_DAYS = wordTable<readonly [month: number, day: number]>({
  'christmas eve': [12, 24],
  'christmas day': [12, 25],
  christmas: [12, 25],
  xmas: [12, 25],
  'boxing day': [12, 26],
  'new years eve': [12, 31],
  'new years day': [1, 1],
  'new year': [1, 1],
  halloween: [10, 31],
  'valentines day': [2, 14],
});
const FEASTS = Object.keys(FEAST_DAYS).sort((a, b) => b.length - a.length);

/** Saturday and Sunday of this week, of the one before or of the one after. */
function weekendAt(reader: Clocked, at: number): Named | null {
  const side = SIDES[wordAt(reader, at)];
  if (side === undefined || wordAt(reader, at + 1) !== 'weekend') return null;
  const saturday = add(startOf(reader.now, 'week'), 'day', 5 + 7 * side);
  return { value: stretch(saturday, 'day', 2), end: at + 2 };
}

const SIDES = wordTable<number>({ this: 0, last: -1, next: 1 });

/** Meteorological seasons of the north, as most ask for them: the latest that has begun. */
function seasonAt(reader: Clocked, at: number): Named | null {
  const isOver = wordAt(reader, at - 1) === 'the' && /^(?:over|during|since|in)$/.test(wordAt(reader, at - 2));
  const side = isOver ? 'the' : wordAt(reader, at);
  const start = SEASONS[wordAt(reader, isOver ? at : at + 1)];
  if (start === undefined || !(side === 'this' || side === 'last' || isOver)) return null;
  const today = startOf(reader.now, 'day');
  const year = reader.now.getUTCFullYear();
  const begun = [year - 1, year].map((one) => Date.UTC(one, start - 1, 1)).filter((one) => one <= today);
  const latest = begun.at(-1);
  const coming = Date.UTC(year, start - 1, 1) > today ? Date.UTC(year, start - 1, 1) : Date.UTC(year + 1, start - 1, 1);
  const isThisAhead = side === 'this' && coming < add(today, 'month', 3) && (latest === undefined || today >= add(latest, 'month', 3));
  if (side !== 'last' && (looksAhead(reader) || isThisAhead)) return { value: stretch(coming, 'month', 3), end: isOver ? at + 1 : at + 2 };
  if (latest === undefined) return null;
  const isRunning = today < add(latest, 'month', 3);
  const found = side === 'last' && isRunning ? add(latest, 'year', -1) : latest;
  return { value: stretch(found, 'month', 3), end: isOver ? at + 1 : at + 2 };
}

const SEASONS = wordTable<number>({ spring: 3, summer: 6, autumn: 9, winter: 12 });

/** "wednesday the 25th": the nearest such day; "on the 25th": the last one, or the next where the question looks ahead. */
function dayOfMonthAt(reader: Clocked, from: number): Named | null {
  const weekday = WEEKDAYS.indexOf(wordAt(reader, from));
  const the = weekday < 0 ? from : from + 1;
  const at = wordAt(reader, the) === 'the' ? the + 1 : the;
  const date = Number(/^(\d{1,2})(?:st|nd|rd|th)$/.exec(wordAt(reader, at))?.[1] ?? 0);
  if (date < 1 || date > 31 || !CLOSED.has(wordAt(reader, at + 1))) return null;
  const isOn = wordAt(reader, at - 1) === 'the' && wordAt(reader, at - 2) === 'on';
  if (weekday < 0 && !isOn) return null;
  const today = startOf(reader.now, 'day');
  const month = startOf(reader.now, 'month');
  const days = [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6]
    .map((step) => add(add(month, 'month', step), 'day', date - 1))
    .filter((day) => new Date(day).getUTCDate() === date);
  const fitting = weekday < 0 ? days : days.filter((day) => new Date(day).getUTCDay() === weekday);
  const found =
    weekday >= 0
      ? fitting.sort((a, b) => Math.abs(a - today) - Math.abs(b - today))[0]
      : looksAhead(reader)
        ? fitting.find((day) => day >= today)
        : fitting.findLast((day) => day <= today);
  return found === undefined ? null : { value: stretch(found, 'day', 1), end: at + 1 };
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
/** What may follow a day, where "the 3rd floor" goes on. */
const CLOSED = new Set(['', 'and', 'or', 'but', 'with', 'who', 'what', 'where', 'when', 'at', 'in', 'for', 'by', ',', '?']);
