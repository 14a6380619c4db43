import type { Order, What } from '../plain/sentence.ts';
import { isMoney } from './amounts.ts';
import { dateColumns } from './dates.ts';
import type { Mark } from './marks.ts';
import type { Part } from './meaning.ts';
import { isDated, type State } from './state.ts';

/** "cheapest first", "newest first". */
export function orderOf(state: State, what: What): { order?: Order; highest?: boolean } {
  const { parts, used, things } = state;
  const first = orderedBy(parts);
  if (first !== null && what.kind === 'list') {
    const [day] = first.dated ? dateColumns(state).filter(({ table }) => table === things.table.name) : [];
    const named = first.column?.kind === 'column' && first.column.table === things.table.name ? first.column.column : null;
    const isDay = named !== null && isDated(things.columns.find(({ column }) => column.name === named) ?? null);
    const column = named !== null && (isDay || !first.dated) ? named : day?.column.column.name;
    if (column === undefined) return {};
    for (const part of first.uses) used.add(part);
    return { order: { column, highest: first.highest } };
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

/** "most seats first", "the longest with us first", "newest hire first": `dated` is in the order of a day that is named, or of any. */
export function orderedBy(parts: readonly Part[]): { uses: readonly Part[]; column: Mark | null; highest: boolean; dated: boolean } | null {
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
    return null;
  const dated = ['latest', 'earliest'].includes(rank.cue?.kind ?? '') || rank.words === 'longest';
  const column = between[0]?.mark ?? null;
  if (column === null && !dated) return null;
  // What has been so the longest began first.
  return {
    uses: parts.slice(at, end + 1),
    column,
    highest: rank.words !== 'longest' && ['most', 'latest'].includes(rank.cue?.kind ?? ''),
    dated,
  };
}

const RANKS: ReadonlySet<string> = new Set(['most', 'least', 'latest', 'earliest']);
