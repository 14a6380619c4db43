import type { Expr } from '../../../plan.ts';
import type { Column, Table } from '../../../schema.ts';
import { snakeCase } from '../../english/inflect.ts';
import type { WriteReader } from '../write-reader.ts';
import { words } from '../write-words.ts';
import { moneyAsKept } from './by-amount.ts';
import { Draft } from './draft.ts';
import { flagAt } from './flag.ts';
import { happenedNow } from './happened-now.ts';
import { type LinkedRows, linkedRows } from './linked-rows.ts';
import { parentRow } from './parent-row.ts';
import { textOf } from './spans.ts';

/** Where a form looks: the table it would change, the verb, and the end of the sentence. */
export interface Place {
  readonly reader: WriteReader;
  readonly table: Table;
  readonly at: number;
  readonly end: number;
}

export interface Setting {
  readonly column: Column;
  readonly value: Expr;
}

export interface Change {
  readonly table: Table;
  readonly rows: LinkedRows;
  /** Null deletes them. */
  readonly set: Setting | null;
  /** What else becomes of them. */
  readonly also?: readonly Setting[];
  /** The name of the one row that is meant, where several may go by it. */
  readonly one?: string | null;
  readonly assumptions: readonly string[];
}

export type Form = (place: Place) => Change | null;

/** Rows that say which they are: some condition, or "all"; without the table's name, one row by its own. */
export function rowsAt({ reader, table }: Place, from: number, end: number): LinkedRows | null {
  const rows = from < end ? linkedRows(reader, table, from, end) : null;
  if (rows === null) return null;
  // "the cancelled bookings" are bookings, and not what points at these.
  const others = reader.tokens.some((_, at) => at >= from && at < end && (reader.tableAt(at)?.what ?? table) !== table);
  if (!rows.named && !rows.identified && (rows.owner === null || others)) return null;
  return rows.conditions.length > 0 || rows.everything ? rows : null;
}

/** The keys of the table that point at the row said from `from` up to `end`. */
export function pointing(reader: WriteReader, table: Table, from: number, end: number, only?: Column): Setting[] {
  return table.foreignKeys.flatMap((key) => {
    const meant = only !== undefined && key.columns[0] === only.name;
    const row = only !== undefined && !meant ? null : parentRow(reader, key, from, end, meant);
    const column = table.columns.find(({ name }) => name === key.columns[0]);
    if (row === null || row.next !== end || column === undefined) return [];
    if (row.what.kind === 'key') return [{ column, value: row.what.value }];
    return row.what.row ? [{ column, value: { kind: 'scalarQuery', query: row.what.query } as const }] : [];
  });
}

/** The column where one of these is stored as a state, else a yes-or-no column of that name. */
export function stateOf(reader: WriteReader, table: Table, states: readonly string[]): Setting | null {
  for (const state of states) {
    const holding = reader.columnsHolding(table, state).filter(({ name }) => STATUS.test(snakeCase(name)));
    const [column, ...more] = holding;
    if (column === undefined || more.length > 0) continue;
    const stored = reader.stored(table, column, state);
    if (column.type === 'text') return { column, value: { kind: 'literal', value: stored, type: 'text' } };
    // "3 = let"
    if (column.type === 'integer' && /^\d+$/.test(stored))
      return { column, value: { kind: 'literal', value: Number(stored), type: 'integer' } };
  }
  const flags = table.columns.filter(
    ({ name, type }) => type === 'boolean' && states.includes(snakeCase(name).replace(/^(?:is|was|has)_/, '')),
  );
  const [flag, ...more] = flags;
  if (flag !== undefined && more.length === 0) return { column: flag, value: { kind: 'literal', value: true, type: 'boolean' } };
  if (flag !== undefined) return null;
  const [opposite] = states.flatMap((state) => oppositeOf(table, state) ?? []);
  return opposite ?? happenedNow(reader, table, states);
}

/** "inactive" of a flag that is called active, and the other way round. */
export function oppositeOf(table: Table, said: string): Setting | null {
  const flags = table.columns.filter(({ name, type }) => {
    const own = snakeCase(name).replace(/^is_/, '');
    return type === 'boolean' && ['in', 'un'].some((prefix) => said === `${prefix}${own}` || own === `${prefix}${said}`);
  });
  const [column, ...more] = flags;
  return column === undefined || more.length > 0 ? null : { column, value: { kind: 'literal', value: false, type: 'boolean' } };
}

/** "on hold", "in dock": a state that is stored with what stands before it. */
export function storedState({ reader, table, end }: Place, from: number): Setting | null {
  const state = stateOf(reader, table, [textOf(reader, from, end) ?? '']);
  return state?.column.type === 'text' ? state : null;
}

