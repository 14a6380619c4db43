import { isPersonNoun } from '../english/person-noun.ts';
import { broaderOf, relatedTo } from '../english/related-words.ts';
import { stem } from '../english/stem.ts';
import type { Lexicon } from '../linking/lexicon.ts';
import { GRAMMAR } from '../linking/link-related.ts';

type Name = { readonly table: string; readonly column: string | null; readonly cost: number };

const HEAD = 0.35;
const PART = 0.45;
const COMMENT = 0.5;
const FAMILY = 0.55;
const INSIDE = 0.6;
/** Of a word that comes of another. */
const DERIVED = 0.5;
const SIBLING = 0.7;
/** Of one word; of more it tells nothing. */
const FOUND_MAX = 3;
const LETTERS_MIN = 4;

const built = new WeakMap<Lexicon, ReadonlyMap<string, readonly Name[]>>();

/** Tables and columns that a word names in part: one word of the name ("tickets" of ticket_sales) or of its comment, the end of one ("chip" of microchip), or a word beside it ("town" for city). */
export function looseNames(word: string, lexicon: Lexicon): readonly Name[] {
  const names = built.get(lexicon) ?? index(lexicon);
  if (!built.has(lexicon)) built.set(lexicon, names);
  const own = stem(word);
  const told = names.get(own) ?? [];
  if (told.length > 0) return told.length <= FOUND_MAX ? told : [];
  const family = [...relatedTo(word)].flatMap(([related, cost]) =>
    cost > DERIVED || isPersonNoun(related) ? [] : (names.get(stem(related)) ?? []),
  );
  const made = family.filter((one, at) => family.findIndex((other) => other.table === one.table && other.column === one.column) === at);
  if (made.length > 0) return made.length <= FOUND_MAX ? made.map((one) => ({ ...one, cost: FAMILY })) : [];
  if (own.length < LETTERS_MIN) return [];
  const columns = lexicon.tables.flatMap(({ table, columns: all }) => all.map((one) => ({ table: table.name, ...one })));
  const inside = columns.filter(({ words }) => words.some((one) => isInside(own, one)));
  const found = inside.length > 0 ? inside : siblings(own, columns);
  const cost = inside.length > 0 ? INSIDE : SIBLING;
  return found.length > FOUND_MAX ? [] : found.map(({ table, column }) => ({ table, column: column.name, cost }));
}

/** "chip" of a microchip, and no "rent" of a parent. */
const isInside = (own: string, name: string): boolean =>
  (name.length > own.length && name.startsWith(own)) || (name.length > own.length + 2 && name.endsWith(own));

function siblings<T extends { readonly words: readonly string[] }>(word: string, columns: readonly T[]): T[] {
  const kinds = /(?:ing|ed)$/.test(word) ? [] : kindsOf(word);
  if (kinds.length === 0) return [];
  return columns.filter(({ words }) => words.length === 1 && words.some((one) => kindsOf(one).some((kind) => kinds.includes(kind))));
}

const kindsOf = (word: string): string[] => [...broaderOf(word)].flatMap(([kind, steps]) => (steps === 1 ? [kind] : []));

function index({ tables }: Lexicon): ReadonlyMap<string, readonly Name[]> {
  const names = new Map<string, Name[]>();
  const add = (said: string, name: Name) => {
    const key = stem(said.toLowerCase());
    if (key.length < 3 || GRAMMAR.has(key)) return;
    const all = names.get(key) ?? [];
    if (!all.some((one) => one.table === name.table && one.column === name.column)) names.set(key, [...all, name]);
  };
  for (const { table, words, columns } of tables) {
    for (const [at, word] of words.entries()) add(word, { table: table.name, column: null, cost: at === words.length - 1 ? HEAD : PART });
    for (const word of wordsIn(table.comment)) add(word, { table: table.name, column: null, cost: COMMENT });
    for (const { column, words: own } of columns)
      if (column.type === 'boolean' && own.length <= FLAG_MAX)
        for (const word of own)
          add(word, { table: table.name, column: column.name, cost: own.some((one) => BEING.has(one)) ? FLAG : PART });
    for (const { column } of columns)
      for (const word of wordsIn(column.comment)) add(word, { table: table.name, column: column.name, cost: COMMENT });
  }
  return names;
}

/** Of what a comment says first, without the codes and exceptions that follow. */
function wordsIn(comment: string | null): string[] {
  const words = (comment ?? '').split(/[,;:.=(]/)[0]?.match(/\p{L}+/gu) ?? [];
  return words.length > SAID_MAX ? [] : words.filter(({ length }) => length > 2);
}

const SAID_MAX = 5;
/** Words of a column that is so or not: "has lights". */
const FLAG_MAX = 2;
/** What such a name begins with, which nobody says. */
const BEING: ReadonlySet<string> = new Set(['is', 'has', 'was', 'are', 'be']);
const FLAG = 0.15;
