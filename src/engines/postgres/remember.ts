import type { Memory, Remembered, RowScope, Statement, WriteTransaction } from '../engine.ts';
import { SAME_ENTITY, SAME_FACT } from './memory-schema.ts';

/**
 * Writes one row of an agent memory: one statement, whose text depends on the kind of the row alone. Run as the owner, above the
 * policies, since an expired row that nobody sees must not stand in the way of a new one.
 */
export async function remember(transaction: WriteTransaction, memory: Memory): Promise<Remembered> {
  // Two facts that supersede the same one at once would both stay.
  if (memory.kind === 'fact' && supersedes(memory))
    await transaction.run({ sql: 'SELECT svc.lock_subject($1, $2)', params: [memory.subject, memory.category] }, 1, null);
  const statement = statementOf(memory);
  const [row = []] = (await transaction.run(statement, 1)).rows;
  const [id, materialisedAt, expiresAt] = row;
  return {
    id: String(id),
    deduplicated: id !== memory.id,
    materialisedAt: String(materialisedAt),
    expiresAt: expiresAt === null ? null : String(expiresAt),
    statement,
  };
}

/** The statement by which it is written; it gives the row's id, when it was made and when it expires. */
export function statementOf(memory: Memory): Statement {
  if (memory.kind === 'fact') return factStatement(memory);
  return memory.kind === 'episode' ? episodeStatement(memory) : entityStatement(memory);
}

type Fact = Extract<Memory, { kind: 'fact' }>;
const supersedes = ({ subject, category }: Fact): boolean => subject !== null && category !== null;

const FACT = [
  'id',
  'content',
  'subject',
  'kind',
  'tags',
  'agent_id',
  'end_user_id',
  'thread_id',
  'source',
  'created_at',
  'valid_from',
  'expires_at',
];
/** `f` is a row as it is and `excluded` the one that came: what has expired is gone, and its place is free. */
const OVER = 'f.expires_at <= statement_timestamp()';
const taken = (column: string): string => `${column} = CASE WHEN ${OVER} THEN excluded.${column} ELSE f.${column} END`;

/**
 * The same fact again adds its tags, and the later end counts. A fact of a thread that is already known outside of threads is not
 * kept once more: it may be that one, recalled. What another fact of the same subject and kind said before is past.
 */
function factStatement(memory: Fact): Statement {
  const past = supersedes(memory)
    ? `, superseded AS (
  DELETE FROM public.facts AS f
  WHERE f.subject = $3 AND f.kind = $4 AND f.content <> $2 AND ${SAME_SCOPE}
  RETURNING f.*
), past AS (
  INSERT INTO public.past_facts (${FACT.join(', ')}, valid_to, superseded_by)
  SELECT ${FACT.join(', ')}, statement_timestamp(), (SELECT id FROM written)
  FROM superseded WHERE expires_at IS NULL OR expires_at > statement_timestamp()
)`
    : '';
  return {
    sql: `WITH given (${FACT.join(', ')}) AS (
  SELECT $1::uuid, $2::text, $3::text, $4::text, $5::text[], $6::text, $7::text, $8::text, $9::text,
    statement_timestamp(), statement_timestamp(), ${EXPIRY(10)}
), known AS (
  SELECT f.id, f.created_at, f.expires_at FROM public.facts AS f, (SELECT content, subject, kind, agent_id, end_user_id, NULL::text AS thread_id FROM given) AS g
  WHERE $8::text IS NOT NULL AND ${of('f', SAME_FACT)} = ${of('g', SAME_FACT)} AND f.tags @> $5 AND f.expires_at IS NULL AND $10::float8 IS NULL
), added AS (
  INSERT INTO public.facts AS f (${FACT.join(', ')})
  SELECT * FROM given WHERE NOT EXISTS (SELECT FROM known)
  ON CONFLICT (${SAME_FACT}) DO UPDATE SET ${['id', 'source', 'created_at', 'valid_from'].map(taken).join(', ')},
    tags = CASE WHEN ${OVER} THEN excluded.tags ELSE f.tags || ARRAY(SELECT t FROM unnest(excluded.tags) AS t WHERE t <> ALL (f.tags)) END,
    expires_at = CASE WHEN ${OVER} THEN excluded.expires_at
      WHEN f.expires_at IS NOT NULL AND excluded.expires_at IS NOT NULL THEN greatest(f.expires_at, excluded.expires_at) END
  RETURNING f.id, f.created_at, f.expires_at
), written AS (
  SELECT * FROM added UNION ALL SELECT * FROM known
)${past}
SELECT * FROM written`,
    params: [
      memory.id,
      memory.content,
      memory.subject,
      memory.category,
      memory.tags,
      ...scopeOf(memory.scope),
      memory.source,
      memory.ttlSeconds,
    ],
  };
}

const episodeStatement = (memory: Extract<Memory, { kind: 'episode' }>): Statement => ({
  sql: `INSERT INTO public.episodes (id, content, role, agent_id, end_user_id, thread_id, source, created_at, expires_at)
VALUES ($1::uuid, $2, $3, $4, $5, $6, $7, statement_timestamp(), ${EXPIRY(8)})
RETURNING id, created_at, expires_at`,
  params: [memory.id, memory.content, memory.role, ...scopeOf(memory.scope), memory.source, memory.ttlSeconds],
});

/** What is said of it anew counts; what was said before, and not now, stays. */
const entityStatement = (memory: Extract<Memory, { kind: 'entity' }>): Statement => ({
  sql: `INSERT INTO public.entities AS e (id, canonical_name, kind, properties, agent_id, end_user_id, thread_id, source, created_at, updated_at)
VALUES ($1::uuid, $2, $3, $4::jsonb, $5, $6, $7, $8, statement_timestamp(), statement_timestamp())
ON CONFLICT (${SAME_ENTITY}) DO UPDATE SET properties = e.properties || excluded.properties, updated_at = excluded.updated_at
RETURNING id, created_at, NULL`,
  params: [memory.id, memory.name, memory.category, memory.properties, ...scopeOf(memory.scope), memory.source],
});

const EXPIRY = (place: number): string => `statement_timestamp() + make_interval(secs => $${place}::float8)`;

const SAME_SCOPE = 'f.agent_id IS NOT DISTINCT FROM $6 AND f.end_user_id IS NOT DISTINCT FROM $7 AND f.thread_id IS NOT DISTINCT FROM $8';

/** The digest of one of several relations' columns. */
const of = (alias: string, digest: string): string => digest.replaceAll(/md5\((\w+)\)/g, `md5(${alias}.$1)`);

const scopeOf = ({ agentId, endUserId, threadId }: RowScope) => [agentId, endUserId, threadId];

/** Of tables with many expired rows, some at a time, so that nobody waits for them. */
export const SWEEP_EXPIRED: Statement = {
  sql: `WITH ${['facts', 'past_facts', 'episodes']
    .map(
      (table) =>
        `${table}_gone AS (DELETE FROM public.${table} WHERE id IN (SELECT id FROM public.${table} WHERE expires_at <= now() LIMIT 5000 FOR UPDATE SKIP LOCKED) RETURNING 1)`,
    )
    .join(', ')}
SELECT (SELECT count(*) FROM facts_gone) + (SELECT count(*) FROM past_facts_gone) + (SELECT count(*) FROM episodes_gone)`,
  params: [],
};
