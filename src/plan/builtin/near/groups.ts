import { isPersonNoun } from '../english/person-noun.ts';
import type { Group, Span } from '../plain/sentence.ts';
import { dateColumns } from './dates.ts';
import type { Part } from './meaning.ts';
import { orderedBy } from './order.ts';
import { hasOne, isDated, isNumber, isUnknown, markedColumn, type State } from './state.ts';

/** What makes groups, and the parts that say it. */
export interface Grouping {
  readonly by: Group;
  readonly uses: readonly Part[];
}

const SPAN = /^(?:(day|week|month|year)s?|(dai|week|month|year)ly)$/;

/** "per shop", "of each kind", "by month": each way in which it may be meant; null where what is said so makes no groups. */
export function groupings(state: State): Grouping[] | null {
  const { parts, used } = state;
  const sorted = orderedBy(parts)?.uses ?? [];
  const at = parts.findIndex((part) => part.cue?.kind === 'each' && !used.has(part));
  const by =
    at < 0 ? parts.findIndex((part, place) => part.cue?.kind === 'by' && !sorted.includes(part) && isOfGroup(state, parts[place + 1])) : at;
  if (by < 0) return spansIn(state);
  const [each, of] = parts.slice(by, by + 2);
  // "how many rentals each", of the two that are contrasted.
  if (each !== undefined && of === undefined) return parts.some(({ cue }) => cue?.kind === 'more') ? [] : null;
  if (each === undefined || of === undefined) return null;
  const uses = [each, of];
  const span = spanOf(of);
  if (span !== null) return dateColumns(state).map(({ table, column }) => ({ by: { table, column: column.column.name, span }, uses }));
  const group = groupOf(state, of);
  return group === null ? null : [{ by: group, uses }];
}

/** A table that each of the things has one of, or a column that is no amount. */
export function groupOf(state: State, { mark }: Part): Group | null {
  if (mark === null || !hasOne(state, mark.table)) return null;
  // "per nurse" of staff, some of whom are nurses.
  if (mark.kind === 'value')
    return mark.within !== true && isPersonNoun(String(mark.stored)) && mark.table !== state.things.table.name
      ? { table: mark.table, column: null }
      : null;
  if (mark.kind === 'table') return mark.table === state.things.table.name ? null : { table: mark.table, column: null };
  return { table: mark.table, column: mark.column };
}

const isOfGroup = (state: State, part: Part | undefined): boolean => {
  if (part === undefined || state.used.has(part)) return false;
  const column = markedColumn(state, part.mark);
  return spanOf(part) !== null || (groupOf(state, part) !== null && !isNumber(column) && !isDated(column));
};

export function spanOf(part: Part): Span | null {
  const [, long, short] = SPAN.exec(part.words) ?? [];
  if (part.mark?.kind === 'value' || part.mark?.kind === 'table' || part.cue !== null) return null;
  return long !== undefined ? (long as Span) : short === 'dai' ? 'day' : short === undefined ? null : (short as Span);
}

/** "monthly sales". */
function spansIn(state: State): Grouping[] {
  const part = state.parts.find((one) => isUnknown(one) && /ly$/.test(one.words) && spanOf(one) !== null);
  const span = part === undefined ? null : spanOf(part);
  if (part === undefined || span === null) return [];
  return dateColumns(state).map(({ table, column }) => ({ by: { table, column: column.column.name, span }, uses: [part] }));
}
