import type { Column, Schema, Table } from '../schema.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { oneLine } from './fence.ts';

/** How a schema's text is to be read; goes with every prompt. */
export const LEGEND =
  'One table a line: name(column type, …). * marks the primary key, -> the column that it references, -- a comment. Names in double quotes need them in SQL too.';

const COMMENT_MAX = 120;
/** Characters of an enumeration's values. */
const LABELS_MAX = 200;

const SHORT_TYPES: Readonly<Record<string, string>> = { integer: 'int', boolean: 'bool', decimal: 'numeric' };

/** A table as one line. Of a wide table `columns` may name those to show; the rest is counted. */
export function describeTable(table: Table, columns: ReadonlySet<string> | null = null): string {
  const shown = columns === null ? table.columns : table.columns.filter(({ name }) => columns.has(name));
  const parts = shown.map((column) => describeColumn(column, table));
  const hidden = table.columns.length - shown.length;
  if (hidden > 0) parts.push(`… ${hidden} more`);
  const keys = table.foreignKeys
    .filter((key) => key.columns.length > 1)
    .map((key) => `(${key.columns.map(quoted).join(', ')}) -> ${quoted(key.table)}(${key.references.map(quoted).join(', ')})`);
  const comment = table.comment ? ` -- ${oneLine(table.comment, COMMENT_MAX)}` : '';
  return `${table.kind === 'view' ? 'view ' : ''}${quoted(table.name)}(${[...parts, ...keys].join(', ')})${comment}`;
}

function describeColumn(column: Column, table: Table): string {
  const key = table.foreignKeys.find(({ columns }) => columns.length === 1 && columns[0] === column.name);
  const type = column.labels
    ? `${oneLine(enumName(column.nativeType), 40)}(${oneLine(column.labels.map((label) => `'${label.replaceAll("'", "''")}'`).join('|'), LABELS_MAX)})`
    : column.type === 'other' || column.type === 'array'
      ? oneLine(column.nativeType, 40)
      : (SHORT_TYPES[column.type] ?? column.type);
  return [
    quoted(column.name),
    `${type}${table.primaryKey.includes(column.name) ? '*' : ''}`,
    ...(key ? [`-> ${quoted(key.table)}.${quoted(key.references[0] ?? '')}`] : []),
    ...(column.comment && !saysTheName(column) ? [`-- ${oneLine(column.comment, COMMENT_MAX)}`] : []),
  ].join(' ');
}

/** ClickHouse's have their values in their types: `LowCardinality(Nullable(Enum8('open' = 1)))`. */
const enumName = (nativeType: string): string => /^(?:\w+\()*(Enum\d*)\(/.exec(nativeType)?.[1] ?? nativeType;

/** A comment that repeats its column's name tells nothing. */
const saysTheName = ({ name, comment }: Column): boolean => letters(comment ?? '') === letters(name);
const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** As SQL wants it: reserved words and names that are not plain lower case are quoted. A line break would end the table's line. */
const quoted = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) && !RESERVED.has(name) ? name : `"${oneLine(name, 128).replaceAll('"', '""')}"`;

/** PostgreSQL's reserved words. */
const RESERVED: ReadonlySet<string> = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column
  concurrently constraint create cross current_catalog current_date current_role current_schema current_time current_timestamp
  current_user default deferrable desc distinct do else end except false fetch for foreign freeze from full grant group having
  ilike in initially inner intersect into is isnull join lateral leading left like limit localtime localtimestamp natural not
  notnull null offset on only or order outer overlaps placing primary references returning right select session_user similar
  some symmetric system_user table tablesample then to trailing true union unique user using variadic verbose when where window
  with`.split(/\s+/),
);

const texts = new WeakMap<Table, { text: string; tokens: number }>();

/** `describeTable` of a whole table and its length, remembered. */
export function tableText(table: Table): { readonly text: string; readonly tokens: number } {
  const known = texts.get(table);
  if (known) return known;
  const text = describeTable(table);
  const found = { text, tokens: estimateTokens(text) };
  texts.set(table, found);
  return found;
}

export const schemaTokens = ({ tables }: Schema): number => tables.reduce((sum, table) => sum + tableText(table).tokens + 1, 0);
