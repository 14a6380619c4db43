import { relatedCost, relatedTo } from '../english/related-words.ts';
import type { ColumnEntry, TableEntry } from '../linking/entries.ts';
import { DATED, NUMERIC } from '../linking/expressions.ts';
import { type Edge, findPath } from '../linking/joins.ts';
import { rootOf } from '../linking/lexicon.ts';
import type { Place } from '../plain/place.ts';
import type { Field, Related, Test } from '../plain/sentence.ts';
import type { Mark } from './mark.ts';
import type { Part } from './meaning.ts';

/** A test of the rows of a table, and the part that says it. */
export interface Held {
  readonly table: string;
  readonly test: Test;
  readonly part: Part | null;
  /** How much farther it is from what was said than another one. */
  readonly far?: number;
}

/** What is asked of the rows of another table as a whole. */
export type Link = Pick<Related, 'not' | 'over' | 'under' | 'total'>;

/** What is known so far of a question about some things. */
export interface State {
  readonly things: TableEntry;
  readonly parts: readonly Part[];
  readonly about: Place;
  /** Parts that are said by the sentence. */
  readonly used: Set<Part>;
  /** One of each has to hold. */
  readonly held: Held[][];
  /** Other tables of which the things have some rows, or none. */
  readonly linked: Map<string, Link>;
  /** What is added to the cost. */
  far: number;
}

export const SOME: Link = { not: false, over: null };

/** Whether the question names the things, or something of theirs. */
export const isSaid = ({ things, parts }: Pick<State, 'things' | 'parts'>): boolean =>
  parts.some(({ mark }) => mark?.table === things.table.name);

export const startOf = (things: TableEntry, parts: readonly Part[], about: Place): State => ({
  things,
  parts,
  about,
  used: new Set(),
  held: [],
  linked: new Map(),
  far: 0,
});

export const forked = (state: State): State => ({
  ...state,
  used: new Set(state.used),
  held: [...state.held],
  linked: new Map(state.linked),
});

export const hold = (state: State, table: string, test: Test, part: Part | null): void => {
  state.held.push([{ table, test, part }]);
};

/** What a value says of a row. */
export const isOf = ({ column, stored, within }: Extract<Mark, { kind: 'value' }>): Test =>
  stored === null
    ? { kind: 'empty', column, not: false }
    : within === true
      ? { kind: 'has', column, words: String(stored) }
      : { kind: 'is', column, values: [stored], not: false };

export function pathTo({ things, about }: Pick<State, 'things' | 'about'>, table: string): readonly Edge[] | null {
  const path = findPath(about.graph, [things.table.name], table);
  return path === null || path.ambiguous ? null : path.edges;
}

export const reaches = (state: State, table: string): boolean => pathTo(state, table) !== null;

/** Whether each of the things has one of a table, or is one. */
export const hasOne = (state: Pick<State, 'things' | 'about'>, table: string): boolean =>
  pathTo(state, table)?.every(({ toOne }) => toOne) === true;

/** Tables one key away of which each of the things has one, or may have several. */
export const oneKeyAway = ({ things, about }: Pick<State, 'things' | 'about'>, one: boolean): TableEntry[] => {
  const edges = about.graph.edges.get(things.table.name) ?? [];
  return [...new Set(edges.flatMap(({ to, toOne }) => (toOne === one ? [to] : [])))].flatMap(
    (table) => about.lexicon.byName.get(table) ?? [],
  );
};

export const entryOf = ({ about }: Pick<State, 'about'>, table: string): TableEntry | undefined => about.lexicon.byName.get(table);

export const columnOf = ({ about }: State, { table, column }: { table: string; column: string }): ColumnEntry | null =>
  about.lexicon.byName.get(table)?.columns.find((one) => one.column.name === column) ?? null;

export const markedColumn = (state: State, mark: Mark | null): ColumnEntry | null =>
  mark?.kind === 'column' ? columnOf(state, mark) : null;

export const fieldOf = ({ things }: State, { table, column }: { table: string; column: string }): Field =>
  table === things.table.name ? column : { table, column };

export const isNumber = (column: ColumnEntry | null): boolean =>
  column !== null &&
  NUMERIC.has(column.column.type) &&
  !column.reference &&
  !column.words.some((word) => word === 'id' || word === 'by') &&
  !CODED.test(column.column.comment ?? '');
/** "1 alive, 2 dead": a number that stands for a word. */
const CODED = /(?:^|[,;] ?)\d+\s*[=:]?\s*\p{L}+.*[,;] ?\d+\s*[=:]?\s*\p{L}/u;

export const isDated = (column: ColumnEntry | null): boolean => column !== null && DATED.has(column.column.type);

/** A day on which something is over: "returned on", and no day by which it should be. */
export const isEnd = ({ column, words }: ColumnEntry): boolean =>
  DATED.has(column.type) && words.some((word) => ENDS.has(rootOf(word)) || ENDS.has(word));
const ENDS = new Set(
  'end return complete close finish pay paid leave left remove resolve deliver collect depart departure back fin settle release discharge repaid payment taken gone fixed solve mended stop done'
    .split(' ')
    .flatMap((word) => [word, rootOf(word)])
    .concat('arrived', 'received'),
);

/** A day by which something should be. */
export const isDue = ({ column, words }: ColumnEntry): boolean => DATED.has(column.type) && words.some((word) => DUE.has(word));
const DUE = new Set('due deadline until till expire expires expiry exp renewal renew valid'.split(' '));

/** A word that stands for nothing here. */
export const isUnknown = (part: Part | undefined): part is Part =>
  part !== undefined && part.mark === null && part.cue === null && part.period === null && part.number === null;

export const isWho = ({ words }: Part): boolean => /^(?:who|whos|whose)$/.test(words);

/** Whether a word may be said of what a name's word tells: "rated" of a rating. */
export const isLike = (said: string, own: string): boolean => {
  if (own.length < 3) return false;
  if (rootOf(said) === rootOf(own) || (said.length > 5 && said.startsWith(own))) return true;
  const cost = relatedCost(relatedTo(said), own);
  return cost !== null && cost < 1;
};
