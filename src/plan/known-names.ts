import { distance } from 'fastest-levenshtein';
import type { Schema } from './schema.ts';

export interface KnownTable {
  readonly table: string;
  readonly columns: readonly string[];
}

const TABLES_MAX = 8;
const COLUMNS_MAX = 30;

/**
 * The tables that come nearest to what a question says, each with its columns: those that it names or whose columns it
 * names, then those with a name like one of the words that found no place, then the rest.
 */
export function knownNames(text: string, unclear: readonly string[], schema: Schema): KnownTable[] {
  const said = new Set(wordsOf(text));
  const lost = unclear.flatMap(wordsOf);
  const score = ({ name, columns }: Schema['tables'][number]): number => {
    const own = wordsOf(name);
    const names = [...own, ...columns.flatMap((column) => wordsOf(column.name))];
    const near = Math.min(1, ...lost.flatMap((word) => names.map((other) => distance(word, other) / Math.max(word.length, other.length))));
    return (own.some((word) => said.has(word)) ? 2 : 0) + (names.some((word) => said.has(word)) ? 1 : 0) + (1 - near);
  };
  return schema.tables
    .map((table) => ({ table, score: score(table) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, TABLES_MAX)
    .map(({ table: { name, columns } }) => ({ table: name, columns: columns.slice(0, COLUMNS_MAX).map((column) => column.name) }));
}

/** Lower case, in the singular as far as an s goes. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
    .map((word) => word.replace(/([^s])s$/, '$1'));
