import type { ValueIndex } from '../../planner.ts';
import { namesSaidAt } from '../english/everyday-words.ts';
import { AGGREGATE_WORDS, SUPERLATIVES } from '../english/measure-words.ts';
import { isPersonNoun } from '../english/person-noun.ts';
import { broaderOf, relatedCost, relatedTo, startAlike, timesMet } from '../english/related-words.ts';
import { stem } from '../english/stem.ts';
import { SYNONYMS } from '../english/synonyms.ts';
import type { Token } from '../english/tokens.ts';
import { COMPARISONS, FUNCTION_WORDS, GLUE, LINK_VERBS, NUMBER_WORDS } from '../english/words.ts';
import { isDoerOf } from './doer.ts';
import type { Lexicon } from './lexicon.ts';
import type { Span } from './links.ts';
import type { Value } from './mention.ts';

/** A word of the schema in the place of one that the schema does not have. */
export interface StandIn {
  readonly word: string;
  readonly cost: number;
  /** Broader than what the table keeps, so that it may name the table and nothing else: "people" where there are members. */
  readonly table: boolean;
}

/** Numbers of the tokens that name nothing here, and are no part of the question's own grammar. */
export function unlinkedIn(tokens: readonly Token[], linked: (at: number) => readonly { readonly end: number }[]): ReadonlySet<number> {
  const unlinked = new Set<number>();
  let covered = 0;
  for (const [at, token] of tokens.entries()) {
    for (const { end } of linked(at)) covered = Math.max(covered, end);
    if (at >= covered && token.kind === 'word' && token.number === null && /^\p{L}{3,}$/u.test(token.text) && !GRAMMAR.has(token.lower))
      unlinked.add(at);
  }
  return unlinked;
}

const ASKING = `how many much show list give find get tell return display count number name names not no but whether order ordered sort sorted
  ascending descending alphabetical equal`;

/** The language's own words, which are known to any question. */
export const GRAMMAR: ReadonlySet<string> = new Set([
  ...[FUNCTION_WORDS, GLUE, LINK_VERBS].flatMap((words) => [...words]),
  ...[AGGREGATE_WORDS, SUPERLATIVES, NUMBER_WORDS].flatMap(Object.keys),
  ...COMPARISONS.flatMap(({ words }) => words.split(' ')),
  ...ASKING.split(/\s+/),
]);

const MOST = 3;
const BROADER = 0.7;
/** Of an everyday word for a name. */
const EVERYDAY = 0.6;
const STEP = 0.08;
const MOST_STEPS = 4;
const CLIPPED = 0.6;

/** What a name's short form costs, that is no word itself: "hs" for hours, "comm" for commission, "qnty" for quantity. */
function clipCost(word: string, single: string, short: string): number | null {
  // "id" is no short form of Idaho or idea.
  if (
    short === 'id' ||
    short.length < 2 ||
    short.length > MOST_CLIPPED ||
    word.length < short.length + 3 ||
    short[0] !== word[0] ||
    timesMet(short) > 0
  )
    return null;
  if (single.startsWith(short) && short.length > 2) return CLIPPED;
  if (short.length === 2) return word.endsWith(short.slice(1)) || single.endsWith(short.slice(1)) ? CLIPPED + 0.1 : null;
  return !/[aeiou]/.test(short) && inOrder(short, word) ? CLIPPED : null;
}
const MOST_CLIPPED = 5;

function inOrder(short: string, word: string): boolean {
  let at = 0;
  for (const letter of short) {
    at = word.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

export function standInsFor(token: Token, lexicon: Lexicon): StandIn[] {
  const word = token.lower;
  const related = relatedTo(word);
  const single = stem(word);
  const found: StandIn[] = [];
  const tables = headsOf(lexicon);
  const isPerson = isPersonNoun(single);
  for (const other of lexicon.words) {
    // A key is no Idaho, who holds a tenancy or gave a donation is none, and who publishes is not the year in `published`.
    if (other === 'id' || (isPerson && tables.has(other) && !isPersonNoun(other)) || isDoerOf(single, other, lexicon)) continue;
    const shared = startAlike(single, other) ? relatedTo(other).get(single) : undefined;
    const cost = relatedCost(related, other) ?? shared ?? clipCost(word, single, other);
    if (cost !== null) found.push({ word: other, cost, table: false });
  }
  // A truck is only one kind of vehicle.
  const above = broaderOf(single);
  const meant = new Set(namesSaidAt({ tokens: [token] }, 0).flatMap((one) => one.meant.map(stem)));
  for (const other of lexicon.words)
    if (meant.has(other) && !above.has(other) && !found.some(({ word: known }) => known === other))
      found.push({ word: other, cost: EVERYDAY, table: false });
  const alike = [single, ...(SYNONYMS.get(single) ?? [])];
  for (const [head, broader] of tables) {
    const steps = Math.min(...alike.map((each) => broader.get(each) ?? Number.POSITIVE_INFINITY));
    if (steps <= MOST_STEPS) found.push({ word: head, cost: BROADER + STEP * steps, table: true });
  }
  return found.sort((a, b) => a.cost - b.cost).slice(0, MOST);
}

/** The names that two words are one word for: "movie theater" for cinema. */
export function compoundsFor(first: Token, second: Token, lexicon: Lexicon): StandIn[] {
  const related = relatedTo(`${first.lower} ${stem(second.lower)}`);
  return [...lexicon.words].flatMap((word) => {
    const cost = related.size === 0 ? undefined : related.get(word);
    return cost === undefined ? [] : [{ word, cost, table: false }];
  });
}

const heads = new WeakMap<Lexicon, ReadonlyMap<string, ReadonlyMap<string, number>>>();
/** In wider schemas a broad word says too little. */
const MAX_TABLES = 100;

/** What tables' nouns are kinds of. */
function headsOf(lexicon: Lexicon): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const known = heads.get(lexicon);
  if (known !== undefined) return known;
  const nouns = lexicon.tables.length > MAX_TABLES ? [] : lexicon.tables.flatMap(({ words }) => words.at(-1) ?? []);
  const found = new Map([...new Set(nouns)].map((noun) => [noun, broaderOf(noun)]));
  heads.set(lexicon, found);
  return found;
}

/** "Italian" where Italy is stored, "Florida" where FL is. */
export function relatedValues(token: Token, at: number, index: ValueIndex): Span<Value>[] {
  if (!/^\p{Lu}/u.test(token.text)) return [];
  return [...relatedTo(token.lower)].flatMap(([word, cost]) => {
    const hits = index.find(word);
    return hits.length === 0 ? [] : [{ value: { text: token.text, quoted: false, number: null, hits, far: word }, end: at + 1, cost }];
  });
}
