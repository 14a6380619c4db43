import { createHash } from 'node:crypto';
import { validateChange } from '../../plan/check-change.ts';
import type { Column, Schema } from '../../plan/schema.ts';
import type { ChangeStep, StepOf } from '../../plan/schema-change.ts';
import { findColumn, findTable } from '../../plan/scope.ts';
import { createSchemaStatements, onDelete } from './ddl.ts';
import { columnLine, typeOf } from './ddl-column.ts';
import { IDENTIFIER_MAX_BYTES, identifier, relation, textLiteral } from './quote.ts';

/** A foreign key of another table that keeps what is dropped from going. */
export interface HoldingKey {
  /** The table that it is a key of, as SQL. */
  readonly on: string;
  readonly name: string;
}

/**
 * The statements of one step on a schema as it is before it. `holding` are dropped by name: CASCADE would also take what
 * nobody was shown. Whatever else depends on what is dropped, such as a view, makes the statement fail.
 * Faults as `validateChange`, and compile_failed.
 */
export function stepStatements(step: ChangeStep, schema: Schema, holding: readonly HoldingKey[]): string[] {
  validateChange({ kind: 'alter', steps: [step] }, schema);
  const statements = STATEMENTS[step.do] as (step: ChangeStep, schema: Schema) => string[];
  return [...holding.map(({ on, name }) => `ALTER TABLE ${on} DROP CONSTRAINT ${identifier(name)}`), ...statements(step, schema)];
}

const STATEMENTS: { readonly [Do in ChangeStep['do']]: (step: StepOf<Do>, schema: Schema) => string[] } = {
  addColumn: ({ table, column, references }, schema) => {
    const on = relation(table);
    const type = references === undefined ? null : keyOf(schema, references).nativeType;
    return [
      `ALTER TABLE ${on} ADD COLUMN ${columnLine(table, column, type)}`,
      ...(column.comment ? [`COMMENT ON COLUMN ${on}.${identifier(column.name)} IS ${textLiteral(column.comment)}`] : []),
      ...(references === undefined ? [] : reference(table, column.name, references, schema, !column.unique)),
    ];
  },
  dropColumn: ({ table, column }) => [`ALTER TABLE ${relation(table)} DROP COLUMN ${identifier(column)}`],
  renameColumn: ({ table, column, to }) => [`ALTER TABLE ${relation(table)} RENAME COLUMN ${identifier(column)} TO ${identifier(to)}`],
  changeType: ({ table, column, type }) => [
    `ALTER TABLE ${relation(table)} ALTER COLUMN ${identifier(column)} TYPE ${typeOf(type)} USING ${identifier(column)}::${typeOf(type)}`,
  ],
  setNullable: ({ table, column, nullable }) => [
    `ALTER TABLE ${relation(table)} ALTER COLUMN ${identifier(column)} ${nullable ? 'DROP' : 'SET'} NOT NULL`,
  ],
  setUnique: ({ table, column }) => [
    `ALTER TABLE ${relation(table)} ADD CONSTRAINT ${identifier(constraintName(table, column, 'key'))} UNIQUE (${identifier(column)})`,
  ],
  addReference: ({ table, column, to }, schema) => {
    const { primaryKey, uniques } = findTable(schema, table);
    return reference(table, column, to, schema, ![primaryKey, ...uniques].some(([first]) => first === column));
  },
  addTable: ({ definition }, schema) => {
    const { references = [], ...table } = definition;
    const [own, others] = [references.filter((each) => each.table === table.name), references.filter((each) => each.table !== table.name)];
    const indexed = (name: string) => definition.columns.some((each) => each.name === name && each.unique);
    return [
      ...createSchemaStatements({ title: table.name, tables: [{ ...table, ...(own.length > 0 ? { references: own } : {}) }] }),
      ...others.flatMap(({ column, table: to, onDelete: what }) =>
        reference(table.name, column, to, schema, !indexed(column), onDelete(what)),
      ),
    ];
  },
  dropTable: ({ table }) => [`DROP TABLE ${relation(table)}`],
  renameTable: ({ table, to }) => [`ALTER TABLE ${relation(table)} RENAME TO ${identifier(to)}`],
};

/** The key and, since PostgreSQL makes none by itself, an index of the pointing side. */
function reference(table: string, column: string, to: string, schema: Schema, indexes: boolean, tail = ''): string[] {
  const name = identifier(column);
  const key = identifier(keyOf(schema, to).name);
  return [
    `ALTER TABLE ${relation(table)} ADD CONSTRAINT ${identifier(constraintName(table, column, 'fkey'))} FOREIGN KEY (${name}) REFERENCES ${relation(to)} (${key})${tail}`,
    ...(indexes ? [`CREATE INDEX ${identifier(constraintName(table, column, 'idx'))} ON ${relation(table)} (${name})`] : []),
  ];
}

/** The column that rows of a table are referred to by. */
function keyOf(schema: Schema, name: string): Column {
  const table = findTable(schema, name);
  return findColumn(table, table.primaryKey[0] ?? '');
}

/** Such as PostgreSQL gives; long ones end in a hash of the whole, so that two never meet. */
export function constraintName(table: string, column: string, what: 'key' | 'fkey' | 'idx'): string {
  const name = `${table}_${column}_${what}`;
  if (name.length <= IDENTIFIER_MAX_BYTES) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, IDENTIFIER_MAX_BYTES - 9)}_${hash}`;
}
