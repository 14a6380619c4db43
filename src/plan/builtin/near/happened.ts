import { isDeed } from '../english/irregular.ts';
import { rootOf } from '../linking/lexicon.ts';
import type { What } from '../plain/sentence.ts';
import { isMoney } from './amounts.ts';
import { columnOf, hasOne, hold, isDated, isUnknown, markedColumn, reaches, SOME, type State } from './state.ts';

/** "pupils who have left", "how many were booked": of what has a day on which it was done. */
export function happened(state: State, what: What): void {
  const { parts, used } = state;
  for (const part of parts) {
    const { mark } = part;
    const column = mark?.kind === 'column' ? columnOf(state, mark) : null;
    if (used.has(part) || mark?.kind !== 'column' || column === null || !isDated(column) || !reaches(state, mark.table)) continue;
    if (mark.cost === 0 ? !/ed$/.test(part.words) : !isDeed(part.words)) continue;
    // "countries that we posted to": of what they have some of.
    const isListed =
      what.kind === 'list' || what.kind === 'columns' || (what.kind === 'measure' && what.measure.kind === 'count' && what.by === null);
    if (!hasOne(state, mark.table) && !isListed) continue;
    used.add(part);
    const isThere = hasOne(state, mark.table) && (mark.table === state.things.table.name || column.column.nullable);
    // "the dearest book that was sold": one of each may be missing.
    if (!isThere && !state.linked.has(mark.table)) state.linked.set(mark.table, SOME);
    const isKnown = state.held.some((choice) => choice.some(({ test }) => 'column' in test && test.column === mark.column));
    if (column.column.nullable && !isKnown) hold(state, mark.table, { kind: 'empty', column: mark.column, not: true }, null);
  }
}

/** "still unpaid", where a column is empty until it is paid. */
export function unsaid(state: State): void {
  const empty = state.held
    .flat()
    .flatMap(({ table, test }) => (test.kind === 'empty' && !test.not ? [{ table, column: test.column }] : []));
  // "who owes us commission", of rows that say when it was paid.
  for (const part of state.parts) {
    const column = markedColumn(state, part.mark);
    if (column !== null && isMoney(column) && empty.some(({ table }) => table === part.mark?.table)) state.used.add(part);
  }
  for (const part of state.parts.filter((one) => isUnknown(one) && /^un\w/.test(one.words)))
    if (empty.some((one) => columnOf(state, one)?.words.some((word) => rootOf(word) === rootOf(part.words.slice(2))))) state.used.add(part);
}
