import type { MemoryText, MemoryVector, Nearest, RowScope, Statement } from '../engine.ts';
import { VECTOR_SCHEMA, type VectorKind } from './vector-store.ts';

/**
 * Vectors of what an agent memory says, beside its rows, where only the service reads: a vector tells much of its text. They are
 * read by the owner, above the policies, so that these statements name the scope themselves; rows are then read as by anybody.
 */

/** Texts that have no vector by this model yet, the newest first; vectors whose rows are gone go with it. */
export const textsWithout = (model: string, most: number): Statement => ({
  sql: `WITH gone AS (
  DELETE FROM svc.vectors AS v WHERE NOT EXISTS (SELECT FROM public.facts WHERE id = v.id)
    AND NOT EXISTS (SELECT FROM public.past_facts WHERE id = v.id) AND NOT EXISTS (SELECT FROM public.episodes WHERE id = v.id)
)
SELECT id, content FROM (
  SELECT id, content, created_at, expires_at FROM public.facts UNION ALL SELECT id, content, created_at, expires_at FROM public.episodes
) AS texts
WHERE NOT EXISTS (SELECT FROM svc.vectors AS v WHERE v.id = texts.id AND v.model = $1) AND (expires_at IS NULL OR expires_at > now())
ORDER BY created_at DESC LIMIT $2::int`,
  params: [model, most],
});

export const textOf = ([id, content]: readonly unknown[]): MemoryText => ({ id: String(id), content: String(content) });

/** One that is empty, of a text that the model did not take, is near to nothing. */
export function keepVectors(model: string, vectors: readonly MemoryVector[], kind: VectorKind): Statement {
  const value = kind === 'array' ? 'vector' : `CASE WHEN cardinality(vector) > 0 THEN vector::${VECTOR_SCHEMA}.vector END`;
  return {
    sql: `INSERT INTO svc.vectors (id, model, vector) SELECT id, $1, ${value} FROM json_to_recordset($2::json) AS given(id uuid, vector real[])
ON CONFLICT (id, model) DO UPDATE SET vector = excluded.vector`,
    params: [model, JSON.stringify(vectors)],
  };
}

/** Makes the index of vectors of this length, where there is none. */
export const indexVectors = (places: number): Statement => ({ sql: 'SELECT svc.index_vectors($1)', params: [places] });

/** Ids of the rows whose texts are nearest, of those that the scope sees; of arrays, every one of the newest is compared. */
export const nearestTo = (
  table: Nearest['table'],
  { agentId, endUserId, threadId }: RowScope,
  { model, vector, most }: Pick<Nearest, 'model' | 'vector' | 'most'>,
  kind: VectorKind,
): Statement => {
  const params = [model, agentId, endUserId, threadId, vector, most];
  const seen = `FROM public.${table} AS r JOIN svc.vectors AS v ON v.id = r.id AND v.model = $1
  WHERE (r.expires_at IS NULL OR r.expires_at > now()) AND ($2::text IS NULL OR r.agent_id = $2) AND ($3::text IS NULL OR r.end_user_id = $3)
    AND ($4::text IS NULL OR r.thread_id IS NULL OR r.thread_id = $4)`;
  if (kind === 'array')
    return {
      sql: `SELECT id FROM (
  SELECT r.id, v.vector ${seen} AND cardinality(v.vector) = cardinality($5::real[])
  ORDER BY r.created_at DESC LIMIT ${COMPARED_MAX}
) AS seen
ORDER BY (SELECT sum(a * b) FROM unnest(vector, $5::real[]) AS pair(a, b)) DESC NULLS LAST LIMIT $6::int`,
      params,
    };
  // As the index has it, so that it is used: the length is a part of its text.
  const places = vector.length;
  return {
    sql: `SELECT r.id ${seen} AND ${VECTOR_SCHEMA}.vector_dims(v.vector) = ${places}
ORDER BY v.vector::${VECTOR_SCHEMA}.vector(${places}) OPERATOR(${VECTOR_SCHEMA}.<#>) $5::real[]::${VECTOR_SCHEMA}.vector(${places}) LIMIT $6::int`,
    params,
  };
};

/** Some hundred milliseconds of vectors of a usual length. */
const COMPARED_MAX = 2_000;
