/** What the values of a column are that were seen so far. */
export interface ColumnSeen {
  readonly name: string;
  /** What stands before its value in each row. */
  readonly before: string;
  hasNulls: boolean;
  hasBooleans: boolean;
  hasNumbers: boolean;
  hasNegatives: boolean;
  /** Most digits before the point of a number, and after it. */
  whole: number;
  fraction: number;
  /** What all of its texts are; null where there are none. */
  texts: TextKind | null;
  /** Of its days and moments. */
  firstYear: number;
  lastYear: number;
}

/** A moment is as 2026-05-31T12:00:00Z, a day as 2026-05-31; both are in the calendar. */
type TextKind = 'moment' | 'day' | 'other';

export const newColumn = (name: string, before: string): ColumnSeen => ({
  ...{ name, before, hasNulls: false, hasBooleans: false, hasNumbers: false, hasNegatives: false, whole: 0, fraction: 0 },
  ...{ texts: null, firstYear: Number.POSITIVE_INFINITY, lastYear: Number.NEGATIVE_INFINITY },
});

/** The place after the JSON value that begins here, which the column is told of; -1 for one that has parts, digits that a double may lose, or a character by its number. */
export function seeValue(text: string, from: number, column: ColumnSeen): number {
  const code = text.charCodeAt(from);
  if (code === QUOTE) return seeText(text, from, column);
  if (code === MINUS || isDigit(code)) return seeNumber(text, from, column);
  if (text.startsWith('null', from)) {
    column.hasNulls = true;
    return from + 4;
  }
  if (!text.startsWith('true', from) && !text.startsWith('false', from)) return -1;
  column.hasBooleans = true;
  return from + (code === SMALL_T ? 4 : 5);
}

function seeNumber(text: string, from: number, column: ColumnSeen): number {
  const isNegative = text.charCodeAt(from) === MINUS;
  const first = isNegative ? from + 1 : from;
  let at = first;
  while (isDigit(text.charCodeAt(at))) at += 1;
  const whole = at - first;
  if (whole === 0 || (whole > 1 && text.charCodeAt(first) === ZERO)) return -1;
  let fraction = 0;
  if (text.charCodeAt(at) === POINT) {
    const point = at;
    do at += 1;
    while (isDigit(text.charCodeAt(at)));
    fraction = at - point - 1;
    if (fraction === 0) return -1;
  }
  const next = text.charCodeAt(at);
  if (next === SMALL_E || next === LARGE_E || at - from > SAFE_LENGTH) return -1;
  column.hasNumbers = true;
  if (isNegative) column.hasNegatives = true;
  if (whole > column.whole) column.whole = whole;
  if (fraction > column.fraction) column.fraction = fraction;
  return at;
}

function seeText(text: string, from: number, column: ColumnSeen): number {
  const limit = Math.min(from + TEXT_MAX, text.length);
  let at = from + 1;
  for (; at < limit; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) break;
    if (code < SPACE) return -1;
    if (code === BACKSLASH) {
      at += 1;
      if (!ESCAPED.includes(text.charAt(at))) return -1;
    }
  }
  if (at >= limit) return -1;
  if (column.texts !== 'other') {
    const kind = kindOf(text, from + 1, at);
    column.texts = column.texts === null || column.texts === kind ? kind : 'other';
    if (kind !== 'other') {
      const year = numberAt(text, from + 1, 4);
      if (year < column.firstYear) column.firstYear = year;
      if (year > column.lastYear) column.lastYear = year;
    }
  }
  return at + 1;
}

/** Longer ones are left to who reads them in turns. */
const TEXT_MAX = 8 * 1024;
/** Without `u`: what it writes may be no character. */
const ESCAPED = '"\\/bfnrt';
/** Every number of 15 digits is a double (IEEE 754). */
const SAFE_LENGTH = 15;

function kindOf(text: string, from: number, to: number): TextKind {
  const length = to - from;
  if (length === DAY_LENGTH) return isDay(text, from) ? 'day' : 'other';
  return length === MOMENT_LENGTH && isDay(text, from) && isTime(text, from + DAY_LENGTH) ? 'moment' : 'other';
}

const DAY_LENGTH = '2026-05-31'.length;
const MOMENT_LENGTH = '2026-05-31T12:00:00Z'.length;

function isDay(text: string, from: number): boolean {
  const [year, month, day] = [numberAt(text, from, 4), numberAt(text, from + 5, 2), numberAt(text, from + 8, 2)];
  if (text.charCodeAt(from + 4) !== MINUS || text.charCodeAt(from + 7) !== MINUS || !(year >= 0 && month >= 1 && month <= 12 && day >= 1))
    return false;
  // Every month has these, and most dates are of them.
  return day <= 28 || (year > 0 && day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate());
}

/** `T12:00:00Z` */
const isTime = (text: string, from: number): boolean =>
  text.charAt(from) === 'T' &&
  numberAt(text, from + 1, 2) < 24 &&
  text.charAt(from + 3) === ':' &&
  numberAt(text, from + 4, 2) < 60 &&
  text.charAt(from + 6) === ':' &&
  numberAt(text, from + 7, 2) < 60 &&
  text.charAt(from + 9) === 'Z';

/** NaN for what is none. */
function numberAt(text: string, from: number, length: number): number {
  let number = 0;
  for (let at = from; at < from + length; at += 1) {
    const code = text.charCodeAt(at);
    if (!isDigit(code)) return Number.NaN;
    number = number * 10 + code - ZERO;
  }
  return number;
}

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;

const SPACE = 0x20;
const QUOTE = 0x22;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const LARGE_E = 0x45;
const BACKSLASH = 0x5c;
const SMALL_E = 0x65;
const SMALL_T = 0x74;
