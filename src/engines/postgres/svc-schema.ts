import { createHash } from 'node:crypto';
import { administer, quoteName, quoteText, roleName, type Server } from './server.ts';

/**
 * What a write replaced, kept in the write's own transaction so that it can be undone: one row a write, and one a table
 * that it touched. Nobody reads or writes these tables but through the functions, and these act for the transaction that
 * holds the claim of an idempotency key: a trace of another owner's, or of another transaction, is not theirs to add to.
 *
 * An image is a row as the engine's own text for it, which reads back to the same row for every type. `after` holds the
 * MD5 of such a text, with the row's key as a JSON array of texts behind it where the table has a key. `columns` are the
 * table's as they were: images of other columns would not fit. Of several statements that are one write each has a row of
 * its own, by the write's trace id with `.1`, `.2` behind it. A table's name is the SQL that names it, schema and all.
 *
 * Every statement can run again: it also brings older databases up to date.
 */
export const UNDO_SCHEMA = `
CREATE TABLE IF NOT EXISTS svc.write (
  trace_id text PRIMARY KEY, scope text NOT NULL, verb text NOT NULL, refused text, undone jsonb,
  created_at timestamptz NOT NULL DEFAULT now());
ALTER TABLE svc.write ADD COLUMN IF NOT EXISTS change jsonb;
CREATE INDEX IF NOT EXISTS write_created_at ON svc.write (created_at);
CREATE TABLE IF NOT EXISTS svc.image (
  trace_id text NOT NULL REFERENCES svc.write ON DELETE CASCADE, table_name text NOT NULL, columns text NOT NULL, key text[] NOT NULL,
  before text[] NOT NULL, after text[] NOT NULL, bytes bigint NOT NULL, PRIMARY KEY (trace_id, table_name));
CREATE OR REPLACE FUNCTION svc.claimed(in_scope text, in_key text) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM svc.reply r WHERE r.scope = in_scope AND r.key = in_key AND r.xmin = pg_current_xact_id()::xid) $$;
-- Names that were kept when those of public alone were; they stand in quotes where a name of SQL would not be bare.
UPDATE svc.image SET table_name = format('public.%I', table_name) WHERE table_name !~ '^("([^"]|"")+"|[a-z_][a-z0-9_]*)[.]("([^"]|"")+"|[a-z_][a-z0-9_]*)$';
CREATE OR REPLACE FUNCTION svc.columns_of(in_table text) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' ORDER BY a.attnum)
  FROM pg_attribute a WHERE a.attrelid = to_regclass(in_table) AND a.attnum > 0 AND NOT a.attisdropped $$;
CREATE OR REPLACE FUNCTION svc.keep_write(in_scope text, in_key text, in_trace text, in_verb text, in_refused text, ttl interval)
RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE found_refused text; found_scope text; found_at timestamptz;
BEGIN
  IF NOT svc.claimed(in_scope, in_key) THEN RAISE EXCEPTION 'no claim in this transaction' USING ERRCODE = '42501'; END IF;
  DELETE FROM svc.write w WHERE w.trace_id IN (
    SELECT o.trace_id FROM svc.write o WHERE o.created_at < now() - ttl LIMIT 100 FOR UPDATE SKIP LOCKED);
  INSERT INTO svc.write (trace_id, scope, verb, refused) VALUES (in_trace, in_scope, in_verb, in_refused) ON CONFLICT DO NOTHING;
  SELECT w.scope, w.refused, w.created_at INTO found_scope, found_refused, found_at FROM svc.write w WHERE w.trace_id = in_trace;
  IF found_scope <> in_scope OR found_at <> now() THEN RAISE EXCEPTION 'not a write of this transaction' USING ERRCODE = '42501'; END IF;
  IF found_refused IS NULL AND in_refused IS NOT NULL THEN
    UPDATE svc.write w SET refused = in_refused WHERE w.trace_id = in_trace;
    found_refused := in_refused;
  END IF;
  IF found_refused IS NOT NULL THEN DELETE FROM svc.image i WHERE i.trace_id = in_trace; END IF;
  RETURN found_refused;
END $$;
CREATE OR REPLACE FUNCTION svc.keep_image(in_scope text, in_key text, in_trace text, in_verb text, in_table text, table_verb text,
  key_columns text[], in_before text[], in_after text[], ttl interval, total_bytes bigint)
RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE reason text; size bigint; bit int := CASE table_verb WHEN 'insert' THEN 4 WHEN 'delete' THEN 8 WHEN 'update' THEN 16 ELSE 20 END;
BEGIN
  SELECT format('The trigger %s of %s ran, and what it did elsewhere is not known.', string_agg(t.tgname, ', ' ORDER BY t.tgname), regexp_replace(in_table, '^public[.]', '')) INTO reason
    FROM pg_trigger t WHERE t.tgrelid = to_regclass(in_table) AND NOT t.tgisinternal AND t.tgenabled <> 'D' AND t.tgtype & bit > 0
    HAVING count(*) > 0;
  IF svc.columns_of(in_table) IS NULL THEN RAISE EXCEPTION 'no table %', in_table USING ERRCODE = '42P01'; END IF;
  IF reason IS NULL AND (in_before IS NULL OR in_after IS NULL) THEN reason := 'It changed more than is kept.'; END IF;
  reason := svc.keep_write(in_scope, in_key, in_trace, in_verb, reason, ttl);
  IF reason IS NOT NULL THEN RETURN reason; END IF;
  SELECT coalesce(sum(octet_length(one)), 0) INTO size FROM unnest(in_before || in_after) AS one;
  INSERT INTO svc.image AS i VALUES (in_trace, in_table, svc.columns_of(in_table), key_columns, in_before, in_after, size)
    ON CONFLICT (trace_id, table_name) DO UPDATE SET before = i.before || excluded.before, after = i.after || excluded.after, bytes = i.bytes + excluded.bytes;
  -- Now and then, or after a large one: the oldest go once there is more than is kept of one database.
  IF size > 65536 OR random() < 0.01 THEN
    UPDATE svc.write w SET refused = 'Newer writes have taken the room that is kept.' WHERE w.trace_id IN (
      SELECT s.trace_id FROM (SELECT m.trace_id, sum(m.bytes) OVER (ORDER BY o.created_at DESC, m.trace_id) AS upto
        FROM svc.image m JOIN svc.write o USING (trace_id)) s WHERE s.upto > total_bytes AND s.trace_id <> in_trace);
    DELETE FROM svc.image m USING svc.write w WHERE w.trace_id = m.trace_id AND w.refused IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION svc.undoable(in_scope text, in_key text, in_trace text, ttl interval, OUT verb text, OUT refused text, OUT undone jsonb, OUT expired boolean)
RETURNS SETOF record LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT svc.claimed(in_scope, in_key) THEN RAISE EXCEPTION 'no claim in this transaction' USING ERRCODE = '42501'; END IF;
  RETURN QUERY SELECT w.verb, w.refused, w.undone, w.created_at < now() - ttl FROM svc.write w WHERE w.trace_id = in_trace AND w.scope = in_scope FOR UPDATE;
END $$;
CREATE OR REPLACE FUNCTION svc.kept(in_scope text, in_key text, in_trace text)
RETURNS TABLE (table_name text, fits boolean, key text[], before text[], after text[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT svc.claimed(in_scope, in_key) THEN RAISE EXCEPTION 'no claim in this transaction' USING ERRCODE = '42501'; END IF;
  RETURN QUERY SELECT i.table_name, i.columns IS NOT DISTINCT FROM svc.columns_of(i.table_name), i.key, i.before, i.after
    FROM svc.image i JOIN svc.write w USING (trace_id) WHERE i.trace_id = in_trace AND w.scope = in_scope;
END $$;
CREATE OR REPLACE FUNCTION svc.undone(in_scope text, in_key text, in_trace text, result jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT svc.claimed(in_scope, in_key) THEN RAISE EXCEPTION 'no claim in this transaction' USING ERRCODE = '42501'; END IF;
  UPDATE svc.write w SET undone = result WHERE w.trace_id = in_trace AND w.scope = in_scope;
  DELETE FROM svc.image i USING svc.write w WHERE w.trace_id = i.trace_id AND i.trace_id = in_trace AND w.scope = in_scope;
END $$;
CREATE OR REPLACE FUNCTION svc.keep_change(in_scope text, in_key text, in_trace text, in_refused text, in_change jsonb, ttl interval)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM svc.keep_write(in_scope, in_key, in_trace, 'alter', in_refused, ttl);
  UPDATE svc.write w SET change = in_change WHERE w.trace_id = in_trace AND w.scope = in_scope AND w.refused IS NULL;
END $$;
CREATE OR REPLACE FUNCTION svc.kept_change(in_scope text, in_key text, in_trace text, OUT change jsonb, OUT entries text[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT svc.claimed(in_scope, in_key) THEN RAISE EXCEPTION 'no claim in this transaction' USING ERRCODE = '42501'; END IF;
  SELECT w.change INTO kept_change.change FROM svc.write w WHERE w.trace_id = in_trace AND w.scope = in_scope;
  SELECT array_agg(one) INTO entries FROM svc.image i JOIN svc.write w USING (trace_id), unnest(i.before) AS one WHERE i.trace_id = in_trace AND w.scope = in_scope;
END $$;
CREATE OR REPLACE FUNCTION svc.is_change(in_scope text, in_trace text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM svc.write w WHERE w.trace_id = in_trace AND w.scope = in_scope AND w.verb = 'alter') $$;
CREATE OR REPLACE FUNCTION svc.parts(in_scope text, in_key text, in_trace text, most int) RETURNS SETOF int
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT svc.claimed(in_scope, in_key) THEN RAISE EXCEPTION 'no claim in this transaction' USING ERRCODE = '42501'; END IF;
  RETURN QUERY SELECT n FROM generate_series(1, most) AS n JOIN svc.write w ON w.trace_id = in_trace || '.' || n AND w.scope = in_scope;
END $$;
REVOKE ALL ON FUNCTION svc.claimed, svc.columns_of, svc.keep_write, svc.keep_image, svc.undoable, svc.kept, svc.undone, svc.keep_change, svc.kept_change, svc.is_change, svc.parts FROM PUBLIC;
`;

