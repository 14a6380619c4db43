import { DEEDS } from './everyday/deeds.ts';
import { NOUNS } from './everyday/nouns.ts';
import { STATES } from './everyday/states.ts';
import { verbsOf } from './irregular.ts';
import { phraseAt, type Words } from './phrase-at.ts';
import { stem } from './stem.ts';

/** What some words say in a database's own words, from a token to before `end`. */
export interface Everyday {
  readonly end: number;
  readonly meant: readonly string[];
}

/** Words that names of tables and columns have for what is called otherwise at a token, the longest phrase first: "artist" for "acts". */
export const namesSaidAt = (words: Words, at: number): Everyday[] => saidAt(words, at, NAMES, (word) => [word, stem(word)]);

/** The same of what is done: "loan" for "took out". */
export const deedsSaidAt = (words: Words, at: number): Everyday[] => saidAt(words, at, SAID_DEEDS, verbsOf);

/** Stored states that are said at a token: "cancelled" for "called off". */
export const statesSaidAt = (words: Words, at: number): Everyday[] => saidAt(words, at, SAID_STATES, (word) => [word]);

type Said = ReadonlyMap<string, readonly { readonly said: string; readonly meant: string }[]>;

/** Rows of "name: how it is said, how else", by the first word of what is said. */
function readRows(texts: readonly string[]): Said {
  const found = new Map<string, { said: string; meant: string }[]>();
  for (const row of texts.flatMap((text) => text.trim().split('\n'))) {
    const [meant = '', said = ''] = row.split(':');
    for (const phrase of said.split(',').map((one) => one.trim())) {
      const first = phrase.split(' ')[0] ?? '';
      const all = found.get(first) ?? [];
      if (all.length === 0) found.set(first, all);
      all.push({ said: phrase, meant });
    }
  }
  return found;
}

const NAMES = readRows(NOUNS);
const SAID_DEEDS = readRows(DEEDS);
const SAID_STATES = readRows([STATES]);

/** Single words that names may be called by, each with those names: what a misspelt word may be. */
export const EVERYDAY_NOUNS: ReadonlyMap<string, readonly string[]> = new Map(
  [...NAMES].flatMap(([word, all]) => {
    const meant = all.flatMap((one) => (one.said === word ? [one.meant] : []));
    return meant.length === 0 ? [] : [[word, meant]];
  }),
);

function saidAt(words: Words, at: number, said: Said, formsOf: (word: string) => readonly string[]): Everyday[] {
  const token = words.tokens[at];
  if (token === undefined || token.kind !== 'word') return [];
  const ends = new Map<number, string[]>();
  for (const first of new Set(formsOf(token.lower)))
    for (const { said: phrase, meant } of said.get(first) ?? []) {
      const end = endOf(words, at, phrase);
      if (end === null) continue;
      const all = ends.get(end) ?? [];
      if (all.length === 0) ends.set(end, all);
      if (!all.includes(meant)) all.push(meant);
    }
  return [...ends].map(([end, meant]) => ({ end, meant })).sort((a, b) => b.end - a.end);
}

/** The position after a phrase whose first word stands at a token in some form; its last word may be in the plural. */
function endOf(words: Words, at: number, phrase: string): number | null {
  const rest = phrase.split(' ').slice(1);
  if (rest.length === 0) return at + 1;
  const whole = phraseAt(words, at + 1, rest.join(' '));
  if (whole !== null) return whole;
  const last = words.tokens[at + rest.length];
  const isPlural = last?.kind === 'word' && stem(last.lower) === rest.at(-1);
  return isPlural && (rest.length === 1 || phraseAt(words, at + 1, rest.slice(0, -1).join(' ')) !== null) ? at + 1 + rest.length : null;
}
