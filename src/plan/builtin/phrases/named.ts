import type { Expr, Select } from '../../plan.ts';
import { stem } from '../english/stem.ts';
import { entry, found, type Ground, past, type Read, tablesAt } from './ground.ts';
import { namingOf } from './name-parts.ts';
import { columnIn, createScope, select } from './query.ts';
import { shownOf } from './shown.ts';
import type { Filter, Things } from './things.ts';
import { valueFilter, valuesAt } from './values.ts';

/** A thing that its name tells: "globex", "dr lewis", "the japan trip". */
export function namedAt(ground: Ground, from: number): Read<Things & { readonly filter: Filter }>[] {
  const at = past(ground, from, new Set(['the', 'our', 'my']));
  return valuesAt(ground, at).flatMap(({ value, end, cost, notes }) => {
    const tables = [
      ...new Set(value.places.filter(({ table, column }) => namingOf(entry(ground, table)).includes(column)).map(({ table }) => table)),
    ];
    const [table, ...more] = tables;
    if (table === undefined || more.length > 0) return [];
    const label = namingOf(entry(ground, table)).map((column) => `${table}.${column}`);
    const filter = valueFilter(ground, table, value, false, 'own', label);
    if (filter === null) return [];
    const noun = tablesAt(ground, end).flatMap((one) => (one.value === table ? [one.end] : []));
    return [end, ...noun].map((to) => found({ table, filters: [filter], filter }, to, cost, notes));
  });
}

/** What names a thing, with other columns of it or of what it belongs to. */
export function named(ground: Ground, things: Things, table: string, columns: readonly string[]): Select {
  const scope = createScope(ground, things.table);
  const alias = scope.reach(table);
  const own = columns.map((column): { expr: Expr; as: string } => ({ expr: columnIn(alias, column), as: column }));
  const names = shownOf(ground, things.table, scope).filter(({ as }) => !columns.includes(as) || table !== things.table);
  return select(scope, things, {
    columns: [...names, ...own].map((one, at, all) =>
      all.findIndex(({ as }) => as === one.as) === at ? one : { ...one, as: `${stem(table)}_${one.as}` },
    ),
  });
}
