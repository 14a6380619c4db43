import pg from 'pg';
import { LIMITS } from '../../contract/limits.ts';
import { exactNumber } from '../../lib/exact-number.ts';
import { nestsDeeper } from '../../lib/json-depth.ts';

/**
 * How Postgres' text values become JSON: whole numbers and decimals are numbers where a double holds them exactly and
 * text where it does not; dates and times are ISO 8601, instants in UTC; JSON is itself; arrays are arrays.
 */
export function fieldReader(oid: number): (text: string) => unknown {
  return READERS[oid] ?? asText;
}

/** The type's SQL name for the common types; `text` for the rest, which is how they are sent. */
export function typeName(oid: number): string {
  return NAMES[oid] ?? 'text';
}

/** How a JSON value is bound: as text, so that the engine's own input rules apply. */
export function boundValue(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.some(isStructure) ? JSON.stringify(value) : arrayLiteral(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** An array that holds an object at any depth is JSON; no engine's array literal can say it. */
const isStructure = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isStructure) : typeof value === 'object' && value !== null;

function arrayLiteral(values: readonly unknown[]): string {
  const items = values.map((value) => {
    if (value === null || value === undefined) return 'NULL';
    if (Array.isArray(value)) return arrayLiteral(value);
    return `"${String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  });
  return `{${items.join(',')}}`;
}

const asText = (text: string): string => text;
const asBoolean = (text: string): boolean => text === 't';
const asFloat = (text: string): number | string => (Number.isFinite(Number(text)) ? Number(text) : text);
/** A document that nests deeper than a reply may is given as its text. */
const asJson = (text: string): unknown => (nestsDeeper(text, LIMITS.jsonDepthMax) ? text : JSON.parse(text));

const asTimestamp = (text: string): string => text.replace(' ', 'T');
/** The session's time zone is UTC, so the offset is always +00. */
const asInstant = (text: string): string => text.replace(' ', 'T').replace(/\+00(:00)?$/, 'Z');

const readArray = (oid: number): ((text: string) => unknown) => {
  const read = READERS[oid] ?? asText;
  return (text) => {
    const parsed: unknown = pg.types.getTypeParser(TEXT_ARRAY, 'text')(text);
    return mapLeaves(parsed, read);
  };
};

const mapLeaves = (value: unknown, read: (text: string) => unknown): unknown =>
  Array.isArray(value) ? value.map((item) => mapLeaves(item, read)) : typeof value === 'string' ? read(value) : value;

const TEXT_ARRAY: number = 1009;

/** Object identifiers are fixed by PostgreSQL's pg_type.dat. */
const READERS: Record<number, (text: string) => unknown> = {
  16: asBoolean,
  20: exactNumber,
  21: Number,
  23: Number,
  26: Number,
  114: asJson,
  700: asFloat,
  701: asFloat,
  1114: asTimestamp,
  1184: asInstant,
  1700: exactNumber,
  3802: asJson,
};
for (const [array, element] of [
  [1000, 16],
  [1005, 21],
  [1007, 23],
  [1016, 20],
  [199, 114],
  [1021, 700],
  [1022, 701],
  [1231, 1700],
  [1115, 1114],
  [1185, 1184],
  [3807, 3802],
  [1009, 25],
  [1015, 1043],
  [1182, 1082],
  [2951, 2950],
] as const)
  READERS[array] = readArray(element);

const NAMES: Record<number, string> = {
  16: 'boolean',
  17: 'bytea',
  20: 'bigint',
  21: 'smallint',
  23: 'integer',
  25: 'text',
  114: 'json',
  700: 'real',
  701: 'double precision',
  1009: 'text[]',
  1007: 'integer[]',
  1016: 'bigint[]',
  1042: 'character',
  1043: 'text',
  1082: 'date',
  1083: 'time',
  1114: 'timestamp',
  1184: 'timestamptz',
  1186: 'interval',
  1700: 'numeric',
  2950: 'uuid',
  3802: 'jsonb',
};
