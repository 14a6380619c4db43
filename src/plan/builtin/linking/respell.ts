import { distance } from 'fastest-levenshtein';
import type { ValueIndex } from '../../planner.ts';
import { isEnglish } from '../english/related-words.ts';
import { stem } from '../english/stem.ts';
import type { Token } from '../english/tokens.ts';
import type { Lexicon } from './lexicon.ts';
import { GRAMMAR } from './link-related.ts';

export interface Respelled {
  readonly from: string;
  readonly to: string;
}

/**
 * Tokens with typing errors put right. A word is read as another only when it is no English word, has five letters or more,
 * begins like the other and is one slip from it, and that other is the one name of the schema, or stored value, that is so
 * near; where none is, the one English word of the same root as one of its names: "teeches" where there are teachers. Words of
 * the language's own are neither put right nor put in the place of others: "arent" is no rent, "shwo" no show.
 */
export function respell(
  tokens: readonly Token[],
  unlinked: ReadonlySet<number>,
  lexicon: Lexicon,
  index: ValueIndex,
): { readonly tokens: readonly Token[]; readonly respelled: readonly Respelled[] } {
  const respelled: Respelled[] = [];
  const spelt = tokens.map((token, at) => {
    // A capital inside a sentence begins a name, which is stored nowhere that is known.
    const named = /^\p{Lu}/u.test(token.text) && at > 0 && tokens[at - 1]?.kind !== 'stop';
    const isUnlinked = unlinked.has(at) && !named && token.lower.length >= LETTERS_MIN && !isEnglish(token.lower);
    const meant = isUnlinked ? meantBy(token.lower, lexicon, index) : null;
    if (meant === null) return token;
    respelled.push({ from: token.text, to: meant });
    return { ...token, text: meant, lower: meant.toLowerCase() };
  });
  return { tokens: respelled.length > 0 ? spelt : tokens, respelled };
}

const LETTERS_MIN = 5;

/** The one word that is a slip away; null when there is none or there are several. */
function meantBy(word: string, lexicon: Lexicon, index: ValueIndex): string | null {
  const single = stem(word);
  const initial = word[0] ?? '';
  const names = [...lexicon.words].filter((known) => known[0] === initial && isSlip(single, known));
  const near =
    names.length > 0
      ? names
      : (storedWords(lexicon, index).get(initial) ?? []).filter(
          (known) => isSlip(word, known.toLowerCase()) || isSlip(single, known.toLowerCase()),
        );
  const [only, ...more] = new Set(near.map((known) => known.toLowerCase()));
  if (only === undefined || more.length > 0 || GRAMMAR.has(only)) return null;
  // "midfeilders" are midfielders.
  return names.length === 0 && single !== word && !isSlip(word, only) ? `${only}s` : only;
}

/** One letter added, dropped or changed, or two that changed places. */
const isSlip = (said: string, known: string): boolean =>
  known.length >= LETTERS_MIN - 1 && Math.abs(said.length - known.length) <= 1 && (swapped(said, known) || distance(said, known) === 1);

const stored = new WeakMap<ValueIndex, ReadonlyMap<string, readonly string[]>>();

/** Values of one word, by their first letter. */
function storedWords(lexicon: Lexicon, index: ValueIndex): ReadonlyMap<string, readonly string[]> {
  const known = stored.get(index);
  if (known !== undefined) return known;
  const words = new Map<string, string[]>();
  for (const { table, columns } of lexicon.tables)
    for (const { column } of columns)
      for (const value of index.of(table.name, column.name) ?? [])
        if (/^\p{L}{4,}$/u.test(value)) {
          const initial = value[0]?.toLowerCase() ?? '';
          const alike = words.get(initial);
          if (alike === undefined) words.set(initial, [value]);
          else alike.push(value);
        }
  stored.set(index, words);
  return words;
}

function swapped(said: string, known: string): boolean {
  if (said.length !== known.length) return false;
  let at = 0;
  while (said[at] === known[at] && at < said.length) at += 1;
  return at + 1 < said.length && said[at] === known[at + 1] && said[at + 1] === known[at] && said.slice(at + 2) === known.slice(at + 2);
}
