import { stem } from '../plan/builtin/english/stem.ts';
import type { Schema } from '../plan/schema.ts';

/** How well a database's names fit the words of a request. */
export interface Fit {
  /** By word of the request: 3 for a whole table's name, 2 for a part of one, 1 for a part of a column's. */
  readonly words: ReadonlyMap<string, number>;
}

/** Words of a name or a sentence in the singular, snake_case and camelCase taken apart. */
export function wordsOf(text: string): Set<string> {
  const parts = text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return new Set(parts.filter((word) => word.length > 2).map(stem));
}

export const covers = (words: ReadonlySet<string>, name: ReadonlySet<string>): boolean =>
  name.size > 0 && [...name].every((word) => words.has(word));

/** What of the request the schema has names for. Words that ask, count and compare say nothing about a database. */
export function fitOf(request: ReadonlySet<string>, schema: Schema): Fit {
  const found = new Map<string, number>();
  const note = (word: string, weight: number) => {
    if (request.has(word) && !ASKING.has(word)) found.set(word, Math.max(found.get(word) ?? 0, weight));
  };
  for (const table of schema.tables) {
    const name = wordsOf(table.name);
    for (const word of name) note(word, covers(request, name) ? 3 : 2);
    for (const column of table.columns) for (const word of wordsOf(column.name)) note(word, 1);
  }
  return { words: found };
}

/** Whether one fits in every word at least as well as the other, and in one better. */
export function fitsBetter(one: Fit, other: Fit): boolean {
  const isAsGood = [...other.words].every(([word, weight]) => (one.words.get(word) ?? 0) >= weight);
  return isAsGood && [...one.words].some(([word, weight]) => weight > (other.words.get(word) ?? 0));
}

/** 0.9 when a whole table is named, less for a part of one or a column alone. */
export const confidenceOf = ({ words }: Fit): number => [0, 0.75, 0.8, 0.9][Math.max(0, ...words.values())] ?? 0;

const ASKING: ReadonlySet<string> = new Set(
  `how many much what which who whose when where why show list find get count display give tell are were was did does have has had
  the and for with from per each every all any not more most less least fewest than over under above below between top best worst
  average mean median total sum number amount highest lowest largest smallest maximum minimum max min first last latest newest oldest
  there this that these those their its our your into onto about id name date time day month year type value`
    .split(/\s+/)
    .map(stem),
);
