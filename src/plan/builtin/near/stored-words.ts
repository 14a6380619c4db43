import { distance } from 'fastest-levenshtein';
import type { ValueIndex } from '../../planner.ts';
import type { Schema } from '../../schema.ts';
import { DEMONYMS } from '../english/demonyms.ts';
import { statesSaidAt } from '../english/everyday-words.ts';
import { isPersonNoun } from '../english/person-noun.ts';
import { broaderOf, explainedBy, isEnglish, relatedTo } from '../english/related-words.ts';
import { stem } from '../english/stem.ts';
import { SYNONYMS } from '../english/synonyms.ts';
import type { Token } from '../english/tokens.ts';
import { FUNCTION_WORDS } from '../english/words.ts';
import { type Lexicon, lexiconOf, rootOf } from '../linking/lexicon.ts';
import { GRAMMAR } from '../linking/link-related.ts';
import { meaningsIn } from '../linking/value-codes.ts';
import { type StoredMark, withinTexts } from './within.ts';

/** Stored values by their words. */
export interface StoredWords {
  at(tokens: readonly Token[], at: number): StoredMark[];
  /** Texts that have words in them, which are not one of them as a whole. */
  within(tokens: readonly Token[], at: number): StoredMark[];
  /** States of what is so now. */
  readonly current: readonly Place[];
}

type Place = Pick<StoredMark, 'table' | 'column' | 'stored'>;

/** As `whole` has them. */
const CURRENT = ['active', 'current', 'ongoing', 'running', 'live', 'checked in', 'in progress', 'in use', 'staying'].map((state) =>
  state.split(' ').map(stem).join(' '),
);
const VALUES_MAX = 400;
/** Of one word; of more it tells nothing. */
const FOUND_MAX = 3;
const PHRASE_MAX = 5;
/** Of a word that is also one of asking: "paid". */
const OFTEN = 0.2;
/** Of an adjective of a country. */
const DEMONYM = 0.1;
/** Of a column that says of what kind a row is. */
const KINDS_MAX = 12;
/** Of a state that is said in other words: "called off". */
const STATE = 0.3;
const PART = 0.35;
const ROOT = 0.45;
const RELATED = 0.6;
const OF_KIND = 0.65;
/** A calf is young cattle, as cows are and a milker may be. */
const KINDS_FOUND = 2;
const BEGUN = 0.55;
const SPELT = 0.5;

const built = new WeakMap<ValueIndex, StoredWords>();

export function storedWordsOf(values: ValueIndex, schema: Schema): StoredWords {
  const known = built.get(values);
  if (known !== undefined) return known;
  const made = build(values, schema, lexiconOf(schema));
  built.set(values, made);
  return made;
}

