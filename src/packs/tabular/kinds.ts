import { IMPORTED_TYPES, type ImportedType } from '../../contract/packs.ts';

/** Kinds of cells, as bits. */
export const KIND = { boolean: 1, bigint: 2, numeric: 4, date: 8, timestamptz: 16, uuid: 32, text: 64, jsonb: 128 } as const;

/** The type that holds values of all these kinds; text when they disagree, and where there are none. */
export function typeOfKinds(kinds: number): ImportedType {
  if (kinds === 0) return 'text';
  for (const [kind, bit] of Object.entries(KIND)) if (kinds === bit) return kind as ImportedType;
  if ((kinds & ~(KIND.bigint | KIND.numeric)) === 0) return 'numeric';
  if ((kinds & ~(KIND.date | KIND.timestamptz)) === 0) return 'timestamptz';
  return 'text';
}

/** Every type that holds values of all these kinds as they stand: any, where there are none. */
export const typesThatFit = (kinds: number): ImportedType[] =>
  IMPORTED_TYPES.filter((type) => kinds === 0 || type === 'text' || (kinds & ~(KIND[type] | (WIDER[type] ?? 0))) === 0);

const WIDER: Partial<Record<ImportedType, number>> = { numeric: KIND.bigint, timestamptz: KIND.date };

const [ZERO, NINE, MINUS, DOT] = [0x30, 0x39, 0x2d, 0x2e];

/**
 * What a cell that is not empty is. Numbers are as JSON has them, so that 007 and +5 stay text; dates as ISO 8601 has them,
 * since others can be read in two ways.
 */
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
  if (at === end) return KIND.numeric;
  return EXPONENT.test(bytes.toString('latin1', at, end)) ? KIND.numeric : 0;
}

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
