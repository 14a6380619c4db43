import pluralize from 'pluralize';
import type { Check, TableState } from '../state.ts';

/** Columns that may be a table's key, the likeliest first: `id`, what is called after the table, and then what looks like a key. Null where none may. */
export function keyCandidates({ name, columns, rows }: Pick<TableState, 'name' | 'columns' | 'rows'>): string[] | null {
  const full = columns.filter(({ values, type }) => values === rows && KEYS.has(type)).map((column) => column.name);
  const one = pluralize.singular(name);
  const wanted = ['id', `${one}_id`, `${name}_id`, 'uuid', `${one}_uuid`, `${one}_code`, `${one}_key`, 'code', 'sku', 'key', 'isbn'];
  const [first] = columns;
  if (first && /_(id|code|key|no|number)$/.test(first.name)) wanted.push(first.name);
  const found = [...new Set(wanted)].filter((column) => full.includes(column));
  return found.length === 0 ? null : found;
}

export const KEYS: ReadonlySet<string> = new Set(['bigint', 'uuid', 'text']);

/**
 * Columns that may point at another table: `customer_id` at `customers`, or at whatever has a key of that very name; `parent_id` at its own table. Whether all values are there is
 * looked at in the database.
 */
export function relationChecks(tables: readonly TableState[]): Check[] {
  const checks: Check[] = [];
  const targets = tables.map(targetOf);
  // Many tables of many columns each are more pairs than can be looked at one by one.
  const called = new Map<string, number[]>();
  for (const [at, target] of targets.entries()) for (const name of target?.names ?? []) called.set(name, [...(called.get(name) ?? []), at]);
  for (const [index, table] of tables.entries()) {
    for (const column of table.columns) {
      const likely = [...(called.get(column.name) ?? []), ...(OWN.test(column.name) ? [index] : [])].sort((one, other) => one - other);
      const to = likely.find((at) => pointsAt(column, table, targets[at] ?? null, at === index));
      const key = to === undefined ? undefined : targets[to]?.key;
      if (to !== undefined && key !== undefined) checks.push({ kind: 'relation', table: index, column: column.name, to, key });
    }
  }
  return checks;
}

const OWN = /^(parent|manager|reports_to|previous|next)(_id)?$/;

interface Target {
  readonly key: string;
  readonly type: string;
  readonly one: string;
  /** Of columns that may point at it. */
  readonly names: ReadonlySet<string>;
}

function targetOf({ name, key: keys, columns }: TableState): Target | null {
  const [key] = keys ?? [];
  const column = columns.find((one) => one.name === key);
  if (key === undefined || !column) return null;
  const one = pluralize.singular(name);
  return { key, type: column.type, one, names: new Set([`${one}_id`, `${name}_id`, `${one}_${key}`, one, key]) };
}

function pointsAt(column: TableState['columns'][number], table: TableState, target: Target | null, isOwn: boolean): boolean {
  if (!target || target.type !== column.type || column.values === 0) return false;
  const { key, one, names } = target;
  if (isOwn) return column.name !== key && OWN.test(column.name);
  // A key of the same name in both is the other's where it is called after that one.
  if (column.name === key && key !== 'id') return table.key?.[0] !== key || key.startsWith(one);
  return names.has(column.name) && column.name !== key;
}
