import { distance } from 'fastest-levenshtein';
import { isPersonNoun } from '../english/person-noun.ts';
import { relatedTo, timesMet } from '../english/related-words.ts';
import { SYNONYMS } from '../english/synonyms.ts';
import { dimensionCost } from './dimensions.ts';
import type { ColumnEntry, TableEntry } from './entries.ts';
import { PHRASE_GLUE, rootOf } from './lexicon.ts';

/** Ends of names that only relate: placed_at, published_on, directed_by. */
const RELATING = new Set(['by', 'at', 'on']);

/** How well a phrase names a column: 0 exactly, more for looser fits, null when it does not. */
export function columnCost(phrase: readonly string[], table: TableEntry, entry: ColumnEntry): number | null {
  const exact = bagCost(phrase, entry.words);
  if (exact !== null) return exact;
  const bare = entry.bare.length > 0 ? bagCost(phrase, entry.bare) : null;
  if (bare !== null) return bare + 0.15;
  const named = bagCost(phrase, [...table.words, ...entry.words]);
  if (named !== null && phrase.length > entry.words.length) return named + 0.1;
  const called = leastOf(table.called.map((name) => bagCost(phrase, [...name, ...entry.words])));
  if (called !== null) return called + 0.15;
  const whole = entry.bare.length > 0 && phrase.length > entry.words.length ? bagCost(phrase, [...table.words, ...entry.bare]) : null;
  if (whole !== null) return whole + 0.1;
  const withHead = table.words.at(-1);
  if (withHead !== undefined && phrase.length > entry.words.length) {
    const cost = bagCost(phrase, [withHead, ...entry.words]) ?? bagCost(phrase, [withHead, ...entry.bare]);
    if (cost !== null) return cost + 0.15;
  }
  if (phrase.length + entry.words.length > 2 && phrase.join('') === entry.words.join('')) return 0.05;
  const content = entry.words.filter((word) => !RELATING.has(word) && !PHRASE_GLUE.has(word));
  const without = content.length < entry.words.length ? bagCost(phrase, content) : null;
  if (without !== null) return without + 0.05;
  const unitless = content.filter(
    (word, at) => at === 0 || !(UNITS.has(word) || (word === 'address' && MAILED.has(content[at - 1] ?? ''))),
  );
  const measured = unitless.length < content.length ? bagCost(phrase, unitless) : null;
  if (measured !== null) return measured + 0.2;
  // "number of rooms" for room_count.
  const tallied = phrase[0] === 'number' && phrase.length > 1 && TALLIES.has(entry.words.at(-1) ?? '') && entry.column.type !== 'decimal';
  const counted = tallied ? bagCost(phrase.slice(1), entry.words.slice(0, -1)) : null;
  if (counted !== null) return counted + 0.05;
  return dimensionCost(phrase, table, entry) ?? looseCost(phrase, entry);
}

/** Ends of names of columns that keep how many there are. */
const TALLIES = new Set(['count', 'amount', 'total', 'number']);

const MAILED = new Set(['email', 'mail']);

/** Ends of names that say in what a thing is measured. */
const UNITS = new Set(
  `f c k kg g lb ton km m cm mm ft inch foot mile meter metre mph kmh kph kb mb gb mib gib usd eur gbp dollar euro pound percentage
  hour minute second hr sec ms yn flag`.split(/\s+/),
);

/** A phrase that leaves out part of the column's words, or adds the generic "name" to them. */
function looseCost(phrase: readonly string[], entry: ColumnEntry): number | null {
  for (const words of [entry.words, entry.bare]) {
    if (words.length < 2) continue;
    const generic = words.filter((word) => !GENERIC.has(word));
    if (generic.length > 0 && generic.length < words.length) {
      const cost = bagCost(phrase, generic);
      if (cost !== null) return cost + (words.includes('id') ? 1.6 : 0.5);
    }
    const missing = words.filter((word) => !phrase.includes(word));
    const found = words.length - missing.length;
    if (found === phrase.length && found > 0 && phrase.every((word) => words.includes(word)) && !missing.includes('id')) {
      const head = words.at(-1);
      if (phrase.every((word) => GENERIC.has(word)))
        return phrase.every((word) => entry.sole.has(word)) && !entry.reference ? (phrase.at(-1) === head ? 0.6 : 0.75) : 1.3;
      return (head !== undefined && phrase.includes(head) ? 0.7 : 0.9) + 0.15 * (missing.length - 1);
    }
  }
  const measure = entry.column.type === 'integer' || entry.column.type === 'decimal' || entry.column.type === 'float';
  const trimmed = phrase.filter((word, at) => !(measure ? MEASURES : LABELS).has(word) && !(at === phrase.length - 1 && WHENS.has(word)));
  if (trimmed.length === phrase.length - 1 && trimmed.length > 0 && !entry.reference && !(measure && entry.words.includes('id'))) {
    const plain = entry.words.filter((word, at) => at === 0 || !UNITS.has(word));
    const cost = bagCost(trimmed, entry.words) ?? (entry.bare.length > 0 ? bagCost(trimmed, entry.bare) : null) ?? bagCost(trimmed, plain);
    if (cost !== null) return cost + 0.35;
  }
  return null;
}

