import type { CompareOp, Expr, Join, Select } from '../../plan.ts';
import { all, unfit } from '../linking/expressions.ts';
import { type Edge, findPath } from '../linking/joins.ts';
import { entry, type Ground } from './ground.ts';
import type { Filter, Things } from './things.ts';

/** Tables of one query, each known by an alias of its own. */
export interface Scope {
  readonly base: string;
  readonly as: string;
  /** The alias of a table of which each row of the base has one at the most, joined when it is not there yet. */
  reach(table: string): string;
  where(filter: Filter): Expr;
  joins(): Join[];
}

interface Names {
  take(table: string): string;
}

function createNames(): Names {
  const used = new Map<string, number>();
  return {
    take(table) {
      const count = (used.get(table) ?? 0) + 1;
      used.set(table, count);
      return count === 1 ? table : `${table}_${count}`;
    },
  };
}

export const columnIn = (table: string, column: string): Expr => ({ kind: 'column', table, column });
export const number = (value: number): Expr => ({ kind: 'literal', value, type: 'integer' });

/** A number as it was said, whole or not. */
export const amount = (value: number): Expr => (Number.isInteger(value) ? number(value) : { kind: 'literal', value, type: 'decimal' });

/** `keep`: rows that have none of what is joined stay. */
export function createScope(ground: Ground, base: string, keep = false, names: Names = createNames()): Scope {
  const as = names.take(base);
  const aliases = new Map([[base, as]]);
  const joins: Join[] = [];
  const join = (edge: Edge, from: string): string => {
    const alias = names.take(edge.to);
    const source = { kind: 'table' as const, table: edge.to, as: alias };
    joins.push({ type: keep ? 'left' : 'inner', source, on: onOf(edge, from, alias) });
    return alias;
  };
  const reach = (table: string): string => {
    const known = aliases.get(table);
    if (known !== undefined) return known;
    const path = pathTo(ground, base, table);
    if (!path.every(({ toOne }) => toOne)) return unfit();
    for (const edge of path) {
      if (aliases.has(edge.to)) continue;
      aliases.set(edge.to, join(edge, aliases.get(edge.from) ?? unfit()));
    }
    return aliases.get(table) ?? unfit();
  };
  /** Rows of other things that belong to the row of the base. */
  const related = (things: Things): { from: Select; direct: boolean; inner: Scope } => {
    const { table, filters } = inRole(things);
    const path = pathTo(ground, table, base);
    const inner = createScope(ground, table, false, names);
    const last = path.at(-1) ?? unfit();
    let at = inner.as;
    const innerJoins: Join[] = [];
    for (const edge of path.slice(0, -1)) {
      const alias = names.take(edge.to);
      innerJoins.push({ type: 'inner', source: { kind: 'table', table: edge.to, as: alias }, on: onOf(edge, at, alias) });
      at = alias;
    }
    const where = [onOf(last, at, as), ...filters.map((filter) => inner.where(filter))];
    const more = [...innerJoins, ...inner.joins()];
    const from: Select = {
      kind: 'select',
      columns: [{ expr: number(1), as: 'one' }],
      from: { kind: 'table', table, as: inner.as },
      ...(more.length > 0 ? { joins: more } : {}),
      where: all(where),
    };
    return { from, direct: path.every(({ toOne }) => toOne), inner };
  };
  const where = (filter: Filter): Expr => {
    if (filter.kind === 'or') return { kind: 'or', args: filter.filters.map(where) };
    if (filter.kind === 'all') return all(filter.filters.map(where));
    if (filter.kind === 'test') {
      if (filter.table === base) return filter.not ? { kind: 'not', arg: filter.test(as) } : filter.test(as);
      const path = pathTo(ground, base, filter.table);
      if (!filter.not && !keep && path.every(({ toOne }) => toOne)) return filter.test(reach(filter.table));
      const { from } = related({ table: filter.table, filters: [{ ...filter, not: false }] });
      const exists: Expr = { kind: 'exists', query: from };
      return filter.not ? { kind: 'not', arg: exists } : exists;
    }
    const { from, direct, inner } = related(filter.things);
    if (filter.count === undefined) {
      const exists: Expr = { kind: 'exists', query: from };
      return filter.not ? { kind: 'not', arg: exists } : exists;
    }
    const [key, ...more] = entry(ground, inRole(filter.things).table).table.primaryKey;
    const arg: Expr = direct ? { kind: 'star' } : key === undefined || more.length > 0 ? unfit() : columnIn(inner.as, key);
    const count: Expr = { kind: 'aggregate', fn: 'count', arg, ...(direct ? {} : { distinct: true }) };
    const { of, op, value, than } = filter.count;
    if (of !== undefined && !direct) return unfit();
    const worth: Expr = of === undefined ? count : { kind: 'aggregate', fn: of.fn, arg: columnIn(inner.as, of.column) };
    const query: Select = { ...from, columns: [{ expr: worth, as: of?.fn ?? 'count' }] };
    return { kind: 'compare', op, left: { kind: 'scalarQuery', query }, right: than === undefined ? amount(value) : columnIn(as, than) };
  };
  return { base, as, reach, where, joins: () => [...joins] };
}

