import { deedsSaidAt, namesSaidAt } from '../english/everyday-words.ts';
import { verbsOf } from '../english/irregular.ts';
import type { Words } from '../english/phrase-at.ts';
import { broaderOf } from '../english/related-words.ts';
import { stem } from '../english/stem.ts';
import type { ColumnEntry, TableEntry } from '../linking/entries.ts';
import { DATED, NUMERIC } from '../linking/expressions.ts';
import type { Lexicon } from '../linking/lexicon.ts';
import { GRAMMAR } from '../linking/link-related.ts';
import { peopleIn } from '../linking/people.ts';
import { cueAt } from './cues.ts';

interface Named {
  readonly table: string;
  readonly column: string | null;
  readonly cost: number;
  /** It keeps what is done, and is not what is named. */
  readonly deed?: true;
}

export interface EverydayNames {
  readonly end: number;
  readonly names: readonly Named[];
}

const NOUN = 0.42;
/** Of what is done. */
const DEED = 0.44;
/** Of a table that keeps other kinds as well. */
const BROADER = 0.55;
/** Of a name that has another word as well. */
const BESIDE = 0.1;
/** Of one phrase; of more it tells nothing. */
const FOUND_MAX = 6;
/** Verbs that say little by themselves. */
const LIGHT: ReadonlySet<string> = new Set(
  'be have do get give take make go come see stay live work leave call open keep own show put bring use need want say'.split(' '),
);
const KIND = /^(?:kind|type|sort|different|why|number)s?$/;
const ENDS: ReadonlySet<string> = new Set('on at date dt ts time cent cents'.split(' '));

/** Tables and columns that everyday words at a token mean, where no name has the word itself: artists for "acts", loans for "took out". */
export function everydayNames(words: Words, at: number, lexicon: Lexicon): EverydayNames | null {
  const said = words.tokens[at]?.lower ?? '';
  if (KIND.test(said) || isInName(said, lexicon)) return null;
  const isAlone = (end: number) => end === at + 1;
  const isLittle = GRAMMAR.has(said) || verbsOf(said).some((verb) => LIGHT.has(verb));
  const nouns = namesSaidAt(words, at).map((one) => ({ ...one, find: nounsIn }));
  const isAmount = !DEALING.test(verbsOf(said).join(' ')) && isOfAmount(words, at);
  const find = (meant: ReadonlySet<string>, place: Lexicon) => deedsIn(meant, place, isAmount);
  const deeds = deedsSaidAt(words, at).map((one) => ({ ...one, find }));
  for (const { end, meant, find } of [...nouns, ...deeds].sort((a, b) => b.end - a.end)) {
    if (isAlone(end) && isLittle) continue;
    // "take on average".
    if (!isAlone(end) && cueAt(words.tokens, end - 1) !== null) continue;
    const names = find(new Set(meant.map(stem)), lexicon);
    // A truck is only one kind of vehicle.
    const above = broaderOf(isAlone(end) ? stem(said) : '');
    const isBroader = ({ table, column }: Named) => column === null && above.has(lexicon.byName.get(table)?.words.at(-1) ?? '');
    if (names.length > 0 && names.length <= FOUND_MAX)
      return { end, names: names.map((one) => (isBroader(one) ? { ...one, cost: BROADER } : one)) };
  }
  return null;
}

/** "signed up" where there is a `signed_up_on`, and not "releases" where there is a `release_type`. */
const isInName = (said: string, lexicon: Lexicon): boolean => namesOf(lexicon).whole.has(stem(said));

/** The names of a schema by their words. */
interface Names {
  /** Words that name something by themselves. */
  readonly whole: ReadonlySet<string>;
  readonly tables: ReadonlyMap<string, readonly TableEntry[]>;
  readonly columns: ReadonlyMap<string, readonly (Named & { readonly entry: ColumnEntry })[]>;
}

const built = new WeakMap<Lexicon, Names>();

function namesOf(lexicon: Lexicon): Names {
  const known = built.get(lexicon);
  if (known !== undefined) return known;
  const whole = new Set<string>();
  const tables = new Map<string, TableEntry[]>();
  const columns = new Map<string, (Named & { entry: ColumnEntry })[]>();
  const keep = <One>(map: Map<string, One[]>, word: string, one: One) => {
    const all = map.get(word);
    if (all === undefined) map.set(word, [one]);
    else all.push(one);
  };
  for (const table of lexicon.tables) {
    const head = table.words.at(-1) ?? '';
    whole.add(head);
    keep(tables, head, table);
    for (const entry of table.columns) {
      const own = entry.words.filter((word) => !ENDS.has(word));
      const [first = ''] = own;
      if (own.length === 1 || (DATED.has(entry.column.type) && own.length < entry.words.length)) whole.add(first);
      if (entry.words.includes('id') || own.length > 2) continue;
      for (const word of new Set(own)) {
        const cost = own.length === 1 || word === own.at(-1) ? 0 : BESIDE;
        keep(columns, word, { table: table.table.name, column: entry.column.name, cost, entry });
      }
    }
  }
  const names = { whole, tables, columns };
  built.set(lexicon, names);
  return names;
}

function nounsIn(meant: ReadonlySet<string>, lexicon: Lexicon): readonly Named[] {
  return [...tablesIn(meant, lexicon, NOUN), ...columnsIn(meant, lexicon, NOUN).map(({ named }) => named)];
}

/** What is asked of an amount: "what does it cost", "rooms that sleep more than 4", "which ones weigh the most". */
function isOfAmount({ tokens }: Words, at: number): boolean {
  const after = tokens.slice(at + 1, at + 5);
  return (
    /^(?:how|what|whats)$/.test(tokens[0]?.lower ?? '') ||
    after.some(({ kind, lower }) => kind === 'number' || /^(?:most|least)$/.test(lower))
  );
}
/** Verbs of dealing, which no single number tells. */
const DEALING = /\b(?:sell|buy|pay|order|spend|book|hire)\b/;

/** What was done is told by rows of a table that keeps such, and of whom it was done by none; of columns by dates, flags and, where one is asked, amounts. */
function deedsIn(meant: ReadonlySet<string>, lexicon: Lexicon, isAmount: boolean): readonly Named[] {
  const people = new Set(peopleIn(lexicon).map(({ table }) => table.name));
  const isTold = ({ column: { type } }: ColumnEntry) => DATED.has(type) || type === 'boolean' || (isAmount && NUMERIC.has(type));
  return [
    ...tablesIn(meant, lexicon, DEED).flatMap((one): Named[] => (people.has(one.table) ? [] : [{ ...one, deed: true }])),
    ...columnsIn(meant, lexicon, DEED).flatMap(({ named, entry }) => (isTold(entry) ? [named] : [])),
  ];
}

const tablesIn = (meant: ReadonlySet<string>, lexicon: Lexicon, cost: number): readonly Named[] =>
  [...meant].flatMap((word) => (namesOf(lexicon).tables.get(word) ?? []).map(({ table }) => ({ table: table.name, column: null, cost })));

/** Each column once, by its nearest word. */
function columnsIn(meant: ReadonlySet<string>, lexicon: Lexicon, cost: number): { named: Named; entry: ColumnEntry }[] {
  const found = [...meant].flatMap((word) => namesOf(lexicon).columns.get(word) ?? []).sort((a, b) => a.cost - b.cost);
  return found
    .filter((one, at) => found.findIndex(({ table, column }) => table === one.table && column === one.column) === at)
    .map(({ table, column, cost: beside, entry }) => ({ named: { table, column, cost: cost + beside }, entry }));
}
