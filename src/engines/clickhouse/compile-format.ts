import type { Call } from './call.ts';
import type { Expressions } from './expressions.ts';
import type { Level } from './level.ts';
import { textLiteral } from './quote.ts';
import { refused } from './refuse.ts';
import { INSTANT } from './shape.ts';

/** to_char of a date or an instant: each part of the pattern by itself, joined (PostgreSQL manual, 9.8). */
export function formatted(to: Expressions, expr: Call, names: Level): string {
  const [value, pattern] = expr.args;
  if (!value || pattern?.kind !== 'literal') throw refused('to_char with a pattern that is not a constant');
  const { type } = to.shape(value, names);
  if (type !== 'date' && type !== 'timestamp') throw refused(`to_char of a ${type}`);
  const moment = type === 'date' ? `toDate32(${to.render(value, names)})` : to.as(value, INSTANT, names);
  const parts = partsOf(String(pattern.value)).map((part) => {
    if ('text' in part) return textLiteral(part.text);
    return part.write(`formatDateTime(${moment}, '${part.code}')`);
  });
  const [only = "''"] = parts;
  return parts.length > 1 ? `concat(${parts.join(', ')})` : only;
}

/** to_date with a pattern of numbers. */
export function readDate(to: Expressions, expr: Call, names: Level): string {
  const [value, pattern] = expr.args;
  if (!value || pattern?.kind !== 'literal') throw refused('to_date with a pattern that is not a constant');
  const codes = partsOf(String(pattern.value)).map((part) => {
    if ('text' in part) return part.text.replaceAll('%', '%%');
    if (!READABLE.has(part.code)) throw refused(`to_date with the pattern ${String(pattern.value)}`);
    return part.code;
  });
  return `toDate32(parseDateTime(${to.render(value, names)}, ${textLiteral(codes.join(''))}))`;
}

type Part = { readonly text: string } | { readonly code: string; readonly write: (sql: string) => string };

function partsOf(pattern: string): Part[] {
  const parts: Part[] = [];
  const literal = (text: string): void => {
    const last = parts.at(-1);
    if (last && 'text' in last) parts[parts.length - 1] = { text: last.text + text };
    else parts.push({ text });
  };
  let rest = pattern;
  while (rest !== '') {
    const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(rest);
    const found = quoted ? undefined : CODES.find(({ word }) => rest.startsWith(word));
    if (quoted) literal(quoted[1] ?? '');
    else if (found) parts.push({ code: found.code, write: found.write ?? ((sql) => sql) });
    else if (/^[A-Za-z]/.test(rest)) throw refused(`the pattern ${pattern}`);
    else literal(rest.charAt(0));
    rest = rest.slice(quoted ? quoted[0].length : (found?.word.length ?? 1));
  }
  return parts;
}

const padded = (sql: string): string => `rightPadUTF8(${sql}, 9, ' ')`;
const plainNumber = (sql: string): string => `toString(toUInt32(${sql}))`;

/** The longer words first. */
const CODES: readonly { word: string; code: string; write?: (sql: string) => string }[] = [
  { word: 'FMMonth', code: '%M' },
  { word: 'FMMONTH', code: '%M', write: (sql) => `upper(${sql})` },
  { word: 'FMmonth', code: '%M', write: (sql) => `lower(${sql})` },
  { word: 'FMDay', code: '%W' },
  { word: 'FMDAY', code: '%W', write: (sql) => `upper(${sql})` },
  { word: 'FMday', code: '%W', write: (sql) => `lower(${sql})` },
  { word: 'FMMM', code: '%m', write: plainNumber },
  { word: 'FMDD', code: '%d', write: plainNumber },
  { word: 'FMHH24', code: '%H', write: plainNumber },
  { word: 'FMHH12', code: '%I', write: plainNumber },
  { word: 'TMMonth', code: '%M' },
  { word: 'TMDay', code: '%W' },
  { word: 'HH24', code: '%H' },
  { word: 'hh24', code: '%H' },
  { word: 'HH12', code: '%I' },
  { word: 'IYYY', code: '%G' },
  { word: 'YYYY', code: '%Y' },
  { word: 'yyyy', code: '%Y' },
  { word: 'Month', code: '%M', write: padded },
  { word: 'MONTH', code: '%M', write: (sql) => padded(`upper(${sql})`) },
  { word: 'month', code: '%M', write: (sql) => padded(`lower(${sql})`) },
  { word: 'Day', code: '%W', write: padded },
  { word: 'DAY', code: '%W', write: (sql) => padded(`upper(${sql})`) },
  { word: 'day', code: '%W', write: (sql) => padded(`lower(${sql})`) },
  { word: 'DDD', code: '%j' },
  { word: 'Mon', code: '%b' },
  { word: 'MON', code: '%b', write: (sql) => `upper(${sql})` },
  { word: 'mon', code: '%b', write: (sql) => `lower(${sql})` },
  { word: 'Dy', code: '%a' },
  { word: 'DY', code: '%a', write: (sql) => `upper(${sql})` },
  { word: 'dy', code: '%a', write: (sql) => `lower(${sql})` },
  { word: 'YY', code: '%y' },
  { word: 'yy', code: '%y' },
  { word: 'MM', code: '%m' },
  { word: 'mm', code: '%m' },
  { word: 'DD', code: '%d' },
  { word: 'dd', code: '%d' },
  { word: 'MI', code: '%i' },
  { word: 'mi', code: '%i' },
  { word: 'SS', code: '%S' },
  { word: 'ss', code: '%S' },
  { word: 'HH', code: '%I' },
  { word: 'IW', code: '%V' },
  { word: 'ID', code: '%u' },
  { word: 'AM', code: '%p' },
  { word: 'PM', code: '%p' },
  { word: 'Q', code: '%Q' },
  { word: 'D', code: '%w', write: (sql) => `toString(toUInt8(${sql}) + 1)` },
];

const READABLE: ReadonlySet<string> = new Set(['%Y', '%m', '%d', '%H', '%i', '%S', '%b', '%M', '%j', '%y']);
