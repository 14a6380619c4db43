import { distance } from 'fastest-levenshtein';
import { timesMet } from '../english/related-words.ts';
import { stem } from '../english/stem.ts';
import type { Lexicon } from '../linking/lexicon.ts';

type Name = { readonly table: string; readonly column: string | null; readonly cost: number };

const SPELT = 0.5;
const LETTERS_MIN = 5;
const FOUND_MAX = 3;

/** Tables and columns whose one word is a slip away from a rare word: "tittle" for a title. */
export function misspeltNames(word: string, { tables }: Lexicon): Name[] {
  const own = stem(word);
  if (own.length < LETTERS_MIN || timesMet(word) > 0 || timesMet(own) > 0) return [];
  const isMeant = (words: readonly string[]) => {
    const [only, ...more] = words;
    return only !== undefined && more.length === 0 && only.length >= LETTERS_MIN - 1 && only[0] === own[0] && isSlip(own, only);
  };
  const found = tables.flatMap(({ table, words, columns }): Name[] => [
    ...(isMeant(words) ? [{ table: table.name, column: null, cost: SPELT }] : []),
    ...columns.flatMap(({ column, words: its }) => (isMeant(its) ? [{ table: table.name, column: column.name, cost: SPELT }] : [])),
  ]);
  return found.length > FOUND_MAX ? [] : found;
}

/** One letter more, fewer or another, or two that changed places. */
function isSlip(said: string, meant: string): boolean {
  if (distance(said, meant) === 1) return true;
  if (said.length !== meant.length) return false;
  const at = [...said].findIndex((letter, place) => letter !== meant[place]);
  return said[at] === meant[at + 1] && said[at + 1] === meant[at] && said.slice(at + 2) === meant.slice(at + 2);
}
