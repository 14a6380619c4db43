import type { Lexicon } from './lexicon.ts';
import type { Span } from './link.ts';
import type { Value } from './sketch.ts';
import { stem } from './stem.ts';
import type { Token } from './tokens.ts';

/** Words that name a flag, said of what it is set for: "retired" of medicines with such a column. */
export function flagSpans(tokens: readonly Token[], at: number, lexicon: Lexicon): Span<Value>[] {
  const found: Span<Value>[] = [];
  for (let end = at + 1; end <= Math.min(tokens.length, at + MAX_FLAG); end += 1) {
    const part = tokens.slice(at, end);
    if (part.at(-1)?.kind !== 'word') break;
    const said = part.map(({ lower }) => stem(lower)).join(' ');
    const hits = flagsOf(lexicon).flatMap(({ words, hit }) => (words === said ? [hit] : []));
    const text = part.map((token) => token.text).join(' ');
    if (hits.length > 0) found.push({ value: { text, quoted: false, number: null, hits }, end, cost: 0.05 });
  }
  return found;
}

const MAX_FLAG = 3;

interface Flag {
  readonly words: string;
  readonly hit: Value['hits'][number];
}

const flags = new WeakMap<Lexicon, readonly Flag[]>();

function flagsOf(lexicon: Lexicon): readonly Flag[] {
  const known = flags.get(lexicon);
  if (known !== undefined) return known;
  const found = lexicon.tables.flatMap(({ table, columns }) =>
    columns.flatMap(({ column, words }) =>
      column.type === 'boolean' || (column.type === 'integer' && isState(words))
        ? [{ words: flagWords(words), hit: { table: table.name, column: column.name, stored: column.type === 'boolean' ? 'true' : '1' } }]
        : [],
    ),
  );
  flags.set(lexicon, found);
  return found;
}

/** Numbers called like these are 1 or 0. */
const isState = (words: readonly string[]): boolean =>
  (words.length > 1 && (words[0] === 'is' || CLOSES.has(words.at(-1) ?? ''))) || (words.length === 1 && STATES.has(words[0] ?? ''));

const STATES = new Set(
  'discontinued active inactive enabled disabled deleted archived retired cancelled canceled published verified approved obsolete'.split(
    ' ',
  ),
);

/** is_active, active_flag: "active". */
const flagWords = (words: readonly string[]): string =>
  words.filter((word, at) => !(at === 0 && OPENS.has(word)) && !(at === words.length - 1 && CLOSES.has(word))).join(' ');

const OPENS = new Set(['is', 'are', 'was', 'be']);
const CLOSES = new Set(['flag', 'yn']);
