import { type Ground, type Read, word } from './ground.ts';
import { stepsOf } from './noun-phrase.ts';
import { distance, FAR } from './query.ts';
import type { Filter, Things } from './things.ts';
import { Ambiguous } from './values.ts';

/** Of what no noun names, only what its rows say by themselves or by a key of their own, or what they are said to have. */
const isNear = (ground: Ground, { value: { table, unnamed }, end }: Read<Things>, filter: Filter): boolean =>
  unnamed !== true || stepsOf(ground, table, filter) <= 1 || (filter.kind === 'related' && OWNING.has(word(ground, end)));

/** Of two that a value may be said of, those that it belongs to more nearly are meant. */
export function farOf(ground: Ground, table: string, filter: Filter): number {
  if (filter.kind === 'or' || filter.kind === 'all') return Math.max(0, ...filter.filters.map((one) => farOf(ground, table, one)));
  // What somebody has is nearer by its own key than by what was done with it; what they take or teach is not told apart so.
  if (filter.kind === 'related' && !ground.tokens.some(({ lower }) => OWNING.has(lower))) return 0;
  const to = filter.kind === 'test' ? filter.table : filter.things.table;
  const way = to === table ? null : distance(ground, table, to);
  return way === null || way.toOne ? 0 : FAR * way.steps;
}

const OWNING = new Set(['own', 'owns', 'owned', 'has', 'have', 'having', 'with']);

/** "still open now" says the same twice. */
export function isSame(one: Filter, other: Filter): boolean {
  if (one.kind !== 'test' || other.kind !== 'test' || one.table !== other.table || one.not !== other.not) return false;
  try {
    return JSON.stringify(one.test('')) === JSON.stringify(other.test(''));
  } catch (error) {
    if (error instanceof Ambiguous) return false;
    throw error;
  }
}

/** "drivers without trips this month": when, of the trips. */
const isOfRelated = ({ filters }: Things, filter: Filter): boolean =>
  filters.at(-1)?.kind === 'related' && filter.kind === 'test' && filter.dated === true;

/** Whether something that follows may be said of the things themselves. */
export const isOfThem = (ground: Ground, things: Read<Things>, filter: Filter): boolean =>
  !isOfRelated(things.value, filter) && isNear(ground, things, filter);
