import { createHash } from 'node:crypto';
import type pg from 'pg';
import { administer, quoteName, quoteText, type Server } from './server.ts';
import { NOTE_VERSION, UNDO_SCHEMA } from './svc-schema.ts';

/** Held by every service while it looks at or makes the template. */
const TEMPLATE_LOCK = 7_305_001;

/**
 * The template of the service's login. A superuser's serves all superusers of the server; any other login can clone and
 * replace only a database of its own, so services that share the server under several such logins have one each.
 */
export const templateOf = ({ user, superuser }: { readonly user: string; readonly superuser: boolean }): string =>
  superuser ? 'svc_template' : `svc_template_${fingerprintOf(user)}`;

interface Database {
  readonly admin: pg.Client;
  /** Databases that PUBLIC may connect to as PostgreSQL makes them, and that hosted databases' logins have no business in. */
  readonly close: readonly string[];
  readonly inTemplate: <T>(template: string, work: (client: pg.Client) => Promise<T>) => Promise<T>;
}

/**
 * Makes the database that every hosted one is cloned from: nothing for PUBLIC, no function that reads files, runs SQL
 * text, waits, locks or names other tenants, no shared catalogue, and the service's own table for idempotent replies.
 * Returns whether the catalogue could be hardened, which takes a superuser; the parser closes the same doors without it.
 */
export async function ensureTemplate({ admin, close, inTemplate }: Database): Promise<{ hardened: boolean }> {
  const { rows } = await admin.query<{ user: string; superuser: boolean }>(
    'SELECT rolname AS "user", rolsuper AS superuser FROM pg_roles WHERE rolname = current_user',
  );
  const { user = '', superuser = false } = rows[0] ?? {};
  const template = templateOf({ user, superuser });
  await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    await closeToPublic(admin, close);
    const found = await admin.query<{ version: string | null }>(
      "SELECT shobj_description(oid, 'pg_database') AS version FROM pg_database WHERE datname = $1",
      [template],
    );
    const version = templateVersion(superuser);
    if (found.rows[0]?.version === version) return { hardened: superuser };
    if (found.rows.length > 0) await admin.query(`DROP DATABASE ${template}`);
    await createTemplate(admin, template);
    await admin.query(`REVOKE ALL ON DATABASE ${template} FROM PUBLIC`);
    await inTemplate(template, async (client) => {
      await client.query(OWN_TABLES);
      await client.query(`${UNDO_SCHEMA} ${NOTE_VERSION}`);
      await client.query(PUBLIC_SCHEMA);
      if (superuser) await client.query(HARDEN);
    });
    await admin.query(`COMMENT ON DATABASE ${template} IS '${version}'`);
    return { hardened: superuser };
  } finally {
    await admin.query('SELECT pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
}

/** Where the service's role may; under the lock, since two services that change one database's rights at once fail. */
async function closeToPublic(admin: pg.Client, names: readonly string[]): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `SELECT format('%I', datname) AS name FROM pg_database WHERE datname = ANY($1) AND pg_has_role(datdba, 'USAGE')
       AND (datacl IS NULL OR EXISTS (SELECT FROM aclexplode(datacl) WHERE grantee = 0))`,
    [names],
  );
  for (const { name } of rows) await admin.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
}

/** Text sorts by code point on every engine, and upper, lower and ILIKE know Unicode where the server can. */
async function createTemplate(admin: pg.Client, template: string): Promise<void> {
  const version = Number((await admin.query<{ v: string }>("SELECT current_setting('server_version_num') AS v")).rows[0]?.v);
  const create = `CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`;
  if (version >= 170_000) {
    await admin.query(`${create} LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LC_COLLATE 'C' LC_CTYPE 'C'`);
    return;
  }
  await admin.query(`${create} LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'`).catch(() => admin.query(`${create} LC_COLLATE 'C' LC_CTYPE 'C'`));
}

