import type { Column } from '../../../schema.ts';
import { DATED, nearestDay } from '../change/become.ts';
import type { Found } from '../write-reader.ts';
import { nameWords } from '../write-tokens.ts';
import { literalFor } from '../write-values.ts';
import { words } from '../write-words.ts';
import type { Row } from './row.ts';
import { oneOf } from './worth.ts';

/** "from 3 may to 9 may", "on 3 may, 4 pm to 6 pm", "9 to 11 am": on two columns, the one of which opens what the other ends. */
export function stretch(row: Row, at: number): number | null {
  const { reader } = row;
  const from = reader.skip(at, OPENS);
  const day = dayAt(row, from);
  const ends = daysAt(row, day) ?? hoursAt(row, day === null ? from : reader.skip(day.next, BESIDE_DAY), day);
  if (ends === null || ends.what.last <= ends.what.first) return null;
  const { first, last, on } = ends.what;
  const pair = pairOf(row, on === null ? ends.what.types : STAMPS);
  const [hours, date] = on === null || pair !== null ? [null, null] : [pairOf(row, TIMES), oneOf(row, ({ type }) => type === 'date')];
  const [start, end] = pair ?? hours ?? [];
  if (start === undefined || end === undefined || (pair === null && date === null)) return null;
  // A day and its hours are in one column, or in two.
  const told = (time: string): string => (on === null || pair === null ? time : `${on} ${time}`);
  if (date !== null && on !== null) row.put(date, { text: on, quoted: true }, at);
  row.put(start, { text: told(first), quoted: true }, at);
  row.put(end, { text: told(last), quoted: true }, at);
  return ends.next;
}

interface Ends {
  readonly first: string;
  readonly last: string;
  /** The day that hours are of. */
  readonly on: string | null;
  readonly types: ReadonlySet<string>;
}

/** "december 11 to december 14", "december 11 to 14" */
function daysAt(row: Row, day: Found<string> | null): Found<Ends> | null {
  if (day === null || !TO.has(row.reader.lower(day.next))) return null;
  const last = dayAt(row, day.next + 1) ?? dayOfMonth(row, day.next + 1, day);
  return last === null ? null : { what: { first: day.what, last: last.what, on: null, types: DATED }, next: last.next };
}

/** "4 pm to 6 pm", "4 to 6 pm", on a day that was said before or in columns of hours alone. */
function hoursAt(row: Row, at: number, day: Found<string> | null): Found<Ends> | null {
  const start = clockAt(row, at);
  const end = start !== null && TO.has(row.reader.lower(start.next)) ? clockAt(row, start.next + 1) : null;
  // "4 to 6 pm" is in the afternoon at both ends.
  const first = start === null || end === null ? null : withHalf(start.what, end.what);
  const last = end === null ? null : withHalf(end.what, null);
  if (end === null || first === null || last === null) return null;
  return { what: { first, last, on: day?.what ?? null, types: TIMES }, next: end.next };
}

/** "on 3 may at 4 pm", "tomorrow, 9 am": the one moment that a row needs. */
export function moment(row: Row, at: number): number | null {
  const { reader } = row;
  // "pickup 4 december at 3 pm"
  const named = row.column(at);
  const own = named?.what.type === 'timestamp' && !row.values.has(named.what.name) ? named : null;
  const day = dayAt(row, reader.skip(own?.next ?? at, OPENS));
  const clock = day === null ? null : clockAt(row, reader.skip(day.next, BESIDE_DAY));
  const time = clock === null ? null : withHalf(clock.what, null);
  const column = own?.what ?? oneOf(row, ({ type }) => type === 'timestamp');
  if (day === null || clock === null || time === null || column === null || TO.has(reader.lower(clock.next))) return null;
  row.put(column, { text: `${day.what} ${time}`, quoted: true }, at);
  return clock.next;
}

/** "licence valid until 1 may 2031", "the lease runs until june 2": the day up to which what is named holds. */
export function lasts(row: Row, at: number): number | null {
  const { reader } = row;
  const [word] = reader.tokens[at]?.words ?? [];
  const until = reader.skip(at + 1, HOLDS);
  // "liquor license valid until", where the comment of the column has the first word too.
  const two = until === at + 1 ? reader.skip(at + 2, HOLDS) : at + 2;
  if (two > at + 2) return commented(row, at) ? lasts(row, at + 1) : null;
  if (word === undefined || until === at + 1 || !UNTIL.test(reader.lower(until - 1))) return null;
  const value = reader.valueAt(until, row.table);
  const column = oneOf(row, ({ name, type }) => DATED.has(type) && nameWords(name).some((own) => british(own) === british(word)));
  if (value === null || column === null || literalFor({ text: value.what.text, quoted: false }, column, reader.question.now) === null)
    return null;
  row.put(column, value.what, at);
  return value.next;
}

