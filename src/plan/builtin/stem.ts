import pluralize from 'pluralize';
import { wordTable } from './word-table.ts';

/** The singular of a lower-case word. */
export function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size > MAX_STEMS) stems.clear();
  const singular = IRREGULAR[word] ?? (word.length > 3 && !/(ss|us|is)$/.test(word) ? pluralize.singular(word) : word);
  stems.set(word, singular);
  return singular;
}

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
