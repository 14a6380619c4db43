import type { Expr, Select } from '../../plan.ts';
import { all } from '../linking/expressions.ts';
import { after, entry, found, type Ground, type Read } from './ground.ts';
import { columnIn, number } from './query.ts';
import type { Filter } from './things.ts';
import { valueFilter, valuesAt } from './values.ts';

/** A key of a table to itself that says who stands above whom. */
export function superiorOf(ground: Ground, table: string): { column: string; key: string } | null {
  const { table: own } = entry(ground, table);
  const keys = own.foreignKeys.filter((key) => key.table === table && key.columns.length === 1);
  const [only, ...more] = keys;
  const [column] = only?.columns ?? [];
  const [key] = only?.references ?? [];
  return column === undefined || key === undefined || more.length > 0 ? null : { column, key };
}

/** Of people, by whom they stand under, and what the key that leads there is called. */
const REPORTING: readonly { readonly phrases: readonly string[]; readonly keys: readonly string[] }[] = [
  {
    phrases: [
      'reporting to',
      'report to',
      'reports to',
      'managed by',
      'supervised by',
      'under',
      'led by',
      'who report to',
      'works under',
      'work under',
      'working under',
      'work for',
      'works for',
      'working for',
    ],
    keys: ['manager', 'supervisor', 'boss', 'lead', 'leader', 'head', 'superior', 'report', 'chief'],
  },
  { phrases: ['under', 'below', 'in', 'within', 'inside', 'part of', 'belonging to'], keys: ['parent'] },
  { phrases: ['mentored by', 'coached by'], keys: ['mentor', 'coach', 'tutor'] },
  { phrases: ['tutored by'], keys: ['tutor', 'mentor'] },
];

/** "who report to Ann", "managed by Ann": those whose key leads to her. */
export function reportsAt(ground: Ground, at: number, table: string): Read<Filter>[] {
  return REPORTING.flatMap(({ phrases, keys }) => {
    const start = after(ground, at, phrases);
    const superior = superiorOf(ground, table);
    const words = entry(ground, table).columns.find(({ column }) => column.name === superior?.column)?.words ?? [];
    if (start === null || superior === null || !words.some((word) => keys.includes(word))) return [];
    const label = entry(ground, table).label.map((column) => `${table}.${column}`);
    return valuesAt(ground, start).flatMap(({ value, end, cost, notes }) => {
      const who = valueFilter(ground, table, value, false, 'own', label);
      return who?.kind === 'test' ? [found(reportsTo(table, superior, who.test), end, cost, notes)] : [];
    });
  });
}

export function reportsTo(table: string, { column, key }: { column: string; key: string }, test: (alias: string) => Expr): Filter {
  const above = `${table}_above`;
  return {
    kind: 'test',
    table,
    not: false,
    test: (alias) => {
      const query: Select = {
        kind: 'select',
        columns: [{ expr: number(1), as: 'one' }],
        from: { kind: 'table', table, as: above },
        where: all([{ kind: 'compare', op: '=', left: columnIn(above, key), right: columnIn(alias, column) }, test(above)]),
      };
      return { kind: 'exists', query };
    },
  };
}
