/** Kinds of cells, as bits: of those that a column can take as they are, and of others that are read once it is known how the column writes them (`forms.ts`). */
export const KIND = {
  boolean: 1,
  bigint: 2,
  numeric: 4,
  date: 8,
  timestamptz: 16,
  uuid: 32,
  text: 64,
  jsonb: 128,
  /** 1.250: a number as it is, and 1250 where points part thousands. */
  threeBehindPoint: 256,
  /** 1,250.00 or 1,250,000. */
  grouped: 512,
  /** 1,250: 1250, and 1.25 where the comma is the decimal one. */
  threeBehindComma: 1_024,
  /** 12,5 or 1.250,00 or 1.250.000. */
  decimalComma: 2_048,
  /** 31/12/2026. */
  dayFirst: 4_096,
  /** 12/31/2026. */
  monthFirst: 8_192,
  /** 03/04/2026. */
  eitherFirst: 16_384,
  /** 03.04.2026, in which the day is first wherever points are written. */
  dotted: 32_768,
} as const;

/** Of numbers, however they are written. */
export const NUMBERS = KIND.bigint | KIND.numeric | KIND.threeBehindPoint | KIND.grouped | KIND.threeBehindComma | KIND.decimalComma;
/** Of days, however they are written. */
export const DAYS = KIND.date | KIND.dayFirst | KIND.monthFirst | KIND.eitherFirst | KIND.dotted;

const [ZERO, NINE, MINUS, DOT] = [0x30, 0x39, 0x2d, 0x2e];

/** What a cell that is not empty is. 007 and +5 are no numbers. */
export function kindOfCell(bytes: Buffer, start: number, end: number): number {
  const first = bytes[start] ?? 0;
  const length = end - start;
  if ((first >= ZERO && first <= NINE) || first === MINUS || first === DOT) {
    const number = kindOfNumber(bytes, start, end);
    if (number !== 0) return number;
    // 2026-01-31 and what follows it.
    if (length >= 10 && bytes[start + 4] === MINUS && bytes[start + 7] === MINUS) {
      const moment = length === 10 ? kindOfDay(bytes, start) : kindOfMoment(bytes.toString('latin1', start, end));
      if (moment !== 0) return moment;
    }
    if (length >= FORMED_MIN && length <= FORMED_MAX) {
      const formed = kindOfForm(bytes.toString('latin1', start, end));
      if (formed !== 0) return formed;
    }
  }
  if (length === 4 || length === 5) {
    const lower = first | 0x20;
    if ((lower === 0x74 || lower === 0x66) && BOOLEAN.test(bytes.toString('latin1', start, end))) return KIND.boolean;
  }
  if (length === 36 && bytes[start + 8] === MINUS && UUID.test(bytes.toString('latin1', start, end))) return KIND.uuid;
  return KIND.text;
}

function kindOfNumber(bytes: Buffer, start: number, end: number): number {
  let at = bytes[start] === MINUS ? start + 1 : start;
  const whole = at;
  while (at < end && isDigit(bytes[at])) at += 1;
  const digits = at - whole;
  // 007 is no number, 0 and 0.5 are.
  if (digits > 1 && bytes[whole] === ZERO) return 0;
  if (at === end) return digits === 0 ? 0 : digits < 19 || isInt8(bytes.toString('latin1', start, end)) ? KIND.bigint : KIND.numeric;
  if (bytes[at] === DOT) {
    const fraction = ++at;
    while (at < end && isDigit(bytes[at])) at += 1;
    if (at === fraction) return 0;
  } else if (digits === 0) return 0;
  if (at === end) return digits > 0 && digits <= 3 && end - whole === digits + 4 ? KIND.threeBehindPoint : KIND.numeric;
  return EXPONENT.test(bytes.toString('latin1', at, end)) ? KIND.numeric : 0;
}

/** From 1,5 to a number that no table holds. */
const [FORMED_MIN, FORMED_MAX] = [3, 40];

function kindOfForm(text: string): number {
  if (GROUPED.test(text)) return KIND.grouped;
  if (THREE_BEHIND_COMMA.test(text)) return KIND.threeBehindComma;
  if (DECIMAL_COMMA.test(text)) return KIND.decimalComma;
  const [, first, mark, second, year] = DAY.exec(text) ?? [];
  if (mark === undefined) return 0;
  const [one, other] = [Number(first), Number(second)];
  const [isDayFirst, isMonthFirst] = [isDay(Number(year), other, one), isDay(Number(year), one, other)];
  if (isDayFirst && isMonthFirst) return mark === '.' ? KIND.dotted : KIND.eitherFirst;
  return isDayFirst ? KIND.dayFirst : isMonthFirst ? KIND.monthFirst : 0;
}

/** No group begins with a 0 that says nothing, as in 0,125. */
const GROUPED = /^-?[1-9]\d{0,2}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/;
const THREE_BEHIND_COMMA = /^-?[1-9]\d{0,2},\d{3}$/;
const DECIMAL_COMMA = /^-?(?:[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})|(?:0|[1-9]\d*),\d+)$/;
const DAY = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/;

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= ZERO && byte <= NINE;
const isInt8 = (text: string): boolean => text.length <= 20 && BigInt.asIntN(64, BigInt(text)) === BigInt(text);

const EXPONENT = /^[eE][+-]?\d{1,3}$/;
const BOOLEAN = /^(true|false)$/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MOMENT = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:0\d|1[0-5]):?[0-5]\d)?)?$/;

/** 2026-01-31: most dates are, and a pattern takes several times as long. */
function kindOfDay(bytes: Buffer, start: number): number {
  const year = wholeNumber(bytes, start, 4);
  const month = wholeNumber(bytes, start + 5, 2);
  const day = wholeNumber(bytes, start + 8, 2);
  // Every month has these.
  if (year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= 28) return KIND.date;
  return isDay(year, month, day) ? KIND.date : 0;
}

function wholeNumber(bytes: Buffer, from: number, digits: number): number {
  let value = 0;
  for (let at = from; at < from + digits; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < ZERO || byte > NINE) return Number.NaN;
    value = value * 10 + byte - ZERO;
  }
  return value;
}

function kindOfMoment(text: string): number {
  const [, year, month, day, time] = MOMENT.exec(text) ?? [];
  if (!isDay(Number(year), Number(month), Number(day))) return 0;
  return time === undefined ? KIND.date : KIND.timestamptz;
}

/** `Date` takes 30 February for 1 March, and knows a year 0 that engines do not. */
function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return year >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
