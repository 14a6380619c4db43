import { endOfString } from './json-depth.ts';
import { Verbatim } from './verbatim.ts';

/**
 * `JSON.parse`, but a number that `isWide` is what `wide` makes of it; that is one that would not be written again with the
 * same characters, when nothing else is said.
 * Bears any depth. @throws SyntaxError
 */
export function readJson(
  text: string,
  wide: (literal: string) => unknown,
  isWide: (literal: string) => boolean = (literal) => String(Number(literal)) !== literal,
  /** Stands in every text with such a number. */
  mayHave: RegExp = MAY_CHANGE,
): unknown {
  if (!mayHave.test(text)) return JSON.parse(text);
  // Nobody can have put it into the text; short, since there may be a million of them.
  const mark = `${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(9))))}:`;
  const marked = withMarks(text, mark, isWide);
  if (marked === null) return JSON.parse(text);
  const holder: { value: unknown } = { value: parsedAs(marked, text) };
  const open: object[] = [holder];
  const read = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null) open.push(value);
    return typeof value === 'string' && value.startsWith(mark) ? wide(value.slice(mark.length)) : value;
  };
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (Array.isArray(each)) for (let index = 0; index < each.length; index++) each[index] = read(each[index]);
    else for (const name of Object.keys(each)) (each as Record<string, unknown>)[name] = read((each as Record<string, unknown>)[name]);
  }
  return holder.value;
}

/** Numbers of which a double holds every digit are numbers, all others `Verbatim`. @throws SyntaxError */
export const readExactJson = (text: string): unknown =>
  readJson(
    text,
    (literal) => new Verbatim(literal),
    (literal) => !isHeld(literal),
    MAY_LOSE,
  );

/** The same, and a fraction that ends in a zero is `Verbatim` too: 1.10 is two digits after the point to who keeps digits. @throws SyntaxError */
export const readWrittenJson = (text: string): unknown =>
  readJson(
    text,
    (literal) => new Verbatim(literal),
    (literal) => endsInZero(literal) || !isHeld(literal),
    MAY_DIFFER,
  );

/** As 1.10 and 2.0 do, and 10 and 1.10e3 do not. */
export const endsInZero = (literal: string): boolean => literal.endsWith('0') && /^-?\d+\.\d+$/.test(literal);

/** Whether the number that a double makes of the literal has the same digits: 1.50 and 1.5 are one, and so are 1e3 and 1000. */
export const isHeld = (literal: string): boolean => {
  const value = Number(literal);
  const size = Math.abs(value);
  if (literal.length <= SAFE_LENGTH && size > LEAST && size < MOST) return true;
  return Number.isFinite(value) && digitsOf(literal) === digitsOf(String(value));
};

/** Digits without the zeros around them, and the power of ten that they count. */
function digitsOf(literal: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === ZERO) end -= 1;
  return end === 0 ? '0' : `${sign}${digits.slice(0, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

/** Only more than 15 digits, a fraction, an exponent or -0 can be written in another way. */
const MAY_CHANGE = /[\d.]{16}|\d[.eE]|-0/;
/** A shorter one without an exponent is held: see `SAFE_LENGTH`. */
const MAY_LOSE = /[\d.-]{16}|\d[eE]/;
const MAY_DIFFER = /[\d.-]{16}|\d[eE]|\.\d*0(?!\d)/;

/** An error says where it is in the text as it came. */
function parsedAs(marked: string, text: string): unknown {
  try {
    return JSON.parse(marked);
  } catch (error) {
    JSON.parse(text);
    throw error;
  }
}

/**
 * The text with each number that parsing would change as a string after the mark, so that the platform's own parser does
 * the rest; null when there is none.
 */
function withMarks(text: string, mark: string, isWide: (literal: string) => boolean): string | null {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === MINUS || isDigit(code)) {
      const start = at;
      let isWhole = code !== MINUS || text.charCodeAt(at + 1) !== ZERO;
      for (at += 1; at < text.length && isNumeric(text.charCodeAt(at)); at++) isWhole &&= isDigit(text.charCodeAt(at));
      if (!isWhole || at - start > SAFE_LENGTH) {
        const literal = text.slice(start, at);
        if (NUMBER.test(literal) && isWide(literal)) {
          parts.push(text.slice(from, start), `"${mark}${literal}"`);
          from = at;
        }
      }
      at -= 1;
    }
  }
  return parts.length === 0 ? null : parts.join('') + text.slice(from);
}

const isDigit = (code: number): boolean => code >= ZERO && code <= 0x39;
/** Digits, sign, point and exponent; what follows a number in JSON is none of them. */
const isNumeric = (code: number): boolean => isDigit(code) || code === 0x2e || code === 0x2b || code === MINUS || (code | 0x20) === 0x65;
/** RFC 8259, 6. */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

const QUOTE = 0x22;
const MINUS = 0x2d;
const ZERO = 0x30;
/**
 * Every whole number of 15 characters is a double that is written with them, and between these sizes any number of 15 digits
 * is the only one that its double stands for (IEEE 754).
 */
const SAFE_LENGTH = 15;
const LEAST = 1e-300;
const MOST = 1e300;
