import pluralize from 'pluralize';
import { snakeCase } from '../english/inflect.ts';

export interface WriteToken {
  /** As written; for a quoted text what stands between the quotes. */
  readonly text: string;
  readonly lower: string;
  readonly kind: 'word' | 'number' | 'quoted' | 'mark';
  /** The token as words of a name, in the singular: `Year(s)` is ['year', 's']. */
  readonly words: readonly string[];
  /** Where it stands in the sentence. */
  readonly start: number;
  readonly end: number;
}

const QUOTED = /`([^`]+)`|“([^”]+)”|‘([^’]+)’|"([^"]*)"|(?<![\p{L}\p{N}])'(.*?)'(?![\p{L}\p{N}])/gu;
const PIECE = /\[[^\s[\]]+\]|[(){}[\];:=]|,(?=\s|$)|[^\s(){}[\];:=]+/g;
const NUMBER = /^[+-]?[$€£]?\d[\d,]*(?:\.\d+)?%?$/;

/** A sentence as words, numbers, quoted texts and marks. Every character that is not space belongs to one token. */
export function writeTokens(sentence: string): WriteToken[] {
  const tokens: WriteToken[] = [];
  let at = 0;
  for (const match of sentence.matchAll(QUOTED)) {
    tokens.push(...plain(sentence, at, match.index));
    const text = match.slice(1).find((group) => group !== undefined) ?? '';
    tokens.push(token(text, 'quoted', match.index, match.index + match[0].length));
    at = match.index + match[0].length;
  }
  return [...tokens, ...plain(sentence, at, sentence.length)];
}

/** A name as words in the singular. Remembered, since the same few names are compared with every token. */
export function nameWords(text: string): readonly string[] {
  const known = remembered.get(text);
  if (known) return known;
  const words = snakeCase(text.replaceAll('#', ' no ').replaceAll('%', ' percent '))
    .replace(/^n_(?=\d)/, '')
    .split('_')
    .filter((word) => word !== '')
    .map((word) => (word.length > 3 ? pluralize.singular(word) : word));
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(text, words);
  return words;
}

const REMEMBERED_MAX = 5_000;
const remembered = new Map<string, readonly string[]>();

function plain(sentence: string, from: number, to: number): WriteToken[] {
  const tokens: WriteToken[] = [];
  for (const match of sentence.slice(from, to).matchAll(PIECE)) {
    const start = from + match.index;
    const text = match[0];
    const tail = /^.+?([.,!?]+)$/.exec(text)?.[1];
    const body = tail ? text.slice(0, -tail.length) : text;
    tokens.push(token(body, kindOf(body), start, start + body.length));
    if (tail) tokens.push(token(tail, 'mark', start + body.length, start + text.length));
  }
  return tokens;
}

function kindOf(text: string): WriteToken['kind'] {
  if (NUMBER.test(text)) return 'number';
  return /[\p{L}\p{N}#%&]/u.test(text) ? 'word' : 'mark';
}

const token = (text: string, kind: WriteToken['kind'], start: number, end: number): WriteToken => ({
  text,
  lower: text.toLowerCase(),
  kind,
  words: kind === 'mark' ? [] : nameWords(text),
  start,
  end,
});