/** What stands from `from` to the end as a state: stored in one column, a yes-or-no column's name, or a row that one points at. */
export function stateAt({ reader, table, end }: Place, from: number): Setting | null {
  const start = reader.skip(from, ARTICLES);
  const text = textOf(reader, start, end);
  if (text === null || start >= end) return null;
  const turned = start === end - 1 ? oppositeOf(table, reader.lower(start)) : null;
  if (turned !== null) return turned;
  const flag = flagAt(new Draft(reader, table, 'update', -1), start);
  if (flag !== null && flag.next === end) return { column: flag.what, value: { kind: 'literal', value: true, type: 'boolean' } };
  const holding = reader.columnsHolding(table, text).filter(({ type }) => type === 'text');
  const states = holding.filter(({ name }) => STATUS.test(snakeCase(name)));
  const [column, ...more] = states.length > 0 ? states : holding;
  if (column !== undefined && more.length === 0)
    return { column, value: { kind: 'literal', value: reader.stored(table, column, text), type: 'text' } };
  const rows = holding.length === 0 ? pointing(reader, table, start, end) : [];
  if (rows.length > 0) return rows.length === 1 ? (rows[0] ?? null) : null;
  return start === end - 1 ? happenedNow(reader, table, [text.toLowerCase()]) : null;
}

/** The column that a whole stretch names: "the phone number", "category". */
export function wholeColumn(reader: WriteReader, table: Table, from: number, end: number): Column | null {
  const start = reader.skip(from, ARTICLES);
  const mention = reader.columnAt(start, table);
  const next =
    mention !== null && /^(?:number|value|column|field|name)$/.test(reader.lower(mention.next)) ? mention.next + 1 : mention?.next;
  return mention !== null && next === end ? mention.what : null;
}

/** What a stretch says as a value of the column, or as the row that it points at. */
export function valueFor(reader: WriteReader, table: Table, column: Column, from: number, end: number): Expr | null {
  const start = reader.skip(from, words('the a an be'));
  const row = pointing(reader, table, start, end, column)[0];
  if (row !== undefined) return row.value;
  const key = table.foreignKeys.some(({ columns }) => columns.includes(column.name));
  const unit = NUMERIC.has(column.type) && end - start === 2 && column.name.split('_').includes(reader.lower(end - 1)) ? 1 : 0;
  const text = textOf(reader, start, end - unit);
  if (text === null || start >= end || key) return null;
  const quoted = reader.tokens[start]?.kind === 'quoted' && end === start + 1;
  // "to Canada and delete the rest" is more than a value.
  if (!quoted && (allOf(reader, start, end, TURNS).length > 0 || (column.type === 'text' && end - start > VALUE_MAX))) return null;
  // "is in room B2 today" tells a day as well.
  if (!quoted && column.type === 'text' && WHEN.test(text)) return null;
  const said = { text: quoted ? (reader.tokens[start]?.text ?? text) : text, quoted };
  const raw = reader.question.text.includes(column.name) ? said : moneyAsKept(said, column);
  const value = reader.fit(raw, table, column);
  if (value.kind !== 'literal' || value.type !== 'text') return value;
  const kept = reader.stored(table, column, raw.text);
  return {
    ...value,
    value: quoted || kept !== raw.text ? kept : asWritten(raw.text, reader.question.values.of(table.name, column.name) ?? []),
  };
}

/** "graz" among "Linz", "Wien": written as names are, where all that is stored is a name. */
function asWritten(text: string, stored: readonly string[]): string {
  const names = stored.length >= NAMES_MIN && stored.every((each) => each.split(' ').every((word) => /^\p{Lu}/u.test(word)));
  return names && /^\p{Ll}+(?: \p{Ll}+){0,2}$/u.test(text) ? text.replaceAll(/(?<=^| )\p{Ll}/gu, (letter) => letter.toUpperCase()) : text;
}

const NAMES_MIN = 3;

export const lastOf = (reader: WriteReader, from: number, end: number, set: ReadonlySet<string>): number | null =>
  allOf(reader, from, end, set).at(-1) ?? null;

export const allOf = (reader: WriteReader, from: number, end: number, set: ReadonlySet<string>): number[] =>
  reader.tokens.flatMap((_, at) => (at > from - 1 && at < end && set.has(reader.lower(at)) ? [at] : []));

const VALUE_MAX = 6;
const WHEN = /\b(?:today|yesterday|tomorrow|tonight|now|again)$/i;
const TURNS = words('and then where for but unless except also');
export const ARTICLES = words('a an the my our its their his her');
export const NUMERIC: ReadonlySet<string> = new Set(['integer', 'decimal', 'float']);
export const STATUS = /(?:^|_)(?:status|state|stage)(?:_code)?$/;
