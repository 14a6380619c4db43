import type { ForeignKey, ScalarType, Schema, Table } from '../../plan/schema.ts';
import type { Statement } from '../engine.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { isMadeByInsert } from './made-by-insert.ts';

/** The schemas of the database's own people: neither the system's nor the one that the service keeps its replies in. */
export const USER_SCHEMAS = `SELECT oid FROM pg_namespace WHERE nspname NOT IN ('information_schema', 'svc', 'svc_vector') AND nspname !~ '^(pg|svc_grant)_'`;

const READABLE_TABLE = ` AND has_any_column_privilege(c.oid, 'SELECT')
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`;
const READABLE_COLUMN = ` AND (has_table_privilege(c.oid, 'SELECT') OR has_column_privilege(c.oid, a.attnum, 'SELECT'))`;

/** Reads everything of some schemas in one statement. `schemas` is a query for their oids. `readable`: what the session's user may read alone, and nothing of extensions. */
export const introspectionOf = (schemas: string, { readable = false } = {}): Statement => ({
  sql: `
SELECT json_build_object(
  'tables', coalesce((SELECT json_agg(json_build_object('id', c.oid::text, 'schema', n.nspname, 'name', c.relname, 'kind', CASE WHEN c.relkind IN ('v', 'm') THEN 'view' ELSE 'table' END,
      'comment', obj_description(c.oid, 'pg_class'), 'rows', c.reltuples::float8) ORDER BY n.nspname <> 'public', n.nspname, c.relname)
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relnamespace IN (${schemas}) AND c.relkind IN ('r', 'p', 'v', 'm') AND NOT c.relispartition${readable ? READABLE_TABLE : ''}), '[]'),
  'columns', coalesce((SELECT json_agg(json_build_object('table', c.oid::text, 'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
      'base', CASE WHEN y.typtype = 'd' THEN (WITH RECURSIVE based(oid, mod) AS (SELECT y.typbasetype, y.typtypmod
        UNION ALL SELECT d.typbasetype, d.typtypmod FROM based b JOIN pg_type d ON d.oid = b.oid WHERE d.typtype = 'd')
        SELECT format_type(b.oid, b.mod) FROM based b JOIN pg_type d ON d.oid = b.oid WHERE d.typtype <> 'd') END,
      'labels', CASE WHEN y.typtype = 'e' THEN (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = y.oid) END,
      'notNull', a.attnotnull, 'default', a.atthasdef OR a.attidentity <> '', 'generated', a.attgenerated <> '' OR a.attidentity = 'a', 'identity', a.attidentity = 'a',
      'sequence', (SELECT s.relname FROM pg_depend d JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S'
        WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i') AND d.refobjid = c.oid AND d.refobjsubid = a.attnum LIMIT 1),
      'comment', col_description(c.oid, a.attnum)) ORDER BY c.relname, a.attnum)
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type y ON y.oid = a.atttypid
    WHERE c.relnamespace IN (${schemas}) AND c.relkind IN ('r', 'p', 'v', 'm') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped${readable ? READABLE_COLUMN : ''}), '[]'),
  'keys', coalesce((SELECT json_agg(json_build_object('table', c.oid::text, 'type', k.contype,
      'columns', (SELECT json_agg(a.attname ORDER BY i.n) FROM unnest(k.conkey) WITH ORDINALITY i(num, n) JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = i.num),
      'to', f.oid::text, 'onDelete', k.confdeltype, 'onUpdate', k.confupdtype,
      'references', (SELECT json_agg(a.attname ORDER BY i.n) FROM unnest(k.confkey) WITH ORDINALITY i(num, n) JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = i.num))
      ORDER BY c.relname, k.conname)
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid LEFT JOIN pg_class f ON f.oid = k.confrelid
    WHERE c.relnamespace IN (${schemas}) AND k.contype IN ('p', 'u', 'f') AND k.conparentid = 0), '[]'),
  'triggers', coalesce((SELECT json_agg(json_build_object('table', c.oid::text, 'name', t.tgname,
      'insert', t.tgtype & 4 > 0, 'delete', t.tgtype & 8 > 0, 'update', t.tgtype & 16 > 0) ORDER BY c.relname, t.tgname)
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relnamespace IN (${schemas}) AND NOT t.tgisinternal AND t.tgenabled <> 'D' AND t.tgparentid = 0), '[]'))`,
  params: [],
});

/** As the database's owner. */
export const INTROSPECTION: Statement = introspectionOf(USER_SCHEMAS);

/** Objects below this number are the system's own (PostgreSQL manual, "OID Assignment"); the indexes by oid skip them. */
const OWN = 16_384;

