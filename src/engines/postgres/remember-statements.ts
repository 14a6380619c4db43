import type { Memory, RowScope, Statement } from '../engine.ts';
import { SAME_ENTITY, SAME_FACT } from './memory-schema.ts';

type Of<Kind extends Memory['kind']> = Extract<Memory, { kind: Kind }>;

/** The statement by which rows of one kind are written; it gives, for each given id, the row's id, when it was made and when it expires. */
export function statementOf(memories: readonly Memory[]): Statement {
  const [first] = memories;
  if (first?.kind === 'episode') return episodesStatement(memories as readonly Of<'episode'>[]);
  if (first?.kind === 'entity') return entitiesStatement(memories as readonly Of<'entity'>[]);
  return factsStatement(memories as readonly Of<'fact'>[]);
}

/** A fact with both takes the place of others. */
export const supersedes = ({ subject, category }: Of<'fact'>): boolean => subject !== null && category !== null;

/** `f` is a row as it is and `excluded` the one that came: what has expired is gone, and its place is free. */
const OVER = 'f.expires_at <= statement_timestamp()';
const taken = (column: string): string => `${column} = CASE WHEN ${OVER} THEN excluded.${column} ELSE f.${column} END`;

const FACT = 'id content subject kind tags agent_id end_user_id thread_id source created_at valid_from expires_at'.split(' ');

/**
 * The same fact again adds its tags, and the later end counts. A fact of a thread that is already known outside of threads is not
 * kept once more: it may be that one, recalled. What another fact of the same subject and kind said before is past.
 */
export function factsStatement(facts: readonly Of<'fact'>[]): Statement {
  const past = facts.some(supersedes)
    ? `, superseded AS (
  DELETE FROM public.facts AS f USING given AS g
  WHERE f.subject = g.subject AND f.kind = g.kind AND f.content <> g.content AND ${SAME_SCOPE}
  RETURNING g.id AS given, f.*
), past AS (
  INSERT INTO public.past_facts (${FACT.join(', ')}, valid_to, superseded_by)
  SELECT ${FACT.map((name) => `s.${name}`).join(', ')}, g.valid_from, w.id
  FROM superseded AS s JOIN given AS g ON g.id = s.given JOIN written AS w ON w.given = s.given
  WHERE s.expires_at IS NULL OR s.expires_at > statement_timestamp()
)`
    : '';
  const { source, params } = given(FACT_FIELDS, facts, ({ content, subject, category, tags, ttlSeconds }) => [
    ...[content, subject, category, tags, ttlSeconds],
  ]);
  return {
    sql: `WITH given AS (
  SELECT id, content, subject, kind, tags, agent_id, end_user_id, thread_id, source, ${MADE} AS created_at, ${MADE} AS valid_from, ${EXPIRY} AS expires_at
  FROM ${source}
), known AS (
  SELECT g.id AS given, f.id, f.created_at, f.expires_at FROM given AS g JOIN public.facts AS f ON ${of('f', SAME_FACT)} = ${of('g', SAME_FACT).replace('md5(g.thread_id)', 'NULL')}
  WHERE g.thread_id IS NOT NULL AND f.tags @> g.tags AND f.expires_at IS NULL AND g.expires_at IS NULL
), added AS (
  INSERT INTO public.facts AS f (${FACT.join(', ')})
  SELECT ${FACT.join(', ')} FROM given AS g WHERE NOT EXISTS (SELECT FROM known WHERE known.given = g.id) ORDER BY ${of('g', SAME_FACT)}
  ON CONFLICT (${SAME_FACT}) DO UPDATE SET ${['id', 'source', 'created_at', 'valid_from'].map(taken).join(', ')},
    tags = CASE WHEN ${OVER} THEN excluded.tags ELSE f.tags || ARRAY(SELECT t FROM unnest(excluded.tags) AS t WHERE t <> ALL (f.tags)) END,
    expires_at = CASE WHEN ${OVER} THEN excluded.expires_at
      WHEN f.expires_at IS NOT NULL AND excluded.expires_at IS NOT NULL THEN greatest(f.expires_at, excluded.expires_at) END
  RETURNING f.*
), written AS (
  SELECT g.id AS given, a.id, a.created_at, a.expires_at FROM added AS a JOIN given AS g ON ${of('a', SAME_FACT)} = ${of('g', SAME_FACT)}
  UNION ALL SELECT * FROM known
)${past}
SELECT * FROM written`,
    params,
  };
}