function build(values: ValueIndex, schema: Schema, lexicon: Lexicon): StoredWords {
  const { byName } = lexicon;
  const whole = new Map<string, Place[]>();
  const words = new Map<string, Place[]>();
  const kinds = new Map<string, Place[]>();
  const keep = (map: Map<string, Place[]>, key: string, place: Place) => {
    const all = map.get(key);
    if (all === undefined) map.set(key, [place]);
    else if (!all.some((one) => one.stored === place.stored && one.column === place.column && one.table === place.table)) all.push(place);
  };
  const add = (said: string, place: Place, of: 'kind' | 'name' | 'text' = 'kind') => {
    const lower = said.trim().toLowerCase();
    const parts = wordsIn(lower);
    keep(whole, parts.map(stem).join(' '), place);
    if (of === 'text' || parts.length > PHRASE_MAX) return;
    for (const part of parts) if (part.length > 2 && !GRAMMAR.has(part)) keep(of === 'name' ? words : kinds, stem(part), place);
  };
  for (const { table, column, values: stored } of values.entries)
    for (const one of stored.slice(0, VALUES_MAX))
      if (!one.includes('"'))
        add(
          one,
          { table, column, stored: one },
          byName.get(table)?.label.includes(column) === true ? 'name' : stored.length <= KINDS_MAX ? 'kind' : 'text',
        );
  for (const { table, columns } of lexicon.tables)
    for (const { column } of columns) {
      const said = column.nullable ? meaningOfNone(column.comment ?? '', table.name, lexicon) : null;
      if (said !== null) add(said, { table: table.name, column: column.name, stored: null }, 'text');
    }
  for (const [said, hits] of meaningsIn(values, schema))
    for (const { table, column, stored } of hits) {
      const type = byName.get(table)?.columns.find((one) => one.column.name === column)?.column.type;
      add(said, { table, column, stored: type === 'text' ? stored : Number(stored) });
    }
  const ofOne = new Map<string, { place: Place; cost: number }[]>();
  return {
    within: withinTexts(values, lexicon),
    current: CURRENT.flatMap((state) => whole.get(state) ?? []),
    at(tokens, at) {
      for (let length = Math.min(PHRASE_MAX, tokens.length - at); length > 0; length -= 1) {
        const said = tokens.slice(at, at + length);
        if (said.some(({ kind }) => kind === 'comma' || kind === 'stop' || kind === 'owner')) continue;
        const words = said.flatMap(({ lower }) => wordsIn(lower).map(stem));
        // "no shows" where `noshow` is stored.
        const found = whole.get(words.join(' ')) ?? (length === 2 ? whole.get(words.join('')) : undefined) ?? [];
        const [only] = length === 1 ? said : [];
        if (found.length > 0 && found.length <= FOUND_MAX && !(only !== undefined && FUNCTION_WORDS.has(only.lower)))
          return found.map((place) => ({ ...place, end: at + length, cost: only !== undefined && GRAMMAR.has(only.lower) ? OFTEN : 0 }));
      }
      const word = tokens[at];
      for (const { end, meant } of statesSaidAt({ tokens }, at)) {
        // "not turn up" begins with a word that says nothing alone.
        if (end === at + 1 && isLittle(word)) continue;
        const states = meant.flatMap((state) => whole.get(state.split(' ').map(stem).join(' ')) ?? []);
        const places = states.filter((place, at) => states.findIndex((other) => same(other, place)) === at);
        if (places.length > 0 && places.length <= FOUND_MAX) return places.map((place) => ({ ...place, end, cost: STATE }));
      }
      if (word === undefined || isLittle(word)) return [];
      const country = whole.get((DEMONYMS[word.lower] ?? '').split(' ').map(stem).join(' ')) ?? [];
      if (country.length > 0 && country.length <= FOUND_MAX) return country.map((place) => ({ ...place, end: at + 1, cost: DEMONYM }));
      const before = ofOne.get(word.lower) ?? partly(word.lower, words, kinds);
      if (!ofOne.has(word.lower)) ofOne.set(word.lower, before);
      // "anke wolf" is one of those called Wolf.
      const next = stem(tokens[at + 1]?.lower ?? '');
      const both = (words.get(next) ?? []).filter((place) => before.some((one) => one.place === place || same(one.place, place)));
      const [only, ...more] = both;
      if (only !== undefined && more.length === 0) return [{ ...only, end: at + 2, cost: 0.2 }];
      return before.map(({ place, cost }) => ({ ...place, end: at + 1, cost }));
    },
  };
}

/** "NULL = anonymous", "empty for walk-in customers": what a comment says of rows that have nothing there. */
function meaningOfNone(comment: string, own: string, { tables }: Lexicon): string | null {
  const said = /\b(?:null|empty|none)\s*(?:=|:|->|means|for|while)\s*([\p{L} -]+)/iu.exec(comment)?.[1]?.trim() ?? '';
  const words = said.split(/[^\p{L}]+/u).filter((word) => word !== '' && !GRAMMAR.has(word.toLowerCase()));
  const named = tables.filter((entry) => words.some((word) => entry.words.at(-1) === stem(word.toLowerCase())));
  // "NULL = current member", of members.
  const rest = words.filter((word) => !named.some((entry) => entry.words.at(-1) === stem(word.toLowerCase())));
  if (named.some(({ table }) => table.name !== own)) return null;
  return rest.length === 0 || rest.length > NONE_WORDS_MAX ? null : rest.join(' ');
}
const NONE_WORDS_MAX = 3;

/** A word that alone is no value. */
const isLittle = (word: Token | undefined): boolean =>
  word === undefined || word.kind !== 'word' || word.lower.length < 3 || GRAMMAR.has(word.lower);

const wordsIn = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((one) => one !== '');

