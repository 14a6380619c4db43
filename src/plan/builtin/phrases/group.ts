import type { Expr } from '../../plan.ts';
import type { Unit } from '../english/dates/calendar.ts';
import { stem } from '../english/stem.ts';
import { entry, type Ground } from './ground.ts';
import { namingOf } from './name-parts.ts';
import { columnIn, type Scope } from './query.ts';
import type { Filter } from './things.ts';

/** By what some things are told apart. */
export interface Group {
  /** What is grouped by, and what of it is shown. */
  readonly keys: (scope: Scope) => Expr[];
  readonly shown: (scope: Scope) => { expr: Expr; as: string }[];
  readonly time: boolean;
  /** The table grouped by, where it is told by pairs with the things. */
  readonly pairs?: string;
  /** Only things of which this holds are in any group. */
  readonly within?: Filter;
}

/** From 0, Sunday. */
export const byWeekday = (table: string, column: string): Group => {
  const key = (scope: Scope): Expr => ({ kind: 'call', fn: 'weekday', args: [columnIn(scope.reach(table), column)] });
  return { keys: (scope) => [key(scope)], shown: (scope) => [{ expr: key(scope), as: 'weekday' }], time: true };
};

export const byTime = (table: string, column: string, unit: Unit | 'decade' | 'century'): Group => {
  const key = (scope: Scope): Expr => ({
    kind: 'cast',
    type: 'date',
    arg: { kind: 'call', fn: 'date_trunc', args: [{ kind: 'literal', value: unit, type: 'text' }, columnIn(scope.reach(table), column)] },
  });
  return { keys: (scope) => [key(scope)], shown: (scope) => [{ expr: key(scope), as: unit }], time: true };
};

export const byColumns = (table: string, columns: readonly string[]): Group => ({
  keys: (scope) => columns.map((column) => columnIn(scope.reach(table), column)),
  shown: (scope) => columns.map((column) => ({ expr: columnIn(scope.reach(table), column), as: column })),
  time: false,
});

/** One for each row of a table, known by what names it. */
export function byThing(ground: Ground, table: string): Group {
  const { table: own, label } = entry(ground, table);
  // What has no name is told by its key, with what describes it.
  const named = label.length > 0 ? label : [...own.primaryKey, ...namingOf(entry(ground, table))];
  return {
    keys: (scope) => [...new Set([...own.primaryKey, ...named])].map((column) => columnIn(scope.reach(table), column)),
    shown: (scope) =>
      named.map((column) => ({
        expr: columnIn(scope.reach(table), column),
        as: label.length > 0 && column === 'name' ? stem(own.name) : column,
      })),
    time: false,
  };
}

/** What holds of whatever is in a group. */
export const conditionsOf = (groups: readonly Group[]): Filter[] =>
  groups.flatMap((group) => (group.within === undefined ? [] : [group.within]));
