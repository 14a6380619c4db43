import { randomBytes } from 'node:crypto';
import { LIMITS } from '../../contract/limits.ts';
import { textLiteral } from './quote.ts';
import { quoteName, roleName } from './server.ts';

/**
 * The preset `agent_memory_v1`.
 *
 * Every row may carry an agent, an end user and a thread. What a session may see of them is enforced by PostgreSQL: row-level
 * security compares the rows with the setting `svc.row_scope`, which the service sends with each transaction. A setting by
 * itself anybody may change, so it is signed with a key that the reader and the writer cannot read (`svc.row_key`): one that is
 * absent, or that somebody else wrote, shows no row and takes none. Policies also hide what has expired. Only the owner, which
 * runs no SQL of a caller's, is above them.
 *
 * `facts` holds what is believed now; a fact that is superseded moves to `past_facts`, with the end of its validity.
 */
export const memoryTables = (): string[] => [
  `CREATE TABLE public.facts (${FACT}, ${CREATED}, valid_from timestamptz NOT NULL DEFAULT now(), expires_at timestamptz)`,
  `CREATE TABLE public.past_facts (${FACT}, ${CREATED}, valid_from timestamptz NOT NULL, valid_to timestamptz NOT NULL DEFAULT now(), superseded_by uuid, expires_at timestamptz)`,
  `CREATE TABLE public.episodes (${ID}, role text, content text NOT NULL CHECK (${SIZED}), ${SCOPE}, ${CREATED}, expires_at timestamptz)`,
  `CREATE TABLE public.entities (${ID}, canonical_name text NOT NULL CHECK (canonical_name <> ''), kind text NOT NULL, properties jsonb NOT NULL DEFAULT '{}', ${SCOPE}, ${CREATED}, updated_at timestamptz NOT NULL DEFAULT now())`,
  `CREATE VIEW public.fact_history WITH (security_invoker = true) AS
  SELECT id, content, subject, kind, tags, agent_id, end_user_id, thread_id, source, created_at, valid_from, NULL::timestamptz AS valid_to, NULL::uuid AS superseded_by FROM public.facts
  UNION ALL SELECT id, content, subject, kind, tags, agent_id, end_user_id, thread_id, source, created_at, valid_from, valid_to, superseded_by FROM public.past_facts`,
  `CREATE UNIQUE INDEX facts_same ON public.facts (${SAME_FACT})`,
  `CREATE UNIQUE INDEX entities_same ON public.entities (${SAME_ENTITY})`,
  ...['facts', 'past_facts'].flatMap((table) => [
    `CREATE INDEX ${table}_subject ON public.${table} (subject, kind)`,
    `CREATE INDEX ${table}_tags ON public.${table} USING gin (tags)`,
  ]),
  'CREATE INDEX past_facts_validity ON public.past_facts (valid_to)',
  ...['facts', 'past_facts', 'episodes'].flatMap((table) => [
    `CREATE INDEX ${table}_words ON public.${table} USING gin (to_tsvector('english', content))`,
    `CREATE INDEX ${table}_expiry ON public.${table} (expires_at) WHERE expires_at IS NOT NULL`,
  ]),
  ...['facts', 'episodes'].map((table) => `CREATE INDEX ${table}_created ON public.${table} (created_at)`),
  ...['facts', 'past_facts', 'episodes', 'entities'].flatMap((table) => [
    `CREATE INDEX ${table}_end_user ON public.${table} (end_user_id, agent_id, created_at)`,
    `ALTER TABLE public.${table} ENABLE ROW LEVEL SECURITY`,
    `CREATE POLICY scoped ON public.${table} USING (${table === 'entities' ? '' : `${UNEXPIRED} AND `}${IN_SCOPE}) WITH CHECK (${IN_SCOPE})`,
  ]),
  'CREATE INDEX episodes_thread ON public.episodes (thread_id, created_at)',
  ...Object.entries(COMMENTS).map(([name, comment]) => {
    const [table, column] = name.split('.');
    const view = table === 'fact_history' ? 'VIEW' : 'TABLE';
    const what = column === undefined ? `${view} public.${table}` : `COLUMN public.${table}.${column}`;
    return `COMMENT ON ${what} IS ${textLiteral(comment)}`;
  }),
];

/** What the policies call and read, made by the service itself before the tables. */
export const memoryScope = (dbId: string, { superuser }: { readonly superuser: boolean }): string => {
  const [owner, writer, reader] = (['owner', 'writer', 'reader'] as const).map((role) => quoteName(roleName(dbId, role)));
  return `
CREATE TABLE svc.row_key (key text NOT NULL);
INSERT INTO svc.row_key VALUES ('${randomBytes(32).toString('hex')}');
CREATE FUNCTION svc.row_scope_holds() RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE given text := current_setting('svc.row_scope', true); secret text;
BEGIN
  SELECT k.key INTO secret FROM svc.row_key k;
  RETURN coalesce(left(given, ${MAC_LENGTH}) = encode(sha256(convert_to(secret || encode(sha256(convert_to(secret || substr(given, ${MAC_LENGTH + 1}), 'UTF8')), 'hex'), 'UTF8')), 'hex'), false);
END $$;
CREATE FUNCTION svc.row_scope(place integer) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT convert_from(decode(nullif(split_part(substr(current_setting('svc.row_scope', true), ${MAC_LENGTH + 1}), ',', place), '-'), 'hex'), 'UTF8') $$;
CREATE FUNCTION svc.lock_subject(subject text, kind text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT pg_advisory_xact_lock(2, hashtext(subject || chr(31) || kind)) $$;
REVOKE ALL ON FUNCTION svc.row_scope_holds, svc.row_scope, svc.lock_subject FROM PUBLIC;
GRANT EXECUTE ON FUNCTION svc.row_scope_holds, svc.row_scope TO ${owner}, ${writer}, ${reader};
GRANT EXECUTE ON FUNCTION svc.lock_subject TO ${owner};
GRANT SELECT ON svc.row_key TO ${owner};
${superuser ? LEAKPROOF : ''}`;
};

