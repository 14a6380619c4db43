import { Fault } from '../../fault.ts';
import type { Schema } from '../../plan/schema.ts';

/** An identifier as SQL text: bare when that is safe, quoted otherwise. */
export function identifier(name: string): string {
  if (name.length === 0 || name.includes('\0')) throw new Fault('compile_failed', { params: { reason: 'a name is empty or holds NUL' } });
  return BARE.test(name) && !KEYWORDS.has(name.toLowerCase()) ? name : `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}

/** Text as a string literal. The backslash comes first: it opens an escape, and could open the quote after it. */
export const textLiteral = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')}'`;

/** A table as SQL, with its database where it is not among those of bare names. */
export function tableSql({ tables }: Schema, name: string): string {
  const place = tables.find((table) => table.name === name)?.place;
  return place ? `${identifier(place.schema)}.${identifier(place.name)}` : identifier(name);
}

/** The condition by which a system table tells of it, where `column` has the table's name. */
export function ofTable({ tables }: Schema, name: string, column: 'table' | 'name'): string {
  const place = tables.find((table) => table.name === name)?.place;
  return `database = ${place ? textLiteral(place.schema) : 'currentDatabase()'} AND ${column} = ${textLiteral(place?.name ?? name)}`;
}

const BARE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Words that ClickHouse's parser may take for something else than a name where a name or an alias stands. */
const KEYWORDS: ReadonlySet<string> = new Set(
  `all and any anti array as asc asof between both by case cast collate cross cube date date_add date_diff date_sub dateadd
  datediff datesub day desc describe distinct div else end except exists explain extract false fetch filter final first
  following for from full global group grouping having hour ilike in inf infinity inner insert intersect interval into
  is isnull join key last leading left like limit minute mod month nan natural not null nulls offset on only or order outer
  over overlay paste position preceding prewhere qualify quarter range recursive regexp replace right rollup row rows
  sample second select semi sets settings start step substring table then ties timestamp timestamp_add timestamp_diff
  timestamp_sub timestampadd timestampdiff timestampsub to top totals trailing trim true truncate unbounded union using
  values view week when where window with year`.split(/\s+/),
);
