import type { COLUMN_TYPES, NewColumn, NewTable } from '../contract/create-schema.ts';
import { Fault } from '../fault.ts';
import type { Column, ForeignKey, Schema, Table } from './schema.ts';
import { type ChangeStep, SchemaChange, type StepOf } from './schema-change.ts';
import { findColumn, findTable } from './scope.ts';

/** Longer names are cut short by PostgreSQL without a word; these are ASCII, a byte a character. */
const NAME_MAX = 63;
/** PostgreSQL manual, appendix K. */
const COLUMNS_MAX = 1_600;
const NEW_NAME = /^[a-z][a-z0-9_]*$/;
/** Every table of PostgreSQL has these (manual, 5.6), and no column may take their names. */
const SYSTEM_COLUMNS: ReadonlySet<string> = new Set(['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid']);

/**
 * A change that fits the live schema, step after step.
 * @throws Fault schema_mismatch for names that are not there; schema_change_refused, with `params.reason`, for what cannot be
 */
export function validateChange(change: SchemaChange, schema: Schema): SchemaChange {
  const parsed = SchemaChange.safeParse(change);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw refused(`${issue?.path.join('.') || 'change'}: ${issue?.message ?? 'is not a change'}`);
  }
  schemaAfter(parsed.data, schema);
  return parsed.data;
}

/** The schema as the change leaves it, as far as names, types and keys go. Faults as `validateChange`. */
export const schemaAfter = ({ steps }: SchemaChange, schema: Schema): Schema => steps.reduce(afterStep, schema);

/** The same for one step. */
export function afterStep(schema: Schema, step: ChangeStep): Schema {
  const after = AFTER[step.do] as (step: ChangeStep, schema: Schema) => readonly Table[];
  return { ...schema, tables: after(step, schema) };
}

export const refused = (reason: string, more: Record<string, unknown> = {}): Fault =>
  new Fault('schema_change_refused', { params: { reason, ...more } });

