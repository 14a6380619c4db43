import type { Draft } from '../draft.ts';
import { isAmongKin } from '../kin.ts';
import { hasUsual } from '../usual.ts';
import { reachedFrom } from './gather.ts';
import { kindOf } from './kind.ts';

/**
 * Whether the draft is a whole: every table leads to every other, and of no place nothing is known but a name, unless it is where
 * such things are. What a brief leaves so open is better said by who wrote it.
 */
export function isSettled(draft: Draft): boolean {
  const tables = [...draft.tables.values()];
  const [first] = tables;
  const guessed = tables.some(
    ({ name, columns, links }) =>
      links === undefined &&
      ['place', 'measure'].includes(kindOf(name)) &&
      !hasUsual(name) &&
      !tables.some((other) => isAmongKin(other.name, name)) &&
      [...columns.keys()].filter((one) => !one.endsWith('_id')).join() === 'name,notes',
  );
  return !guessed && first !== undefined && reachedFrom(draft, first).size === tables.length;
}
