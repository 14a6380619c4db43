import type { Order, What } from '../plain/sentence.ts';
import { isMoney } from './amounts.ts';
import { dateColumns } from './dates.ts';
import type { State } from './state.ts';

/** "cheapest first", "newest first". */
export function orderOf(state: State, what: What): { order?: Order; highest?: boolean } {
  const { parts, used, things } = state;
  const cue = parts.find((part) => part.cue?.kind === 'order' && !used.has(part));
  if (cue === undefined) return {};
  const highest = !/^(?:cheapest|oldest|lowest)/.test(cue.words);
  if (what.kind === 'measure' && what.by !== null) {
    used.add(cue);
    const dated = /^(?:newest|latest|oldest)/.test(cue.words);
    return dated ? {} : { highest };
  }
  if (what.kind !== 'list' && !(what.kind === 'columns' && !what.distinct)) return {};
  const columns = /^(?:newest|latest|oldest)/.test(cue.words) ? dateColumns(state).filter(({ table }) => table === things.table.name).map(({ column }) => column) : things.columns.filter(isMoney);
  const [column] = columns;
  if (column === undefined) return {};
  used.add(cue);
  return { order: { column: column.column.name, highest } };
}
