export interface JsonLimits {
  /** Arrays and objects inside each other. */
  readonly depth: number;
  readonly keysPerObject: number;
  readonly keys: number;
  /** Members and elements of all objects and arrays together; inside of an item an array or an object counts as one itself. */
  readonly values: number;
  /** The same of one item. */
  readonly itemValues: number;
  /** Digits of one number, with its sign and point. */
  readonly digits: number;
}

/** How deep the arrays are whose elements are items. What else stands there, or further out, is an item as a whole. */
export type ItemDepth = 2 | 4;

/** An array or object that is longer than a piece, without its brackets. */
export interface LongPart {
  readonly isArray: boolean;
  readonly from: number;
  readonly to: number;
  /** The commas at which it may be cut. */
  readonly cuts: readonly number[];
  /** Those directly inside of it. */
  readonly parts: readonly LongPart[];
}

export interface JsonSurvey {
  /** The first limit that the text goes beyond; what follows was not looked at. */
  readonly excess: keyof JsonLimits | null;
  /** Null where all of the text is no longer than a piece, or one long string or number. */
  readonly whole: LongPart | null;
  /** Brackets that do not match: it is no JSON. */
  readonly isBroken: boolean;
  /** Whether there may be a number of more digits than a double holds, or a fraction that ends in a zero: where there is none, the platform's parser changes nothing. */
  readonly mayLose: boolean;
}

interface Options {
  /** Bytes. */
  readonly pieceLength: number;
  readonly itemDepth: ItemDepth;
}

/** An array or object whose end has not come. */
interface Open {
  readonly isArray: boolean;
  readonly from: number;
  readonly keysOutside: number;
  cutAt: number;
  cuts: number[] | null;
  parts: LongPart[] | null;
}

/**
 * Counts what JSON text in UTF-8 holds before it is parsed, and finds where its arrays and objects can be cut into pieces of about
 * `pieceLength` bytes. Yields now and then, so that whoever drives it can let others have their turn. The text need not be
 * valid: what else is wrong with it shows when it is parsed.
 */
export function* surveyJson(bytes: Uint8Array, limits: JsonLimits, { pieceLength, itemDepth }: Options): Generator<void, JsonSurvey> {
  const outside: Open[] = [];
  let here: Open | null = null;
  let whole: LongPart | null = null;
  let depth = 0;
  let keysHere = 0;
  let keys = 0;
  let values = 1;
  let itemFrom = 0;
  let rested = 0;
  let mayLose = false;
  const ended = (excess: keyof JsonLimits | null, isBroken = false): JsonSurvey => ({ excess, whole, isBroken, mayLose });
  const beyond = (): keyof JsonLimits | null => {
    if (values > limits.values) return 'values';
    return values - itemFrom > limits.itemValues ? 'itemValues' : null;
  };
  for (let at = 0; at < bytes.length; at++) {
    if (at - rested > REST_AFTER) {
      rested = at;
      yield;
    }
    const code = bytes[at] as number;
    if (isOfNumber(code)) {
      const start = at;
      let isFraction = false;
      while (at - start < limits.digits && isOfNumber(bytes[at + 1] as number)) {
        at += 1;
        isFraction ||= bytes[at] === POINT;
      }
      if (at - start >= limits.digits) return ended('digits');
      const next = bytes[at + 1];
      mayLose ||= at - start >= SAFE_LENGTH || next === SMALL_E || next === LARGE_E || (isFraction && bytes[at] === ZERO);
      continue;
    }
    switch (code) {
      case QUOTE:
        // Not all of a long string at once: one of escaped quotes takes as long as anything else.
        at = endOfShort(bytes, at + 1);
        if (bytes[at] === QUOTE) break;
        for (at = endOfPart(bytes, at); isEscaped(bytes, at); at = endOfPart(bytes, at + 1)) {
          if (at - rested <= REST_AFTER) continue;
          rested = at;
          yield;
        }
        break;
      case OPEN_OBJECT:
      case OPEN_ARRAY: {
        if (here !== null) outside.push(here);
        here = { isArray: code === OPEN_ARRAY, from: at + 1, keysOutside: keysHere, cutAt: at + 1, cuts: null, parts: null };
        keysHere = 0;
        depth += 1;
        if (depth > limits.depth) return ended('depth');
        // A row is none of its own values.
        if (depth <= itemDepth + 1) break;
        values += 1;
        const excess = beyond();
        if (excess !== null) return ended(excess);
        break;
      }
      case CLOSE_OBJECT:
      case CLOSE_ARRAY: {
        if (here === null || here.isArray !== (code === CLOSE_ARRAY)) return ended(null, true);
        const { isArray, from, cuts, parts } = here;
        keysHere = here.keysOutside;
        here = outside.pop() ?? null;
        depth -= 1;
        if (at - from <= pieceLength) break;
        const part = { isArray, from, to: at, cuts: cuts ?? [], parts: parts ?? [] };
        if (here === null) {
          if (whole !== null) return ended(null, true);
          whole = part;
        } else if (here.parts === null) here.parts = [part];
        else here.parts.push(part);
        break;
      }
      case COLON:
        keysHere += 1;
        keys += 1;
        if (keysHere > limits.keysPerObject) return ended('keysPerObject');
        if (keys > limits.keys) return ended('keys');
        break;
      case COMMA: {
        if (depth < itemDepth || (depth === itemDepth && here?.isArray)) itemFrom = values;
        values += 1;
        const excess = beyond();
        if (excess !== null) return ended(excess);
        if (here === null) break;
        if (at - here.cutAt <= pieceLength) break;
        here.cutAt = at;
        if (here.cuts === null) here.cuts = [at];
        else here.cuts.push(at);
      }
    }
  }
  return ended(null, depth > 0);
}

/** Bytes after which somebody else may have a turn. */
const REST_AFTER = 64 * 1024;

/** Digits, sign and point. */
const isOfNumber = (code: number): boolean => code >= MINUS && code <= NINE && code !== SLASH;

/** The end of a string that is short and has no escapes, as most are; else where it cannot be told so. */
function endOfShort(bytes: Uint8Array, from: number): number {
  const limit = Math.min(from + SHORT, bytes.length);
  let at = from;
  for (; at < limit; at += 1) {
    const code = bytes[at] as number;
    if (code === QUOTE || code === BACKSLASH) break;
  }
  return at;
}

const SHORT = 48;
/** Every number of 15 digits is a double (IEEE 754). */
const SAFE_LENGTH = 15;

/** The next quote, or the text's end. */
function endOfPart(bytes: Uint8Array, from: number): number {
  const at = bytes.indexOf(QUOTE, from);
  return at < 0 ? bytes.length : at;
}

function isEscaped(bytes: Uint8Array, at: number): boolean {
  if (at >= bytes.length) return false;
  let backslashes = 0;
  while (bytes[at - 1 - backslashes] === BACKSLASH) backslashes += 1;
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
