import { FUNCTION_NAMES, isAggregateFunction } from '../../guard/clickhouse-functions.ts';

/**
 * Whether each aggregate of a statement is over rows that are there, and is one that is the same of them whether or not it would be NULL over none:
 * plain sums, averages, extremes and counts of one SELECT with GROUP BY. What is not seen at once is not so.
 */
export function hasFullGroups(sql: string): boolean {
  // Texts and quoted names say nothing; what looks like one of them afterwards was none.
  const text = sql.replaceAll(QUOTED, QUOTE_IN_PLACE).toLowerCase();
  if (UNCLEAR.test(text) || !/\bgroup\s+by\b/.test(text) || text.match(/\bselect\b/g)?.length !== 1) return false;
  return [...text.matchAll(/([\p{L}\p{N}_]+)\s*\(/gu)].every(
    ([, name = '']) => SAME.has(name) || BEFORE_BRACKETS.has(name) || (FUNCTION_NAMES.has(name) && !isAggregateFunction(name)),
  );
}

/** In place of what `SEMANTICS` says: the engine then adds up whole columns at a time. */
export const FULL_GROUPS = { aggregate_functions_null_for_empty: 0 } as const;

const QUOTED = /'[^'\\]*'|"[^"\\]*"|`[^`\\]*`/g;
const QUOTE_IN_PLACE = ' quoted_ ';

/** Quotes, comments, other ways to group, aggregates over less than a group, and several SELECTs. */
const UNCLEAR =
  /['"`\\$#]|--|\/\*|\bgroup\s+by\s*(?:\(\s*\)|all\b)|\b(?:grouping|rollup|cube|totals|over|window|filter|distinct|with|union|intersect|except|apply)\b/;

const SAME: ReadonlySet<string> = new Set(['count', 'sum', 'avg', 'min', 'max']);

const BEFORE_BRACKETS: ReadonlySet<string> = new Set([
  ...['select', 'where', 'by', 'having', 'on', 'using', 'and', 'or', 'not', 'in', 'between', 'like', 'ilike', 'when', 'then', 'else', 'as'],
]);
