import type { Expr, Select } from '../../plan.ts';
import { entry, type Ground } from './ground.ts';
import { columnIn, createScope, type Scope, select } from './query.ts';
import type { Things } from './things.ts';

/** What names a row of a table to a person; of rows without a name, all that is known. */
export function shownOf(ground: Ground, table: string, scope: Scope): { expr: Expr; as: string }[] {
  const { label, table: own } = entry(ground, table);
  const names = label.length > 0 ? label : own.columns.map(({ name }) => name);
  const alias = scope.reach(table);
  return names.map((column) => ({ expr: columnIn(alias, column), as: column }));
}

/** What is shown beside the columns of a row: none that is one of them, and by another name what is called as one is. */
export const besideOwn = (shown: readonly { expr: Expr; as: string }[], own: readonly { expr: Expr; as: string }[]) =>
  shown
    .filter(({ expr }) => !own.some((one) => JSON.stringify(one.expr) === JSON.stringify(expr)))
    .map((one) => (own.some(({ as }) => as === one.as) ? { ...one, as: `group_${one.as}` } : one));

export function listQuery(ground: Ground, things: Things, rest: Partial<Pick<Select, 'orderBy' | 'limit'>> = {}): Select {
  const scope = createScope(ground, things.table);
  return select(scope, things, { columns: shownOf(ground, things.table, scope), ...rest });
}
