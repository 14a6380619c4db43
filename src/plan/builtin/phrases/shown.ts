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

export function listQuery(ground: Ground, things: Things, rest: Partial<Pick<Select, 'orderBy' | 'limit'>> = {}): Select {
  const scope = createScope(ground, things.table);
  return select(scope, things, { columns: shownOf(ground, things.table, scope), ...rest });
}
