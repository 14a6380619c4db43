import { broaderOf } from './kin.ts';
import type { Lexicon, TableEntry } from './lexicon.ts';

const known = new WeakMap<Lexicon, readonly TableEntry[]>();

/** Tables whose rows are people: WordNet has their noun as a kind of person, or it is a word for a group of them. */
export function peopleIn(lexicon: Lexicon): readonly TableEntry[] {
  const before = known.get(lexicon);
  if (before !== undefined) return before;
  const found = lexicon.tables.filter(({ words, label }) => {
    const noun = words.at(-1) ?? '';
    return label.length > 0 && !KINDS.has(noun) && (GROUPS.has(noun) || broaderOf(noun).has('person'));
  });
  known.set(lexicon, found);
  return found;
}

/** Words that are a kind of person in a rare sense alone. */
const KINDS = new Set('type kind case subject character model class line position account channel'.split(' '));
const GROUPS = new Set('person people staff personnel crew user client'.split(' '));

/** Words for somebody, whoever it is. */
export const SOMEBODY: ReadonlySet<string> = new Set('people person persons somebody someone anyone anybody everyone everybody'.split(' '));
