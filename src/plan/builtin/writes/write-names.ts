import { distance } from 'fastest-levenshtein';
import type { Column, Schema, Table } from '../../schema.ts';
import { namesInComment } from '../linking/comment-names.ts';
import { nameWords, type WriteToken } from './write-tokens.ts';

export interface Mention<T> {
  readonly what: T;
  /** First token after the mention. */
  readonly next: number;
  /** Whether the whole name was said, and not only a part of it. */
  readonly whole: boolean;
}

/** The table named at token `at`, if exactly one is; the longest name wins. */
export function tableAt(tokens: readonly WriteToken[], at: number, schema: Schema): Mention<Table> | null {
  const tables = schema.tables.filter((table) => table.kind === 'table');
  const whole = longest(tables, (table) => [nameWords(table.name), trimmed(nameWords(table.name), 'table')], tokens, at);
  if (whole) return { ...whole, next: skipWord(tokens, whole.next, TABLE_WORDS), whole: true };
  // "the bean" for coffee_beans: the last words of one table's name, its head noun.
  const part = longest(tables, (table) => tails(headWords(nameWords(table.name))), tokens, at);
  if (part) return { ...part, next: skipWord(tokens, part.next, TABLE_WORDS), whole: false };
  // "orders" of a table `ord` whose comment says so.
  const meant = longest(tables, ({ comment }) => tails(headWords(nameWords(namesInComment(comment)[0] ?? ''))), tokens, at);
  return meant && { ...meant, whole: false };
}

/** The column of `table` named at token `at`. `parts` also takes the beginning or end of exactly one column's name. */
export function columnAt(tokens: readonly WriteToken[], at: number, table: Table, parts: boolean): Mention<Column> | null {
  const whole = longest(table.columns, (column) => [nameWords(column.name)], tokens, at);
  // "the opponent name" is the column opponent, said in full.
  if (whole) return { ...whole, next: parts && tokens[whole.next]?.lower === 'name' ? whole.next + 1 : whole.next, whole: true };
  if (!parts) return null;
  const named = longest(
    table.columns,
    (column) => [
      [...nameWords(column.name), 'name'],
      [...nameWords(column.name), 'value'],
    ],
    tokens,
    at,
  );
  if (named) return { ...named, whole: true };
  const part = longest(
    table.columns,
    (column) => [...heads(nameWords(column.name)), ...tails(nameWords(column.name)).slice(1)],
    tokens,
    at,
  );
  if (part) return { ...part, whole: false };
  return misspelt(tokens[at], at, table);
}

/** The token after a bracket that only says more of the column's own name: "the ruler (0 - 9.999 deg.)". */
export function afterBracket({ tokens }: { readonly tokens: readonly WriteToken[] }, at: number, column: Column): number {
  if (tokens[at]?.text !== '(') return at;
  const known = new Set(nameWords(column.name));
  for (let i = at + 1; i < tokens.length; i++) {
    if (tokens[i]?.text === ')') return i + 1;
    if (!tokens[i]?.words.every((word) => known.has(word))) return at;
  }
  return at;
}

/** The column that names a row: `name`, `title`, `<table>_name`, or the only text column that says as much. */
export function labelColumn(table: Table): Column | null {
  const texts = table.columns.filter((column) => column.type === 'text' && !isForeign(table, column.name));
  const own = headWords(nameWords(table.name)).at(-1) ?? '';
  const preferred = ['name', 'title', `${own}_name`, 'full_name', own, 'label', 'subject'];
  for (const name of preferred) {
    const column = texts.find((each) => nameWords(each.name).join('_') === name);
    if (column) return column;
  }
  // People by first and last name have no one column of names, and their guardian's is not theirs.
  const people = texts.some(({ name }) => /^(?:first|given|last|family)_name$/.test(name));
  const named = people ? [] : texts.filter(({ name }) => /(^|_)(name|title|nm)$/.test(name));
  const firm = named.length === 0 ? texts.find((column) => /^(?:company|organi[sz]ation|business|firm)$/.test(column.name)) : undefined;
  return named.length === 1 ? (named[0] ?? null) : (firm ?? null);
}

const isForeign = (table: Table, column: string): boolean => table.foreignKeys.some((key) => key.columns.includes(column));

