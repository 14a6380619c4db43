import { DATED, NUMERIC } from '../expressions.ts';
import { findPath } from '../joins.ts';
import { type ColumnEntry, rootOf, type TableEntry } from '../lexicon.ts';
import type { Place } from '../plain/place.ts';
import type { Group, Test } from '../plain/sentence.ts';
import type { Part } from './meanings.ts';

/** What is known so far of a question about some things. */
export interface State {
  readonly things: TableEntry;
  readonly parts: readonly Part[];
  readonly about: Place;
  /** Parts that are said by the sentence. */
  readonly used: Set<Part>;
  /** One of each has to hold. */
  readonly tests: Test[][];
  readonly related: Map<string, Test[]>;
  readonly by: Group[];
}

export function keep(state: State, table: string, test: Test): void {
  if (table === state.things.table.name) state.tests.push([test]);
  else state.related.set(table, [...(state.related.get(table) ?? []), test]);
}

export function pathTo({ things, about }: State, table: string) {
  const path = findPath(about.graph, [things.table.name], table);
  return path === null || path.ambiguous ? null : path.edges;
}

export const reaches = (state: State, table: string): boolean => pathTo(state, table) !== null;

export const columnOf = ({ about }: State, { table, column }: { table: string; column: string }): ColumnEntry | null =>
  about.lexicon.byName.get(table)?.columns.find((one) => one.column.name === column) ?? null;

export const isNumber = (column: ColumnEntry | null): boolean =>
  column !== null &&
  NUMERIC.has(column.column.type) &&
  !column.reference &&
  !column.words.includes('id') &&
  !CODED.test(column.column.comment ?? '');
/** "1 alive, 2 dead": a number that stands for a word. */
const CODED = /(?:^|[,;] ?)\d+\s*[=:]?\s*\p{L}+.*[,;] ?\d+\s*[=:]?\s*\p{L}/u;

/** A day on which something is over: "returned on", and no day by which it should be. */
export const isEnd = ({ column, words }: ColumnEntry): boolean =>
  DATED.has(column.type) && words.some((word) => ENDS.has(rootOf(word)) || ENDS.has(word));
const ENDS = new Set(
  'end return complete close finish pay paid leave left remove resolve deliver collect depart departure back fin settle release discharge repaid payment taken'
    .split(' ')
    .flatMap((word) => [word, rootOf(word)]),
);
