import { wordTable } from '../english/word-table.ts';
import type { ColumnEntry, TableEntry } from './entries.ts';

/** "track length in milliseconds", "duration" of a column that is called by its unit alone, "length" of `duration_minutes`. */
export function dimensionCost(phrase: readonly string[], table: TableEntry, { words, column }: ColumnEntry): number | null {
  const dimensions = column.type === 'text' ? [] : dimensionsOf(words);
  const [said, ...rest] = phrase.filter((word) => !words.includes(word) && !table.words.includes(word));
  if (said === undefined || rest.length > 0 || !dimensions.includes(said)) return null;
  return phrase.some((word) => words.includes(word)) ? 0.05 : 0.4;
}

/** What a column of a unit, or of what is counted in it, is called as well. */
export function dimensionsOf(words: readonly string[]): readonly string[] {
  const last = words.at(-1) ?? '';
  const dimensions = DIMENSIONS[last] ?? (STRETCH.includes(last) && last !== 'time' ? STRETCH : []);
  return words.slice(0, -1).every((word) => dimensions.includes(word)) ? dimensions.filter((word) => !words.includes(word)) : [];
}

const STRETCH = ['length', 'duration', 'runtime', 'time'];
const DIMENSIONS = wordTable<readonly string[]>({
  millisecond: STRETCH,
  second: STRETCH,
  sec: STRETCH,
  minute: STRETCH,
  min: STRETCH,
  byte: ['size'],
  kilobyte: ['size'],
  megabyte: ['size'],
  kilogram: ['weight'],
  gram: ['weight'],
});
