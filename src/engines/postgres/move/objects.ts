import { USER_SCHEMAS } from '../introspect.ts';

/**
 * What a hosted database's people have, as statements that make it again: each query gives one text a row, written by PostgreSQL
 * itself and to be run in this order, as the owner. They are read with an empty search_path, so that every name has its schema.
 */
const SEQUENCE = `format('START %s INCREMENT %s MINVALUE %s MAXVALUE %s CACHE %s%s', q.seqstart, q.seqincrement, q.seqmin, q.seqmax, q.seqcache, CASE WHEN q.seqcycle THEN ' CYCLE' ELSE '' END)`;
const COLLATION = (of: string, type: string): string =>
  `CASE WHEN ${of} <> 0 AND ${of} <> ${type}.typcollation THEN 'COLLATE ' || ${of}::regcollation END`;
const OPTIONS = `coalesce(' WITH (' || array_to_string(c.reloptions, ', ') || ')', '')`;
const inSchemas = (column: string): string => `${column} IN (${USER_SCHEMAS})`;

const SCHEMAS = `SELECT format('CREATE SCHEMA %I', nspname) FROM pg_namespace WHERE ${inSchemas('oid')} AND nspname <> 'public' ORDER BY oid`;

const TYPES = `SELECT CASE t.typtype
  WHEN 'e' THEN format('CREATE TYPE %s AS ENUM (%s)', t.oid::regtype, (SELECT string_agg(quote_literal(e.enumlabel), ', ' ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = t.oid))
  ELSE concat_ws(' ', format('CREATE DOMAIN %s AS %s', t.oid::regtype, format_type(t.typbasetype, t.typtypmod)), ${COLLATION('t.typcollation', 'b')},
    'DEFAULT ' || t.typdefault, CASE WHEN t.typnotnull THEN 'NOT NULL' END,
    (SELECT string_agg(format('CONSTRAINT %I %s', k.conname, pg_get_constraintdef(k.oid)), ' ' ORDER BY k.oid) FROM pg_constraint k WHERE k.contypid = t.oid AND k.contype = 'c')) END
FROM pg_type t LEFT JOIN pg_type b ON b.oid = t.typbasetype WHERE ${inSchemas('t.typnamespace')} AND t.typtype IN ('e', 'd') ORDER BY t.oid`;

/** Those of identities come with their columns. */
const SEQUENCES = `SELECT format('CREATE SEQUENCE %s AS %s ', c.oid::regclass, q.seqtypid::regtype) || ${SEQUENCE}
FROM pg_class c JOIN pg_sequence q ON q.seqrelid = c.oid WHERE ${inSchemas('c.relnamespace')}
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'i') ORDER BY c.oid`;

const TABLES = `SELECT format('CREATE TABLE %s (%s)', c.oid::regclass, (SELECT string_agg(concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod), ${COLLATION('a.attcollation', 't')},
    CASE WHEN a.attgenerated = 's' THEN format('GENERATED ALWAYS AS (%s) STORED', pg_get_expr(f.adbin, f.adrelid))
      WHEN a.attidentity <> '' THEN (SELECT format('GENERATED %s AS IDENTITY (SEQUENCE NAME %s %s)', CASE a.attidentity WHEN 'a' THEN 'ALWAYS' ELSE 'BY DEFAULT' END, q.seqrelid::regclass, ${SEQUENCE})
        FROM pg_depend d JOIN pg_sequence q ON q.seqrelid = d.objid WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid = c.oid AND d.refobjsubid = a.attnum AND d.deptype = 'i')
      ELSE 'DEFAULT ' || pg_get_expr(f.adbin, f.adrelid) END,
    CASE WHEN a.attnotnull THEN 'NOT NULL' END), ', ' ORDER BY a.attnum)
  FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_attrdef f ON f.adrelid = a.attrelid AND f.adnum = a.attnum
  WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)) || ${OPTIONS}
FROM pg_class c WHERE ${inSchemas('c.relnamespace')} AND c.relkind = 'r' ORDER BY c.oid`;

