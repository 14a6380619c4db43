import { AGGREGATE_WORDS, SUPERLATIVES } from '../../english/measure-words.ts';
import type { Token } from '../../english/tokens.ts';
import { wordTable } from '../../english/word-table.ts';
import { COMPARISONS, FUNCTION_WORDS, LINK_VERBS } from '../../english/words.ts';
import type { Lexicon } from '../../linking/lexicon.ts';
import type { Links, Span } from '../../linking/links.ts';
import type { Attribute, Entity } from '../../linking/mention.ts';

/** What a word may be taken for at most at this cost, to count as a name of the schema; or as a stored value. */
const NAMED = 0.75;
const STORED = 0.5;

/**
 * The words of a question with names, values and numbers replaced by what kind they are, so that what is left is the
 * same in every schema: "how many Ts have a C# more than #".
 */
export function shapeWords(tokens: readonly Token[], links: Links, lexicon: Lexicon): string[] {
  const words: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (token === undefined) break;
    const { word, end } = valueAt(token, at, links) ?? nameAt(tokens, at, links, lexicon) ?? { word: token.lower, end: at + 1 };
    words.push(word);
    at = end;
  }
  return words;
}

interface Masked {
  readonly word: string;
  readonly end: number;
}

function valueAt(token: Token, at: number, links: Links): Masked | null {
  if (token.kind === 'quoted') return { word: 'V', end: at + 1 };
  if (/^\d{4}-\d/.test(token.lower)) return { word: 'D', end: at + 1 };
  const plain = token.text === token.lower && OF_ENGLISH.has(token.lower);
  const stored = links
    .values(at)
    .find(({ value, cost, end }) => cost < STORED && value.hits.length > 0 && value.number === null && (end > at + 1 || !plain));
  if (stored !== undefined) return { word: 'V', end: stored.end };
  if (token.number === null || token.lower in COUNTS) return null;
  return { word: /^(?:19|20)\d\d$/.test(token.text) ? 'Y' : '#', end: at + 1 };
}

const OF_ENGLISH = new Set([...COMPARISONS.flatMap(({ words }) => words.split(' ')), ...LINK_VERBS]);

/** Number words that say something of their own. */
const COUNTS = wordTable<true>({ one: true, once: true, twice: true });

function nameAt(tokens: readonly Token[], at: number, links: Links, lexicon: Lexicon): Masked | null {
  const first = tokens[at]?.lower ?? '';
  const counts = first === 'number';
  const column = longest(links.attributes(at).filter(({ end, cost }) => isOneName(tokens, at, end) && (!counts || cost < 0.15)));
  const table = longest(links.entities(at).filter(({ end }) => isOneName(tokens, at, end)));
  const end = Math.max(column?.end ?? 0, table?.end ?? 0);
  const plain = FUNCTION_WORDS.has(first) || first in AGGREGATE_WORDS || first in SUPERLATIVES;
  if (end === 0 || (plain && end === at + 1)) return null;
  const plural = /[^s]s$/.test(tokens[end - 1]?.lower ?? '') ? 's' : '';
  const isTable = table !== undefined && table.end === end && (column === undefined || column.end < end || table.cost <= column.cost);
  const kind = isTable ? 'T' : `C${column === undefined ? '' : markOf(column.value, lexicon)}`;
  return { word: kind + plural, end };
}

/** "name of the student" is two names, whatever a column may be called. */
export const isOneName = (tokens: readonly Token[], at: number, end: number): boolean =>
  tokens.slice(at, end).every(({ lower }, offset) => !BETWEEN.has(lower) || (offset === 1 && tokens[at]?.lower === 'number'));

const BETWEEN = new Set(['of', 'in', 'for', 'per', 'to', 'on', 'and', 'with', 'by', 'at']);

const longest = <T extends Attribute | Entity>(spans: readonly Span<T>[]): Span<T> | undefined =>
  spans.filter(({ cost }) => cost < NAMED).sort((a, b) => b.end - a.end)[0];

function markOf({ candidates: [first] }: Attribute, lexicon: Lexicon): string {
  const columns = lexicon.byName.get(first?.table ?? '')?.columns;
  return MARKS[columns?.find(({ column }) => column.name === first?.columns[0])?.column.type ?? ''] ?? '';
}

const MARKS = wordTable<string>({ integer: '#', decimal: '#', float: '#', date: '@', timestamp: '@', time: '@', boolean: '?' });
