import pluralize from 'pluralize';
import type { Check, TableState } from '../state.ts';

/** Columns that may be a table's key, the likeliest first: `id`, what is called after the table, and then what looks like a key. Null where none may. */
export function keyCandidates({ name, columns, rows }: Pick<TableState, 'name' | 'columns' | 'rows'>): string[] | null {
  const full = columns.filter(({ values, type }) => values === rows && KEYS.has(type)).map((column) => column.name);
  const one = pluralize.singular(name);
  const wanted = ['id', `${one}_id`, `${name}_id`, 'uuid', `${one}_uuid`, `${one}_code`, `${one}_key`, 'code', 'sku', 'key', 'isbn'];
  const [first] = columns;
  if (first && /_(id|code|key|no|number)$/.test(first.name)) wanted.push(first.name);
  // The customer of customers is its name.
  if (columns.some((column) => column.name === one && column.type === 'text')) wanted.push(one);
  const found = [...new Set(wanted)].filter((column) => full.includes(column));
  return found.length === 0 ? null : found;
}

export const KEYS: ReadonlySet<string> = new Set(['bigint', 'uuid', 'text']);

/**
 * Columns that may point at another table: `customer_id` at `customers`, or at whatever has a key of that very name; `parent_id` at its own table. Whether all values are there, and
 * which of two tables with such a column it is the key of, is looked at in the database.
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
      const rowsOf = (at: number) => (isCalledAfter(column.name, tables[at]?.name ?? '') ? -1 : (tables[at]?.rows ?? 0));
      const [to] = likely
        .filter((at) => pointsAt(column, targets[at] ?? null, at === index))
        .sort((one, other) => rowsOf(one) - rowsOf(other));
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
  /** Of columns that may point at it. */
  readonly names: ReadonlySet<string>;
}

function targetOf({ name, key: keys, columns }: TableState): Target | null {
  const [key] = keys ?? [];
  const column = columns.find((one) => one.name === key);
  if (key === undefined || !column) return null;
  const one = pluralize.singular(name);
  return { key, type: column.type, names: new Set([`${one}_id`, `${name}_id`, `${one}_${key}`, one, key]) };
}

function pointsAt(column: TableState['columns'][number], target: Target | null, isOwn: boolean): boolean {
  if (!target || target.type !== column.type || column.values === 0) return false;
  const { key, names } = target;
  if (isOwn) return column.name !== key && OWN.test(column.name);
  return names.has(column.name) && (column.name !== key || key !== 'id');
}

/** A column that tells the rows of its own table apart points nowhere, unless it is called after the other table, as the `customer_id` of profiles. */
export const isItsOwnKey = ({ table, column, to, isSaid }: Extract<Check, { kind: 'relation' }>, tables: readonly TableState[]): boolean =>
  isSaid !== true && tables[table]?.key?.[0] === column && table !== to && !isCalledAfter(column, tables[to]?.name ?? '');

const isCalledAfter = (column: string, table: string): boolean => column.startsWith(pluralize.singular(table));
