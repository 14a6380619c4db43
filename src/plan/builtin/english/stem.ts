import pluralize from 'pluralize';
import { dictionary } from './dictionary.ts';
import { wordTable } from './word-table.ts';

/** The singular of a lower-case word. */
export function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size > MAX_STEMS) stems.clear();
  const singular = IRREGULAR[word] ?? (word.length > 3 && !/(ss|us|is)$/.test(word) ? singularOf(word) : word);
  stems.set(word, singular);
  return singular;
}

/** By rule, unless that gives no noun where one is at hand: a lens is no "len". */
function singularOf(word: string): string {
  const singular = pluralize.singular(word);
  if (singular === word || isNoun(singular) || isVerb(singular)) return singular;
  if (isNoun(word)) return word;
  const bare = word.replace(/es$/, '');
  return bare !== word && bare !== singular && isNoun(bare) ? bare : singular;
}

const isNoun = (word: string) => (dictionary()?.entry(word, 'noun') ?? null) !== null;
const isVerb = (word: string) => (dictionary()?.entry(word, 'verb') ?? null) !== null;

const stems = new Map<string, string>();
const MAX_STEMS = 20_000;

const IRREGULAR = wordTable<string>({
  ids: 'id',
  people: 'person',
  staff: 'staff',
  data: 'data',
  media: 'media',
  gas: 'gas',
  bonus: 'bonus',
});
