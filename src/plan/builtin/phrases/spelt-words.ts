import { distance } from 'fastest-levenshtein';
import type { Question, ValueIndex } from '../../planner.ts';
import { NEEDS, SILENT, TIME_WORDS } from '../accounting/accounting-words.ts';
import { EVERYDAY_NOUNS } from '../english/everyday-words.ts';
import { formsOf } from '../english/irregular.ts';
import { QUANTITY_ADJECTIVES, QUANTITY_PHRASES } from '../english/measure-words.ts';
import { isEnglish } from '../english/related-words.ts';
import { stem } from '../english/stem.ts';
import { SYNONYMS } from '../english/synonyms.ts';
import { type Token, tokenize } from '../english/tokens.ts';
import { type Lexicon, lexiconOf } from '../linking/lexicon.ts';
import { createLinks } from '../linking/link.ts';
import { GRAMMAR } from '../linking/link-related.ts';
import { codeMeanings } from '../linking/value-codes.ts';
import { isNamePart } from './name-parts.ts';

/** A question in the spelling that was meant, and what was read as what, in words. */
export interface Spelt {
  readonly text: string;
  readonly notes: readonly string[];
  readonly words: readonly { readonly said: string; readonly meant: string }[];
}

/**
 * A question with misspelt words put right: "apointmnts", "custmers" where clients are called so, "avarage". A word is put right when it is no English,
 * nothing here has its name, and one name alone is a slip away, else one word of asking or, where a time is told, of the calendar. Null when there is none.
 * Loosely, for what is only offered, short words and the words of names are put right as well: "taks", "emial", "fone".
 */
export function withSpeltWords({ text, schema, values }: Pick<Question, 'text' | 'schema' | 'values'>, loosely = false): Spelt | null {
  const lexicon = lexiconOf(schema);
  const tokens = tokenize(text);
  const unlinked = createLinks(tokens, lexicon, values).unlinked();
  const swaps = tokens.flatMap((token, at): { token: Token; to: string }[] => {
    const irregular = participleMeantBy(token.lower);
    if (token.kind === 'word' && irregular !== null) return [{ token, to: irregular }];
    const named = (/^\p{Lu}/u.test(token.text) && at > 0) || NAMING.has(tokens[at - 1]?.lower ?? '');
    if (token.kind !== 'word' || (named && !loosely) || token.lower.length < ASKING_MIN) return [];
    if (!unlinked.has(at) || isEnglish(token.lower) || isNamePart(values, lexicon, token.lower)) return [];
    const words = DATING.has(tokens[at - 1]?.lower ?? '') ? [...ASKING, ...TIME_WORDS] : ASKING;
    const noun = token.lower.length < NOUN_MIN ? null : nounMeantBy(token.lower, lexicon);
    const asked = noun ?? single(words.filter((word) => isAskingSlip(token.lower, word)));
    const to =
      asked ??
      nameMeantBy(token.lower, values) ??
      (loosely ? (shortMeantBy(token.lower, lexicon) ?? everydayMeantBy(token.lower, lexicon)) : null);
    return to === null ? [] : [{ token, to }];
  });
  if (swaps.length === 0) return null;
  const spelt = swaps.reduceRight((left, { token, to }) => `${left.slice(0, token.start)}${to}${left.slice(token.end)}`, text);
  const read = swaps.map(({ token, to }) => ({ said: token.text, meant: to }));
  return { text: spelt, notes: read.map(({ said, meant }) => `'${said}' read as '${meant}'`), words: read };
}

/** The one word of a name that is a slip away, or sounds the same: "taks", "fone". */
function shortMeantBy(word: string, { words }: Lexicon): string | null {
  const said = stem(word);
  const sound = soundOf(said);
  const names = [...words].filter((name) => name.length >= ASKING_MIN && !GRAMMAR.has(name));
  const meant = single(names.filter((name) => isSlip(said, name))) ?? single(names.filter((name) => soundOf(name) === sound));
  return meant === null || said === word ? meant : `${meant}s`;
}

/** An everyday word for a name that is a slip away: "apointments" where the table is `appt`, "poeple". */
function everydayMeantBy(word: string, { words }: Lexicon): string | null {
  if (word.length < NOUN_MIN) return null;
  const said = stem(word);
  if (isSlip(word, 'people')) return 'people';
  const nouns = [...EVERYDAY_NOUNS].filter(([, meant]) => meant.some((name) => words.has(stem(name)))).map(([noun]) => noun);
  const known = [...new Set([...nouns, ...[...EVERYDAY_NOUNS.values()].flat().filter((name) => words.has(stem(name)))])];
  const meant = single(known.filter((noun) => isSlip(said, noun)));
  return meant === null || said === word ? meant : `${meant}s`;
}

const soundOf = (word: string): string =>
  word
    .replaceAll('ph', 'f')
    .replaceAll('ck', 'k')
    .replaceAll(/(.)\1+/g, '$1');

/** "payed" is paid, "selled" sold. */
function participleMeantBy(word: string): string | null {
  const bases = /ed$/.test(word) ? [word.slice(0, -2), word.slice(0, -1), word.slice(0, -3)] : [];
  const forms = bases.map(formsOf).find(({ length }) => length > 1);
  return forms?.at(-1) ?? null;
}

