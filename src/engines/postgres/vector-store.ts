import type pg from 'pg';
import type { Statement } from '../engine.ts';
import { quoteName, roleName } from './server.ts';

/** Where the extension's type, functions and operators are: a schema that the owner alone may use, so that no caller's SQL names them. */
export const VECTOR_SCHEMA = 'svc_vector';

/** How the database keeps vectors: as pgvector's, or as arrays of numbers. */
export type VectorKind = 'pgvector' | 'array';

/** Makes the table of vectors, of pgvector's type where the server has it, and of arrays otherwise; in a transaction of its own. */
export async function makeVectorStore(admin: pg.Client, dbId: string, { superuser }: { readonly superuser: boolean }): Promise<void> {
  const owner = quoteName(roleName(dbId, 'owner'));
  const kind = await addExtension(admin, owner, superuser);
  await admin.query(`
CREATE TABLE svc.vectors (id uuid NOT NULL, model text NOT NULL, vector ${kind === 'pgvector' ? `${VECTOR_SCHEMA}.vector` : 'real[] NOT NULL'}, PRIMARY KEY (id, model));
GRANT SELECT, INSERT, UPDATE, DELETE ON svc.vectors TO ${owner};
${kind === 'pgvector' ? indexFunction(owner) : ''}`);
  if (kind === 'pgvector') await keepLooking(admin, dbId);
}

/** Asked as the owner, of any agent memory: those that were made before the server had the extension keep arrays. */
export const VECTOR_KIND: Statement = {
  sql: "SELECT CASE WHEN atttypid = 'real[]'::regtype THEN 'array' ELSE 'pgvector' END FROM pg_attribute WHERE attrelid = 'svc.vectors'::regclass AND attname = 'vector'",
  params: [],
};

/** Where the server does not have it, or the service's login may not add it, there is nothing of it. */
async function addExtension(admin: pg.Client, owner: string, superuser: boolean): Promise<VectorKind> {
  const { rowCount } = await admin.query("SELECT FROM pg_available_extensions WHERE name = 'vector'");
  if (rowCount === 0) return 'array';
  try {
    await admin.query(
      `BEGIN; CREATE SCHEMA ${VECTOR_SCHEMA}; GRANT USAGE ON SCHEMA ${VECTOR_SCHEMA} TO ${owner}; CREATE EXTENSION vector SCHEMA ${VECTOR_SCHEMA}; ${superuser ? ownersAlone(owner) : ''} COMMIT`,
    );
    return 'pgvector';
  } catch {
    await admin.query('ROLLBACK');
    return 'array';
  }
}

/** What the schema closes is closed once more, as everything of the template is. */
const ownersAlone = (owner: string): string => `
DO $$ DECLARE f record; BEGIN
  FOR f IN SELECT p.oid::regprocedure AS signature FROM pg_proc p WHERE p.pronamespace = '${VECTOR_SCHEMA}'::regnamespace LOOP
    EXECUTE format('REVOKE ALL ON ROUTINE %s FROM PUBLIC; GRANT EXECUTE ON ROUTINE %s TO %s', f.signature, f.signature, $owner$${owner}$owner$);
  END LOOP;
  FOR f IN SELECT t.oid::regtype AS signature FROM pg_type t WHERE t.typnamespace = '${VECTOR_SCHEMA}'::regnamespace AND t.typelem = 0 LOOP
    EXECUTE format('REVOKE ALL ON TYPE %s FROM PUBLIC; GRANT USAGE ON TYPE %s TO %s', f.signature, f.signature, $owner$${owner}$owner$);
  END LOOP;
END $$;`;

/** The most numbers of a vector that pgvector can index. */
const INDEXED_MAX = 2_000;

/** An index is of vectors of one length, which is known with the first of them. The table is the service's, so that the owner cannot add one by itself. */
const indexFunction = (owner: string): string => `
CREATE FUNCTION svc.index_vectors(places integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF places BETWEEN 1 AND ${INDEXED_MAX} AND to_regclass('svc.vectors_of_' || places) IS NULL THEN
    EXECUTE format('CREATE INDEX %I ON svc.vectors USING hnsw ((vector::${VECTOR_SCHEMA}.vector(%s)) ${VECTOR_SCHEMA}.vector_ip_ops) WHERE ${VECTOR_SCHEMA}.vector_dims(vector) = %s', 'vectors_of_' || places, places, places);
  END IF;
END $$;
REVOKE ALL ON FUNCTION svc.index_vectors FROM PUBLIC;
GRANT EXECUTE ON FUNCTION svc.index_vectors TO ${owner};`;

/** An index looks further where most of what it finds is of another scope: from pgvector 0.8 on. A setting is known once the library is loaded. */
async function keepLooking(admin: pg.Client, dbId: string): Promise<void> {
  await admin.query(`SELECT '[1]'::${VECTOR_SCHEMA}.vector`);
  await admin.query(`ALTER DATABASE ${quoteName(dbId)} SET hnsw.iterative_scan = 'strict_order'`).catch(() => undefined);
}