/** Changes with every name, type, default or key of the tables; a hundredth of an introspection's work. Without parameters, so that a session may keep it prepared. */
export const schemaVersionOf = (schemas: string): Statement => ({
  sql: `
SELECT md5(coalesce((SELECT string_agg(concat_ws(':', n.nspname, c.relname, a.attnum, a.attname, a.atttypid, a.atttypmod, a.attnotnull, a.atthasdef, a.attidentity, a.attisdropped), ',' ORDER BY c.oid, a.attnum)
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.oid >= ${OWN} AND a.attrelid >= ${OWN} AND c.relnamespace IN (${schemas}) AND c.relkind IN ('r', 'p', 'v', 'm') AND a.attnum > 0), '')
  || coalesce((SELECT string_agg(concat_ws(':', k.oid, k.conname, k.confdeltype, k.confupdtype), ',' ORDER BY k.oid) FROM pg_constraint k
    WHERE k.oid >= ${OWN} AND k.connamespace IN (${schemas})), '')
  || coalesce((SELECT string_agg(concat_ws(':', t.oid, t.tgname, t.tgenabled), ',' ORDER BY t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE t.oid >= ${OWN} AND c.relnamespace IN (${schemas}) AND NOT t.tgisinternal), ''))`,
  params: [],
});

export const SCHEMA_VERSION: Statement = schemaVersionOf(USER_SCHEMAS);

interface Introspected {
  tables: { id: string; schema: string; name: string; kind: 'table' | 'view'; comment: string | null; rows: number }[];
  columns: {
    table: string;
    name: string;
    type: string;
    base: string | null;
    labels: string[] | null;
    notNull: boolean;
    default: boolean;
    generated: boolean;
    identity: boolean;
    sequence: string | null;
    comment: string | null;
  }[];
  keys: {
    table: string;
    type: 'p' | 'u' | 'f';
    columns: string[];
    to: string | null;
    onDelete: string;
    onUpdate: string;
    references: string[] | null;
  }[];
  triggers: { table: string; name: string; insert: boolean; update: boolean; delete: boolean }[];
}

/** @param reply the JSON that `INTROSPECTION` gives */
export function schemaFrom(reply: unknown): Schema {
  const { tables, columns, keys, triggers } = JSON.parse(String(reply)) as Introspected;
  const names = namesOf(tables);
  const columnsOf = byTable(columns);
  const keysOf = byTable(keys);
  const triggersOf = byTable(triggers);
  const built = tables.map((table): Table => {
    const own = keysOf(table.id);
    const fired = triggersOf(table.id);
    return {
      name: names.get(table.id) ?? table.name,
      ...(table.schema === 'public' ? {} : { place: { schema: table.schema, name: table.name } }),
      kind: table.kind,
      comment: table.comment,
      columns: columnsOf(table.id).map((column) => ({
        name: column.name,
        type: column.labels === null ? scalarType(column.base ?? column.type) : 'text',
        nativeType: column.type,
        ...(column.base === null ? {} : { baseType: column.base }),
        nullable: !column.notNull,
        hasDefault: column.default,
        generated: column.generated,
        comment: isMadeByInsert(column.comment) ? null : column.comment,
        ...(column.identity ? { identity: 'always' as const } : {}),
        ...(column.sequence === null ? {} : { sequence: column.sequence }),
        ...(column.labels === null ? {} : { labels: column.labels }),
      })),
      primaryKey: own.find((key) => key.type === 'p')?.columns ?? [],
      uniques: own.filter((key) => key.type === 'u').map((key) => key.columns),
      foreignKeys: own
        .filter((key) => key.type === 'f' && names.has(key.to ?? ''))
        .map((key) => ({
          columns: key.columns,
          table: names.get(key.to ?? '') ?? '',
          references: key.references ?? [],
          onDelete: ACTIONS[key.onDelete] ?? 'no action',
          ...(key.onUpdate === 'a' || key.onUpdate === 'r' ? {} : { onUpdate: ACTIONS[key.onUpdate] ?? 'no action' }),
        })),
      rowEstimate: Math.round(table.rows),
      ...(fired.length > 0 ? { triggers: fired.map(({ name, ...on }) => ({ name, on: VERBS.filter((verb) => on[verb]) })) } : {}),
    };
  });
  return { fingerprint: fingerprintOf(built), tables: built };
}

function byTable<Part extends { readonly table: string }>(parts: readonly Part[]): (id: string) => readonly Part[] {
  const found = new Map<string, Part[]>();
  for (const part of parts) {
    const own = found.get(part.table);
    if (own) own.push(part);
    else found.set(part.table, [part]);
  }
  return (id) => found.get(id) ?? [];
}

/** A table of `public` has its own name; another too, unless two tables have it. */
function namesOf(tables: Introspected['tables']): Map<string, string> {
  const count = new Map<string, number>();
  for (const { name } of tables) count.set(name, (count.get(name) ?? 0) + 1);
  return new Map(tables.map(({ id, schema, name }) => [id, schema === 'public' || count.get(name) === 1 ? name : `${schema}.${name}`]));
}

const VERBS = ['insert', 'update', 'delete'] as const;

const ACTIONS: Record<string, ForeignKey['onDelete']> = { a: 'no action', r: 'restrict', c: 'cascade', n: 'set null', d: 'set default' };

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
  // No pattern: a connected server may send any text as a type.
  const open = native.indexOf('(');
  const close = open < 0 ? -1 : native.indexOf(')', open);
  const name = close < 0 ? native : native.slice(0, open) + native.slice(close + 1);
  return (Object.hasOwn(TYPES, name) ? TYPES[name] : undefined) ?? 'other';
}
