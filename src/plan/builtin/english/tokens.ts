import { wordTable } from './word-table.ts';
import { NUMBER_WORDS } from './words.ts';

export interface Token {
  /** `stop` ends a sentence inside the text; `owner` is the 's of a possessive; `op` is a written comparison such as >=. */
  readonly kind: 'word' | 'number' | 'quoted' | 'comma' | 'stop' | 'owner' | 'op';
  /** As written. */
  readonly text: string;
  readonly lower: string;
  /** For numbers and number words. */
  readonly number: number | null;
  /** Position of the first character in the question. */
  readonly start: number;
  readonly end: number;
}

/** A question cut into words, numbers, quoted text and punctuation. A closing mark at the very end is dropped. */
export function tokenize(question: string): Token[] {
  const text = withoutAsides(question);
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const found = nextToken(text, at);
    if (found === null) {
      at += 1;
      continue;
    }
    tokens.push(...found);
    at = found.at(-1)?.end ?? at + 1;
  }
  while (tokens.at(-1)?.kind === 'stop') tokens.pop();
  return tokens;
}

/** Blanks what is said in brackets about what was just said: "full name (first and last name)", "altitude (or elevation)". */
const withoutAsides = (text: string): string => text.replace(ASIDE, blank).replace(HOW, blank);
const blank = (aside: string) => ' '.repeat(aside.length);
const ASIDE =
  /\((?:or|aka|also|that is|first and last|first name and last|first and last name|at least one|inclusive|both inclusive)\b[^()]*\)/gi;
/** How to go about it, which the keys say. */
const HOW = /,? by (?:doing|using|performing) an? (?:left |inner )?join\b[^.?!]*/gi;