/** A clone's `pg_database_owner` is no help to a service that is no superuser: its owner role inherits nothing. */
const PUBLIC_SCHEMA = 'ALTER SCHEMA public OWNER TO CURRENT_USER; REVOKE ALL ON SCHEMA public FROM PUBLIC;';

/**
 * A write and the reply that its retries get commit together, so the reply lives where the write does. `claim` waits
 * for a running twin (up to lock_timeout), then finds its reply; expired rows that another transaction is removing make
 * nobody wait. Only these functions reach the table. `lock_schema` makes
 * those that add tables or columns wait for each other.
 */
const OWN_TABLES = `
CREATE SCHEMA svc;
CREATE TABLE svc.reply (
  scope text NOT NULL, key text NOT NULL, fingerprint text NOT NULL, reply text,
  created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (scope, key));
CREATE INDEX ON svc.reply (created_at);
CREATE FUNCTION svc.claim(in_scope text, in_key text, in_fingerprint text, ttl interval, OUT fingerprint text, OUT reply text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM svc.reply r WHERE (r.scope, r.key) IN (
    SELECT o.scope, o.key FROM svc.reply o WHERE o.created_at < now() - ttl LIMIT 100 FOR UPDATE SKIP LOCKED);
  INSERT INTO svc.reply VALUES (in_scope, in_key, in_fingerprint) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    SELECT r.fingerprint, r.reply INTO claim.fingerprint, claim.reply FROM svc.reply r WHERE r.scope = in_scope AND r.key = in_key;
  END IF;
END $$;
CREATE FUNCTION svc.settle(in_scope text, in_key text, in_reply text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE svc.reply SET reply = in_reply WHERE scope = in_scope AND key = in_key AND reply IS NULL $$;
CREATE FUNCTION svc.lock_schema() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT pg_advisory_xact_lock(1) $$;
REVOKE ALL ON FUNCTION svc.claim, svc.settle, svc.lock_schema FROM PUBLIC;
`;

/**
 * Everything here is per database, catalogue rows of shared catalogues included. What the views of information_schema
 * call stays open, since a view calls functions with the rights of whoever reads it.
 */
