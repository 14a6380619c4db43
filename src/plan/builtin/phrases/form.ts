import type { Query } from '../../plan.ts';
import { Unfit } from '../linking/expressions.ts';
import { found, type Ground, type Read } from './ground.ts';
import { Ambiguous } from './values.ts';

/** A whole question, or its beginning; `end` is how far it was read. A query that cannot be made throws `Unfit`. */
export type Form = (ground: Ground, at: number) => Read<() => Query>[];

/** Whatever a question says that cannot be put together is no reading of it. */
export function made(make: () => Query): Query | 'ambiguous' | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof Unfit) return null;
    if (error instanceof Ambiguous) return 'ambiguous';
    throw error;
  }
}

export const query = (make: () => Query, { end, cost, notes }: Pick<Read<unknown>, 'end' | 'cost' | 'notes'>): Read<() => Query> =>
  found(make, end, cost, notes);
