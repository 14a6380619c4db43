import { exactNumber } from '../../lib/exact-number.ts';

/**
 * How a value of this native type, as ClickHouse's JSON formats give it, becomes a reply's JSON: numbers keep every digit;
 * instants, which come as ISO 8601 in UTC, have no zeros at their end.
 */
export function valueReader(nativeType: string): (value: unknown) => unknown {
  let text = withoutWrappers(nativeType);
  let depth = 0;
  for (let item = inside('Array', text); item !== null; item = inside('Array', text)) {
    text = unwrapped(item);
    depth += 1;
  }
  if (depth > DEPTH_MAX) return asIs;
  let read = READERS[kindOf(parseType(text).name)] ?? asIs;
  for (; depth > 0; depth -= 1) read = ofArray(read);
  return read;
}

const ofArray =
  (item: (value: unknown) => unknown) =>
  (value: unknown): unknown =>
    Array.isArray(value) ? value.map(item) : value;

/** ClickHouse parses no type that nests deeper (`max_parser_depth`). */
const DEPTH_MAX = 1_000;

/**
 * The type without what says how its values are kept: `LowCardinality(Nullable(String))` → `String`. A connected server sends any text
 * as a type, so that each layer has to cost the same however long the rest is.
 */
export function withoutWrappers(nativeType: string): string {
  const aggregated = inside('SimpleAggregateFunction', nativeType) === null ? null : parseType(nativeType).args.at(-1);
  return unwrapped(aggregated ?? nativeType);
}

function unwrapped(nativeType: string): string {
  let text = nativeType;
  const item = () => inside('Nullable', text) ?? inside('LowCardinality', text);
  for (let next = item(); next !== null; next = item()) text = next;
  return text;
}

const inside = (name: string, text: string): string | null =>
  text.startsWith(`${name}(`) && text.endsWith(')') ? text.slice(name.length + 1, -1) : null;

/** `DateTime64` → `DateTime`; empty for a name that no type has. */
export const kindOf = (name: string): string => /^([A-Z][A-Za-z]{0,40})\d{0,4}$/.exec(name)?.[1] ?? '';

/** Whether its numbers can have more digits than a double holds. */
export const isWide = (nativeType: string): boolean => /\b(U?Int(64|128|256)|Decimal)/.test(nativeType);

/** `Decimal(10, 2)` → name and arguments; arguments are types or numbers as they stand. */
export function parseType(text: string): { readonly name: string; readonly args: readonly string[] } {
  const open = text.indexOf('(');
  if (open < 0) return { name: text.trim(), args: [] };
  const args: string[] = [];
  let depth = 0;
  let quoted = false;
  let from = open + 1;
  for (let at = from; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') at += 1;
    else if (char === "'") quoted = !quoted;
    else if (quoted) continue;
    else if (char === '(') depth += 1;
    else if (depth === 0 && (char === ',' || char === ')')) {
      args.push(text.slice(from, at).trim());
      from = at + 1;
    } else if (char === ')') depth -= 1;
  }
  return { name: text.slice(0, open).trim(), args };
}

const asIs = (value: unknown): unknown => value;
const asNumber = (value: unknown): unknown => (typeof value === 'string' ? exactNumber(value) : value);
const asMoment = (value: unknown): unknown =>
  typeof value === 'string' && value.length <= MOMENT_MAX_LENGTH ? value.replace(/\.(\d*?)0+Z$/, trimmed) : value;
/** `2026-01-31T23:59:59.123456789Z`, and some more: a connected server may send a text of any length as a moment. */
const MOMENT_MAX_LENGTH = 64;
const trimmed = (_: string, digits: string): string => (digits === '' ? 'Z' : `.${digits}Z`);
const asFloat = (value: unknown): unknown => (typeof value === 'string' ? (DENORMALS[value] ?? value) : value);

const DENORMALS: Record<string, string> = { nan: 'NaN', '-nan': 'NaN', inf: 'Infinity', '-inf': '-Infinity' };

const READERS: Record<string, (value: unknown) => unknown> = {
  Int: asNumber,
  UInt: asNumber,
  Decimal: asNumber,
  Float: asFloat,
  BFloat: asFloat,
  DateTime: asMoment,
};
