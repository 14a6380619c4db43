import { distance } from 'fastest-levenshtein';
import type { Rows, Statement } from '../engine.ts';
import { quoteName } from './server.ts';

type Read = (statement: Statement) => Promise<Rows>;

/** A row that a foreign key could point at: its key, and the name that a person knows it by. */
export interface Candidate {
  readonly key: string;
  readonly label: string | null;
}

export interface MissingParent {
  readonly parent: string;
  /** The parent's column that the value was looked for in. */
  readonly references: string;
  /** At most four, nearest first. */
  readonly candidates: readonly Candidate[];
}

/**
 * The rows that may have been meant by a value for a foreign key: those nearest to it by number, or by spelling of key
 * or label. Null where the key has several columns or there is none.
 */
export async function missingParent(
  read: Read,
  {
    schema = 'public',
    table,
    constraint,
    column,
    value,
  }: { schema?: string; table: string; constraint?: string; column?: string; value: string },
): Promise<MissingParent | null> {
  const { rows } = await read({ sql: KEY, params: [table, constraint ?? null, column ?? null, schema] });
  const [parent, references, isNumber, label, parentSchema] = (rows[0] ?? []) as [
    string | undefined,
    string,
    boolean,
    string | null,
    string,
  ];
  if (parent === undefined) return null;
  const select = `SELECT ${quoteName(references)}::text, ${label === null ? 'NULL' : `left(${quoteName(label)}, ${LABEL_MAX})`} FROM ${quoteName(parentSchema)}.${quoteName(parent)}`;
  const found = await read({
    sql: nearest(select, quoteName(references), isNumber && WHOLE.test(value)),
    params: isNumber && WHOLE.test(value) ? [value] : [],
  });
  const given = JSON.parse(String(found.rows[0]?.[0] ?? '[]')) as [string, string | null][];
  const candidates = given.map(([key, name]) => ({ key, label: name }));
  const near = isNumber && WHOLE.test(value) ? candidates : bySpelling(candidates, value);
  return { parent, references, candidates: near.slice(0, SHOWN_MAX) };
}

/** In words: "No row of authors has id 7; nearest: Stanisław Lem (2), Italo Calvino (3)." */
export function sayMissing({ parent, references, candidates }: MissingParent, value: string): string {
  const names = candidates.map(({ key, label }) => (label === null || label === key ? key : `${label} (${key})`));
  return `No row of ${parent} has the ${references} ${value}${names.length === 0 ? '' : `; nearest: ${names.join(', ')}`}.`;
}

const SHOWN_MAX = 4;
const LABEL_MAX = 80;
/** Rows whose spelling is compared. */
const COMPARED_MAX = 2_000;
const WHOLE = /^-?\d{1,18}$/;

/** A key of one column, by its constraint or its column; what a row is called by is the column named like a name, else the first text. */
const KEY = `
SELECT p.relname, r.attname, format_type(r.atttypid, NULL) IN ('smallint', 'integer', 'bigint', 'numeric'),
  (SELECT l.attname FROM pg_attribute l WHERE l.attrelid = p.oid AND l.attnum > 0 AND NOT l.attisdropped
      AND format_type(l.atttypid, NULL) IN ('text', 'character varying', 'citext')
    ORDER BY CASE WHEN l.attname IN ('name', 'full_name', 'title', 'label') THEN 0 WHEN l.attname ~ '(_name|_title)$' THEN 1 ELSE 2 END, l.attnum LIMIT 1), n.nspname
FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid JOIN pg_namespace n ON n.oid = p.relnamespace
  JOIN pg_attribute f ON f.attrelid = c.oid AND f.attnum = k.conkey[1] JOIN pg_attribute r ON r.attrelid = p.oid AND r.attnum = k.confkey[1]
WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $4) AND c.relname = $1 AND k.contype = 'f'
  AND cardinality(k.conkey) = 1 AND (k.conname = $2 OR f.attname = $3) LIMIT 1`;

/** One array of rows. Numbers are read from the index on both sides of the value. */
function nearest(select: string, key: string, byNumber: boolean): string {
  if (!byNumber) return `SELECT json_agg(json_build_array(key, label)) FROM (${select} LIMIT ${COMPARED_MAX}) AS near(key, label)`;
  const above = `(${select} WHERE ${key} >= $1::bigint ORDER BY ${key} LIMIT ${SHOWN_MAX})`;
  const below = `(${select} WHERE ${key} < $1::bigint ORDER BY ${key} DESC LIMIT ${SHOWN_MAX})`;
  return `SELECT json_agg(json_build_array(key, label) ORDER BY abs(key::numeric - $1::bigint), key::numeric)
FROM (${above} UNION ALL ${below}) AS near(key, label)`;
}

function bySpelling(candidates: readonly Candidate[], value: string): Candidate[] {
  const wanted = value.slice(0, LABEL_MAX).toLowerCase();
  const edits = (text: string | null) => (text === null ? Number.POSITIVE_INFINITY : distance(wanted, text.toLowerCase()));
  return candidates
    .map((candidate) => ({ candidate, slips: Math.min(edits(candidate.key), edits(candidate.label)) }))
    .sort((a, b) => a.slips - b.slips)
    .map(({ candidate }) => candidate);
}
