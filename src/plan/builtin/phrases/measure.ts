import type { AggregateName, Expr } from '../../plan.ts';
import { found, type Read } from './ground.ts';
import { columnIn, type Scope } from './query.ts';
import type { Things } from './things.ts';

/** What is worked out of some things: how many they are, or what a column of theirs comes to. */
export interface Measure {
  readonly things: Things;
  readonly value: (scope: Scope) => Expr;
  readonly as: string;
  /** `count` was not said: "tickets by status". */
  readonly implied?: true;
  /** Another one of the same things, shown beside it. */
  readonly beside?: Measure;
}

const count: Expr = { kind: 'aggregate', fn: 'count', arg: { kind: 'star' } };

export const counted = ({ value: things, end, cost, notes }: Read<Things>): Read<Measure> =>
  found({ things, value: () => count, as: 'count' }, end, cost, notes);

export function measured(
  { value: things, end, cost, notes }: Read<Things>,
  fn: AggregateName,
  table: string,
  column: string,
  more: readonly string[] = [],
): Read<Measure> {
  const value = (scope: Scope): Expr => ({ kind: 'aggregate', fn, arg: columnIn(scope.reach(table), column) });
  return found({ things, value, as: `${fn === 'avg' ? 'average' : fn === 'sum' ? 'total' : fn}_${column}` }, end, cost, [
    ...notes,
    ...more,
  ]);
}
