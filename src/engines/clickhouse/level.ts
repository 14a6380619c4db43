import type { Expr, Query, Select, Source } from '../../plan/plan.ts';
import type { Schema } from '../../plan/schema.ts';
import { columnShape, type Shape } from './shape.ts';

/** One query's sources, as the expressions in it see them. */
export interface Level {
  readonly sources: ReadonlyMap<string, Relation>;
  /** Whether columns need their source in front. */
  readonly qualified: boolean;
  readonly parent: Level | null;
  readonly ctes: ReadonlyMap<string, Named>;
}

export interface Relation {
  /** How it is written: its own name, or another where a query around has one of that name. */
  readonly alias: string;
  readonly columns: ReadonlyMap<string, Shape>;
}

/** A common table expression: how it is written, and its columns. */
export interface Named {
  readonly name: string;
  readonly columns: ReadonlyMap<string, Shape>;
}

export const OUTERMOST: Level = { sources: new Map(), qualified: false, parent: null, ctes: new Map() };

export const sourcesOf = (select: Select): Source[] => [
  ...(select.from ? [select.from] : []),
  ...(select.joins ?? []).map((join) => join.source),
];

/** A name for a source that no query around uses, so that a name always means the innermost one. */
export function freeAlias(wanted: string, around: Level | null): string {
  const taken = new Set<string>();
  for (let level = around; level; level = level.parent) for (const { alias } of level.sources.values()) taken.add(alias.toLowerCase());
  let alias = wanted;
  for (let n = 2; taken.has(alias.toLowerCase()); n += 1) alias = `${wanted}_${n}`;
  return alias;
}

export function tableColumns(schema: Schema, table: string): ReadonlyMap<string, Shape> {
  const columns = schema.tables.find(({ name }) => name === table)?.columns ?? [];
  return new Map(columns.map(({ name, type, nativeType, nullable }) => [name, columnShape(type, nativeType, nullable)]));
}

/** Sources that a join may leave without a row: those on the other side of it. */
export function outerJoined(select: Select): ReadonlySet<string> {
  const empty = new Set<string>();
  const before = select.from ? [select.from.as] : [];
  for (const { type, source } of select.joins ?? []) {
    if (type === 'left' || type === 'full') empty.add(source.as);
    if (type === 'right' || type === 'full') for (const as of before) empty.add(as);
    before.push(source.as);
  }
  return empty;
}

export const withNulls = (columns: ReadonlyMap<string, Shape>): ReadonlyMap<string, Shape> =>
  new Map([...columns].map(([name, shape]) => [name, { ...shape, nullable: true }]));

/** Whether a query names a source of the queries around it. */
export function isCorrelated(query: Query): boolean {
  const own = new Set<string>();
  const named = new Set<string>();
  visit(query, (node) => {
    if ('as' in node && 'kind' in node) own.add(String(node.as));
    if ('kind' in node && node.kind === 'column' && 'table' in node) named.add(String(node.table));
  });
  return [...named].some((name) => !own.has(name));
}

/** Whether an aggregate stands in it, outside its subqueries. */
export const hasAggregate = (expr: Expr): boolean => holds(expr, (node) => node.kind === 'aggregate');
export const hasWindow = (expr: Expr): boolean => holds(expr, (node) => node.kind === 'window');

function holds(expr: Expr, test: (node: { kind: unknown }) => boolean): boolean {
  let found = false;
  visit(expr, (node) => {
    if (!('kind' in node)) return true;
    found ||= test(node);
    return node.kind !== 'select' && node.kind !== 'set';
  });
  return found;
}

/** Every object of a tree; `take` says false where it should not be entered. */
export function visit(value: unknown, take: (node: object) => unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) for (const item of value) visit(item, take);
  else if (take(value) !== false) for (const item of Object.values(value)) visit(item, take);
}

/** The query only gives values that are not NULL in its one column, because it asks for that. */
export function asksNotNull(query: Query): boolean {
  if (query.kind !== 'select' || !query.where) return false;
  const wanted = JSON.stringify(query.columns[0]?.expr);
  const conditions = query.where.kind === 'and' ? query.where.args : [query.where];
  return conditions.some((each) => each.kind === 'not' && each.arg.kind === 'isNull' && JSON.stringify(each.arg.arg) === wanted);
}
