import type { ValueIndex } from '../../planner.ts';
import type { ScalarType } from '../../schema.ts';
import { stem } from '../english/stem.ts';
import type { Token } from '../english/tokens.ts';
import type { Lexicon } from './lexicon.ts';
import type { Span } from './links.ts';
import type { Value } from './mention.ts';

/** Words that name a flag, said of what it is set for: "retired" of medicines with such a column. */
export function flagSpans(tokens: readonly Token[], at: number, lexicon: Lexicon, index: ValueIndex): Span<Value>[] {
  const found: Span<Value>[] = [];
  for (let end = at + 1; end <= Math.min(tokens.length, at + MAX_FLAG); end += 1) {
    const part = tokens.slice(at, end);
    if (part.at(-1)?.kind !== 'word') break;
    const said = part.map(({ lower }) => stem(lower)).join(' ');
    const hits = flagsOf(lexicon, index).flatMap(({ words, hit }) => (words.replaceAll(' ', '') === said.replaceAll(' ', '') ? [hit] : []));
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

const flags = new WeakMap<ValueIndex, readonly Flag[]>();

function flagsOf(lexicon: Lexicon, index: ValueIndex): readonly Flag[] {
  const known = flags.get(index);
  if (known !== undefined) return known;
  const found = lexicon.tables.flatMap(({ table, columns }) =>
    columns.flatMap(({ column, words: whole, bare }) => {
      const words = bare.length > 0 ? bare : whole;
      const stored = yesIn(column.type, words, () => index.of(table.name, column.name));
      return stored === null ? [] : [{ words: flagWords(words), hit: { table: table.name, column: column.name, stored } }];
    }),
  );
  flags.set(index, found);
  return found;
}

/** How a column that only says yes or no says yes; null for every other column. */
function yesIn(type: ScalarType, words: readonly string[], values: () => readonly string[] | null): string | null {
  if (type === 'boolean') return 'true';
  if (type === 'integer') return isState(words) ? '1' : null;
  return type === 'text' ? yesOf(values()) : null;
}

/** The yes of a column of text that only says yes or no. */
function yesOf(values: readonly string[] | null): string | null {
  if (values === null || values.length === 0 || values.length > 2) return null;
  const said = values.map((value) => value.toLowerCase());
  const pair = YES_NO.find((words) => said.every((value) => words.includes(value)));
  return pair === undefined ? null : (values.find((value) => value.toLowerCase() === pair[0]) ?? null);
}

const YES_NO: readonly (readonly [string, string])[] = [
  ['y', 'n'],
  ['yes', 'no'],
  ['t', 'f'],
  ['true', 'false'],
  ['1', '0'],
];

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
