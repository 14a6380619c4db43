import type { ValueIndex } from '../planner.ts';
import { broaderOf, kinCost, kinOf, startAlike } from './kin.ts';
import type { Lexicon } from './lexicon.ts';
import type { Span } from './link.ts';
import { AGGREGATE_WORDS, SUPERLATIVES } from './measure-words.ts';
import type { Value } from './sketch.ts';
import { stem } from './stem.ts';
import type { Token } from './tokens.ts';
import { COMPARISONS, FUNCTION_WORDS, GLUE, LINK_VERBS, NUMBER_WORDS } from './words.ts';

/** A word of the schema in the place of one that the schema does not have. */
export interface StandIn {
  readonly word: string;
  readonly cost: number;
  /** Broader than what the table keeps, so that it may name the table and nothing else: "people" where there are members. */
  readonly table: boolean;
}

/** Numbers of the tokens that name nothing here, and are no part of the question's own grammar. */
export function strangersIn(tokens: readonly Token[], linked: (at: number) => readonly { readonly end: number }[]): ReadonlySet<number> {
  const strangers = new Set<number>();
  let covered = 0;
  for (const [at, token] of tokens.entries()) {
    for (const { end } of linked(at)) covered = Math.max(covered, end);
    if (at >= covered && token.kind === 'word' && token.number === null && /^\p{L}{3,}$/u.test(token.text) && !GRAMMAR.has(token.lower))
      strangers.add(at);
  }
  return strangers;
}

const ASKING = `how many much show list give find get tell return display count number name names not no but whether order ordered sort sorted
  ascending descending alphabetical equal`;

/** The language's own words, which are no stranger to any question. */
export const GRAMMAR: ReadonlySet<string> = new Set([
  ...[FUNCTION_WORDS, GLUE, LINK_VERBS].flatMap((words) => [...words]),
  ...[AGGREGATE_WORDS, SUPERLATIVES, NUMBER_WORDS].flatMap(Object.keys),
  ...COMPARISONS.flatMap(({ words }) => words.split(' ')),
  ...ASKING.split(/\s+/),
]);

const MOST = 3;
const BROADER = 0.7;
const STEP = 0.08;

export function standInsFor(token: Token, lexicon: Lexicon): StandIn[] {
  const word = token.lower;
  const kin = kinOf(word);
  const single = stem(word);
  const found: StandIn[] = [];
  for (const other of lexicon.words) {
    const cost = kinCost(kin, other) ?? (startAlike(single, other) ? (kinOf(other).get(single) ?? null) : null);
    if (cost !== null) found.push({ word: other, cost, table: false });
  }
  for (const [head, broader] of headsOf(lexicon)) {
    const steps = broader.get(single);
    if (steps !== undefined) found.push({ word: head, cost: BROADER + STEP * steps, table: true });
  }
  return found.sort((a, b) => a.cost - b.cost).slice(0, MOST);
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
export function kinValues(token: Token, at: number, index: ValueIndex): Span<Value>[] {
  if (!/^\p{Lu}/u.test(token.text)) return [];
  return [...kinOf(token.lower)].flatMap(([word, cost]) => {
    const hits = index.find(word);
    return hits.length === 0 ? [] : [{ value: { text: token.text, quoted: false, number: null, hits, far: true }, end: at + 1, cost }];
  });
}
