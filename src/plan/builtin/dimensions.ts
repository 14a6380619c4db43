import type { ColumnEntry, TableEntry } from './lexicon.ts';
import { wordTable } from './word-table.ts';

/** "track length in milliseconds", "duration" of a column that is called by its unit alone. */
export function dimensionCost(phrase: readonly string[], table: TableEntry, { words, column }: ColumnEntry): number | null {
  const [unit, ...more] = words;
  const dimensions = unit === undefined || more.length > 0 || column.type === 'text' ? undefined : DIMENSIONS[unit];
  if (dimensions === undefined) return null;
  const [said, ...rest] = phrase.filter((word) => word !== unit && !table.words.includes(word));
  if (said === undefined || rest.length > 0 || !dimensions.includes(said)) return null;
  return unit !== undefined && phrase.includes(unit) ? 0.05 : 0.4;
}

/** What a column of this unit alone is called as well. */
export const dimensionsOf = (words: readonly string[]): readonly string[] => (words.length === 1 ? (DIMENSIONS[words[0] ?? ''] ?? []) : []);

const STRETCH = ['length', 'duration', 'runtime', 'time'];
const DIMENSIONS = wordTable<readonly string[]>({
  millisecond: STRETCH,
  second: STRETCH,
  minute: STRETCH,
  byte: ['size'],
  kilobyte: ['size'],
  megabyte: ['size'],
  kilogram: ['weight'],
  gram: ['weight'],
});
