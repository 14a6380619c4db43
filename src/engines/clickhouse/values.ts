import { exactNumber } from '../../lib/exact-number.ts';

/**
 * How a value of this native type, as ClickHouse's JSON formats give it, becomes a reply's JSON: numbers keep every digit;
 * dates and times are ISO 8601.
 */
export function valueReader(nativeType: string): (value: unknown) => unknown {
  const { name, args } = parseType(nativeType);
  if (name === 'Nullable' || name === 'LowCardinality' || name === 'SimpleAggregateFunction') return valueReader(args.at(-1) ?? '');
  if (name === 'Array') {
    const item = valueReader(args[0] ?? '');
    return (value) => (Array.isArray(value) ? value.map(item) : value);
  }
  return READERS[name.replace(/\d+$/, '')] ?? asIs;
}

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
const asMoment = (value: unknown): unknown => (typeof value === 'string' ? value.replace(' ', 'T').replace(/\.(\d*?)0+$/, trimmed) : value);
const trimmed = (_: string, digits: string): string => (digits === '' ? '' : `.${digits}`);
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