const OWNED = `SELECT format('ALTER SEQUENCE %s OWNED BY %s.%I', c.oid::regclass, d.refobjid::regclass, a.attname)
FROM pg_class c JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.refclassid = 'pg_class'::regclass AND d.deptype = 'a'
  JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid WHERE ${inSchemas('c.relnamespace')} AND c.relkind = 'S' ORDER BY c.oid`;

export const BEFORE_ROWS = [SCHEMAS, TYPES, SEQUENCES, TABLES, OWNED] as const;

const constraints = (
  kinds: string,
): string => `SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
FROM pg_constraint k WHERE ${inSchemas('k.connamespace')} AND k.conrelid <> 0 AND k.contype IN (${kinds}) ORDER BY k.oid`;

const INDEXES = `SELECT pg_get_indexdef(i.indexrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid WHERE ${inSchemas('c.relnamespace')}
  AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x')) ORDER BY i.indexrelid`;

const VIEWS = `SELECT format('CREATE VIEW %s', c.oid::regclass) || ${OPTIONS} || ' AS ' || pg_get_viewdef(c.oid)
FROM pg_class c WHERE ${inSchemas('c.relnamespace')} AND c.relkind = 'v' ORDER BY c.oid`;

const ROW_SECURITY = `SELECT format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', c.oid::regclass) || CASE WHEN c.relforcerowsecurity THEN ', FORCE ROW LEVEL SECURITY' ELSE '' END
FROM pg_class c WHERE ${inSchemas('c.relnamespace')} AND c.relkind = 'r' AND c.relrowsecurity ORDER BY c.oid`;

const POLICIES = `SELECT format('CREATE POLICY %I ON %I.%I AS %s FOR %s TO %s', p.policyname, p.schemaname, p.tablename, p.permissive, p.cmd, (SELECT string_agg(quote_ident(r), ', ') FROM unnest(p.roles) r))
  || coalesce(format(' USING (%s)', p.qual), '') || coalesce(format(' WITH CHECK (%s)', p.with_check), '')
FROM pg_policies p JOIN pg_namespace n ON n.nspname = p.schemaname WHERE ${inSchemas('n.oid')} ORDER BY p.schemaname, p.tablename, p.policyname`;

/** Which rights the logins have: what the owner's defaults gave when a table was made may have been changed since. */
const RIGHTS = `WITH own AS (SELECT c.oid, c.oid::regclass::text AS name, CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind, c.relacl AS acl, c.relowner AS owner
    FROM pg_class c WHERE ${inSchemas('c.relnamespace')} AND c.relkind IN ('r', 'v', 'S')
  UNION ALL SELECT n.oid, quote_ident(n.nspname), 'SCHEMA', n.nspacl, n.nspowner FROM pg_namespace n WHERE ${inSchemas('n.oid')} AND n.nspname <> 'public')
SELECT format('REVOKE ALL ON %s %s FROM %I, %I, PUBLIC', kind, name, current_database() || '_w', current_database() || '_r') FROM own
UNION ALL SELECT format('GRANT %s ON %s %s TO %s', string_agg(x.privilege_type, ', '), kind, name, CASE x.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(x.grantee)) END)
FROM own, aclexplode(own.acl) x WHERE x.grantee <> own.owner GROUP BY kind, name, x.grantee`;

/** Of all that can have one in the schemas, and of the schemas. */
const COMMENTED = `FROM pg_description d, pg_identify_object(d.classoid, d.objoid, d.objsubid) i
WHERE CASE WHEN d.classoid = 'pg_namespace'::regclass THEN ${inSchemas('d.objoid')} ELSE i.schema IN (SELECT nspname FROM pg_namespace WHERE ${inSchemas('oid')})
  OR d.classoid IN ('pg_constraint'::regclass, 'pg_policy'::regclass) AND coalesce((SELECT c.relnamespace FROM pg_class c WHERE c.oid = coalesce(
    (SELECT k.conrelid FROM pg_constraint k WHERE d.classoid = 'pg_constraint'::regclass AND k.oid = d.objoid), (SELECT p.polrelid FROM pg_policy p WHERE d.classoid = 'pg_policy'::regclass AND p.oid = d.objoid))), 0) IN (${USER_SCHEMAS}) END`;
