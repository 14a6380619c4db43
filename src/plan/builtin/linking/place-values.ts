import type { ValueIndex } from '../../planner.ts';
import { isCountry } from '../english/countries.ts';
import { broaderOf } from '../english/related-words.ts';
import type { Token } from '../english/tokens.ts';
import type { Lexicon } from './lexicon.ts';
import type { Span } from './links.ts';
import type { Value } from './mention.ts';

/**
 * "customers in Portugal", where none is stored: a country, city or state that WordNet or the runtime's list of regions
 * knows, as a value of the columns that hold such, so that the answer is that there is none. Not where those columns store
 * short codes, or the place goes by other names as well: it may be there under one of them.
 */
export function placeSpans(tokens: readonly Token[], at: number, lexicon: Lexicon, index: ValueIndex): Span<Value>[] {
  if (!BEFORE_PLACE.has(tokens[at - 1]?.lower ?? '')) return [];
  for (let end = Math.min(tokens.length, at + PLACE_WORDS_MAX); end > at; end -= 1) {
    const part = tokens.slice(at, end);
    if (part.some(({ kind }) => kind !== 'word')) continue;
    const text = part.map((token) => token.text).join(' ');
    const kind = kindOf(text.toLowerCase());
    if (kind === null || index.find(text).length > 0) continue;
    const stored = part.map((token) => token.text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())).join(' ');
    const hits = lexicon.tables.flatMap(({ table, columns }) =>
      columns.flatMap(({ column, words }) => {
        const values = index.of(table.name, column.name);
        const holds = column.type === 'text' && words.at(-1) === kind && values !== null && values.length > 0;
        return holds && !values.some((value) => value.length <= CODE_LENGTH_MAX)
          ? [{ table: table.name, column: column.name, stored }]
          : [];
      }),
    );
    if (hits.length > 0) return [{ value: { text, quoted: false, number: null, hits }, end, cost: 0.15 }];
  }
  return [];
}

const BEFORE_PLACE = new Set(['in', 'from']);
const PLACE_WORDS_MAX = 3;
const CODE_LENGTH_MAX = 3;
/** Lisbon is a national capital, and that a city. */
const STEPS_MAX = 2;
const OTHER_NAMES = /^(?:usa?|uk|united (?:states|kingdom).*|great britain|england|scotland|wales|holland|russia|korea|america|britain)$/;

function kindOf(text: string): 'country' | 'city' | 'state' | null {
  if (OTHER_NAMES.test(text)) return null;
  if (isCountry(text)) return 'country';
  const broader = broaderOf(text);
  const is = (word: string) => (broader.get(word) ?? STEPS_MAX + 1) <= STEPS_MAX;
  if (is('city')) return 'city';
  return is('american state') ? 'state' : null;
}
