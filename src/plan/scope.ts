import { distance } from 'fastest-levenshtein';
import { Fault } from '../fault.ts';
import { baseTypeOf, type Column, type Schema, type Table } from './schema.ts';
import type { ExprType } from './types.ts';

/** What a source offers to the query around it. `column` is the stored column, absent for computed ones. */
export interface Field {
  readonly type: ExprType;
  readonly column?: Column | undefined;
  /** A whole number of 64 bits: its sum is a decimal. */
  readonly wide?: boolean | undefined;
}

export interface Relation {
  readonly fields: ReadonlyMap<string, Field>;
}

/** Names that an expression may use: a query's own sources, then those of the queries around it. */
export interface Scope {
  readonly sources: Map<string, Relation>;
  readonly parent: Scope | null;
  /** Common table expressions that a source here may name, those of the queries around it included. */
  readonly ctes: ReadonlyMap<string, Relation>;
}

export const emptyScope = (parent: Scope | null = null): Scope => ({ sources: new Map(), parent, ctes: parent?.ctes ?? new Map() });

const KNOWN_MAX = 50;

/** The table of this exact name. Fault `schema_mismatch` with what exists. */
export function findTable(schema: Schema, name: string): Table {
  const table = schema.tables.find((each) => each.name === name);
  if (table) return table;
  const known = schema.tables.map((each) => each.name);
  throw unknownName({ table: name }, name, known);
}

/** The column of this exact name. Fault `schema_mismatch` with what exists. */
export function findColumn(table: Table, name: string): Column {
  const column = table.columns.find((each) => each.name === name);
  if (column) return column;
  const known = table.columns.map((each) => each.name);
  throw unknownName({ table: table.name, column: name }, name, known);
}

/** Looks a qualified column up, from the innermost query outwards. */
export function resolveColumn(scope: Scope, table: string, column: string): Field {
  for (let level: Scope | null = scope; level; level = level.parent) {
    const relation = level.sources.get(table);
    if (!relation) continue;
    const field = relation.fields.get(column);
    if (field) return field;
    throw unknownName({ table, column }, column, [...relation.fields.keys()]);
  }
  throw unknownName({ table }, table, visible(scope));
}

/** The common table expression of this name. Fault `schema_mismatch` with those that can be seen. */
export function findCte(scope: Scope, name: string): Relation {
  const relation = scope.ctes.get(name);
  if (relation) return relation;
  throw unknownName({ table: name }, name, [...scope.ctes.keys()]);
}

export function relationOf(table: Table): Relation {
  return { fields: new Map(table.columns.map((column) => [column.name, { type: column.type, column, wide: isWide(column) }])) };
}

const isWide = (column: Column): boolean => column.type === 'integer' && /^(bigint|int8|u?int64|u?int32)\b/i.test(baseTypeOf(column));

/** Up to three of `known` that look like `name`, best first. */
export function nearest(name: string, known: readonly string[]): string[] {
  const lower = name.toLowerCase();
  return known
    .map((each) => ({ each, far: nameDistance(lower, each.toLowerCase()) }))
    .filter(({ each, far }) => far <= Math.max(2, Math.ceil(Math.max(lower.length, each.length) / 2.5)))
    .sort((a, b) => a.far - b.far || (a.each < b.each ? -1 : 1))
    .slice(0, 3)
    .map(({ each }) => each);
}

function nameDistance(a: string, b: string): number {
  const partOf = a.length > 2 && b.length > 2 && (a.includes(b) || b.includes(a));
  return Math.min(distance(a, b), partOf ? 2 : Number.POSITIVE_INFINITY);
}

function unknownName(what: { table?: string; column?: string }, name: string, known: readonly string[]): Fault {
  return new Fault('schema_mismatch', { params: { ...what, known: known.slice(0, KNOWN_MAX), nearest: nearest(name, known) } });
}

function visible(scope: Scope): string[] {
  const names: string[] = [];
  for (let level: Scope | null = scope; level; level = level.parent) names.push(...level.sources.keys());
  return names;
}