const COMMENTS = `SELECT format('COMMENT ON %s %s IS %L', CASE WHEN i.type LIKE '% column' THEN 'COLUMN' WHEN i.type = 'table constraint' THEN 'CONSTRAINT' ELSE upper(i.type) END, i.identity, d.description) ${COMMENTED}`;

export const AFTER_ROWS = [
  constraints("'p', 'u', 'x'"),
  constraints("'c'"),
  INDEXES,
  constraints("'f'"),
  VIEWS,
  ROW_SECURITY,
  POLICIES,
  RIGHTS,
  COMMENTS,
] as const;

/** Names of the tables with rows, and of the sequences. */
export const TABLE_NAMES = `SELECT c.oid::regclass::text FROM pg_class c WHERE ${inSchemas('c.relnamespace')} AND c.relkind = 'r' ORDER BY c.oid`;
export const SEQUENCE_NAMES = `SELECT c.oid::regclass::text FROM pg_class c WHERE ${inSchemas('c.relnamespace')} AND c.relkind = 'S' ORDER BY c.oid`;

/** What none of the statements above makes: each as a person calls it. */
export const NOT_CARRIED = `
SELECT format('%s %s', CASE c.relkind WHEN 'm' THEN 'materialized view' WHEN 'f' THEN 'foreign table' WHEN 'p' THEN 'partitioned table' WHEN 'c' THEN 'composite type' ELSE 'table' END, c.oid::regclass)
  FROM pg_class c WHERE ${inSchemas('c.relnamespace')} AND (c.relkind IN ('m', 'f', 'p', 'c') OR c.relkind = 'r' AND (c.relpersistence <> 'p' OR c.reloftype <> 0 OR EXISTS (SELECT FROM pg_inherits h WHERE c.oid IN (h.inhrelid, h.inhparent))))
UNION ALL SELECT format('%s, which another login owns', c.oid::regclass) FROM pg_class c WHERE ${inSchemas('c.relnamespace')} AND c.relkind IN ('r', 'v', 'S') AND c.relowner <> (SELECT nspowner FROM pg_namespace WHERE nspname = 'public')
UNION ALL SELECT format('rights on single columns of %s', a.attrelid::regclass) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE ${inSchemas('c.relnamespace')} AND a.attacl IS NOT NULL
UNION ALL SELECT format('virtual column %s of %s', a.attname, a.attrelid::regclass) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE ${inSchemas('c.relnamespace')} AND a.attgenerated NOT IN ('', 's')
UNION ALL SELECT format('function %s', p.oid::regprocedure) FROM pg_proc p WHERE ${inSchemas('p.pronamespace')}
UNION ALL SELECT format('trigger %s of %s', t.tgname, t.tgrelid::regclass) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE ${inSchemas('c.relnamespace')} AND NOT t.tgisinternal
UNION ALL SELECT format('rule %s of %s', r.rulename, r.ev_class::regclass) FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class WHERE ${inSchemas('c.relnamespace')} AND r.rulename <> '_RETURN'
UNION ALL SELECT format('range type %s', t.oid::regtype) FROM pg_type t WHERE ${inSchemas('t.typnamespace')} AND t.typtype = 'r'
UNION ALL SELECT format('collation %I', o.collname) FROM pg_collation o WHERE ${inSchemas('o.collnamespace')}
UNION ALL SELECT format('operator %s', o.oid::regoperator) FROM pg_operator o WHERE ${inSchemas('o.oprnamespace')}
UNION ALL SELECT format('text search configuration %s', o.oid::regconfig) FROM pg_ts_config o WHERE ${inSchemas('o.cfgnamespace')}
UNION ALL SELECT format('statistics %I', o.stxname) FROM pg_statistic_ext o WHERE ${inSchemas('o.stxnamespace')}
UNION ALL SELECT format('extension %I', e.extname) FROM pg_extension e WHERE e.extname <> 'plpgsql' AND e.extnamespace IS DISTINCT FROM to_regnamespace('svc_vector')
UNION ALL SELECT format('publication %I', pubname) FROM pg_publication
UNION ALL SELECT format('event trigger %I', evtname) FROM pg_event_trigger
UNION ALL SELECT format('large object %s', oid) FROM pg_largeobject_metadata`;

