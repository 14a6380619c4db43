export interface JsonLimits {
  /** Arrays and objects inside each other. */
  readonly depth: number;
  readonly keysPerObject: number;
  readonly keys: number;
  /** Members and elements of all objects and arrays together. */
  readonly values: number;
}

/** An array that is a member of the outermost object, without its brackets, and the commas at which it may be cut. */
export interface LongArray {
  readonly from: number;
  readonly to: number;
  readonly cuts: readonly number[];
}

export interface JsonSurvey {
  /** The first limit that the text goes beyond; what follows was not looked at. */
  readonly excess: keyof JsonLimits | null;
  /** Those that are longer than a piece. */
  readonly arrays: readonly LongArray[];
  /** Whether there may be a number of more digits than a double holds, or a fraction that ends in a zero: where there is none, the platform's parser changes nothing. */
  readonly mayLose: boolean;
}

/**
 * Counts what JSON text holds before it is parsed, and finds where its arrays can be cut into pieces of about `pieceLength`
 * characters. Yields now and then, so that whoever drives it can let others have their turn. The text need not be valid: what
 * is wrong with it shows when it is parsed.
 */
export function* surveyJson(text: string, limits: JsonLimits, pieceLength: number): Generator<void, JsonSurvey> {
  const keysOutside: number[] = [];
  const arrays: LongArray[] = [];
  let cuts: number[] = [];
  let depth = 0;
  let keysHere = 0;
  let keys = 0;
  let values = 1;
  let from = 0;
  let rested = 0;
  let mayLose = false;
  const beyond = (excess: keyof JsonLimits): JsonSurvey => ({ excess, arrays: [], mayLose: true });
  for (let at = 0; at < text.length; at++) {
    if (at - rested > REST_AFTER) {
      rested = at;
      yield;
    }
    const code = text.charCodeAt(at);
    if (isOfNumber(code)) {
      const start = at;
      let isFraction = false;
      while (at - start < SAFE_LENGTH && isOfNumber(text.charCodeAt(at + 1))) {
        at += 1;
        isFraction ||= text.charCodeAt(at) === POINT;
      }
      const next = text.charCodeAt(at + 1);
      mayLose ||= at - start >= SAFE_LENGTH || next === SMALL_E || next === LARGE_E || (isFraction && text.charCodeAt(at) === ZERO);
      continue;
    }
    switch (code) {
      case QUOTE:
        // Not all of a long string at once: one of escaped quotes takes as long as anything else.
        at = endOfShort(text, at + 1);
        if (text.charCodeAt(at) === QUOTE) break;
        for (at = endOfPart(text, at); isEscaped(text, at); at = endOfPart(text, at + 1)) {
          if (at - rested <= REST_AFTER) continue;
          rested = at;
          yield;
        }
        break;
      case OPEN_OBJECT:
        keysOutside.push(keysHere);
        keysHere = 0;
        depth += 1;
        if (depth > limits.depth) return beyond('depth');
        break;
      case OPEN_ARRAY:
        depth += 1;
        if (depth > limits.depth) return beyond('depth');
        if (depth === 2) {
          from = at + 1;
          cuts = [];
        }
        break;
      case CLOSE_OBJECT:
        keysHere = keysOutside.pop() ?? 0;
        depth -= 1;
        break;
      case CLOSE_ARRAY:
        depth -= 1;
        if (depth !== 1) break;
        if (cuts.length > 0) arrays.push({ from, to: at, cuts });
        cuts = [];
        break;
      case COLON:
        keysHere += 1;
        keys += 1;
        if (keysHere > limits.keysPerObject) return beyond('keysPerObject');
        if (keys > limits.keys) return beyond('keys');
        break;
      case COMMA:
        values += 1;
        if (values > limits.values) return beyond('values');
        // An object's members have colons between their commas; only those of an array directly in the outermost are cut.
        if (depth === 2 && keysOutside.length === 1 && at - (cuts.at(-1) ?? from) > pieceLength) cuts.push(at);
    }
  }
  return { excess: null, arrays, mayLose };
}

/** Characters after which somebody else may have a turn. */
const REST_AFTER = 64 * 1024;

/** Digits, sign and point. */
const isOfNumber = (code: number): boolean => code >= MINUS && code <= NINE && code !== SLASH;

/** The end of a string that is short and has no escapes, as most are; else where it cannot be told so. */
function endOfShort(text: string, from: number): number {
  const limit = Math.min(from + SHORT, text.length);
  let at = from;
  for (; at < limit; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE || code === BACKSLASH) break;
  }
  return at;
}

const SHORT = 48;
/** Every number of 15 digits is a double (IEEE 754). */
const SAFE_LENGTH = 15;

/** The next quote, or the text's end. */
function endOfPart(text: string, from: number): number {
  const at = text.indexOf('"', from);
  return at < 0 ? text.length : at;
}

function isEscaped(text: string, at: number): boolean {
  if (at >= text.length) return false;
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const COLON = 0x3a;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const SLASH = 0x2f;
const ZERO = 0x30;
const NINE = 0x39;
const LARGE_E = 0x45;
const SMALL_E = 0x65;
