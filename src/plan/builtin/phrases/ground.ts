import type { ValueIndex } from '../../planner.ts';
import { stem } from '../english/stem.ts';
import type { Token } from '../english/tokens.ts';
import { FUNCTION_WORDS } from '../english/words.ts';
import type { TableEntry } from '../linking/entries.ts';
import { DATED } from '../linking/expressions.ts';
import type { JoinGraph } from '../linking/joins.ts';
import type { Lexicon } from '../linking/lexicon.ts';
import type { Links } from '../linking/links.ts';
import { tells } from '../linking/moment-columns.ts';
import type { Choices } from './choices.ts';

/** What phrases are read from: the words, what they may name, and what they mean by today. */
export interface Ground {
  readonly tokens: readonly Token[];
  readonly lexicon: Lexicon;
  readonly links: Links;
  readonly values: ValueIndex;
  readonly graph: JoinGraph;
  readonly now: Date;
  /** Two of a kind are set side by side: "vs", "compare". */
  readonly comparing: boolean;
  /** Columns that the question leaves open. */
  readonly choices: Choices;
}

/** Something read from the tokens before `end`. `notes` say what was assumed. */
export interface Read<T> {
  readonly value: T;
  readonly end: number;
  readonly cost: number;
  readonly notes: readonly string[];
}

export const found = <T>(value: T, end: number, cost = 0, notes: readonly string[] = []): Read<T> => ({ value, end, cost, notes });

/** Reads each position once for a question: many forms ask for the same words. What else the reading depends on is in its key. */
export function once<Rest extends readonly (string | boolean | number)[], T>(
  read: (ground: Ground, at: number, ...rest: Rest) => T,
): (ground: Ground, at: number, ...rest: Rest) => T {
  const known = new WeakMap<Ground, Map<string | number, T>>();
  return (ground, at, ...rest) => {
    const own = known.get(ground) ?? new Map<string | number, T>();
    known.set(ground, own);
    const key = rest.length === 0 ? at : [at, ...rest].join(' ');
    const before = own.get(key);
    if (before !== undefined) return before;
    const value = read(ground, at, ...rest);
    own.set(key, value);
    return value;
  };
}

export const word = ({ tokens }: Ground, at: number): string => {
  const token = tokens[at];
  return token === undefined || token.kind === 'quoted' ? '' : token.lower;
};

/** The words from one position to another. */
export const textOf = ({ tokens }: Ground, from: number, to: number): string =>
  tokens
    .slice(from, to)
    .map(({ lower }) => lower)
    .join(' ');

/** The position after the first of some phrases that stands there, the longest first; null when none does. */
export function after(ground: Ground, at: number, phrases: readonly string[]): number | null {
  let longest: number | null = null;
  const first = word(ground, at);
  if (first === '') return null;
  for (const phrase of phrases) {
    if (!phrase.startsWith(first)) continue;
    const parts = phrase.split(' ');
    if (parts.every((part, offset) => word(ground, at + offset) === part) && (longest === null || at + parts.length > longest))
      longest = at + parts.length;
  }
  return longest;
}

export function past(ground: Ground, at: number, words: ReadonlySet<string>): number {
  let end = at;
  while (words.has(word(ground, end))) end += 1;
  return end;
}

export const entry = ({ lexicon }: Ground, table: string): TableEntry => {
  const known = lexicon.byName.get(table);
  if (known === undefined) throw new Error(`There is no table ${table}.`);
  return known;
};

export const DETERMINERS: ReadonlySet<string> = new Set(
  'the a an all any some our my your their its his her these those every each'.split(' '),
);

/** Names of tables that the words at a position are, the longest first. */
export const tablesAt = once((ground: Ground, at: number): Read<string>[] => {
  const spans = ground.links.entities(at).filter(({ value, end, cost }) => {
    const inner = ground.tokens.slice(at, end);
    return value.far === undefined && value.roleIn === undefined && cost <= NAMED && !inner.some(({ lower }) => FUNCTION_WORDS.has(lower));
  });
  const named = spans.flatMap(({ value, end }) => {
    const [first, second] = value.candidates;
    if (first === undefined || first.cost > NAMED || (second !== undefined && second.cost - first.cost < APART)) return [];
    return [found(first.table, end, first.cost * 0.5)];
  });
  return named;
});

