import { encodeJson, quoteJson } from '../../lib/encode-json.ts';
import { quoteElements } from '../../lib/json-array.ts';
import { endOfString } from '../../lib/json-depth.ts';

/** Numbers, text, or what reads an element of any other type. */
export type ElementKind = 'number' | 'text' | ((element: string) => unknown);

/** An array that is long enough for its JSON to be made in pieces, with turns for others between them. */
export class LongArray {
  readonly #text: string;
  readonly #kind: ElementKind;

  constructor(text: string, kind: ElementKind) {
    this.#text = text;
    this.#kind = kind;
  }

  /** Its JSON, in order. */
  pieces(): Generator<string> {
    return arrayPieces(this.#text, this.#kind);
  }

  /** Whoever writes it as a whole has forgotten to take its pieces. */
  toJSON(): never {
    throw new Error('A long array is written in pieces.');
  }
}

/**
 * A PostgreSQL array's text (manual, 8.15.6) as JSON text, without an object for each element. Dense arrays, millions of
 * elements of a character or two, take a few passes over each piece.
 */
export const arrayJson = (text: string, kind: ElementKind): string => [...arrayPieces(text, kind)].join('');

/** Characters of the array that become one piece, up to the end of its last element. */
const PIECE_CHARACTERS = 16 * 1024;

function* arrayPieces(text: string, kind: ElementKind): Generator<string> {
  // An array that does not begin at 1 says so first: [0:1]={a,b}
  let at = text.startsWith('[') ? text.indexOf('{') : 0;
  while (at < text.length) {
    const comma = text.indexOf(',', at + PIECE_CHARACTERS);
    const end = comma < 0 ? text.length : comma + 1;
    const piece = text.slice(at, end);
    // Without quotes in it, a piece ends where an element does.
    if (kind === 'number' || (kind === 'text' && !QUOTED.test(piece) && !ESCAPED_IN_JSON.test(piece))) {
      yield kind === 'number' ? numbers(piece) : unquoted(piece);
      at = end;
      continue;
    }
    const read = oneByOne(text, at, end, kind);
    yield read.json;
    at = read.next;
  }
}

/** Control characters and halves of surrogate pairs: PostgreSQL does not escape the former, and JSON does. */
const ESCAPED_IN_JSON = /[\p{Cc}\p{Cs}]/u;
/** Where none of these is, no element is in quotes, and no bracket is an element's own. */
const QUOTED = /["[\]]/;

const bracketed = (text: string): string => text.replaceAll('{', '[').replaceAll('}', ']');

const numbers = (text: string): string =>
  bracketed(text)
    .replaceAll('NULL', 'null')
    .replaceAll('NaN', '"NaN"')
    .replaceAll('Infinity', '"Infinity"')
    .replaceAll('-"Infinity"', '"-Infinity"');

/** No element is in quotes, so that commas, braces and NULL mean themselves. */
function unquoted(piece: string): string {
  const isCut = piece.endsWith(',');
  const json = quoteElements(bracketed(isCut ? piece.slice(0, -1) : piece)).replaceAll('"NULL"', 'null');
  return isCut ? `${json},` : json;
}

/** The elements from `from` on, up to the first that begins at `until` or behind it. Those in quotes are most often spelled alike in both. */
function oneByOne(
  text: string,
  from: number,
  until: number,
  kind: 'text' | ((element: string) => unknown),
): { json: string; next: number } {
  const write = kind === 'text' ? quoteJson : (element: string) => encodeJson(kind(element));
  let json = '';
  let at = from;
  while (at < until) {
    const mark = text[at] as string;
    if (mark === '{' || mark === '}' || mark === ',') {
      json += mark === ',' ? ',' : mark === '{' ? '[' : ']';
      at += 1;
    } else if (mark === '"') {
      const end = endOfString(text, at);
      const inner = text.slice(at + 1, end);
      json +=
        kind === 'text' && !ESCAPED_IN_JSON.test(inner)
          ? `"${inner}"`
          : write(inner.includes('\\') ? inner.replaceAll(ESCAPED, '$1') : inner);
      at = end + 1;
    } else {
      const end = endOfElement(text, at);
      const element = text.slice(at, end);
      json += element === 'NULL' ? 'null' : write(element);
      at = end;
    }
  }
  return { json, next: at };
}

function endOfElement(text: string, from: number): number {
  let end = from + 1;
  while (end < text.length && text[end] !== ',' && text[end] !== '}') end += 1;
  return end;
}

const ESCAPED = /\\(.)/gs;
