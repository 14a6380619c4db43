import { scalarType } from '../../src/engines/clickhouse/introspect.ts';
import type { Schema, Table } from '../../src/plan/schema.ts';
import type { Type } from './random-expr.ts';
import { TABLES } from './random-plan.ts';

type Engine = 'postgres' | 'clickhouse';
type Row = readonly (string | number | boolean | null)[];

/** NULLs, duplicates, negative numbers, halves, days before 1970, text beyond ASCII; and a table of nothing. */
const ROWS: Record<keyof typeof TABLES, readonly Row[]> = {
  items: [
    [1, 'a', '10.00', 3, 0.5, '9007199254740993', '2024-01-31', '2024-01-31 10:00:00', true],
    [2, 'A', '10.00', 3, 0.5, '-9007199254740993', '2024-01-31', '2024-01-31 10:00:00.25', false],
    [3, 'b', '-2.50', -7, -1.5, '1', '1931-05-06', '1931-05-06 07:08:09', null],
    [4, 'é', '0.00', 0, 0, '0', '2024-02-29', '2024-02-29 23:59:59.5', true],
    [5, null, null, null, null, null, null, null, null],
    [6, 'a_b', '99.99', 1000, 1000.125, '9007199254740993', '1999-12-31', '1999-12-31 23:59:59', false],
    [7, '', '0.05', 2, 2.5, '42', '2024-12-30', '2025-01-01 00:00:00', true],
    [8, '😀 x', '1.25', null, 0.25, '42', null, '2024-06-15 12:00:00', false],
    [9, "it's", '1.25', 10, null, '-1', '2024-12-30', null, null],
    [10, '100%', null, 10, 2.5, null, '2023-01-01', '2023-01-01 00:00:00', true],
  ],
  parts: [
    [1, 1, 'a', '0.125', '2024-01-31'],
    [2, 1, 'b', '0.375', '2024-02-29'],
    [3, 2, 'É', '-1.000', null],
    [4, null, null, '5.005', '1931-05-06'],
    [5, 4, 'a', '0.125', '2024-01-31'],
    [6, 99, 'a\\b', '12.345', '2025-03-01'],
    [7, 2, null, '0.000', '2024-01-31'],
    [8, 3, ' a ', '2.500', '2024-12-30'],
  ],
  empties: [],
};

const NATIVE: Record<Engine, Record<Type, string>> = {
  postgres: {
    integer: 'integer',
    decimal: 'numeric(10,2)',
    float: 'double precision',
    text: 'text',
    boolean: 'boolean',
    date: 'date',
    timestamp: 'timestamp without time zone',
  },
  clickhouse: {
    integer: 'Int32',
    decimal: 'Decimal(10, 2)',
    float: 'Float64',
    text: 'String',
    boolean: 'Bool',
    date: 'Date32',
    timestamp: 'DateTime64(6)',
  },
};

/** Columns whose type is not the usual one of their kind. */
const SPECIAL: Record<Engine, Record<string, string>> = {
  postgres: { big: 'bigint', cost: 'numeric(8,3)' },
  clickhouse: { big: 'Int64', cost: 'Decimal(8, 3)' },
};

const nativeType = (engine: Engine, name: string, type: Type): string => {
  const base = SPECIAL[engine][name] ?? NATIVE[engine][type];
  return engine === 'clickhouse' && name !== 'id' ? `Nullable(${base})` : base;
};

/** The tables as each engine's own introspection would give them. */
export function schemaOf(engine: Engine): Schema {
  const tables = Object.entries(TABLES).map(
    ([name, columns]): Table => ({
      name,
      kind: 'table',
      comment: null,
      columns: Object.entries(columns).map(([column, type]) => {
        const native = nativeType(engine, column, type);
        return {
          name: column,
          type: engine === 'clickhouse' ? scalarType(native) : type,
          nativeType: native,
          nullable: column !== 'id',
          hasDefault: false,
          generated: false,
          comment: null,
        };
      }),
      primaryKey: [],
      uniques: [],
      foreignKeys: [],
      rowEstimate: -1,
    }),
  );
  return { fingerprint: engine, tables };
}

/** Makes the tables and fills them. */
export function tableStatements(engine: Engine, prefix = ''): string[] {
  return Object.entries(TABLES).flatMap(([name, columns]) => {
    const table = `${prefix}${name}`;
    const list = Object.entries(columns).map(([column, type]) => `${column} ${nativeType(engine, column, type)}`);
    const values = ROWS[name as keyof typeof TABLES].map((row) => `(${row.map((cell) => sqlOf(engine, cell)).join(', ')})`);
    return [
      `CREATE TABLE ${table} (${list.join(', ')})${engine === 'clickhouse' ? ' ENGINE = MergeTree ORDER BY id' : ''}`,
      ...(values.length > 0 ? [`INSERT INTO ${table} VALUES ${values.join(', ')}`] : []),
    ];
  });
}

function sqlOf(engine: Engine, cell: Row[number]): string {
  if (typeof cell !== 'string') return cell === null ? 'NULL' : String(cell);
  const text = engine === 'clickhouse' ? cell.replaceAll('\\', '\\\\') : cell;
  return `'${text.replaceAll("'", "''")}'`;
}