const same = (one: Place, other: Place) => one.table === other.table && one.column === other.column && one.stored === other.stored;

/** Values that have a word; of those that say a kind also one of its root, one that means the same, or one that is spelt nearly so. */
function partly(word: string, names: Words, kinds: Words): { place: Place; cost: number }[] {
  const own = stem(word);
  const few = (places: readonly Place[], cost: number, most = 1) =>
    places.length <= most ? places.map((place) => ({ place, cost: cost + unsaidOf(place) })) : [];
  const called = names.get(own) ?? [];
  const named = called.length <= FOUND_MAX ? called.map((place) => ({ place, cost: PART })) : [];
  const exact = few(kinds.get(own) ?? [], PART);
  if (named.length + exact.length > 0) return [...named, ...exact];
  const placesOf = (words: Words, is: (key: string) => boolean) => {
    // Of a whole sentence a word that only means much the same tells nothing.
    const places = [...words].flatMap(([key, some]) => (is(key) ? some.filter(({ stored }) => wordsOf(stored) <= WORDS_OF_NAMES) : []));
    return places.filter((place, at) => places.findIndex((other) => same(other, place)) === at);
  };
  const root = rootOf(word);
  const related = relatedTo(word);
  const alike = SYNONYMS.get(own);
  const near = [
    ...(alike === undefined ? [] : [{ cost: RELATED, places: placesOf(kinds, (key) => alike.has(key)) }]),
    ...(root.length < 4 ? [] : [{ cost: ROOT, places: placesOf(kinds, (key) => rootOf(key) === root) }]),
    ...(root.length < 4 ? [] : [{ cost: BEGUN, places: placesOf(kinds, (key) => key.startsWith(root)) }]),
    { cost: RELATED, places: placesOf(kinds, (key) => related.has(key)) },
    { cost: OF_KIND, places: ofKind(own, kinds) },
    ...(word.length < 6 || isEnglish(word)
      ? []
      : [kinds, names].map((words) => ({ cost: SPELT, places: placesOf(words, (key) => key[0] === word[0] && distance(key, own) === 1) }))),
  ].find(({ places }) => places.length > 0);
  return near === undefined ? [] : few(near.places, near.cost, near.cost === OF_KIND ? KINDS_FOUND : 1);
}

/** What a word of a text leaves unsaid of it: "glasses" of a note that somebody "wears glasses" tells little. */
const unsaidOf = ({ column, stored }: Place): number =>
  UNSAID * Math.max(0, wordsOf(stored) - WORDS_OF_NAMES) + (REMARKS.test(column) ? REMARK : 0);
const wordsOf = (stored: string | number | null): number => String(stored).split(/\s+/).length;
const UNSAID = 0.1;
const WORDS_OF_NAMES = 2;
/** Columns of texts that somebody wrote, whatever came to mind. */
const REMARKS = /note|comment|remark|descr|message|body|detail|memo|complaint|reason|feedback/i;
const REMARK = 0.2;

/** The kind that a noun is of: "terriers" where dogs are kept, "felines" where cats are, "lambs" where sheep are, "calves" where cows are, which are cattle. */
function ofKind(noun: string, kinds: Words): readonly Place[] {
  const broader = broaderOf(noun);
  const said = explainedBy(noun);
  if (broader.size === 0) return [];
  // A girl is a woman, and no "adult".
  const most = isPersonNoun(noun) ? 1 : KIND_STEPS;
  const found = [...kinds].flatMap(([key, all]) => {
    const places = all.filter(({ stored }) => stem(String(stored).toLowerCase()) === key);
    const isCousin = () =>
      [...broaderOf(key)].some(([above, steps]) => steps === 1 && said.has(above) && above !== 'person' && !broader.has(above));
    const isBroader = () => broaderOf(key).get(noun) === 1;
    const steps = said.has(key) ? 1 : (broader.get(key) ?? (places.length > 0 && (isBroader() || isCousin()) ? KIND_STEPS : null));
    return steps === null || steps > most || places.length === 0 ? [] : [{ steps, places }];
  });
  const nearest = Math.min(...found.map(({ steps }) => steps));
  return found.flatMap(({ steps, places }) => (steps === nearest ? places : []));
}

const KIND_STEPS = 2;

type Words = ReadonlyMap<string, readonly Place[]>;
