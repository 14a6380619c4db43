import type { Delete, Expr, Insert, Select, Update } from '../../plan/plan.ts';
import type { ForeignKey, Schema, Table } from '../../plan/schema.ts';
import type { Cascade } from '../engine.ts';
import type { Circle, Link } from './circle.ts';

/** Rows that change because a key of theirs points at rows that are written. */
export interface Reached {
  readonly table: string;
  readonly change: Cascade['change'];
  /** Which rows, before the write; null where tables point at each other in a circle, and no condition can say it. */
  readonly where: Expr | null;
  /** What a query follows where no condition can say it; absent where that is not enough either. */
  readonly circle?: Circle;
}

/**
 * Every table that a write reaches by keys, the nearest first: what loses rows, whole transitive closure, then what keeps
 * its rows with the key emptied (ON DELETE SET NULL, SET DEFAULT), or follows a key that changes (ON UPDATE).
 */
export function reachOf(plan: Insert | Update | Delete, schema: Schema): Reached[] {
  if (plan.kind === 'insert') return [];
  return plan.kind === 'delete' ? reachOfDelete(plan, schema) : reachOfUpdate(plan, schema);
}

function reachOfDelete(plan: Delete, schema: Schema): Reached[] {
  const children = (parent: string) => keysTo(parent, schema).filter(({ key }) => key.onDelete === 'cascade');
  const linksTo = (parent: string): Link[] => children(parent).map(({ table, key }) => ({ child: table.name, key, parent }));
  const order = [plan.table];
  for (const parent of order) for (const { table } of children(parent)) if (!order.includes(table.name)) order.push(table.name);
  const circles = circular(order, (name) => children(name).map(({ table }) => table.name));
  const doomed = (name: string): Expr | undefined => {
    if (name === plan.table) return plan.where;
    const ways = order.flatMap((parent) =>
      children(parent)
        .filter(({ table }) => table.name === name)
        .map(({ key }) => pointsAt(name, key, parent, doomed(parent))),
    );
    return ways.length === 1 ? ways[0] : { kind: 'or', args: ways };
  };
  const own = children(plan.table).some(({ table }) => table.name === plan.table) || circles.has(plan.table);
  const deleted = order
    .filter((name) => name !== plan.table || own)
    .map(
      (name): Reached =>
        circles.size === 0
          ? { table: name, change: 'deleted', where: doomed(name) ?? null }
          : { table: name, change: 'deleted', where: null, circle: { tables: order, links: order.flatMap(linksTo) } },
    );
  if (circles.size > 0) {
    const pointing = EMPTYING.flatMap((change) =>
      schema.tables
        .filter(({ foreignKeys }) => foreignKeys.some((key) => order.includes(key.table) && key.onDelete === change))
        .map(({ name }): Reached => ({ table: name, change, where: null })),
    );
    return [...deleted, ...pointing];
  }
  const emptied = EMPTYING.flatMap((change) =>
    schema.tables.flatMap((table): Reached[] => {
      const ways = order.flatMap((parent) =>
        table.foreignKeys
          .filter((key) => key.table === parent && key.onDelete === change)
          .map((key) => pointsAt(table.name, key, parent, doomed(parent))),
      );
      if (ways.length === 0) return [];
      const pointing = anyOf(ways);
      const own = order.includes(table.name) ? doomed(table.name) : null;
      // Of a table that loses rows too, those alone that stay; without a condition none does.
      if (own === undefined) return [];
      return [{ table: table.name, change, where: own === null ? pointing : { kind: 'and', args: [pointing, { kind: 'not', arg: own }] } }];
    }),
  );
  return [...deleted, ...emptied];
}

const EMPTYING = ['set null', 'set default'] as const;

function reachOfUpdate(plan: Update, schema: Schema): Reached[] {
  const set = new Set(plan.set.map(({ column: name }) => name));
  return keysTo(plan.table, schema)
    .filter(({ key }) => key.onUpdate !== undefined && key.onUpdate !== 'no action' && key.references.some((name) => set.has(name)))
    .map(({ table, key }) => ({
      table: table.name,
      change: FOLLOWING[key.onUpdate ?? ''] ?? 'updated',
      where: pointsAt(table.name, key, plan.table, plan.where),
    }));
}

const FOLLOWING: Record<string, Cascade['change']> = { 'set null': 'set null', 'set default': 'set default' };

const keysTo = (parent: string, schema: Schema): { table: Table; key: ForeignKey }[] =>
  schema.tables.flatMap((table) => table.foreignKeys.filter((key) => key.table === parent).map((key) => ({ table, key })));

const anyOf = (ways: Expr[]): Expr => (ways.length === 1 && ways[0] ? ways[0] : { kind: 'or', args: ways });

/** Tables that can be reached from themselves. */
function circular(names: readonly string[], next: (name: string) => string[]): Set<string> {
  const reaches = (start: string): boolean => {
    const seen = next(start);
    for (const name of seen) for (const further of next(name)) if (!seen.includes(further)) seen.push(further);
    return seen.includes(start);
  };
  return new Set(names.filter(reaches));
}

/** What keeps rows from being deleted: a constraint of `child`, and the rows there that point at rows which the delete would take. */
export function pointersOf(plan: Delete, child: string, schema: Schema): Expr | null {
  const refusing = keysTo(plan.table, schema).filter(
    ({ table, key }) => table.name === child && (key.onDelete === 'no action' || key.onDelete === 'restrict'),
  );
  return refusing.length === 0 ? null : anyOf(refusing.map(({ key }) => pointsAt(child, key, plan.table, plan.where)));
}

/** The rows of `child` whose key points at those rows of `parent`. */
function pointsAt(child: string, key: ForeignKey, parent: string, where: Expr | undefined): Expr {
  const there = key.references.map((name) => column(parent, name));
  const here = key.columns.map((name) => column(child, name));
  const from: Select['from'] = { kind: 'table', table: parent, as: parent };
  const [one] = here;
  // Inside a query of its own table a name means the inner one, so what is compared has to stand outside it.
  if (child === parent && here.length === 1 && one) {
    const keys: Select = { kind: 'select', columns: there.map((expr) => ({ expr, as: 'key' })), from, ...(where ? { where } : {}) };
    return { kind: 'inQuery', arg: one, query: keys };
  }
  const same = there.map((left, i): Expr => ({ kind: 'compare', op: '=', left, right: here[i] ?? left }));
  const query: Select = {
    kind: 'select',
    columns: [{ expr: { kind: 'literal', value: 1, type: 'integer' }, as: 'one' }],
    from,
    where: { kind: 'and', args: where ? [...same, where] : same },
  };
  return { kind: 'exists', query };
}

const column = (table: string, name: string): Expr => ({ kind: 'column', table, column: name });
