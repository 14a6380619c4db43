import type { Json } from '../../guard/postgres-json.ts';
import type { Expr } from '../plan.ts';
import type { Schema, Table } from '../schema.ts';
import type { Field, Named, Place, Scope } from './place.ts';
import { ambiguous, unknownName, unsupported } from './refuse.ts';
import { partsOf } from './tree.ts';

/**
 * The expression that a column reference means, from the innermost query outwards. PostgreSQL folds a bare name to
 * lower case, so where nothing has exactly that name, the only one that differs by case is taken.
 */
export function readColumn(body: Json, place: Place): Expr {
  const parts = partsOf(body);
  if (parts.includes(null)) throw unsupported('a whole row (*) as a value');
  const [last, alias, schema, ...more] = parts.filter((part) => part !== null).reverse();
  if (last === undefined || more.length > 0) throw unsupported('a name with a database in it');
  refuseSchema(schema, place);
  return alias === undefined ? bareColumn(last, place) : qualifiedColumn(alias, last, place.scope);
}

/** Columns for `*` or `alias.*`. */
export function readStar(body: Json, place: Place): readonly Field[] {
  const parts = partsOf(body);
  if (place.scope === null || place.scope.named.length === 0) throw unsupported('* without FROM');
  if (parts.length === 1) return place.scope.visible;
  const [alias, schema] = parts.slice(0, -1).reverse();
  refuseSchema(schema ?? undefined, place);
  return findAlias(alias ?? '', place.scope).fields;
}

function refuseSchema(name: string | undefined, { schema }: Place): void {
  if (name === undefined || name === 'public' || schema.tables.some((table) => table.place?.schema === name)) return;
  throw unsupported(`the schema ${name}`);
}

/** The field of this name in one query's own FROM; null when none has it. */
export function fieldNamed(name: string, scope: Scope | null): Expr | null {
  if (scope === null) return null;
  for (const same of [exactly(name), folded(name)]) {
    const found = scope.visible.filter((field) => same(field.name));
    if (found.length > 0) return onlyOne(name, found);
  }
  return null;
}

/** The table of this name, whatever its case where that leaves no choice. Fault `schema_mismatch` with what exists. */
export function tableNamed(schema: Schema, name: string): Table {
  const exact = schema.tables.find((table) => table.name === name);
  if (exact) return exact;
  const alike = schema.tables.filter((table) => folded(name)(table.name));
  const [only] = alike;
  const known = schema.tables.map((table) => table.name);
  if (only === undefined) throw unknownName({ table: name }, name, known);
  if (alike.length > 1)
    throw ambiguous(
      name,
      alike.map(({ name: each }) => each),
    );
  return only;
}

/** The table's own spelling of a column name. Fault `schema_mismatch` with what exists. */
export function columnNamed(table: Table, name: string): string {
  const names = table.columns.map((column) => column.name);
  if (names.includes(name)) return name;
  const alike = names.filter(folded(name));
  const [only] = alike;
  if (only === undefined) throw unknownName({ table: table.name, column: name }, name, names);
  if (alike.length > 1) throw ambiguous(name, alike);
  return only;
}

const exactly = (name: string) => (other: string) => other === name;
const folded = (name: string) => {
  const lower = name.toLowerCase();
  return (other: string) => other.toLowerCase() === lower;
};

function bareColumn(name: string, place: Place): Expr {
  const { scope } = place;
  for (const same of [exactly(name), folded(name)]) {
    for (let level = scope; level; level = level.parent) {
      const found = level.visible.filter((field) => same(field.name));
      if (found.length > 0) return onlyOne(name, found);
      const source = level.named.find((each) => same(each.alias));
      if (source?.scalar) return source.scalar;
    }
  }
  for (let level = scope; level; level = level.parent) {
    if (level.named.some(({ alias }) => folded(name)(alias)))
      throw unsupported('a whole row as a value', `"${name}" names a table, not a column`);
  }
  const known = (scope?.visible ?? []).map((field) => field.name);
  throw unknownName({ column: name }, name, [...new Set(known)]);
}

function qualifiedColumn(alias: string, name: string, scope: Scope | null): Expr {
  const source = findAlias(alias, scope);
  for (const same of [exactly(name), folded(name)]) {
    const found = source.fields.filter((field) => same(field.name));
    if (found.length > 0) return onlyOne(`${alias}.${name}`, found);
  }
  const known = source.fields.map((field) => field.name);
  throw unknownName({ table: alias, column: name }, name, known);
}

function findAlias(alias: string, scope: Scope | null): Named {
  for (const same of [exactly(alias), folded(alias)]) {
    for (let level = scope; level; level = level.parent) {
      const found = level.named.filter((each) => same(each.alias));
      const [only] = found;
      if (only !== undefined && found.length === 1) return only;
      if (found.length > 1)
        throw ambiguous(
          alias,
          found.map((each) => each.alias),
        );
    }
  }
  const known: string[] = [];
  for (let level = scope; level; level = level.parent) known.push(...level.named.map((each) => each.alias));
  throw unknownName({ table: alias }, alias, known);
}

function onlyOne(name: string, found: readonly Field[]): Expr {
  const [first, ...others] = found;
  if (first === undefined) throw unknownName({ column: name }, name, []);
  if (others.some((other) => other.expr !== first.expr)) {
    throw ambiguous(name, [...new Set(found.map((field) => `${field.from}.${field.name}`))]);
  }
  return first.expr;
}