const NOUN_MIN = 6;
const ASKING_MIN = 4;
const QUANTITIES = [
  ...QUANTITY_ADJECTIVES.flatMap(({ more, most, less, least, of }) => [more, most, less, least, ...of]),
  ...QUANTITY_PHRASES.flatMap(({ words }) => words.split(' ')),
];
/** The language's own words of asking. */
const ASKING: readonly string[] = [...new Set([...GRAMMAR, ...NEEDS.keys(), ...QUANTITIES, ...SILENT])];
/** After these stands a time, and a month that is misspelt is no name. */
const DATING = new Set(['in', 'since', 'until', 'from', 'of', 'during', 'before', 'after', 'this', 'last', 'for']);
/** What follows is a name, however it is spelt. */
const NAMING = new Set(['called', 'named', 'by', 'mr', 'mrs', 'ms', 'dr']);

/** The one name here that has the same consonants, "apointmnts" of appointments, or what such a name is also called, a slip away. */
function nounMeantBy(word: string, { words }: Lexicon): string | null {
  const said = stem(word);
  const bones = bonesOf(said);
  const alike = bones.length < BONES_MIN ? [] : [...words].filter((name) => name[0] === said[0] && bonesOf(name) === bones);
  const called = [...words].flatMap((name) => [...(SYNONYMS.get(name) ?? [])]);
  const meant = single(alike) ?? single(called.filter((name) => name.length >= NOUN_MIN && isSlip(said, name)));
  return meant === null || said === word ? meant : `${meant}s`;
}

/** The one word of the stored names that is a letter away, or two of a long word: "okafour" of Marguerite Okafor. */
function nameMeantBy(word: string, values: ValueIndex): string | null {
  if (word.length < STORED_MIN) return null;
  const signed =
    signedValues(values).get(word) ??
    signedValues(values)
      .get(word.replace(/s$/, ''))
      ?.map((value) => `${value}s`);
  if (signed !== undefined) return single(signed);
  const near = (storedWords(values).get(word[0] ?? '') ?? []).flatMap((known) => {
    const [away = 0, single = 0] = [word, word.replace(/s$/, '')].map((said) => (isSwapped(said, known) ? 1 : distance(said, known)));
    const most = Math.min(word.length, known.length) >= LONG ? 2 : 1;
    if (Math.min(away, single) === 0 || Math.min(away, single) > most) return [];
    // A name has no plural: "sainsburrys" is the possessive of one.
    const plural = word.endsWith('s') && !known.endsWith('s') && single <= away && isEnglish(known);
    return [{ known: plural ? `${known}s` : known, away: Math.min(away, single) }];
  });
  const least = Math.min(...near.map(({ away }) => away));
  return single(near.filter(({ away }) => away === least).map(({ known }) => known));
}

const STORED_MIN = 5;
const signedBy = new WeakMap<ValueIndex, ReadonlyMap<string, readonly string[]>>();

/** Values that are written with a sign, by their letters alone: "ebike" of "e-bike". */
function signedValues(values: ValueIndex): ReadonlyMap<string, readonly string[]> {
  const known = signedBy.get(values);
  if (known !== undefined) return known;
  const found = new Map<string, string[]>();
  for (const entry of values.entries)
    for (const value of entry.values) {
      const plain = value.toLowerCase().replaceAll(/[-'’.]/g, '');
      if (plain !== value.toLowerCase() && /^\p{L}+$/u.test(plain)) found.set(plain, [...(found.get(plain) ?? []), value]);
    }
  signedBy.set(values, found);
  return found;
}
const storedBy = new WeakMap<ValueIndex, ReadonlyMap<string, readonly string[]>>();

/** Words of stored values, and of what codes mean, by their first letter. */
function storedWords(values: ValueIndex): ReadonlyMap<string, readonly string[]> {
  const known = storedBy.get(values);
  if (known !== undefined) return known;
  const stored = [...values.entries.flatMap((entry) => entry.values), ...codeMeanings(values)];
  const words = new Set(stored.flatMap((value) => (value.includes('@') ? [] : (value.toLowerCase().match(/\p{L}{4,}/gu) ?? []))));
  const byInitial = new Map<string, string[]>();
  for (const one of words) byInitial.set(one[0] ?? '', [...(byInitial.get(one[0] ?? '') ?? []), one]);
  storedBy.set(values, byInitial);
  return byInitial;
}

/** Of four letters a vowel alone may be another: "meny", and no "shwo". */
const isAskingSlip = (said: string, word: string): boolean =>
  word.length >= ASKING_MIN && isSlip(said, word) && (said.length > ASKING_MIN || distance(said, word) === 1);

const single = (found: readonly string[]): string | null => {
  const [only, ...more] = new Set(found);
  return only !== undefined && more.length === 0 ? only : null;
};

/** Consonants, those that stand twice once. */
const bonesOf = (word: string): string => word.replaceAll(/[aeiou]/g, '').replaceAll(/(.)\1+/g, '$1');
const BONES_MIN = 4;

/** A letter left out, doubled or put in, two that changed places, or one vowel for another; of long words any letter for another. */
function isSlip(said: string, known: string): boolean {
  if (said[0] !== known[0] && !(said[0] === known[1] && said[1] === known[0])) return false;
  if (isSwapped(said, known)) return true;
  if (distance(said, known) !== 1) return false;
  return said.length !== known.length || said.length >= LONG || skeletonOf(said) === skeletonOf(known);
}

const LONG = 7;

const skeletonOf = (word: string): string => word.replaceAll(/[aeiou]/g, '');

function isSwapped(said: string, known: string): boolean {
  if (said.length !== known.length || said === known) return false;
  const at = [...said].findIndex((letter, index) => letter !== known[index]);
  return said[at] === known[at + 1] && said[at + 1] === known[at] && said.slice(at + 2) === known.slice(at + 2);
}