const HARDEN = `
DO $$ DECLARE f record; BEGIN
  FOR f IN SELECT p.oid::regprocedure AS signature FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname = 'pg_catalog' AND p.prokind IN ('f', 'p') AND (
      p.proname ~ '^(pg_(advisory|try_advisory|read|ls|stat_file|replication|logical|create|switch|wal|promote|rotate|reload|cancel|terminate|log_backend|sleep|notify|export|get_wal|backup|start|stop|drop|copy|sync|stat_reset|stat_get_(activity|backend|db|wal|subscription|progress|ssl|gss|io|replication|slru|archiver|bgwriter|checkpointer)|show|hba|ident|tablespace|relation_filepath|relation_filenode|file|import|cursor|prepared|lock_status|last_committed|xact_|current_xact|current_wal|current_logfile|control|listening|blocking|safe_snapshot|backend_pid|postmaster|conf_load|nextoid|stop_making|partition|database_size|get_(shmem|backend|functiondef|ruledef|triggerdef|userbyid|object_address)|describe_object|aios)|lo_|lowrite|loread|binary_upgrade|has_(database|foreign_data|language|largeobject|parameter|server|tablespace)|acldefault|aclexplode|makeaclitem|to_regrole|brin_|gin_clean|txid_current|currtid|dblink|inet_(server|client))'
      OR p.proname ~ '_(to_xml|to_xmlschema|to_xml_and_xmlschema)$'
      OR p.proname IN ('set_config', 'current_setting', 'setseed', 'ts_stat', 'shobj_description', 'current_query', 'xpath', 'xpath_exists', 'regrolein', 'regroleout', 'regrolerecv', 'regdatabasein', 'regdatabaseout', 'regdatabaserecv')
      OR (p.proname = 'ts_rewrite' AND p.pronargs = 2))
  LOOP EXECUTE format('REVOKE EXECUTE ON ROUTINE %s FROM PUBLIC', f.signature); END LOOP;
END $$;
DO $$ DECLARE r record; BEGIN
  FOR r IN SELECT c.oid::regclass AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'pg_catalog' AND c.relkind IN ('r', 'v') AND (c.relisshared
      OR c.relname ~ '^pg_(roles|user|group|shadow|settings|file_settings|hba|ident|locks|cursors|prepared|stat_(?!.*(user|sys|all)_(tables|indexes))|stat_activity|replication|publication|subscription|seclabels|available|config|backend|shmem|timezone|largeobject|stats|statistic|wait_events|aios|dsm|user_mapping|policies)')
  LOOP EXECUTE format('REVOKE ALL ON %s FROM PUBLIC', r.name); END LOOP;
END $$;
REVOKE USAGE ON LANGUAGE plpgsql FROM PUBLIC;
-- A cast to regrole needs no right and tells every login of the server. Here it is written and read as the number that it is.
SET allow_system_table_mods = on;
UPDATE pg_catalog.pg_type SET typinput = 'pg_catalog.oidin(cstring)'::regprocedure, typoutput = 'pg_catalog.oidout(oid)'::regprocedure,
  typreceive = 'pg_catalog.oidrecv(internal)'::regprocedure, typsend = 'pg_catalog.oidsend(oid)'::regprocedure
  WHERE typname IN ('regrole', 'regdatabase') AND typnamespace = 'pg_catalog'::regnamespace;
RESET allow_system_table_mods;
-- information_schema.columns asks pg_database for the encoding as whoever reads it; here it is UTF8, 4 bytes a character.
CREATE OR REPLACE FUNCTION information_schema._pg_char_octet_length(typid oid, typmod int4) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT RETURN CASE
  WHEN typid IN (25, 1042, 1043) AND typmod = -1 THEN 1073741824
  ELSE 4 * information_schema._pg_char_max_length(typid, typmod) END;
`;

/** Kept with each database that was cloned from a template so hardened, or was hardened since; only a superuser can. */
const HARDENED = { setting: 'svc.hardened', value: fingerprintOf(HARDEN) } as const;

/**
 * Closes in databases of earlier versions what was closed in the template since. Returns the ids of those that it has closed.
 * Nothing is done where the service's login is no superuser.
 */
export async function healHardening(server: Server, dbIds: readonly string[]): Promise<readonly string[]> {
  const open = await administer(server, server.endpoint().database, async (admin) => {
    const { rows } = await admin.query<{ id: string }>(
      `SELECT d.datname AS id FROM pg_database d, pg_roles r
       WHERE d.datname = ANY($1) AND d.datallowconn AND r.rolname = current_user AND r.rolsuper AND NOT EXISTS (
         SELECT FROM pg_db_role_setting s WHERE s.setdatabase = d.oid AND s.setrole = 0 AND $2 = ANY(s.setconfig))`,
      [dbIds, `${HARDENED.setting}=${HARDENED.value}`],
    );
    return rows.map(({ id }) => id);
  });
  // One that cannot be hardened, or has gone meanwhile, stands in no other's way: it is tried again with the next sweep.
  const closed: string[] = [];
  for (const id of open) {
    const done = await administer(server, id, (admin) => admin.query(['BEGIN', HARDEN, markHardened(id), 'COMMIT'].join(';\n'))).then(
      () => true,
      () => false,
    );
    if (done) closed.push(id);
  }
  return closed;
}

export const markHardened = (dbId: string): string =>
  `ALTER DATABASE ${quoteName(dbId)} SET ${HARDENED.setting} = ${quoteText(HARDENED.value)}`;

/** Changes with whatever a template is made by, so that an older one is made anew. */
const templateVersion = (superuser: boolean): string =>
  fingerprintOf(`${PUBLIC_SCHEMA}${OWN_TABLES}${UNDO_SCHEMA}${superuser ? HARDEN : ''}`);

function fingerprintOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
