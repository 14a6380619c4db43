import { isPersonNoun } from '../english/person-noun.ts';
import type { TableEntry } from './entries.ts';
import type { Lexicon } from './lexicon.ts';

const known = new WeakMap<Lexicon, readonly TableEntry[]>();

/** Tables whose rows are people. */
export function peopleIn(lexicon: Lexicon): readonly TableEntry[] {
  const before = known.get(lexicon);
  if (before !== undefined) return before;
  // Whatever a table is called, only people have a first and a last name.
  const found = lexicon.tables.filter(({ words, label }) => label.length > 1 || (label.length > 0 && isPersonNoun(words.at(-1) ?? '')));
  known.set(lexicon, found);
  return found;
}

/** Words for somebody, whoever it is. */
export const SOMEBODY: ReadonlySet<string> = new Set('people person persons somebody someone anyone anybody everyone everybody'.split(' '));