const CLOSERS = wordTable<string>({ "'": "'", '"': '"', '“': '”', '‘': '’', '`': '`', '”': '”', '’': '’' });
const NUMBER = /^\$?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?:%|\b)/;
const OPERATOR = /^(>=|<=|<>|!=|>|<|=)/;
const WORD = /^[\p{L}\p{N}_]+(?:[.&/+#@][\p{L}\p{N}_]+)*[+#]*/u;
const POSSESSIVE = /^['’]s\b/i;
/** What is left of a verb after "we", "I" or "they". */
const VERB_SHORT = /^['’](ve|re|ll|m)\b/i;
const VERBS = wordTable<string>({ ve: 'have', re: 'are', ll: 'will', m: 'am' });
const NOT_SHORT = /^['’]t\b/i;

function nextToken(text: string, at: number): Token[] | null {
  const rest = text.slice(at);
  const mark = rest[0] ?? '';
  const before = text[at - 1] ?? ' ';
  if (mark === '%' && !/\d/.test(before)) return [{ ...token('word', mark, at), lower: 'percent' }];
  if (mark === ',') return [token('comma', ',', at)];
  if ((mark === '.' && !/^\.\d/.test(rest)) || mark === '?' || mark === ';' || mark === '!') return [token('stop', mark, at)];
  if (POSSESSIVE.test(rest) && /[\p{L}\p{N}]/u.test(before)) return [token('owner', rest.slice(0, 2), at)];
  const verb = /\p{L}/u.test(before) ? VERB_SHORT.exec(rest) : null;
  if (verb !== null) {
    const lower = VERBS[verb[1]?.toLowerCase() ?? ''] ?? '';
    return [{ ...token('word', verb[0], at), text: lower, lower }];
  }
  if (mark in CLOSERS) {
    const quoted = readQuoted(text, at, before);
    if (quoted !== null) return [quoted];
    return /['’]/.test(mark) && /s/i.test(before) ? [token('owner', mark, at)] : null;
  }
  const operator = OPERATOR.exec(rest)?.[0];
  if (operator !== undefined) return [token('op', operator, at)];
  const date = /^\d{4}-\d\d?-\d\d?(?:[ T]\d\d:\d\d(?::\d\d)?)?\b/.exec(rest)?.[0];
  if (date !== undefined) return [token('word', date, at)];
  const number = NUMBER.exec(rest);
  // "1.x" and "3.10.2" are names of versions, and no numbers.
  if (number !== null && !/^(?:[\p{L}_]|\.(?:\p{L}\b|\d))/u.test(rest.slice(number[0].length))) {
    return [{ ...token('number', number[0], at), number: Number((number[1] ?? '').replaceAll(',', '')) }];
  }
  const signed = /^-(\d+(?:\.\d+)?)\b/.exec(rest);
  if (signed !== null && /[\s(]/.test(before)) return [{ ...token('number', signed[0], at), number: Number(signed[0]) }];
  const word = WORD.exec(rest)?.[0];
  if (word === undefined) return null;
  return readWord(text, word, at);
}

function readWord(text: string, word: string, at: number): Token[] {
  const lower = word.toLowerCase();
  if (lower.endsWith('n') && NOT_SHORT.test(text.slice(at + word.length))) {
    const stem = lower === 'can' ? 'can' : lower === 'won' ? 'will' : lower.slice(0, -1);
    return [token('word', stem, at), { ...token('word', 'not', at), end: at + word.length + 2 }];
  }
  const short = CONTRACTED[lower];
  if (short !== undefined) {
    const end = at + word.length;
    return short.split(' ').map((part) => ({ ...token('word', part, at), end }));
  }
  if (/^(what|who|where|when|it|that|there|here)$/.test(lower) && POSSESSIVE.test(text.slice(at + word.length))) {
    return [token('word', word, at), { ...token('word', 'is', at + word.length), end: at + word.length + 2 }];
  }
  return [{ ...token('word', word, at), number: NUMBER_WORDS[lower] ?? thousandsIn(lower) }];
}

/** "10k" */
function thousandsIn(word: string): number | null {
  const digits = /^(\d+)k$/.exec(word)?.[1];
  return digits === undefined ? null : Number(digits) * 1000;
}

/** Contractions as they are typed without the apostrophe, and words of the language's own as they are often misspelt. */
const CONTRACTED = wordTable<string>({
  dont: 'do not',
  doesnt: 'does not',
  didnt: 'did not',
  isnt: 'is not',
  arent: 'are not',
  wasnt: 'was not',
  werent: 'were not',
  havent: 'have not',
  hasnt: 'has not',
  hadnt: 'had not',
  cant: 'can not',
  couldnt: 'could not',
  wouldnt: 'would not',
  wont: 'will not',
  whos: 'who is',
  whats: 'what is',
  wheres: 'where is',
  thats: 'that is',
  theres: 'there is',
  ive: 'i have',
  weve: 'we have',
  theyve: 'they have',
  youve: 'you have',
  whove: 'who have',
  theyre: 'they are',
  youre: 'you are',
  hows: 'how is',
  whens: 'when is',
  arnt: 'are not',
  dosnt: 'does not',
  doesent: 'does not',
  didint: 'did not',
  havnt: 'have not',
  hasent: 'has not',
  wasent: 'was not',
  noone: 'no one',
  peeps: 'people',
  hav: 'have',
  thru: 'through',
  dearest: 'most expensive',
  priciest: 'most expensive',
  cuz: 'because',
  becuase: 'because',
  wich: 'which',
  wihch: 'which',
  whcih: 'which',
  mutch: 'much',
  wether: 'whether',
  thier: 'their',
  tomorow: 'tomorrow',
  tommorow: 'tomorrow',
  tommorrow: 'tomorrow',
  yesturday: 'yesterday',
  im: 'i am',
  todays: 'today',
  yesterdays: 'yesterday',
  tomorrows: 'tomorrow',
});

/** Quoted text, when the mark opens a quotation and is closed before a space, a mark or the end. */
function readQuoted(text: string, at: number, before: string): Token | null {
  const open = text[at] ?? '';
  if (/[\p{L}\p{N}]/u.test(before)) return null;
  const close = CLOSERS[open] ?? open;
  for (let end = at + 1; end < text.length; end += 1) {
    const closing = text[end] === close || (open === '‘' && text[end] === "'");
    if (closing && !/[\p{L}\p{N}]/u.test(text[end + 1] ?? ' ')) {
      const inner = text
        .slice(at + 1, end)
        .trim()
        .replace(/[.,?]$/, '');
      if (inner === '') return null;
      return { kind: 'quoted', text: inner, lower: inner.toLowerCase(), number: null, start: at, end: end + 1 };
    }
  }
  return null;
}

const token = (kind: Token['kind'], text: string, start: number): Token => ({
  kind,
  text,
  lower: text.toLowerCase(),
  number: null,
  start,
  end: start + text.length,
});
