import { namesDoer } from './doer.ts';
import type { ColumnEntry, TableEntry } from './entries.ts';
import { DATED } from './expressions.ts';
import { type Lexicon, phraseWords, usualWords } from './lexicon.ts';
import type { Attribute, Entity } from './mention.ts';
import { columnCost, tableCost } from './name-costs.ts';
import { nameIndexOf } from './name-index.ts';

/** The columns that a phrase may name, likeliest first; null when there is none. Questions that are declined are read several times over. */
export function findAttribute(words: readonly string[], lexicon: Lexicon): Attribute | null {
  const known = foundIn.get(lexicon) ?? { size: 0, attributes: new Map<string, Attribute | null>() };
  foundIn.set(lexicon, known);
  const phrase = words.join(' ');
  const before = known.attributes.get(phrase);
  if (before !== undefined) return before;
  const attribute = namedBy(words, lexicon);
  known.size += 1 + (attribute?.candidates.length ?? 0);
  if (known.size > FOUND_MAX) Object.assign(known, { size: 0, attributes: new Map() });
  known.attributes.set(phrase, attribute);
  return attribute;
}

interface Found {
  /** Phrases and their candidates together. */
  size: number;
  attributes: Map<string, Attribute | null>;
}

const foundIn = new WeakMap<Lexicon, Found>();
/** Some megabytes. */
const FOUND_MAX = 50_000;

function namedBy(words: readonly string[], lexicon: Lexicon): Attribute | null {
  const asSaid = attributeFor(phraseWords(words), words, lexicon);
  const usual = (asSaid?.candidates[0]?.cost ?? 1) < GOOD ? null : usualWords(words);
  return (usual === null ? null : attributeFor(usual, words, lexicon)) ?? asSaid;
}

const GOOD = 0.3;

function attributeFor(phrase: readonly string[], words: readonly string[], lexicon: Lexicon): Attribute | null {
  if (phrase.length === 0) return null;
  const counting = words[0] === 'number' && words[1] === 'of';
  const spread = (isSpread(words) || words.includes('to')) && !counting;
  const owned = words.includes('of') && !counting;
  const candidates: { table: string; columns: string[]; cost: number }[] = [];
  const named = phrase.at(-1) === 'name';
  const identified = phrase.length === 1 && phrase[0] === 'id';
  for (const { entry, columns } of nameIndexOf(lexicon).columns(phrase, named || identified)) {
    for (const column of columns) {
      const cost = columnCost(phrase, entry, column);
      if (cost === null || (spread && cost > EXACT) || namesDoer(phrase, column, lexicon)) continue;
      const key = column.reference ? referenceCost(column, lexicon) : 0;
      const quantity = column.column.type === 'integer' && !column.reference && !entry.table.primaryKey.includes(column.column.name);
      if (counting && column.words[0] !== 'number' && !quantity) continue;
      candidates.push({
        table: entry.table.name,
        columns: [column.column.name],
        cost:
          cost +
          (isThing(words, phrase, entry, column) ? THING : 0) +
          (counting && column.words[0] !== 'number' ? 0.3 : 0) +
          key +
          (owned && cost > 0.05 ? 0.2 : 0),
      });
    }
    const own = named && phrase.slice(0, -1).every((word) => word === 'full' || entry.words.includes(word));
    if (own && entry.label.length === 2)
      candidates.push({ table: entry.table.name, columns: [...entry.label], cost: phrase.length > 1 ? 0.2 : 0.6 });
    else if (own && entry.label.length === 1) prefer(candidates, entry.table.name, entry.label[0] ?? '', 0.35);
    const [key, ...more] = entry.table.primaryKey;
    if (identified && key !== undefined && more.length === 0) prefer(candidates, entry.table.name, key, isKeyLike(entry, key) ? 0.4 : 0.9);
  }
  return candidates.length === 0
    ? null
    : { kind: 'attribute', words: words.join(' '), candidates: candidates.sort((a, b) => a.cost - b.cost) };
}

/** "operational plants" are plants rather than a date of theirs. */
function isThing(words: readonly string[], phrase: readonly string[], { words: own }: TableEntry, column: ColumnEntry): boolean {
  const last = phrase.at(-1);
  if (last === undefined || phrase.length < 2 || !DATED.has(column.column.type) || words.some((word) => OWNING.has(word))) return false;
  return own.includes(last) && !column.words.includes(last);
}

const OWNING = new Set(['of', 'for', 'in', 'per', 'to']);
const THING = 0.7;

/** What it costs to take a column with another table's key for what its words name; more where a number stands for what has a name. */
function referenceCost({ column, words }: ColumnEntry, lexicon: Lexicon): number {
  if (words.some((word) => word === 'id' || word === 'code' || word === 'number')) return 0.3;
  const numbers =
    column.type !== 'text' && lexicon.tables.some((entry) => entry.label.length > 0 && entry.words.join(' ') === words.join(' '));
  return numbers ? 1 : 0.25;
}

const isKeyLike = (entry: TableEntry, name: string): boolean =>
  entry.columns.some(({ column, words }) => column.name === name && (column.type !== 'text' || words.some((word) => KEY_WORDS.has(word))));

const KEY_WORDS = new Set(['id', 'code', 'number', 'key']);

/** Makes a column a candidate at no more than this cost. */
function prefer(candidates: { table: string; columns: string[]; cost: number }[], table: string, column: string, cost: number): void {
  const known = candidates.find(
    (candidate) => candidate.table === table && candidate.columns[0] === column && candidate.columns.length === 1,
  );
  if (known === undefined) candidates.push({ table, columns: [column], cost });
  else known.cost = Math.min(known.cost, cost);
}

/** "students enrolled in courses" is said of three things, unless just that is a name. */
const isSpread = (words: readonly string[]) => words.some((word) => SPREADING.has(word));
const SPREADING = new Set(['for', 'in', 'per']);
const EXACT = 0.05;

/** The tables that a phrase may name, likeliest first; null when there is none. */
export function findEntity(words: readonly string[], lexicon: Lexicon): Entity | null {
  const phrase = usualWords(words) ?? phraseWords(words);
  if (phrase.length === 0) return null;
  const spread = isSpread(words);
  const candidates: { table: string; cost: number }[] = [];
  for (const entry of nameIndexOf(lexicon).tables(phrase)) {
    const cost = tableCost(phrase, entry);
    if (cost !== null && (!spread || cost <= EXACT)) candidates.push({ table: entry.table.name, cost });
  }
  return candidates.length === 0
    ? null
    : { kind: 'entity', words: words.join(' '), candidates: candidates.sort((a, b) => a.cost - b.cost) };
}
