import pluralize from 'pluralize';
import type { Expr, Query } from '../../plan.ts';
import { divided, unfit } from '../linking/expressions.ts';
import { query } from './form.ts';
import { entry, type Ground, type Read } from './ground.ts';
import type { Group } from './group.ts';
import { groupedQuery } from './groups.ts';
import type { Measure } from './measure.ts';
import { createScope, select } from './query.ts';
import type { Filter, Things } from './things.ts';

/** Rows, or an amount of theirs, and what has some of them. */
export interface Each {
  readonly measure: Measure;
  readonly of: readonly Group[];
  /** The table of what has them, where all of its rows count, and which of them. */
  readonly owner: Things | null;
  readonly average?: true;
}

/** The average of a measure over all of what has it; where that is a stretch of time or told by a column, over each that has one at least. */
export function averagesOf(ground: Ground, { value: { measure, of, owner }, end, cost, notes }: Read<Each>): Read<() => Query>[] {
  const name = owner === null ? '' : pluralize.plural(entry(ground, owner.table).words.join(' '));
  if (owner === null || of.length > 1) {
    const note = 'The average is over each that has at least one.';
    return [query(() => overGroups(ground, measure, of), { end, cost: cost + 0.1, notes: [...notes, note] })];
  }
  const note = `The average is over all ${name}, those with none among them.`;
  return [query(() => overAll(ground, measure, owner), { end, cost: cost + 0.1, notes: [...notes, note] })];
}

function overGroups(ground: Ground, measure: Measure, groups: readonly Group[]): Query {
  const { orderBy: _order, ...grouped } = groupedQuery(ground, measure, groups);
  const average: Expr = { kind: 'aggregate', fn: 'avg', arg: { kind: 'column', table: 'counted', column: measure.as } };
  return { kind: 'select', columns: [{ expr: average, as: 'average' }], from: { kind: 'derived', query: grouped, as: 'counted' } };
}

function overAll(ground: Ground, measure: Measure, owner: Things): Query {
  const { table, filters } = measure.things;
  const scope = createScope(ground, table);
  if (table === owner.table) {
    const worth = measure.value(scope);
    const average: Expr = worth.kind === 'aggregate' && worth.arg.kind !== 'star' ? { ...worth, fn: 'avg' } : unfit();
    return select(scope, measure.things, { columns: [{ expr: average, as: 'average' }] });
  }
  scope.reach(owner.table);
  // What is said of the whole, as the day of an order is of its lines, says of which there are some.
  const whole: Things = { ...owner, filters: [...owner.filters, ...filters.filter((one) => isSaidOf(one, owner.table))] };
  const own = owner.filters.length === 0 ? [] : [{ kind: 'related' as const, things: owner, not: false }];
  const above = select(scope, { table, filters: [...filters, ...own] }, { columns: [{ expr: measure.value(scope), as: measure.as }] });
  const count: Expr = { kind: 'aggregate', fn: 'count', arg: { kind: 'star' } };
  const below = select(createScope(ground, owner.table), whole, { columns: [{ expr: count, as: 'count' }] });
  const quotient = divided({ kind: 'scalarQuery', query: above }, { kind: 'scalarQuery', query: below }, 1);
  return { kind: 'select', columns: [{ expr: quotient, as: 'average' }] };
}

const isSaidOf = (filter: Filter, table: string): boolean =>
  filter.kind === 'test' ? filter.table === table : filter.kind !== 'related' && filter.filters.every((one) => isSaidOf(one, table));
