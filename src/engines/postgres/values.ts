import pg from 'pg';
import { encodeJson } from '../../lib/encode-json.ts';
import { exactNumber, withoutEmptyFraction } from '../../lib/exact-number.ts';
import { Verbatim } from '../../lib/verbatim.ts';
import { LongArray } from './array-json.ts';
import type { CsvKind } from './csv-writer.ts';
import { ARRAY_TYPES, TYPES } from './types.ts';

/**
 * How Postgres' text values become JSON: numbers keep every digit; dates and times are ISO 8601, instants in UTC; JSON is
 * itself; arrays are arrays.
 */
export function fieldReader(oid: number): (text: string) => unknown {
  return READERS[oid] ?? asText;
}

/** The type's SQL name; `text` for a type that is not PostgreSQL's own, until its catalogue is asked. */
export function typeName(oid: number): string {
  const element = ARRAY_TYPES[oid];
  return element === undefined ? (TYPES[oid] ?? 'text') : `${TYPES[element]}[]`;
}

/** What becomes of its values in a CSV file. */
export function csvKind(oid: number): CsvKind {
  if (PLAIN.has(oid)) return 'plain';
  if (oid === 1114) return 'moment';
  if (oid === 1184) return 'instant';
  return READERS[oid] && oid !== JSON_OID && oid !== JSONB_OID ? READERS[oid] : 'text';
}

/** Their text has neither spaces, commas nor quotes. */
const PLAIN: ReadonlySet<number> = new Set([20, 21, 23, 26, 700, 701, 1082, 1083, 1700, 2950]);
const JSON_OID = 114;
const JSONB_OID = 3802;

/** Whether its numbers can have more digits than a double holds. */
export const isWide = (oid: number): boolean => WIDE.has(ARRAY_TYPES[oid] ?? oid);

const WIDE: ReadonlySet<number> = new Set([20, 1700]);

/** What a type is made of. */
export interface Make {
  /** What a domain is of in the end; the type itself otherwise. */
  readonly base: number;
  /** Of an array: the type of its elements, or what that is a domain of; null for anything else. */
  readonly element: number | null;
}

/** Null for a type that is not PostgreSQL's own. */
export const makeOf = (oid: number): Make | null => {
  const element = ARRAY_TYPES[oid];
  return element === undefined && TYPES[oid] === undefined ? null : { base: oid, element: element ?? null };
};

/** How a JSON value is bound: as text, so that the engine's own input rules apply. An array without objects is an array. */
export function boundValue(value: unknown): string | null {
  if (Array.isArray(value)) return value.some(isStructure) ? encodeJson(value) : arrayLiteral(value);
  return boundScalar(value);
}

/** Whether the parameter's type decides what is bound: of an array, and of a number as 2.0, which types of whole numbers do not take. */
export const dependsOnType = (value: unknown): boolean => Array.isArray(value) || withoutEmptyFraction(value) !== value;

/** What `boundValue` gives where the parameter's type is known: a JSON array is an array to a type of arrays, and JSON to every other. */
export function boundAs(value: unknown, { base, element }: Make): string | null {
  if (!Array.isArray(value)) return boundScalar(KEEPS_ZEROS.has(base) ? value : withoutEmptyFraction(value));
  if (element === null) return encodeJson(value);
  if (!KEEPS_ZEROS.has(element)) return arrayLiteral(inEach(value, withoutEmptyFraction));
  // Each element of an array of documents is a document, whatever it holds.
  return element === JSON_OID || element === JSONB_OID
    ? arrayLiteral(value.map((each) => (each === null ? null : encodeJson(each))))
    : arrayLiteral(value);
}

const inEach = (values: readonly unknown[], change: (value: unknown) => unknown): unknown[] =>
  values.map((value) => (Array.isArray(value) ? inEach(value, change) : change(value)));

/** Text, numeric and documents: to them 2.0 is another value than 2, or shows as one. */
const KEEPS_ZEROS: ReadonlySet<number> = new Set([19, 25, 114, 1042, 1043, 1700, 3802]);

function boundScalar(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'object' ? encodeJson(value) : String(value);
}

/** An array that holds an object at any depth is JSON; no engine's array literal can say it. */
const isStructure = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isStructure) : typeof value === 'object' && value !== null && !(value instanceof Verbatim);

function arrayLiteral(values: readonly unknown[]): string {
  const items = values.map((value) => {
    if (value === null || value === undefined) return 'NULL';
    if (Array.isArray(value)) return arrayLiteral(value);
    return `"${String(boundScalar(value)).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  });
  return `{${items.join(',')}}`;
}

const asText = (text: string): string => text;
const asBoolean = (text: string): boolean => text === 't';
const asFloat = (text: string): number | string => (Number.isFinite(Number(text)) ? Number(text) : text);
const asWhole = (text: string): unknown => (text.length <= SAFE_LENGTH ? Number(text) : exactNumber(text));
const SAFE_LENGTH = 15;
/** JSON has line ends between its parts alone, where any space does. */
const asJson = (text: string): Verbatim => new Verbatim(LINE_END.test(text) ? text.replaceAll(LINE_ENDS, ' ') : text);
const LINE_END = /[\r\n]/;
const LINE_ENDS = /[\r\n]/g;

const asTimestamp = (text: string): string => text.replace(' ', 'T');
/** The session's time zone is UTC, so the offset is always +00. */
const asInstant = (text: string): string => text.replace(' ', 'T').replace(/\+00(:00)?$/, 'Z');

/** Object identifiers are fixed by PostgreSQL's pg_type.dat. */
const READERS: Record<number, (text: string) => unknown> = {
  16: asBoolean,
  20: asWhole,
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

/** Also of arrays of a type that is not PostgreSQL's own. A long one is a `LongArray`. */
export function readArray(element: number): (text: string) => unknown {
  const read = READERS[element] ?? asText;
  const literal = element === BOX ? withCommas : asText;
  const kind = NUMBERS.has(element) ? 'number' : READERS[element] ? read : 'text';
  return (text) =>
    text.length > LARGE_CHARACTERS && element !== BOX
      ? new LongArray(text, kind)
      : mapLeaves(pg.types.getTypeParser(TEXT_ARRAY, 'text')(literal(text)), read);
}

/** An array of millions of elements holds everybody up while objects are made of them and written again: from here on its JSON is made in pieces. */
const LARGE_CHARACTERS = 64 * 1024;
/** Their text is JSON's, but for NaN and the infinities. */
const NUMBERS: ReadonlySet<number> = new Set([20, 21, 23, 26, 700, 701, 1700]);
const TEXT_ARRAY: number = 1009;
const BOX = 603;
/** Boxes alone stand between semicolons, since they hold commas. */
const withCommas = (text: string): string => text.replaceAll(/\([^{};]*\)/g, '"$&"').replaceAll(';', ',');

const mapLeaves = (value: unknown, read: (text: string) => unknown): unknown =>
  Array.isArray(value) ? value.map((item) => mapLeaves(item, read)) : typeof value === 'string' ? read(value) : value;

for (const [array, element] of Object.entries(ARRAY_TYPES)) READERS[Number(array)] = readArray(element);