const NAMED = 0.6;
/** By how much one name has to be nearer than another to be the one that is meant. */
export const APART = 0.1;

/** Columns of one of some tables that the words at a position name; of several as near, the one of the table that comes first. */
export function columnsAt(ground: Ground, at: number, tables: readonly string[]): Read<{ table: string; columns: readonly string[] }>[] {
  const days = tables.length === 1 ? dayNamedAt(ground, at, tables[0] ?? '') : [];
  const named = ground.links.attributes(at).flatMap(({ value, end }) => {
    if (value.far !== undefined || value.worth !== undefined) return [];
    const [only = '', ...more] = tables;
    const near = more.length === 0 ? candidatesOf(value, only) : value.candidates.filter(({ table }) => tables.includes(table));
    const own = near.filter(({ cost }) => cost <= COLUMN);
    const ordered = own.sort((a, b) => a.cost + 0.3 * tables.indexOf(a.table) - (b.cost + 0.3 * tables.indexOf(b.table)));
    const [first, second] = ordered;
    if (first === undefined) return [];
    if (second !== undefined && second.table === first.table && second.cost - first.cost < APART) return [];
    const read = found({ table: first.table, columns: first.columns }, end, first.cost * 0.5);
    const unsaid = UNSAID.get(word(ground, end));
    return unsaid?.some((one) => first.columns.some((column) => column.toLowerCase().includes(one))) === true
      ? [{ ...read, end: end + 1 }, read]
      : [read];
  });
  return [...named, ...days.filter((day) => !named.some(({ end }) => end === day.end))];
}

/** "ship date" of `shipped_on`, "inspection date" of `inspection_due`: the one day of a row whose name has that word. */
function dayNamedAt(ground: Ground, at: number, table: string): Read<{ table: string; columns: readonly string[] }>[] {
  const said = word(ground, at);
  if (said.length < 3 || FUNCTION_WORDS.has(said) || !DAYS.has(word(ground, at + 1))) return [];
  const told = entry(ground, table).columns.filter(
    ({ column, words }) => DATED.has(column.type) && words.some((own) => tells(said, own) || stem(said) === own || isDoubled(said, own)),
  );
  const [only, ...more] = told;
  return only === undefined || more.length > 0 ? [] : [found({ table, columns: [only.column.name] }, at + 2, 0.05)];
}

/** "shipped" of "ship". */
const isDoubled = (said: string, own: string): boolean => own === `${said}${said.at(-1)}ed`;

const DAYS = new Set(['date', 'day', 'dates']);

type Attribute = ReturnType<Links['attributes']>[number]['value'];

/** Many forms ask what the same words are of one table after the other, of which a database may have hundreds. */
function candidatesOf(attribute: Attribute, table: string): Attribute['candidates'] {
  const known = byTable.get(attribute);
  if (known !== undefined) return known.get(table) ?? [];
  const grouped = new Map<string, Attribute['candidates'][number][]>();
  for (const one of attribute.candidates) {
    const own = grouped.get(one.table);
    if (own) own.push(one);
    else grouped.set(one.table, [one]);
  }
  byTable.set(attribute, grouped);
  return grouped.get(table) ?? [];
}

const byTable = new WeakMap<Attribute, ReadonlyMap<string, Attribute['candidates']>>();

const COLUMN = 0.7;
/** What people call a column besides its name: "email address" of `email`, "phone number" of `phone`. */
const MAILED = ['email', 'mail'];
const CALLED = ['phone', 'mobile', 'fax', 'cell', 'telephone'];
const UNSAID: ReadonlyMap<string, readonly string[]> = new Map([
  ['address', MAILED],
  ['addresses', MAILED],
  ['adress', MAILED],
  ['adresses', MAILED],
  ['number', CALLED],
  ['numbers', CALLED],
]);