/** The "guests" of an episode are those of its appearances, whatever else leads from it to people. */
function inRole({ table, filters }: Things): Things {
  const role = filters.find((filter) => filter.kind === 'related' && filter.role === true);
  return role?.kind !== 'related' ? { table, filters } : { table: role.things.table, filters: filters.filter((filter) => filter !== role) };
}

/** The keys between two tables; a way that is not the only one of its length cannot be taken. */
function pathTo(ground: Ground, from: string, to: string): readonly Edge[] {
  const edges = wayBetween(ground, from, to);
  return edges === null || edges.length === 0 ? unfit() : edges;
}

/** Null where there is no single way. Of several over one table between, the one whose rows are pairs of the two is meant. */
function wayBetween(ground: Ground, from: string, to: string): readonly Edge[] | null {
  const path = findPath(ground.graph, [from], to);
  if (path === null || path.edges.length > PATH_MAX) return null;
  if (!path.ambiguous) return path.edges;
  if (path.edges.length !== 2) return null;
  const over = (ground.graph.edges.get(from) ?? []).flatMap((first) => {
    const seconds = (ground.graph.edges.get(first.to) ?? []).filter((second) => second.to === to && second.toOne);
    const [second, ...more] = seconds;
    const { table } = entry(ground, first.to);
    if (first.toOne || second === undefined || more.length > 0) return [];
    const pair = [...first.on.map((one) => one.to), ...second.on.map((one) => one.from)];
    const keyed = [table.primaryKey, ...table.uniques].some(
      (key) => key.length === pair.length && key.every((column) => pair.includes(column)),
    );
    return keyed ? [[first, second]] : [];
  });
  const [only, ...others] = over;
  return only === undefined || others.length > 0 ? null : only;
}

const PATH_MAX = 3;

const onOf = (edge: Edge, from: string, to: string): Expr =>
  all(edge.on.map((pair): Expr => ({ kind: 'compare', op: '=', left: columnIn(from, pair.from), right: columnIn(to, pair.to) })));

/** A query of the rows that some things are, with what is shown of them. */
export function select(scope: Scope, things: Things, rest: Omit<Select, 'kind' | 'from' | 'joins' | 'where'>): Select {
  const where = things.filters.map((filter) => scope.where(filter));
  const joins = scope.joins();
  return {
    kind: 'select',
    from: { kind: 'table', table: scope.base, as: scope.as },
    ...(joins.length > 0 ? { joins } : {}),
    ...(where.length > 0 ? { where: all(where) } : {}),
    ...rest,
  };
}

/** The table of pairs of two others: enrollments, of students and classes. */
export function pairsOf(ground: Ground, from: string, to: string): string | null {
  const path = wayBetween(ground, from, to);
  const [first, second] = path ?? [];
  return path?.length === 2 && first?.toOne === false && second?.toOne === true ? first.to : null;
}

/** How far one table is from another: keys between them, and whether each leads to one row. Null where there is no single way. */
export function distance(ground: Ground, from: string, to: string): { steps: number; toOne: boolean } | null {
  if (from === to) return { steps: 0, toOne: true };
  const path = wayBetween(ground, from, to);
  return path === null ? null : { steps: path.length, toOne: path.every(({ toOne }) => toOne) };
}

export const compare = (op: CompareOp, left: Expr, right: Expr): Expr => ({ kind: 'compare', op, left, right });

/** Whether what a thing has of another can be said of it in one way: a review of a medicine is no order of it. */
export function isOnlyWay(ground: Ground, from: string, to: string): boolean {
  const path = wayBetween(ground, from, to);
  if (path === null) return false;
  const between = path.slice(0, -1).map((edge) => edge.to);
  if (between.length === 0) return true;
  const edges = new Map(
    [...ground.graph.edges].map(([table, own]) => [table, between.includes(table) ? [] : own.filter((edge) => !between.includes(edge.to))]),
  );
  const other = findPath({ edges }, [from], to);
  if (other === null || other.edges.length > PATH_MAX) return true;
  const first = path[0];
  const { table } = entry(ground, first?.to ?? from);
  const pair = path.length === 2 ? [...(path[0]?.on ?? []).map((one) => one.to), ...(path[1]?.on ?? []).map((one) => one.from)] : [];
  return (
    pair.length > 0 &&
    [table.primaryKey, ...table.uniques].some((key) => key.length === pair.length && key.every((column) => pair.includes(column)))
  );
}

/** What a step further away costs, of two tables that may be meant. */
export const FAR = 0.1;
