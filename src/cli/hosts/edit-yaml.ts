import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  parseAllDocuments,
  type Scalar,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { type Editor, type Entry, endedLine, faultAt, lineAfter, lineEndOf, lineStart, type Place, splice } from './editor.ts';

/** YAML: the parser says where things are, and text goes in and out there; nothing else is written anew. */
export const yamlEditor: Editor = {
  parse(text) {
    const document = documentOf(text);
    return topOf(text, document) === null ? undefined : JSON.parse(JSON.stringify(document?.toJS()));
  },

  put(text, place, name, entry) {
    const top = topOf(text, documentOf(text));
    const pair = top === null ? null : pairOf(top, keyOf(place));
    if (pair !== null) return putInServers(text, pair, { place, name, entry });
    const whole = { [keyOf(place)]: oneServer(place, name, entry) };
    if (top?.flow) return putInFlow(text, top, inside(whole));
    return endedLine(text) + block(text, whole, top === null ? 0 : columnOf(text, startOf(top)));
  },

  remove(text, place, name) {
    const top = topOf(text, documentOf(text));
    const pair = top === null ? null : pairOf(top, keyOf(place));
    const servers = pair === null ? null : serversOf(text, pair, place);
    const found = servers === null ? null : itemOf(text, servers, name);
    if (pair === null || servers === null || found === null) return text;
    if (servers.flow) return removeFromFlow(text, found);
    const taken = splice(text, found.start, found.end, '');
    if (servers.items.length > 1) return taken;
    // A key without a value is no empty place to every program.
    const colon = colonOf(text, pair);
    return splice(taken, colon, colon, place.isList ? ' []' : ' {}');
  },
};

interface Put {
  readonly place: Place;
  readonly name: string;
  readonly entry: Entry;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const STEP = 2;

/** Servers are kept under one key of the top in all files of this format. */
const keyOf = ({ path }: Place): string => path[0] ?? '';

const oneServer = ({ isList }: Place, name: string, entry: Entry): object => (isList ? [entry] : { [name]: entry });

/** Null for an empty text. @throws ConfigFault for text that is not YAML, and for several documents */
function documentOf(text: string): Document.Parsed | null {
  const documents = parseAllDocuments(text, { prettyErrors: false });
  if ('empty' in documents) return null;
  for (const { errors } of documents) if (errors[0]) throw faultAt(text, errors[0].pos[0], `this is not YAML: ${errors[0].message}`);
  if (documents[1]) throw faultAt(text, documents[1].range[0], 'a second document begins here');
  return documents[0] ?? null;
}

/** Null for a text of blanks and comments. */
function topOf(text: string, document: Document.Parsed | null): YAMLMap | null {
  const contents = document?.contents ?? null;
  if (contents === null || (isScalar(contents) && contents.source === '')) return null;
  if (isMap(contents)) return contents;
  throw faultAt(text, contents.range[0], 'keys and values are expected here');
}

const pairOf = (map: YAMLMap, key: string): Pair | null => map.items.find((pair) => isScalar(pair.key) && pair.key.value === key) ?? null;

function putInServers(text: string, pair: Pair, { place, name, entry }: Put): string {
  const { value } = pair;
  const one = oneServer(place, name, entry);
  if (value === null || (isScalar(value) && value.value === null && value.source === '')) {
    const begun = endedLine(text);
    const at = lineAfter(begun, colonOf(text, pair));
    return splice(begun, at, at, block(text, one, columnOf(text, startOf(pair.key)) + STEP));
  }
  const servers = serversOf(text, pair, place);
  const found = itemOf(text, servers, name);
  if (servers.flow) {
    if (found === null) return putInFlow(text, servers, inside(one));
    return splice(text, found.start, found.end, inside(one));
  }
  const column = columnOf(text, startOf(servers));
  // First, so that what ends a list, such as a comment or a text with blank lines, stays with what it belongs to.
  const at = lineAfter(text, colonOf(text, pair));
  return found === null ? splice(text, at, at, block(text, one, column)) : splice(text, found.start, found.end, block(text, one, column));
}

function serversOf(text: string, { key, value }: Pair, { isList }: Place): YAMLMap | YAMLSeq {
  if (isList ? isSeq(value) : isMap(value)) return value as YAMLMap | YAMLSeq;
  throw faultAt(text, startOf(key), `${isList ? 'a list is' : 'keys and values are'} expected under this key`);
}

/** Lines of a block, or the bare text in braces. */
function itemOf(text: string, servers: YAMLMap | YAMLSeq, name: string): Span | null {
  for (const item of servers.items) {
    const [first, last, isIt] = isMap(item)
      ? [item, item, item.get('name') === name]
      : isPair(item)
        ? [item.key, item.value ?? item.key, isScalar(item.key) && item.key.value === name]
        : [null, null, false];
    if (!isIt) continue;
    const [start, end] = [startOf(first), rangeOf(last)[1]];
    if (servers.flow) return { start, end };
    const dash = isSeq(servers) ? text.lastIndexOf('-', start - 1) : start;
    return { start: lineStart(text, dash), end: text[end - 1] === '\n' ? end : lineAfter(text, end) };
  }
  return null;
}

const isPair = (item: unknown): item is Pair => typeof item === 'object' && item !== null && 'key' in item;

function putInFlow(text: string, collection: YAMLMap | YAMLSeq, inner: string): string {
  const at = startOf(collection) + 1;
  return splice(text, at, at, collection.items.length === 0 ? inner : `${inner}, `);
}

function removeFromFlow(text: string, { start, end }: Span): string {
  const after = /^\s*,\s*/.exec(text.slice(end))?.[0];
  if (after !== undefined) return splice(text, start, end + after.length, '');
  const before = /,\s*$/.exec(text.slice(0, start))?.[0] ?? '';
  return splice(text, start - before.length, end, '');
}

const block = (text: string, value: object, column: number): string =>
  stringify(value, { indent: STEP, lineWidth: 0 })
    .split('\n')
    .map((line) => (line === '' ? '' : ' '.repeat(column) + line))
    .join(lineEndOf(text));

/** What goes between braces: JSON, which YAML reads in them. */
const inside = (value: object): string => JSON.stringify(value, null, 1).slice(1, -1).replace(/\n\s*/g, ' ').trim();

/** Just past the colon of a key. */
const colonOf = (text: string, { key }: Pair): number => text.indexOf(':', rangeOf(key)[1]) + 1;

const columnOf = (text: string, offset: number): number => offset - lineStart(text, offset);

const startOf = (node: unknown): number => rangeOf(node)[0];

function rangeOf(node: unknown): readonly [number, number, number] {
  const { range } = node as Scalar | YAMLMap | YAMLSeq;
  if (!range) throw new Error('a node without its place was parsed');
  return range;
}
