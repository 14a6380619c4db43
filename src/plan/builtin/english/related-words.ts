import { type Dictionary, dictionary, type PartOfSpeech, type Sense, type SenseReference } from './dictionary.ts';
import { basesOf, verbsOf } from './irregular.ts';
import { stem } from './stem.ts';

/** Words that mean much the same as a word, or come of it, each with what it costs to read one for the other. */
export type RelatedWords = ReadonlyMap<string, number>;

const DERIVED = 0.5;
const SYNONYM = 0.6;
const RARER = 0.1;
const SENSES = 3;
const MOST = 0.85;

const known = new Map<string, RelatedWords>();
const MAX_KNOWN = 2000;

/** Relatives of a lower-case word of a question: "approval" has approve and "approved" with it, "altitude" has elevation. */
export function relatedTo(word: string): RelatedWords {
  const before = known.get(word);
  if (before !== undefined) return before;
  const words = dictionary();
  const related = words === null ? new Map<string, number>() : findRelated(word, words);
  if (known.size > MAX_KNOWN) known.clear();
  known.set(word, related);
  return related;
}

/** What one of a schema's words costs in the place of a word with these relatives; null when it is none of them. */
export function relatedCost(related: RelatedWords, word: string): number | null {
  let least: number | null = null;
  for (const lemma of lemmasOf(word)) {
    const cost = related.get(lemma);
    if (cost !== undefined && (least === null || cost < least)) least = cost;
  }
  return least;
}

/** Whether a word is English at all, in any of its forms. */
export function isEnglish(word: string): boolean {
  const words = dictionary();
  if (words === null) return true;
  const compared = formsOf(word, COMPARED).some((lemma) => words.entry(lemma, 'adj') !== null);
  return compared || lemmasOf(word).some((lemma) => PARTS.some((part) => words.entry(lemma, part) !== null));
}

/** In how many senses a word is met in running text, in one of its forms; 0 for what is rare or no word. */
export function timesMet(word: string): number {
  const words = dictionary();
  if (words === null) return 0;
  return Math.max(...lemmasOf(word).map((lemma) => PARTS.reduce((sum, part) => sum + (words.entry(lemma, part)?.met ?? 0), 0)));
}

const PARTS = ['noun', 'verb', 'adj', 'adv'] as const satisfies readonly PartOfSpeech[];

/** The forms that a dictionary may have a word under. */
const lemmasOf = (word: string): string[] => {
  const single = stem(word);
  return [...new Set([word, single, ...basesOf(word), ...formsOf(word, ENDS), ...formsOf(single, DOERS)])];
};

function formsOf(word: string, ends: readonly (readonly [end: string, of: string])[]): string[] {
  return ends.flatMap(([end, of]) => {
    const bare = word.slice(0, -end.length);
    // "owed" is of "owe", and "bed" is of no "b".
    if (!word.endsWith(end) || bare.length < (of === 'e' ? 2 : 3)) return [];
    return of === '' && bare.at(-1) === bare.at(-2) ? [bare, bare.slice(0, -1)] : [bare + of];
  });
}

const ENDS = [
  ['ied', 'y'],
  ['ed', ''],
  ['ed', 'e'],
  ['ing', ''],
  ['ing', 'e'],
  ['ies', 'y'],
  ['es', ''],
  ['s', ''],
] as const;
/** Those to whom something is done: "attendee". */
const DOERS = [['ee', '']] as const;
const COMPARED = [
  ['iest', 'y'],
  ['est', ''],
  ['est', 'e'],
  ['ier', 'y'],
  ['er', ''],
  ['er', 'e'],
] as const;

function findRelated(word: string, words: Dictionary): RelatedWords {
  const related = new Map<string, number>();
  const add = (other: string, cost: number) => {
    if (cost <= MOST && cost < (related.get(other) ?? Number.POSITIVE_INFINITY)) related.set(other, cost);
  };
  for (const lemma of lemmasOf(word)) {
    for (const part of PARTS) {
      for (const [rank, sense] of sensesOf(words, lemma, part).entries()) {
        if (rank < SENSES) for (const other of sense.words) add(other, other === lemma ? 0.3 : SYNONYM + RARER * rank);
        for (const derived of derivedOf(words, sense, lemma)) {
          add(derived.word, DERIVED);
          // A singer's song is something else, and both come of singing.
          for (const further of derivedOf(words, derived.sense, derived.word))
            if (startAlike(further.word, lemma)) add(further.word, DERIVED + 0.15);
        }
      }
    }
  }
  return related;
}

const sensesOf = (words: Dictionary, lemma: string, part: PartOfSpeech): Sense[] =>
  (words.entry(lemma, part)?.senses ?? []).flatMap((reference) => words.sense(reference) ?? []);

/** The words that one word of a sense makes: not what the others of its sense make. */
function derivedOf(words: Dictionary, sense: Sense, word: string): { word: string; sense: Sense }[] {
  const number = sense.words.indexOf(word) + 1;
  return sense.links.flatMap(({ kind, from, into, to }) => {
    if ((kind !== 'derived' && kind !== 'of') || from !== number) return [];
    const other = words.sense(to);
    const made = other?.words[into - 1];
    return other === null || made === undefined ? [] : [{ word: made, sense: other }];
  });
}

/** Long words with the same beginning, which are likely of one root. */
export const startAlike = (a: string, b: string) => a.length > START && b.length > START && a.slice(0, START) === b.slice(0, START);
const START = 4;

const LEVELS = 4;

/** Broader words for a table's noun, with how many steps away: a singer is an artist, a performer and a person. */
export function broaderOf(word: string): ReadonlyMap<string, number> {
  const words = dictionary();
  const found = new Map<string, number>();
  if (words === null) return found;
  let level: SenseReference[] = (words.entry(word, 'noun')?.senses ?? []).slice(0, 2).map((reference) => reference);
  for (let steps = 1; steps <= LEVELS && level.length > 0; steps += 1) {
    const above = level.flatMap(
      (reference) => words.sense(reference)?.links.flatMap(({ kind, to }) => (kind === 'broader' ? [to] : [])) ?? [],
    );
    for (const reference of above) {
      for (const name of words.sense(reference)?.words ?? []) if (!found.has(name)) found.set(name, steps);
    }
    level = above;
  }
  return found;
}

/** The words that a noun's first sense is explained by: a lamb is a "young sheep", a calf a "young of domestic cattle". */
export function explainedBy(noun: string): ReadonlySet<string> {
  const words = dictionary();
  const gloss = words === null ? '' : (sensesOf(words, noun, 'noun')[0]?.gloss ?? '');
  const said = gloss.split(/ (?:that|who|which|whose|used|with|for|from|in|on|at|to|by|without) |,/)[0] ?? '';
  return new Set((said.match(/(?<![\w-])[a-z]{3,}(?![\w-])/g) ?? []).map(stem));
}

/** The other words of a noun's or an adjective's first sense: "flat" is an apartment, "sailing boat" a sailboat. */
export function firstSenseOf(word: string): string[] {
  const words = dictionary();
  const senses = words === null ? [] : (['noun', 'adj'] as const).flatMap((part) => sensesOf(words, word, part).slice(0, 1));
  return senses.flatMap((sense) => sense.words.filter((other) => other !== word));
}

export const isVerb = (word: string): boolean => verbsOf(word).some((base) => (dictionary()?.entry(base, 'verb')?.met ?? 0) > SELDOM);
/** What is met less often is another kind of word: "to ford". */
const SELDOM = 4;

export const isAdjective = (word: string): boolean => (dictionary()?.entry(word, 'adj')?.met ?? 0) > 0;