/** One line an object: the same lines in two databases mean that they have the same. The texts of views are left out, since versions of PostgreSQL word them differently. */
export const INVENTORY = `
SELECT format('column %s.%I %s %s %s %s %s %s', a.attrelid::regclass, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, a.attcollation::regcollation, pg_get_expr(f.adbin, f.adrelid)) AS line
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef f ON f.adrelid = a.attrelid AND f.adnum = a.attnum
  WHERE ${inSchemas('c.relnamespace')} AND c.relkind IN ('r', 'v') AND a.attnum > 0 AND NOT a.attisdropped
UNION ALL SELECT format('%s %s %s %s %s %s', c.relkind, c.oid::regclass, c.reloptions, c.relrowsecurity, c.relforcerowsecurity, pg_get_userbyid(c.relowner)) FROM pg_class c WHERE ${inSchemas('c.relnamespace')} AND c.relkind IN ('r', 'v', 'S')
UNION ALL SELECT format('right %s %s %s', c.oid::regclass, pg_get_userbyid(x.grantee), x.privilege_type) FROM pg_class c, aclexplode(c.relacl) x WHERE ${inSchemas('c.relnamespace')} AND x.grantee <> c.relowner
UNION ALL SELECT format('right schema %I %s %s', n.nspname, pg_get_userbyid(x.grantee), x.privilege_type) FROM pg_namespace n, aclexplode(n.nspacl) x WHERE ${inSchemas('n.oid')} AND x.grantee <> n.nspowner
UNION ALL SELECT format('schema %I %s', n.nspname, pg_get_userbyid(n.nspowner)) FROM pg_namespace n WHERE ${inSchemas('n.oid')}
UNION ALL SELECT format('constraint %s %I %s', coalesce(nullif(k.conrelid, 0)::regclass::text, k.contypid::regtype::text), k.conname, pg_get_constraintdef(k.oid)) FROM pg_constraint k WHERE ${inSchemas('k.connamespace')} AND k.contype IN ('p', 'u', 'x', 'c', 'f')
UNION ALL SELECT format('index %s', pg_get_indexdef(i.indexrelid)) FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid WHERE ${inSchemas('c.relnamespace')}
UNION ALL SELECT format('sequence %s %s ', q.seqrelid::regclass, q.seqtypid::regtype) || ${SEQUENCE} FROM pg_sequence q JOIN pg_class c ON c.oid = q.seqrelid WHERE ${inSchemas('c.relnamespace')}
UNION ALL SELECT format('policy %s %s %s %s %s %s %s %s', p.schemaname, p.tablename, p.policyname, p.permissive, p.roles, p.cmd, p.qual, p.with_check) FROM pg_policies p JOIN pg_namespace n ON n.nspname = p.schemaname WHERE ${inSchemas('n.oid')}
UNION ALL SELECT format('type %s %s %s', t.oid::regtype, t.typtype, (SELECT string_agg(e.enumlabel, ',' ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = t.oid)) FROM pg_type t WHERE ${inSchemas('t.typnamespace')} AND t.typtype IN ('e', 'd')
UNION ALL SELECT format('comment %s %s %s', i.type, i.identity, d.description) ${COMMENTED}
UNION ALL SELECT format('grant %I.%I %s', n.nspname, c.relname, (SELECT string_agg(a.attname, ',' ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0))
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname LIKE 'svc\\_grant\\_%' AND c.relkind = 'v'`;
