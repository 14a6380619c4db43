import type { Order, What } from '../plain/sentence.ts';
import { isMoney } from './amounts.ts';
import { dateColumns } from './dates.ts';
import type { Part } from './meaning.ts';
import type { State } from './state.ts';

/** "cheapest first", "newest first". */
export function orderOf(state: State, what: What): { order?: Order; highest?: boolean } {
  const { parts, used, things } = state;
  const first = orderedBy(parts);
  const mark = first?.uses[1]?.mark;
  if (first !== null && mark?.kind === 'column' && mark.table === things.table.name && what.kind === 'list') {
    for (const part of first.uses) used.add(part);
    return { order: { column: mark.column, highest: first.highest } };
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

/** "most seats first", "lowest price first". */
export function orderedBy(parts: readonly Part[]): { uses: readonly Part[]; highest: boolean } | null {
  const at = parts.findIndex(
    ({ cue }, place) =>
      (cue?.kind === 'most' || cue?.kind === 'least') && parts[place + 1]?.mark?.kind === 'column' && parts[place + 2]?.words === 'first',
  );
  return at < 0 ? null : { uses: parts.slice(at, at + 3), highest: parts[at]?.cue?.kind === 'most' };
}