const TABLE_WORDS: ReadonlySet<string> = new Set(['table', 'database']);
/** Words of grammar: never a name by themselves. */
const GRAMMAR: ReadonlySet<string> = new Set('of in on at to by for the and or with from is as a an s not all where'.split(' '));
/** Words too common to stand for a longer name. */
const COMMON: ReadonlySet<string> = new Set([
  ...GRAMMAR,
  'no',
  'new',
  'value',
  'name',
  'row',
  'record',
  'entry',
  'data',
  'number',
  'type',
  'id',
]);

function longest<T extends { readonly name: string }>(
  items: readonly T[],
  namesOf: (item: T) => readonly (readonly string[])[],
  tokens: readonly WriteToken[],
  at: number,
): { what: T; next: number } | null {
  let best: { what: T; next: number; length: number } | null = null;
  let tie = false;
  for (const item of items) {
    const lengths = namesOf(item).flatMap((name) => {
      const next = consume(tokens, at, name);
      return next === null ? [] : [{ what: item, next, length: name.length }];
    });
    const own = lengths.sort((a, b) => b.length - a.length)[0];
    if (!own || (best && own.length < best.length)) continue;
    // Singular and plural may both be names; then the exact spelling decides.
    const rival = best !== null && own.length === best.length && best.what !== item;
    if (rival && best && spelt(best.what, tokens[at])) continue;
    tie = rival && !spelt(item, tokens[at]);
    best = own;
  }
  return best && !tie ? { what: best.what, next: best.next } : null;
}

const spelt = (item: { readonly name: string }, token: WriteToken | undefined): boolean => item.name === token?.lower;

/** The token after `name` when it stands at `at`; marks inside are passed over: "No. Specimens", "Airdate (UK)". */
function consume(tokens: readonly WriteToken[], at: number, name: readonly string[]): number | null {
  if (name.length === 0 || name.every((word) => GRAMMAR.has(word))) return null;
  let used = 0;
  let i = at;
  let open = false;
  while (used < name.length) {
    const token = tokens[i];
    if (!token) return null;
    if (token.kind === 'mark') {
      if (used === 0 || !['.', '(', ')'].includes(token.text)) return null;
      open = token.text === '(';
      i++;
      continue;
    }
    if (token.words.length === 0 || !token.words.every((word, k) => word === name[used + k])) return null;
    used += token.words.length;
    i++;
  }
  if (open && tokens[i]?.text === ')') return i + 1;
  return open ? null : i;
}

function misspelt(token: WriteToken | undefined, at: number, table: Table): Mention<Column> | null {
  const word = token?.words.length === 1 ? token.words[0] : undefined;
  if (word === undefined || word.length < 4) return null;
  const near = table.columns.filter((column) => column.name.length >= 5 && distance(nameWords(column.name).join('_'), word) === 1);
  const raw = near.length
    ? near
    : table.columns.filter((column) => column.name.length >= 5 && distance(column.name, token?.lower ?? '') === 1);
  return raw.length === 1 && raw[0] ? { what: raw[0], next: at + 1, whole: false } : null;
}

function skipWord(tokens: readonly WriteToken[], at: number, words: ReadonlySet<string>): number {
  return words.has(tokens[at]?.lower ?? '') ? at + 1 : at;
}

const trimmed = (words: readonly string[], last: string): readonly string[] => (words.at(-1) === last ? words.slice(0, -1) : words);

/** "primary schools in Western Australia" is about primary schools. */
function headWords(words: readonly string[]): readonly string[] {
  const cut = words.findIndex((word, i) => i > 0 && ['in', 'of', 'by', 'for', 'and'].includes(word));
  return cut === -1 ? words : words.slice(0, cut);
}

const tails = (words: readonly string[]): string[][] => words.map((_, i) => words.slice(i)).filter(telling);
const heads = (words: readonly string[]): string[][] => words.map((_, i) => words.slice(0, i + 1)).filter(telling);
const telling = (words: readonly string[]): boolean => words.some((word) => word.length > 2 && !COMMON.has(word));

/** Whether a column is the number that stands on a row, as `room_no` of rooms, and no number of something else. */
export function isRowNumber({ name: table, uniques }: Table, { name }: Column): boolean {
  const own = nameWords(table).at(-1) ?? '';
  const [last, ...others] = [...nameWords(name)].reverse();
  const isOwn = others.every((word) => word === own) || uniques.some((unique) => unique.length === 1 && unique[0] === name);
  return /^(?:number|no|nr|num)$/.test(last ?? '') && isOwn;
}