/** Hexadecimal characters of SHA-256. */
export const MAC_LENGTH = 64;

/**
 * Below row-level security an index serves a condition only when its functions can tell nobody of rows that are hidden. These
 * read their arguments and say nothing of them; what is too long for a tsvector is longer than a content may be, and the only
 * arrays that are hidden are of texts.
 */
const LEAKPROOF = `
ALTER FUNCTION pg_catalog.ts_match_vq(tsvector, tsquery) LEAKPROOF;
ALTER FUNCTION pg_catalog.to_tsvector(regconfig, text) LEAKPROOF;
ALTER FUNCTION pg_catalog.arrayoverlap(anyarray, anyarray) LEAKPROOF;`;

const ID = 'id uuid PRIMARY KEY DEFAULT gen_random_uuid()';
const SIZED = `char_length(content) BETWEEN 1 AND ${LIMITS.memoryContentMaxLength}`;
/** A row that a bound session adds without saying whose it is belongs to its own. */
const SCOPE =
  'agent_id text DEFAULT svc.row_scope(1), end_user_id text DEFAULT svc.row_scope(2), thread_id text DEFAULT svc.row_scope(3), source text';
const CREATED = 'created_at timestamptz NOT NULL DEFAULT now()';
const FACT = `${ID}, content text NOT NULL CHECK (${SIZED}), subject text, kind text, tags text[] NOT NULL DEFAULT '{}', ${SCOPE}`;

/** `now()` is the beginning of the transaction, which a read sends together with its statement. */
const UNEXPIRED = '(expires_at IS NULL OR expires_at > now())';
const exactly = (column: string, place: number): string =>
  `((SELECT svc.row_scope(${place})) IS NULL OR ${column} = (SELECT svc.row_scope(${place})))`;
/** Each subquery is worked out once a statement, not once a row. */
const IN_SCOPE = `(SELECT svc.row_scope_holds()) AND ${exactly('agent_id', 1)} AND ${exactly('end_user_id', 2)}
  AND ((SELECT svc.row_scope(3)) IS NULL OR thread_id IS NULL OR thread_id = (SELECT svc.row_scope(3)))`;

/** Several texts as one that differs when one of them does: of digests and dashes alone, so that no two meet by where they are cut. */
const digest = (texts: readonly string[]): string => `md5(${texts.map((text) => `coalesce(md5(${text}), '-')`).join(' || ')})`;
/** By these a fact, and an entity, is one that is there already. */
export const SAME_FACT = digest(['content', 'subject', 'kind', 'agent_id', 'end_user_id', 'thread_id']);
export const SAME_ENTITY = digest(['canonical_name', 'kind', 'agent_id', 'end_user_id', 'thread_id']);

const OF_ALL = {
  agent_id: 'The agent that it belongs to; empty when it belongs to none.',
  end_user_id: 'The end user whom it is about or belongs to.',
  thread_id: 'The conversation that it belongs to; empty when it holds in all of them.',
  source: 'What carried it here: http, cli, mcp or chat.',
  created_at: 'When it was remembered.',
};
const OF_FACTS = {
  content: 'The fact itself, in words.',
  subject: 'Whom or what it is about.',
  kind: 'The category of the fact, such as preference or decision.',
  tags: 'Labels of the fact.',
  ...OF_ALL,
  valid_from: 'Since when it is believed.',
};
const EXPIRES = { expires_at: 'From this moment on it is not seen any more; empty when it stays.' };

const commentsOf = (table: string, comment: string, columns: Readonly<Record<string, string>>): [string, string][] => [
  [table, comment],
  ...Object.entries(columns).map(([column, each]): [string, string] => [`${table}.${column}`, each]),
];

const COMMENTS: Readonly<Record<string, string>> = Object.fromEntries([
  ...commentsOf('facts', 'What is believed now: one fact a row. Facts that were superseded are in past_facts.', {
    ...OF_FACTS,
    ...EXPIRES,
  }),
  ...commentsOf('past_facts', 'Facts that were believed until they were superseded.', {
    ...OF_FACTS,
    valid_to: 'Until when it was believed.',
    superseded_by: 'The fact that took its place.',
    ...EXPIRES,
  }),
  ...commentsOf(
    'fact_history',
    'All facts, believed now or before: what was believed at a moment has valid_from before it, and valid_to after it or empty.',
    {
      ...OF_FACTS,
      valid_to: 'Until when it was believed; empty when it is believed now.',
      superseded_by: 'The fact that took its place.',
    },
  ),
  ...commentsOf('episodes', 'What was said or happened: one message or event a row.', {
    role: 'Who said it, such as user or assistant.',
    content: 'The message.',
    ...OF_ALL,
    ...EXPIRES,
  }),
  ...commentsOf('entities', 'People, organisations and things that are known: one a row.', {
    canonical_name: 'Its name.',
    kind: 'The type of thing that it is, such as person or company.',
    properties: 'What else is known of it, as JSON.',
    ...OF_ALL,
    updated_at: 'When it was last remembered.',
  }),
]);
