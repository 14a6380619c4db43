import { Fault } from '../../fault.ts';
import type { Schema } from '../../plan/schema.ts';

/** Postgres cuts longer names short without saying so. */
export const IDENTIFIER_MAX_BYTES = 63;

/** Every table has these columns of its own (PostgreSQL manual, 5.5). */
export const SYSTEM_COLUMNS: ReadonlySet<string> = new Set(['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid']);

/** An identifier as SQL text: bare when that is safe, quoted otherwise. */
export function identifier(name: string): string {
  if (name.length === 0 || name.includes('\0')) throw new Fault('compile_failed', { params: { reason: 'a name is empty or holds NUL' } });
  return BARE.test(name) && !KEYWORDS.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** A table, qualified so that no search path can redirect it; in `public` unless the schema knows it elsewhere. */
export function relation(table: string, schema?: Schema): string {
  const place = schema?.tables.find(({ name }) => name === table)?.place;
  return place ? `${identifier(place.schema)}.${identifier(place.name)}` : `public.${identifier(table)}`;
}

/** The same as the target or source of a statement whose expressions call it `as`. */
export function relationAs(table: string, as: string, schema: Schema): string {
  const place = schema.tables.find(({ name }) => name === table)?.place;
  const written = relation(table, schema);
  return (place?.name ?? table) === as ? written : `${written} AS ${identifier(as)}`;
}

/** Text as a string literal, for the one kind of statement that takes no parameters (DDL). Backslashes force the E form. */
export function textLiteral(text: string): string {
  if (text.includes('\0')) throw new Fault('compile_failed', { params: { reason: 'text may not hold NUL' } });
  const quoted = `'${text.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;
  return text.includes('\\') ? `E${quoted}` : quoted;
}

const BARE = /^[a-z_][a-z0-9_]*$/;

/** Every keyword of PostgreSQL 15 to 18 that is not free to be a name everywhere (pg_get_keywords, catcode other than U). */
const KEYWORDS: ReadonlySet<string> = new Set(
  `all analyse analyze and any array as asc asymmetric authorization between bigint binary bit boolean both case cast
  char character check coalesce collate collation column concurrently constraint create cross current_catalog
  current_date current_role current_schema current_time current_timestamp current_user dec decimal default deferrable
  desc distinct do else end except exists extract false fetch float for foreign freeze from full grant greatest group
  grouping having ilike in initially inner inout int integer intersect interval into is isnull join json json_array
  json_arrayagg json_exists json_object json_objectagg json_query json_scalar json_serialize json_table json_value
  lateral leading least left like limit localtime localtimestamp merge_action national natural nchar none normalize not
  notnull null nullif numeric offset on only or order out outer overlaps overlay placing position precision primary real
  references returning right row select session_user setof similar smallint some substring symmetric system_user table
  tablesample then time timestamp to trailing treat trim true union unique user using values varchar variadic verbose
  when where window with xmlattributes xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot
  xmlserialize xmltable`.split(/\s+/),
);