const AFTER: { readonly [Do in ChangeStep['do']]: (step: StepOf<Do>, schema: Schema) => readonly Table[] } = {
  addColumn({ table: name, column, references }, schema) {
    const table = changeable(schema, name);
    newColumnName(column.name);
    if (table.columns.some((each) => each.name === column.name)) throw refused(`${name} has a column ${column.name} already.`);
    if (table.columns.length >= COLUMNS_MAX)
      throw refused(`${name} has ${table.columns.length} columns, and a table may have ${COLUMNS_MAX}.`);
    const key = references === undefined ? null : keyOf(schema, references);
    if (key && column.type !== 'integer') throw refused(`${name}.${column.name} refers to ${references} and has that table's type of key.`);
    const added = { ...columnOf(column), ...(key ? { type: key.type, nativeType: key.nativeType } : {}) };
    return replaced(schema, {
      ...table,
      columns: [...table.columns, added],
      uniques: column.unique ? [...table.uniques, [column.name]] : table.uniques,
      foreignKeys:
        key && references !== undefined ? [...table.foreignKeys, foreignKey(column.name, references, key.name)] : table.foreignKeys,
    });
  },

  dropColumn({ table: name, column }, schema) {
    const table = changeable(schema, name);
    findColumn(table, column);
    if (table.primaryKey.includes(column)) throw refused(`${column} is the key of ${name}, by which its rows are told apart.`);
    if (table.columns.length === 1) throw refused(`${column} is the only column of ${name}; drop the table instead.`);
    const kept = replaced(schema, {
      ...table,
      columns: table.columns.filter((each) => each.name !== column),
      uniques: table.uniques.filter((key) => !key.includes(column)),
      foreignKeys: table.foreignKeys.filter((key) => !key.columns.includes(column)),
    });
    return withoutKeysTo(kept, name, (key) => key.references.includes(column));
  },

  renameColumn({ table: name, column, to }, schema) {
    const table = changeable(schema, name);
    findColumn(table, column);
    newColumnName(to);
    if (to === column) throw refused(`The column is called ${to} already.`);
    if (table.columns.some((each) => each.name === to)) throw refused(`${name} has a column ${to} already.`);
    const now = (each: string) => (each === column ? to : each);
    const tables = replaced(schema, {
      ...table,
      columns: table.columns.map((each) => ({ ...each, name: now(each.name) })),
      primaryKey: table.primaryKey.map(now),
      uniques: table.uniques.map((key) => key.map(now)),
      foreignKeys: table.foreignKeys.map((key) => ({ ...key, columns: key.columns.map(now) })),
    });
    const follow = (key: ForeignKey) => (key.table === name ? { ...key, references: key.references.map(now) } : key);
    return tables.map((each) => ({ ...each, foreignKeys: each.foreignKeys.map(follow) }));
  },

  changeType({ table: name, column: columnName, type }, schema) {
    const table = changeable(schema, name);
    const column = findColumn(table, columnName);
    if (column.generated) throw refused(`${columnName} is filled in by the database and keeps its type.`);
    const isKey = table.primaryKey.includes(columnName) || table.foreignKeys.some((key) => key.columns.includes(columnName));
    if (isKey || refersTo(schema, name, columnName)) throw refused(`${columnName} is a key between tables, and keeps its type.`);
    if (column.type === type) throw refused(`${name}.${columnName} is ${column.nativeType} already.`);
    if (!CHANGES_TO[column.type]?.includes(type))
      throw refused(`${name}.${columnName} is ${column.nativeType}, which cannot become ${type}.`);
    const columns = table.columns.map((each) => (each === column ? { ...each, type, nativeType: type } : each));
    return replaced(schema, { ...table, columns });
  },

  setNullable({ table: name, column: columnName, nullable }, schema) {
    const table = changeable(schema, name);
    const column = findColumn(table, columnName);
    if (nullable && table.primaryKey.includes(columnName)) throw refused(`${columnName} is the key of ${name} and cannot be empty.`);
    if (column.nullable === nullable) throw refused(`${name}.${columnName} ${nullable ? 'may be empty' : 'has to be filled in'} already.`);
    return replaced(schema, { ...table, columns: table.columns.map((each) => (each === column ? { ...each, nullable } : each)) });
  },

  setUnique({ table: name, column }, schema) {
    const table = changeable(schema, name);
    if (findColumn(table, column).type === 'json') throw refused(`${name}.${column} is json, whose values cannot be unique.`);
    const alone = [table.primaryKey, ...table.uniques].some((key) => key.length === 1 && key[0] === column);
    if (alone) throw refused(`${name}.${column} is unique already.`);
    return replaced(schema, { ...table, uniques: [...table.uniques, [column]] });
  },

  addReference({ table: name, column: columnName, to }, schema) {
    const table = changeable(schema, name);
    const column = findColumn(table, columnName);
    const key = keyOf(schema, to);
    if (table.foreignKeys.some((each) => each.columns.length === 1 && each.columns[0] === columnName))
      throw refused(`${name}.${columnName} refers to a table already.`);
    if (column.type !== key.type)
      throw refused(`${name}.${columnName} is ${column.nativeType}, and the key of ${to} is ${key.nativeType}.`);
    return replaced(schema, { ...table, foreignKeys: [...table.foreignKeys, foreignKey(columnName, to, key.name)] });
  },

  addTable({ table: name, definition }, schema) {
    newName(name, 'table');
    if (definition.name !== name) throw refused(`The table is called ${name} and ${definition.name}.`);
    if (schema.tables.some((each) => each.name === name)) throw refused(`There is a table ${name} already.`);
    const columns = definition.columns.map((each) => each.name);
    columns.forEach((column, index) => {
      newColumnName(column);
      if (column === 'id' || columns.indexOf(column) < index) throw refused(`${name} would have two columns ${column}.`);
    });
    if (columns.length >= COLUMNS_MAX) throw refused(`A table may have ${COLUMNS_MAX} columns.`);
    for (const { table, column } of definition.references ?? []) {
      if (!columns.includes(column)) throw refused(`${name}.${column} refers to ${table} and is no column.`);
      const key = table === name ? null : keyOf(schema, table);
      if (key && key.type !== 'integer') throw refused(`The key of ${table} is ${key.nativeType}; a new table refers to numbers alone.`);
    }
    return [...schema.tables, tableOf(definition)];
  },

  dropTable({ table: name }, schema) {
    const table = changeable(schema, name);
    return withoutKeysTo(
      schema.tables.filter((each) => each !== table),
      name,
      () => true,
    );
  },

  renameTable({ table: name, to }, schema) {
    const table = changeable(schema, name);
    newName(to, 'table');
    if (to === name) throw refused(`The table is called ${to} already.`);
    if (schema.tables.some((each) => each.name === to)) throw refused(`There is a table ${to} already.`);
    const follow = (key: ForeignKey) => (key.table === name ? { ...key, table: to } : key);
    return replaced(schema, { ...table, name: to }, name).map((each) => ({ ...each, foreignKeys: each.foreignKeys.map(follow) }));
  },
};