/** Whether a day is told of in a comment with this word and the next. */
const commented = ({ reader, table }: Row, at: number): boolean =>
  table.columns.some(
    ({ type, comment }) => DATED.has(type) && comment?.toLowerCase().includes(`${reader.lower(at)} ${reader.lower(at + 1)}`),
  );

/** "license" is "licence". */
const british = (word: string): string => word.replace(/ense$/, 'ence');

/** A day as `YYYY-MM-DD`. */
function dayAt({ reader, table }: Row, at: number): Found<string> | null {
  const value = reader.valueAt(at, table);
  if (value === null || value.what.quoted) return null;
  const relative = /^(?:today|tomorrow|yesterday)\b/i.exec(value.what.text)?.[0];
  const text = relative ?? value.what.text;
  if (relative === undefined && !/\d/.test(text)) return null;
  const day = literalFor({ text, quoted: false }, DAY, reader.question.now)?.value ?? nearestDay(text, reader.question.now, DAY);
  return typeof day === 'string' ? { what: day, next: relative === undefined ? value.next : at + 1 } : null;
}

/** "14" of "december 11 to 14" */
function dayOfMonth({ reader }: Row, at: number, first: Found<string> | null): Found<string> | null {
  const number = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(reader.lower(at))?.[1];
  return first === null || number === undefined ? null : { what: first.what.slice(0, 8) + number.padStart(2, '0'), next: at + 1 };
}

interface Clock {
  readonly hour: number;
  readonly minute: string;
  readonly half: string | null;
}

/** "4 pm", "16:30", "9": the hour as it was said. */
function clockAt({ reader }: Row, at: number): Found<Clock> | null {
  const token = reader.tokens[at];
  if (token === undefined || token.kind === 'quoted') return null;
  const said = /^(\d{1,2})(?:[:.](\d{2}))?(?: ?([ap])\.?m\b\.?)?(?![\w:/-])/i.exec(reader.question.text.slice(token.start));
  if (said?.[1] === undefined) return null;
  const end = token.start + said[0].length;
  const next = reader.tokens.findIndex(({ start }) => start >= end);
  const what = { hour: Number(said[1]), minute: said[2] ?? '00', half: said[3]?.toLowerCase() ?? (said[2] === undefined ? null : '') };
  return { what, next: next < 0 ? reader.tokens.length : next };
}

/** `HH:MM` of an hour, whose half of the day may be said after the other one; null where it is nowhere. */
function withHalf({ hour, minute, half: own }: Clock, other: Clock | null): string | null {
  const half = own ?? other?.half ?? null;
  if (half === null || hour > 24 || (half !== '' && hour > 12)) return null;
  const of = half === 'p' ? (hour % 12) + 12 : half === 'a' ? hour % 12 : hour;
  return `${String(of).padStart(2, '0')}:${minute}`;
}

/** The columns between which a row lasts: by their names, else the only two that it needs. */
function pairOf(row: Row, types: ReadonlySet<string>): readonly [Column, Column] | null {
  const free = row.table.columns.filter(({ name, type, generated }) => types.has(type) && !generated && !row.values.has(name));
  const [start, ...starts] = free.filter(({ name }) => STARTS.test(name));
  const [end, ...ends] = free.filter(({ name }) => ENDS.test(name) && !STARTS.test(name));
  return start === undefined || end === undefined || starts.length > 0 || ends.length > 0 || start.type !== end.type ? null : [start, end];
}

const DAY: Column = { name: 'day', type: 'date', nativeType: 'date', nullable: true, hasDefault: false, generated: false, comment: null };
const TIMES: ReadonlySet<string> = new Set(['time']);
const STAMPS: ReadonlySet<string> = new Set(['timestamp']);
const OPENS = words('on from between starting is');
const BESIDE_DAY = words(', from at between');
const TO = words('to until till through thru - – and');
const HOLDS = words('is are was valid good runs running lasts until till expires ends expiring on to through');
const UNTIL = /^(?:until|till|expires|ends|expiring|on|to|through)$/;
const STARTS =
  /(?:^|_)(?:start|starts|starting|started|begin|begins|from|arrival|arrives|check_?in|pickup|picked_up|opens|first_day)(?:_|$)/i;
const ENDS =
  /(?:^|_)(?:end|ends|ending|until|till|to|departure|departs|check_?out|return|returns|due_back|dropoff|closes|last_day)(?:_|$)/i;
