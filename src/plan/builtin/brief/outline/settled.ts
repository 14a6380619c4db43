import type { Draft } from '../draft.ts';
import { hasUsual } from '../usual.ts';
import { isAmongKin } from '../usual-owners.ts';
import { reachedFrom } from './gather.ts';
import { kindOf } from './kind.ts';

/**
 * Whether the draft is a whole: every table leads to every other, and of no place nothing is known but a name, unless it is where
 * such things are or something said leads there (`linked`). What a brief leaves so open is better said by who wrote it.
 */
export function isSettled(draft: Draft, linked: ReadonlySet<string>): boolean {
  const tables = [...draft.tables.values()];
  const [first] = tables;
  const guessed = tables.some(
    ({ name, columns, links }) =>
      links === undefined &&
      !(linked.has(name) && kindOf(name) === 'place') &&
      ['place', 'measure'].includes(kindOf(name)) &&
      !hasUsual(name) &&
      !tables.some((other) => isAmongKin(other.name, name)) &&
      [...columns.keys()].filter((one) => !one.endsWith('_id')).join() === 'name,notes',
  );
  return !guessed && first !== undefined && reachedFrom(draft, first).size === tables.length;
}

/** The tables that point somewhere or are pointed at. */
export const linkedIn = (draft: Draft): ReadonlySet<string> =>
  new Set([...draft.tables.values()].flatMap(({ name, references }) => (references.size === 0 ? [] : [name, ...references.values()])));