function episodesStatement(episodes: readonly Of<'episode'>[]): Statement {
  const { source, params } = given(EPISODE_FIELDS, episodes, ({ content, role, ttlSeconds }) => [content, role, ttlSeconds]);
  return {
    sql: `INSERT INTO public.episodes (id, content, role, agent_id, end_user_id, thread_id, source, created_at, expires_at)
SELECT id, content, role, agent_id, end_user_id, thread_id, source, ${MADE}, ${EXPIRY} FROM ${source}
RETURNING id, id, created_at, expires_at`,
    params,
  };
}

/** What is said of it anew counts; what was said before, and not now, stays. */
function entitiesStatement(entities: readonly Of<'entity'>[]): Statement {
  const { source, params } = given(ENTITY_FIELDS, entities, ({ name, category, properties }) => [name, category, properties]);
  return {
    sql: `WITH given AS (
  SELECT id, canonical_name, kind, properties::jsonb, agent_id, end_user_id, thread_id, source, ${MADE} AS created_at, ${MADE} AS updated_at FROM ${source}
), written AS (
  INSERT INTO public.entities AS e (id, canonical_name, kind, properties, agent_id, end_user_id, thread_id, source, created_at, updated_at)
  SELECT * FROM given AS g ORDER BY ${of('g', SAME_ENTITY)}
  ON CONFLICT (${SAME_ENTITY}) DO UPDATE SET properties = e.properties || excluded.properties, updated_at = excluded.updated_at
  RETURNING e.*
)
SELECT g.id, w.id, w.created_at, NULL FROM written AS w JOIN given AS g ON ${of('w', SAME_ENTITY)} = ${of('g', SAME_ENTITY)}`,
    params,
  };
}

/** A microsecond apart, so that rows of one statement keep their order. */
const MADE = "statement_timestamp() + place * interval '1 microsecond'";
const EXPIRY = `${MADE} + make_interval(secs => ttl)`;

const SAME_SCOPE = ['agent_id', 'end_user_id', 'thread_id'].map((name) => `f.${name} IS NOT DISTINCT FROM g.${name}`).join(' AND ');

/** The digest of one of several relations' columns. */
const of = (alias: string, digest: string): string => digest.replaceAll(/md5\((\w+)\)/g, `md5(${alias}.$1)`);

type Field = readonly [name: string, type: string];
const OF_ALL: readonly Field[] = [
  ['id', 'uuid'],
  ['agent_id', 'text'],
  ['end_user_id', 'text'],
  ['thread_id', 'text'],
  ['source', 'text'],
];
const FACT_FIELDS: readonly Field[] = [
  ['content', 'text'],
  ['subject', 'text'],
  ['kind', 'text'],
  ['tags', 'text[]'],
  ['ttl', 'float8'],
];
const EPISODE_FIELDS: readonly Field[] = [
  ['content', 'text'],
  ['role', 'text'],
  ['ttl', 'float8'],
];
const ENTITY_FIELDS: readonly Field[] = [
  ['canonical_name', 'text'],
  ['kind', 'text'],
  ['properties', 'text'],
];

/** A source of rows of these fields and their `place`: one row as parameters, several as one document. */
function given<M extends Memory>(fields: readonly Field[], memories: readonly M[], valuesOf: (memory: M) => readonly unknown[]) {
  const all = [...OF_ALL, ...fields];
  const rows = memories.map((memory) => [memory.id, ...scopeOf(memory.scope), memory.source, ...valuesOf(memory)]);
  const [only] = rows;
  if (rows.length === 1 && only !== undefined)
    return {
      source: `(SELECT 0 AS place, ${all.map(([name, type], at) => `$${at + 1}::${type} AS ${name}`).join(', ')}) AS one`,
      params: only,
    };
  const documents = rows.map((row, place) => Object.fromEntries([['place', place], ...all.map(([name], at) => [name, row[at]])]));
  return {
    source: `json_to_recordset($1::json) AS many(place int, ${all.map(([name, type]) => `${name} ${type}`).join(', ')})`,
    params: [JSON.stringify(documents)],
  };
}

const scopeOf = ({ agentId, endUserId, threadId }: RowScope) => [agentId, endUserId, threadId];
