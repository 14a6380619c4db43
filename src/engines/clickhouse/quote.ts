import { Fault } from '../../fault.ts';

/** An identifier as SQL text: bare when that is safe, quoted otherwise. */
export function identifier(name: string): string {
  if (name.length === 0 || name.includes('\0')) throw new Fault('compile_failed', { params: { reason: 'a name is empty or holds NUL' } });
  return BARE.test(name) && !KEYWORDS.has(name.toLowerCase()) ? name : `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}

/** Text as a string literal. The backslash comes first: it opens an escape, and could open the quote after it. */
export const textLiteral = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')}'`;

/**
 * Values for `{p1:…}`, `{p2:…}` as one SET statement of a session, so that no value is ever part of a statement's own text.
 * ClickHouse reads a parameter as a field of a tab-separated file, and the setting that carries it as a string literal: hence two escapings.
 */
export function setParameters(values: readonly unknown[]): string {
  if (values.length === 0) return '';
  const set = values.map((value, i) => `param_p${i + 1} = ${textLiteral(tabSeparated(parameterText(value)))}`);
  return `SET ${set.join(', ')}`;
}

/** NULL is written into the statement by the compiler; a parameter always has a value. */
function parameterText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Fault('compile_failed', { params: { reason: 'a bound value is text, a number or a boolean' } });
}

const tabSeparated = (text: string): string => text.replaceAll(CONTROL, (char) => ESCAPES[char] ?? char);

const ESCAPES: Record<string, string> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\\0',
  '\b': '\\b',
  '\f': '\\f',
};

const CONTROL = new RegExp(`[${Object.values(ESCAPES).join('')}]`, 'g');

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