/** What a column's type may become. Whether its values survive is found out on the values themselves. */
const CHANGES_TO: Partial<Record<Column['type'], readonly (typeof COLUMN_TYPES)[number][]>> = {
  integer: ['decimal', 'float', 'text'],
  decimal: ['integer', 'float', 'text'],
  float: ['decimal', 'integer', 'text'],
  text: ['integer', 'decimal', 'float', 'boolean', 'date', 'timestamp', 'time', 'uuid'],
  boolean: ['text'],
  date: ['timestamp', 'text'],
  timestamp: ['date', 'text'],
  time: ['text'],
  uuid: ['text'],
};

/** @throws Fault schema_change_refused for a view, and for tables outside of `public`, which others made */
function changeable(schema: Schema, name: string): Table {
  const table = findTable(schema, name);
  if (table.kind === 'view') throw refused(`${name} is a view; what it shows is decided by its query.`);
  if (table.place) throw refused(`${name} stands in the schema ${table.place.schema}; only tables of public are changed here.`);
  return table;
}

/** The only column of a table's key. */
function keyOf(schema: Schema, name: string): Column {
  const table = changeable(schema, name);
  const [key, ...more] = table.primaryKey;
  if (key === undefined || more.length > 0) throw refused(`${name} has no key of one column that could be referred to.`);
  return findColumn(table, key);
}

function newName(name: string, what: 'table' | 'column'): void {
  if (!NEW_NAME.test(name))
    throw refused(
      `The ${what} name "${name.slice(0, 80)}" is not made of lower-case letters, digits and underscores, or does not begin with a letter.`,
    );
  if (name.length > NAME_MAX) throw refused(`The ${what} name ${name} is longer than ${NAME_MAX} characters.`);
  if (what === 'table' && /^pg_/.test(name)) throw refused(`Names that begin with pg_ are the engine's own; choose another.`);
}

function newColumnName(name: string): void {
  newName(name, 'column');
  if (SYSTEM_COLUMNS.has(name)) throw refused(`The column name ${name} is taken by the engine; choose another.`);
}

const refersTo = (schema: Schema, table: string, column: string): boolean =>
  schema.tables.some((each) => each.foreignKeys.some((key) => key.table === table && key.references.includes(column)));

const replaced = (schema: Schema, table: Table, name = table.name): readonly Table[] =>
  schema.tables.map((each) => (each.name === name ? table : each));

const withoutKeysTo = (tables: readonly Table[], name: string, which: (key: ForeignKey) => boolean): readonly Table[] =>
  tables.map((each) => ({ ...each, foreignKeys: each.foreignKeys.filter((key) => key.table !== name || !which(key)) }));

const foreignKey = (column: string, table: string, key: string): ForeignKey => ({
  columns: [column],
  table,
  references: [key],
  onDelete: 'no action',
});

const columnOf = ({ name, type, nullable, default: preset, comment }: NewColumn): Column => ({
  name,
  type,
  nativeType: type,
  nullable,
  hasDefault: preset !== undefined,
  generated: false,
  comment: comment ?? null,
});

const tableOf = ({ name, comment, columns, uniques = [], references = [] }: NewTable): Table => ({
  name,
  kind: 'table',
  comment: comment ?? null,
  columns: [{ ...columnOf({ name: 'id', type: 'integer', nullable: false }), hasDefault: true }, ...columns.map(columnOf)],
  primaryKey: ['id'],
  uniques: [...columns.filter(({ unique }) => unique).map((column) => [column.name]), ...uniques],
  foreignKeys: references.map(({ column, table, onDelete }) => ({ ...foreignKey(column, table, 'id'), ...(onDelete ? { onDelete } : {}) })),
  rowEstimate: 0,
});
