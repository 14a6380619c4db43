import { encodeJson, quoteJson } from '../../lib/encode-json.ts';
import { quoteElements } from '../../lib/json-array.ts';
import { endOfString } from '../../lib/json-depth.ts';

/**
 * A PostgreSQL array's text (manual, 8.15.6) as JSON text, without an object for each element. Dense arrays, millions of
 * elements of a character or two, take a few passes over the text as a whole.
 * @param kind numbers, text, or what reads an element of any other type
 */
export function arrayJson(text: string, kind: 'number' | 'text' | ((element: string) => unknown)): string {
  // An array that does not begin at 1 says so first: [0:1]={a,b}
  const elements = text.startsWith('[') ? text.slice(text.indexOf('{')) : text;
  if (kind === 'number') return numbers(elements);
  if (kind !== 'text' || ESCAPED_IN_JSON.test(elements)) return oneByOne(elements, kind);
  return QUOTED.test(elements) ? spans(elements) : unquoted(elements);
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
const unquoted = (text: string): string => quoteElements(bracketed(text)).replaceAll('"NULL"', 'null');

/** Elements in quotes are spelled alike in both: they are taken over, a span of them at a time. */
function spans(text: string): string {
  let json = '';
  let from = 0;
  const put = (until: number, instead: string, next: number) => {
    json += text.slice(from, until) + instead;
    from = next;
  };
  for (let at = 0; at < text.length; at++) {
    const mark = text[at] as string;
    if (mark === '"') at = endOfString(text, at);
    else if (mark === '{' || mark === '}') put(at, mark === '{' ? '[' : ']', at + 1);
    else if (mark !== ',') {
      const end = endOfElement(text, at);
      const element = text.slice(at, end);
      put(at, element === 'NULL' ? 'null' : `"${element}"`, end);
      at = end - 1;
    }
  }
  return json;
}

function oneByOne(text: string, kind: 'text' | ((element: string) => unknown)): string {
  const write = kind === 'text' ? quoteJson : (element: string) => encodeJson(kind(element));
  let json = '';
  for (let at = 0; at < text.length; ) {
    const mark = text[at] as string;
    if (mark === '{' || mark === '}' || mark === ',') {
      json += mark === ',' ? ',' : mark === '{' ? '[' : ']';
      at += 1;
    } else if (mark === '"') {
      const end = endOfString(text, at);
      const inner = text.slice(at + 1, end);
      json += write(inner.includes('\\') ? inner.replaceAll(ESCAPED, '$1') : inner);
      at = end + 1;
    } else {
      const end = endOfElement(text, at);
      const element = text.slice(at, end);
      json += element === 'NULL' ? 'null' : write(element);
      at = end;
    }
  }
  return json;
}

function endOfElement(text: string, from: number): number {
  let end = from + 1;
  while (end < text.length && text[end] !== ',' && text[end] !== '}') end += 1;
  return end;
}

const ESCAPED = /\\(.)/gs;
