/** Types that a caller may cast to. A table's name is a type too, and a cast to it shows its columns: hence a list. */
export const ALLOWED_TYPES: ReadonlySet<string> = new Set(
  `bool int2 int4 int8 float4 float8 numeric money text varchar bpchar char name bytea
   date time timetz timestamp timestamptz interval uuid json jsonb jsonpath bit varbit
   inet cidr macaddr macaddr8 point line lseg box path polygon circle tsvector tsquery
   int4range int8range numrange tsrange tstzrange daterange
   int4multirange int8multirange nummultirange tsmultirange tstzmultirange datemultirange`
    .split(/\s+/)
    .filter(Boolean),
);

/**
 * The system's own types that stay refused even where a column has one: names resolved from text (`reg*`),
 * XML, handles, and the pseudo-types.
 */
export const isRefusedSystemType = (name: string): boolean => /^(pg_|_)/.test(name) || REFUSED_SYSTEM_TYPES.has(name);

const REFUSED_SYSTEM_TYPES: ReadonlySet<string> = new Set(
  `any anyarray anycompatible anycompatiblearray anycompatiblemultirange anycompatiblenonarray anycompatiblerange anyelement
   anyenum anymultirange anynonarray anyrange regclass regcollation regconfig regdatabase regdictionary regnamespace regoper
   regoperator regproc regprocedure regrole regtype xml aclitem refcursor oid oidvector int2vector gtsvector tid cid xid xid8 txid_snapshot record cstring internal
   void unknown trigger event_trigger language_handler fdw_handler index_am_handler table_am_handler tsm_handler`
    .split(/\s+/)
    .filter(Boolean),
);

/** These show a caller nothing but the objects of the database that its own login may use. */
export const INFORMATION_SCHEMA_VIEWS: ReadonlySet<string> = new Set([
  'check_constraints',
  'columns',
  'constraint_column_usage',
  'constraint_table_usage',
  'key_column_usage',
  'referential_constraints',
  'sequences',
  'table_constraints',
  'tables',
  'views',
]);

/** Settings that SHOW may read: how values are written and what bounds the caller's own statement. */
export const SHOWN_SETTINGS: ReadonlySet<string> = new Set([
  'bytea_output',
  'client_encoding',
  'datestyle',
  'default_text_search_config',
  'default_transaction_isolation',
  'default_transaction_read_only',
  'extra_float_digits',
  'integer_datetimes',
  'intervalstyle',
  'lc_collate',
  'lc_ctype',
  'lc_monetary',
  'lc_numeric',
  'lc_time',
  'lock_timeout',
  'max_identifier_length',
  'search_path',
  'server_encoding',
  'server_version',
  'server_version_num',
  'standard_conforming_strings',
  'statement_timeout',
  'timezone',
  'transaction_isolation',
  'transaction_read_only',
]);

/** `SETTINGS` is left out: it prints the server's configuration. */
export const EXPLAIN_OPTIONS: ReadonlySet<string> = new Set([
  'analyze',
  'buffers',
  'costs',
  'format',
  'generic_plan',
  'summary',
  'timing',
  'verbose',
  'wal',
]);

export const SAMPLE_METHODS: ReadonlySet<string> = new Set(['bernoulli', 'system']);
