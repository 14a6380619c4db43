import { isPersonNoun } from '../english/person-noun.ts';
import type { ColumnEntry } from './entries.ts';
import { type Lexicon, rootOf } from './lexicon.ts';

/** Whether a word is who does what numbers and dates alone are named for: the publisher of the year in `published`. */
export function isDoerOf(word: string, deed: string, { tables }: Lexicon): boolean {
  // "deliver" is the verb itself.
  if (!deed.endsWith('ed') || deed.startsWith(word) || !(/(?:er|or)$/.test(word) || isPersonNoun(word))) return false;
  const named = tables.flatMap(({ columns }) => columns.filter(({ words }) => words.includes(deed)));
  return named.length > 0 && named.every(({ column, reference }) => column.type !== 'text' && !reference);
}

/** Whether a phrase has who does what a column is named for, in the place of its name. */
export function namesDoer(phrase: readonly string[], { words, column }: ColumnEntry, lexicon: Lexicon): boolean {
  const deeds = column.type === 'text' ? [] : words.filter((own) => own.endsWith('ed') && !phrase.includes(own));
  return deeds.some((own) => phrase.some((word) => rootOf(own) === rootOf(word) && isDoerOf(word, own, lexicon)));
}
