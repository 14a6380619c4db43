import type { Order, What } from '../plain/sentence.ts';
import { isMoney } from './amounts.ts';
import { dateColumns } from './dates.ts';
import type { Mark } from './mark.ts';
import type { Part } from './meaning.ts';
import { isDated, isLike, isNumber, type State } from './state.ts';

const GUESSED = 0.35;

/** "cheapest first", "newest first", "heaviest first". */
export function orderOf(state: State, what: What): { order?: Order; highest?: boolean } {
  const { parts, used, things } = state;
  const first = orderedBy(parts);
  if (first !== null && what.kind === 'list') {
    const [day] = first.dated ? dateColumns(state).filter(({ table }) => table === things.table.name) : [];
    const named = first.column?.kind === 'column' && first.column.table === things.table.name ? first.column.column : null;
    const isDay = named !== null && isDated(things.columns.find(({ column }) => column.name === named) ?? null);
    const [like, ...others] = things.columns.filter(
      (one) => isNumber(one) && one.words.some((word) => first.of.some((said) => isLike(said, word))),
    );
    const column = named !== null && (isDay || !first.dated) ? named : (like?.column.name ?? day?.column.column.name);
    if (column === undefined) return {};
    // Which number is meant is not said.
    if (column === like?.column.name && named === null && others.length > 0) state.far += GUESSED;
    for (const part of first.uses) used.add(part);
    // "longest first", of a length that is kept.
    const highest = first.highest || (!isDay && first.longest);
    return { order: { column, highest: column === day?.column.column.name ? first.highest : highest } };
  }
  const cue = parts.find((part) => part.cue?.kind === 'order' && !used.has(part));
  if (cue === undefined) return {};
  const highest = !/^(?:cheapest|oldest|lowest)/.test(cue.words);
  if (what.kind === 'measure' && what.by !== null) {
    used.add(cue);
    const dated = /^(?:newest|latest|oldest)/.test(cue.words);
    return dated ? {} : { highest };
  }
  if (what.kind !== 'list' && !(what.kind === 'columns' && !what.distinct)) return {};
  const columns = /^(?:newest|latest|oldest)/.test(cue.words)
    ? dateColumns(state)
        .filter(({ table }) => table === things.table.name)
        .map(({ column }) => column)
    : things.columns.filter(isMoney);
  const [column] = columns;
  if (column === undefined) return {};
  used.add(cue);
  return { order: { column: column.column.name, highest } };
}

/** How rows are to be put in order, and the parts that say it. */
export interface Ordered {
  readonly uses: readonly Part[];
  readonly column: Mark | null;
  /** What a number or a word of such a column is called, where none is named. */
  readonly of: readonly string[];
  readonly highest: boolean;
  /** What is the longest by a number, where by a day it began first. */
  readonly longest: boolean;
  /** By a day that is named, or by any. */
  readonly dated: boolean;
}

/** "most seats first", "heaviest first", "best rated first", "the longest with us first", "newest hire first", "sorted by length". */
export function orderedBy(parts: readonly Part[]): Ordered | null {
  const end = parts.findIndex(({ words, cue }, place) => place > 0 && words === 'first' && cue?.kind === 'earliest');
  const at = parts.slice(0, Math.max(end, 0)).findLastIndex(({ cue }) => cue !== null && RANKS.has(cue.kind));
  const between = parts.slice(at + 1, end);
  const rank = parts[at];
  if (
    at < 0 ||
    rank === undefined ||
    between.length > 1 ||
    between.some(({ mark, cue, number }) => (mark !== null && mark.kind !== 'column') || cue !== null || number !== null)
  )
    return sortedBy(parts);
  const dated = ['latest', 'earliest'].includes(rank.cue?.kind ?? '') || rank.words === 'longest';
  const column = between[0]?.mark ?? null;
  const of = column === null ? [...(rank.cue?.of ?? []), ...between.map(({ words }) => words)] : [];
  if (column === null && of.length === 0 && !dated) return null;
  // What has been so the longest began first.
  return {
    uses: parts.slice(at, end + 1),
    column,
    of,
    longest: rank.words === 'longest',
    highest: rank.words !== 'longest' && ['most', 'latest'].includes(rank.cue?.kind ?? ''),
    dated,
  };
}

/** "sorted by name". */
function sortedBy(parts: readonly Part[]): Ordered | null {
  const at = parts.findIndex((part, place) => isSorting(part) && parts[place + 1]?.cue?.kind === 'by');
  const column = parts[at + 2]?.mark ?? null;
  return at < 0 || column?.kind !== 'column'
    ? null
    : { uses: parts.slice(at, at + 3), column, of: [], highest: false, longest: false, dated: false };
}

const isSorting = ({ words }: Part): boolean => /^(?:sort|sorted|order|ordered|arranged|listed)$/.test(words);

const RANKS: ReadonlySet<string> = new Set(['most', 'least', 'latest', 'earliest']);
