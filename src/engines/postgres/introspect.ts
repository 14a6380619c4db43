import type { ForeignKey, ScalarType, Schema, Table } from '../../plan/schema.ts';
import type { Statement } from '../engine.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { isMadeByInsert } from './made-by-insert.ts';

/** Reads everything below in one statement, as the database's owner. */
export const INTROSPECTION: Statement = {
  sql: `
SELECT json_build_object(
  'tables', coalesce((SELECT json_agg(json_build_object('name', c.relname, 'kind', CASE WHEN c.relkind IN ('v', 'm') THEN 'view' ELSE 'table' END,
      'comment', obj_description(c.oid, 'pg_class'), 'rows', c.reltuples::float8) ORDER BY c.relname)
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') AND NOT c.relispartition), '[]'),
  'columns', coalesce((SELECT json_agg(json_build_object('table', c.relname, 'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
      'notNull', a.attnotnull, 'default', a.atthasdef OR a.attidentity <> '', 'generated', a.attgenerated <> '' OR a.attidentity = 'a',
      'comment', col_description(c.oid, a.attnum)) ORDER BY c.relname, a.attnum)
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped), '[]'),
  'keys', coalesce((SELECT json_agg(json_build_object('table', c.relname, 'type', k.contype,
      'columns', (SELECT json_agg(a.attname ORDER BY i.n) FROM unnest(k.conkey) WITH ORDINALITY i(num, n) JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = i.num),
      'to', f.relname, 'onDelete', k.confdeltype,
      'references', (SELECT json_agg(a.attname ORDER BY i.n) FROM unnest(k.confkey) WITH ORDINALITY i(num, n) JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = i.num))
      ORDER BY c.relname, k.conname)
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid LEFT JOIN pg_class f ON f.oid = k.confrelid
    WHERE c.relnamespace = 'public'::regnamespace AND k.contype IN ('p', 'u', 'f') AND k.conparentid = 0), '[]'))`,
  params: [],
};

/** Changes with every name, type, default or key of the tables; a hundredth of an introspection's work. */
export const SCHEMA_VERSION: Statement = {
  sql: `
SELECT md5(coalesce((SELECT string_agg(concat_ws(':', c.relname, a.attnum, a.attname, a.atttypid, a.atttypmod, a.attnotnull, a.atthasdef, a.attidentity, a.attisdropped), ',' ORDER BY c.oid, a.attnum)
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') AND a.attnum > 0), '')
  || coalesce((SELECT string_agg(concat_ws(':', k.oid, k.conname, k.confdeltype), ',' ORDER BY k.oid) FROM pg_constraint k WHERE k.connamespace = 'public'::regnamespace), ''))`,
  params: [],
};

interface Introspected {
  tables: { name: string; kind: 'table' | 'view'; comment: string | null; rows: number }[];
  columns: { table: string; name: string; type: string; notNull: boolean; default: boolean; generated: boolean; comment: string | null }[];
  keys: { table: string; type: 'p' | 'u' | 'f'; columns: string[]; to: string | null; onDelete: string; references: string[] | null }[];
}

export function schemaFrom(reply: unknown): Schema {
  const { tables, columns, keys } = reply as Introspected;
  const built = tables.map((table): Table => {
    const own = keys.filter((key) => key.table === table.name);
    return {
      name: table.name,
      kind: table.kind,
      comment: table.comment,
      columns: columns
        .filter((column) => column.table === table.name)
        .map((column) => ({
          name: column.name,
          type: scalarType(column.type),
          nativeType: column.type,
          nullable: !column.notNull,
          hasDefault: column.default,
          generated: column.generated,
          comment: isMadeByInsert(column.comment) ? null : column.comment,
        })),
      primaryKey: own.find((key) => key.type === 'p')?.columns ?? [],
      uniques: own.filter((key) => key.type === 'u').map((key) => key.columns),
      foreignKeys: own
        .filter((key) => key.type === 'f')
        .map((key) => ({
          columns: key.columns,
          table: key.to ?? '',
          references: key.references ?? [],
          onDelete: ON_DELETE[key.onDelete] ?? 'no action',
        })),
      rowEstimate: Math.round(table.rows),
    };
  });
  return { fingerprint: fingerprintOf(built), tables: built };
}

const ON_DELETE: Record<string, ForeignKey['onDelete']> = { a: 'no action', r: 'restrict', c: 'cascade', n: 'set null', d: 'set default' };

const TYPES: Record<string, ScalarType> = {
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  numeric: 'decimal',
  money: 'decimal',
  real: 'float',
  'double precision': 'float',
  text: 'text',
  character: 'text',
  'character varying': 'text',
  name: 'text',
  citext: 'text',
  boolean: 'boolean',
  date: 'date',
  'timestamp without time zone': 'timestamp',
  'timestamp with time zone': 'timestamp',
  'time without time zone': 'time',
  'time with time zone': 'time',
  interval: 'interval',
  uuid: 'uuid',
  json: 'json',
  jsonb: 'json',
  bytea: 'binary',
};

function scalarType(native: string): ScalarType {
  if (native.endsWith('[]')) return 'array';
  return TYPES[native.replace(/\(.*?\)/, '')] ?? 'other';
}
