import type { Query } from '../../plan.ts';
import { stem } from '../stem.ts';
import { after, columnsAt, found, type Ground, type Read, tablesAt, word } from './ground.ts';
import { columnIn, createScope } from './query.ts';
import { shownOf } from './shown.ts';
import type { Things } from './things.ts';

export const query = (make: () => Query, { end, cost, notes }: Pick<Read<unknown>, 'end' | 'cost' | 'notes'>): Read<() => Query> =>
  found(make, end, cost, notes);

export const isPlural = (ground: Ground, at: number): boolean =>
  stem(word(ground, at)) !== word(ground, at) && !/ss$/.test(word(ground, at));

/** "with the customer name", "and their customer": the name of what each row belongs to, beside it. */
export function besides(ground: Ground, things: Read<Things>, make: () => Query): Read<() => Query>[] {
  const start = after(ground, things.end, [
    'with the',
    'with their',
    'and their',
    'including the',
    'along with the',
    'along with their',
    'and the',
    'with its',
    'with',
  ]);
  if (start === null) return [];
  const own = columnsAt(ground, start, [things.value.table]).flatMap(({ value, end, cost }) => {
    if (cost > 0.25 || (word(ground, start - 1) === 'with' && word(ground, start) !== 'their')) return [];
    const withColumns = (): Query => {
      const plan = make();
      if (plan.kind !== 'select' || plan.distinct === true) return plan;
      const known = new Set(plan.columns.map(({ as }) => as));
      const shown = value.columns
        .filter((column) => !known.has(column))
        .map((column) => ({ expr: columnIn(things.value.table, column), as: column }));
      return { ...plan, columns: [...plan.columns, ...shown] };
    };
    return [found(withColumns, end, cost)];
  });
  const tables = tablesAt(ground, start).flatMap(({ value: table, end, cost }) => {
    const named = after(ground, end, ['name', 'names']) ?? end;
    if (table === things.value.table || (word(ground, start - 1) === 'with' && named === end)) return [];
    const withNames = (): Query => {
      const plan = make();
      if (plan.kind !== 'select') return plan;
      const scope = createScope(ground, things.value.table);
      // The joins of the conditions come first and keep their aliases.
      things.value.filters.forEach((filter) => void scope.where(filter));
      const more = shownOf(ground, table, scope).map(({ expr, as }) => ({ expr, as: `${stem(table)}_${as}` }));
      // What has none is shown all the same.
      const joins = scope.joins().map((join, at) => (at < (plan.joins?.length ?? 0) ? join : { ...join, type: 'left' as const }));
      return { ...plan, columns: [...plan.columns, ...more], ...(joins.length > 0 ? { joins } : {}) };
    };
    return [found(withNames, named, cost)];
  });
  return [...own, ...tables];
}
