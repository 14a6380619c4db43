import { type LinkedRows, linkedRows } from './linked-rows.ts';
import type { Place } from './place.ts';

/** One row of the table by its own name or key, or the rows of one that it points at. */
export function oneRow(place: Place, from: number, end: number, some = false): LinkedRows | null {
  const rows = from < end ? linkedRows(place.reader, place.table, from, end) : null;
  if (from >= end && some) return NO_ROWS;
  return rows !== null && (rows.identified || rows.owner !== null || (some && rows.conditions.length === 0)) ? rows : null;
}

/** "Zara Sefton's membership": what a row has, which tells no other row. */
export function whose(place: Place, from: number, end: number): LinkedRows | null {
  const { reader, table } = place;
  for (let cut = from + 1; cut < end; cut++)
    if (reader.columnAt(cut, table)?.next === end && reader.columnAt(cut, table)?.what.type === 'text') return oneRow(place, from, cut);
  return null;
}

const NO_ROWS: LinkedRows = {
  conditions: [],
  named: false,
  identified: false,
  owner: null,
  likely: null,
  far: false,
  several: false,
  everything: false,
  notes: [],
};

/** What is far tells nothing, unless the other names a row. */
const isLoose = (one: LinkedRows, other: LinkedRows): boolean => one.far && !(other.identified && !other.far);

/** The rows of both. */
export function joined(one: LinkedRows | null, other: LinkedRows | null): LinkedRows | null {
  if (one === null || other === null || one.everything || other.everything) return null;
  return {
    conditions: [...one.conditions, ...other.conditions],
    named: one.named || other.named,
    identified: one.identified || other.identified,
    owner: [one.owner, other.owner].filter((name) => name !== null).join(' and ') || null,
    likely: one.likely ?? other.likely,
    far: isLoose(one, other) || isLoose(other, one),
    several: one.several || other.several,
    everything: false,
    notes: [...one.notes, ...other.notes],
  };
}