/** Nouns that add nothing to a column of text, or of numbers: "color name", "total points". */
const LABELS = new Set(['name', 'value', 'number', 'information', 'detail', 'status', 'type', 'code', 'kind']);
const MEASURES = new Set('value number score point amount size level figure count medal rate quantity capacity usage'.split(' '));
/** What ends the name of a moment: "founded year" for founded. */
const WHENS = new Set(['year', 'date']);

/** Words of a phrase that the name of a column need not have. */
export const OPTIONAL_WORDS: ReadonlySet<string> = new Set([...LABELS, ...MEASURES, ...WHENS]);

const GENERIC = new Set(['name', 'label', 'code', 'number', 'value', 'description', 'text', 'id', 'key', 'date', 'type']);

const leastOf = (costs: readonly (number | null)[]): number | null =>
  costs.reduce((least, cost) => (cost !== null && (least === null || cost < least) ? cost : least), null);

/** Same words in any order; a synonym costs something. Null when a word on either side finds no partner. */
function bagCost(phrase: readonly string[], words: readonly string[]): number | null {
  if (phrase.length !== words.length || phrase.length === 0) return null;
  let cost = 0;
  const left = [...words];
  for (const [at, word] of phrase.entries()) {
    const exact = left.indexOf(word);
    if (exact >= 0) {
      if (words[at] !== word) cost += 0.02;
      left.splice(exact, 1);
      continue;
    }
    const synonyms = SYNONYMS.get(word);
    const near = synonyms === undefined ? -1 : left.findIndex((other) => synonyms.has(other));
    const alike =
      near >= 0 ? near : left.findIndex((other) => isMisspelling(word, other) || isShortFor(other, word) || sameRoot(word, other));
    if (alike < 0) return null;
    cost += near >= 0 ? 0.45 : 0.3;
    left.splice(alike, 1);
  }
  return cost;
}

/** Whether a phrase's word may stand for a name's; what `bagCost` goes by. */
export const isAlike = (word: string, other: string): boolean =>
  word === other ||
  SYNONYMS.get(word)?.has(other) === true ||
  isMisspelling(word, other) ||
  isShortFor(other, word) ||
  sameRoot(word, other);

/** A column's clipped word: prereq, temp. A word of its own is none, unless it means the same: an exam is an examination, a cost no costume. */
const isShortFor = (short: string, word: string) =>
  short.length >= 4 && word.length >= short.length + 3 && word.startsWith(short) && (timesMet(short) === 0 || relatedTo(word).has(short));

/** "directors" for directed_by. */
const sameRoot = (a: string, b: string) => a.length >= 6 && b.length >= 6 && rootOf(a) === rootOf(b);

/** Long words that differ by a letter or two. */
const isMisspelling = (a: string, b: string) => {
  const length = Math.min(a.length, b.length);
  return length >= 6 && a[0] === b[0] && Math.abs(a.length - b.length) <= 2 && distance(a, b) <= (length >= 9 ? 2 : 1);
};

/** How well a phrase names a table. */
export function tableCost(phrase: readonly string[], entry: TableEntry): number | null {
  const exact = bagCost(phrase, entry.words);
  if (exact !== null) return exact;
  if (phrase.length + entry.words.length > 2 && phrase.join('') === entry.words.join('')) return 0.05;
  const called = leastOf(entry.called.map((name) => bagCost(phrase, name)));
  if (called !== null) return called + 0.1;
  if (entry.doer !== null && phrase.length === 1 && phrase[0] === entry.doer) return 0.2;
  const plain = entry.words.filter((word) => !TABLE_GENERIC.has(word));
  if (plain.length > 0 && plain.length < entry.words.length) {
    const cost = bagCost(phrase, plain);
    if (cost !== null) return cost + (plain.length === entry.words.length - 1 && LINKING.has(entry.words.at(-1) ?? '') ? 0.5 : 0.25);
  }
  // "repairs" of repair_orders
  const asked =
    ORDERED.has(entry.words.at(-1) ?? '') && !isPersonNoun(phrase.at(-1) ?? '') ? bagCost(phrase, entry.words.slice(0, -1)) : null;
  if (asked !== null) return asked + 0.1;
  const head = phrase.at(-1);
  if (head !== undefined && phrase.length > 1 && MEMBERS.has(head)) {
    const cost = bagCost(phrase.slice(0, -1), entry.words);
    if (cost !== null) return cost + 0.25;
  }
  const [only] = entry.words;
  if (phrase.length === 1 && entry.words.length === 1 && head !== undefined && head.length >= 4 && only?.endsWith(head) === true)
    return 0.5;
  if (entry.words.length > phrase.length && phrase.every((word) => entry.words.includes(word))) {
    return (phrase.at(-1) === entry.words.at(-1) ? 0.6 : 1.3) + 0.2 * (entry.words.length - phrase.length - 1);
  }
  return null;
}

/** Nouns that only say that single ones are meant: "staff members". */
const MEMBERS = new Set(['member', 'person', 'individual', 'item', 'entry', 'record', 'row']);

/** Tables of these are more often about a thing than the thing itself. */
const LINKING = new Set(['record', 'detail', 'data', 'information']);

/** What is ordered or asked for is what such a table is of. */
const ORDERED = new Set(['order', 'request', 'job']);

const TABLE_GENERIC = new Set(['ref', 'tbl', 'table', 'list', 'data', 'information', 'record', 'detail', 'master', 'dim', 'fact']);