/** Rights on the functions above, for the roles that write. What takes a change of the schema back is run as the owner, and stored by it alone. */
export const undoGrants = (dbId: string): string =>
  `GRANT EXECUTE ON FUNCTION svc.keep_change, svc.kept_change TO ${quoteName(roleName(dbId, 'owner'))}; GRANT EXECUTE ON FUNCTION svc.is_change TO ${quoteName(roleName(dbId, 'writer'))}, ${quoteName(roleName(dbId, 'owner'))}; GRANT EXECUTE ON FUNCTION svc.keep_write, svc.keep_image, svc.undoable, svc.kept, svc.undone, svc.parts TO ${quoteName(roleName(dbId, 'writer'))}, ${quoteName(roleName(dbId, 'owner'))};`;

/** Changes with what the schema is made by. */
const VERSION = createHash('sha256').update(UNDO_SCHEMA).digest('hex').slice(0, 16);

/** Read by `READ_SVC_VERSION`; a clone has its template's. */
export const NOTE_VERSION = `COMMENT ON SCHEMA svc IS ${quoteText(VERSION)};`;

/** What a session of the database reads of its schema's version; null where it is older than versions. */
export const READ_SVC_VERSION = { sql: "SELECT obj_description('svc'::regnamespace, 'pg_namespace')", params: [] };
export const isCurrent = (version: unknown): boolean => version === VERSION;

/** Brings the service's own schema of one database up to date. Safe to repeat, and safe beside another service that does the same. */
export async function updateSvcSchema(server: Server, dbId: string): Promise<void> {
  await administer(server, dbId, async (admin) => {
    await admin.query(`BEGIN; SELECT pg_advisory_xact_lock(${UPDATE_LOCK}); ${UNDO_SCHEMA} ${undoGrants(dbId)} ${NOTE_VERSION} COMMIT`);
  });
}

/** What was written before the database came to be the owner's is the owner's to undo. Safe to repeat. */
export async function handOverWrites(server: Server, dbId: string, ownerId: string): Promise<void> {
  await administer(server, dbId, async (admin) => {
    const { rows } = await admin.query<{ kept: boolean }>("SELECT to_regclass('svc.write') IS NOT NULL AS kept");
    if (rows[0]?.kept) await admin.query('UPDATE svc.write SET scope = $1 WHERE scope <> $1', [ownerId]);
  });
}

export const UPDATE_LOCK = 7_305_002;
