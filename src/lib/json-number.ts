import { endOfString } from './json-depth.ts';

/**
 * The first number of a JSON text that parsing would change to another whole number or to no number at all; null when
 * there is none. Decimals are what a double makes of them: JSON promises no more.
 * @param text valid JSON
 */
export function unfaithfulNumber(text: string): string | null {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === MINUS || isDigit(code)) {
      const from = at;
      let isWhole = true;
      for (at += 1; at < text.length && isNumeric(text.charCodeAt(at)); at++) isWhole &&= isDigit(text.charCodeAt(at));
      if (at - from > (isWhole ? SAFE_LENGTH : SAFE_EXPONENT_LENGTH) && changes(text.slice(from, at), isWhole)) return text.slice(from, at);
      at -= 1;
    }
  }
  return null;
}

/** A whole number that overflows is found first, so that no BigInt is longer than a double's 309 digits. */
const changes = (token: string, isWhole: boolean): boolean => {
  const value = Number(token);
  return !Number.isFinite(value) || (isWhole && !Number.isSafeInteger(value) && BigInt(token) !== BigInt(value));
};

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
/** Digits, sign, point and exponent; what follows a number in JSON is none of them. */
const isNumeric = (code: number): boolean => isDigit(code) || code === 0x2e || code === 0x2b || code === MINUS || (code | 0x20) === 0x65;

const QUOTE = 0x22;
const MINUS = 0x2d;
/** Every whole number of 15 digits is a double; the shortest token that overflows is 1e309. */
const SAFE_LENGTH = 15;
const SAFE_EXPONENT_LENGTH = 4;
