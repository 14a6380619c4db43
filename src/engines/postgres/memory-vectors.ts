import type { MemoryText, MemoryVector, Nearest, RowScope, Statement } from '../engine.ts';

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

export const keepVectors = (model: string, vectors: readonly MemoryVector[]): Statement => ({
  sql: `INSERT INTO svc.vectors (id, model, vector) SELECT id, $1, vector FROM json_to_recordset($2::json) AS given(id uuid, vector real[])
ON CONFLICT (id, model) DO UPDATE SET vector = excluded.vector`,
  params: [model, JSON.stringify(vectors)],
});

/** Ids of the rows whose texts are nearest, of the newest that the scope sees: every one of these is compared. */
export const nearestTo = (
  table: Nearest['table'],
  { agentId, endUserId, threadId }: RowScope,
  { model, vector, most }: Pick<Nearest, 'model' | 'vector' | 'most'>,
): Statement => ({
  sql: `SELECT id FROM (
  SELECT r.id, v.vector FROM public.${table} AS r JOIN svc.vectors AS v ON v.id = r.id AND v.model = $1
  WHERE (r.expires_at IS NULL OR r.expires_at > now()) AND ($2::text IS NULL OR r.agent_id = $2) AND ($3::text IS NULL OR r.end_user_id = $3)
    AND ($4::text IS NULL OR r.thread_id IS NULL OR r.thread_id = $4) AND cardinality(v.vector) = cardinality($5::real[])
  ORDER BY r.created_at DESC LIMIT ${COMPARED_MAX}
) AS seen
ORDER BY (SELECT sum(a * b) FROM unnest(vector, $5::real[]) AS pair(a, b)) DESC NULLS LAST LIMIT $6::int`,
  params: [model, agentId, endUserId, threadId, vector, most],
});

/** Some hundred milliseconds of vectors of a usual length. */
const COMPARED_MAX = 2_000;
