import { createHash } from 'node:crypto';
import { isRecord, type Json, namesOf } from './postgres-json.ts';
import type { PostgresParser } from './postgres-parser.ts';
import { readStatement } from './postgres-statement.ts';

/** What a statement may take, as far as its shape tells. */
export interface Weight {
  /** Its rows may be more than those of one table: worth asking the planner first. */
  readonly multiplies: boolean;
  /** The number of its rows may hang on a bound value, so that what the planner said of one execution says nothing of the next. */
  readonly makesRows: boolean;
  /** It may build values of any size in the engine's memory, beyond what sorts and joins may take. */
  readonly builds: boolean;
}

export interface Weigh {
  (sql: string): Weight;
  /** What somebody else has found of a statement. */
  know(sql: string, weight: Weight): void;
}

/** Weights are remembered by text, or by the digest of a long one: a statement that is read anew costs as much as the guard. */
export const createPostgresWeigh = (parser: PostgresParser): Weigh => {
  const remembered = new Map<string, Weight>();
  const keyOf = (sql: string): string => (sql.length <= KEPT_SQL_MAX ? sql : createHash('sha256').update(sql).digest('base64'));
  const keep = (key: string, weight: Weight): void => {
    remembered.delete(key);
    remembered.set(key, weight);
    if (remembered.size > REMEMBERED_WEIGHTS) remembered.delete(remembered.keys().next().value ?? key);
  };
  const weigh = (sql: string): Weight => {
    const key = keyOf(sql);
    const known = remembered.get(key);
    const reading = known === undefined ? readStatement(parser, sql) : null;
    const weight = known ?? (reading?.kind === 'statement' ? weighTree(reading.raw.stmt) : HEAVIEST);
    keep(key, weight);
    return weight;
  };
  return Object.assign(weigh, { know: (sql: string, weight: Weight) => keep(keyOf(sql), weight) });
};

const KEPT_SQL_MAX = 4_096;
const REMEMBERED_WEIGHTS = 1_000;
const HEAVIEST: Weight = { multiplies: true, makesRows: true, builds: true };

/** With more of them, sorts and hash tables alone may take what one statement may have. */
const PLAIN_RELATIONS_MAX = 8;

/** These give values no larger than their arguments, or a number. Whatever is not here may build. */
const PLAIN_FUNCTIONS: ReadonlySet<string> = new Set(
  `abs age avg bool_and bool_or btrim ceil ceiling char_length count cume_dist current_database date_bin date_part date_trunc dense_rank
  div every exp extract first_value floor initcap lag last_value lead left length ln log lower ltrim make_date max min mod mode now nth_value
  ntile nullif percent_rank percentile_cont percentile_disc pg_typeof power rank regexp_like right round row_number rtrim sign sqrt
  starts_with stddev stddev_pop stddev_samp strpos substr substring sum to_char to_date to_timestamp trunc upper var_pop var_samp variance
  version width_bucket`
    .split(/\s+/)
    .filter(Boolean),
);

/** Of those that are allowed, the ones that give several rows for one. */
const ROW_MAKERS =
  /^(generate_series|generate_subscripts|unnest|string_to_table|regexp_(matches|split_to_table)|jsonb?_(array_elements|each|object_keys|path_query|populate_recordset|to_recordset).*)$/;

interface Found {
  relations: number;
  rowMakers: number;
  builds: boolean;
  recursive: boolean;
}

const weighTree = (statement: unknown): Weight => {
  const found: Found = { relations: 0, rowMakers: 0, builds: false, recursive: false };
  gather(found, statement);
  return {
    multiplies: found.recursive || found.relations + found.rowMakers > 1 || found.rowMakers > 0,
    makesRows: found.rowMakers > 0 || found.recursive,
    builds: found.builds || found.recursive || found.rowMakers > 0 || found.relations > PLAIN_RELATIONS_MAX,
  };
};

const gather = (found: Found, value: unknown): void => {
  if (Array.isArray(value)) {
    for (const item of value) gather(found, item);
    return;
  }
  if (!isRecord(value)) return;
  for (const type in value) {
    const body = value[type];
    if (typeof body !== 'object' || body === null) continue;
    if (isRecord(body)) note(found, type, body);
    gather(found, body);
  }
};

const note = (found: Found, type: string, body: Json): void => {
  if (type === 'RangeVar') found.relations += 1;
  else if (type === 'RangeFunction') found.rowMakers += 1;
  else if (type.startsWith('Json') || type === 'A_ArrayExpr') found.builds = true;
  else if (type === 'FuncCall') {
    const name = namesOf(body.funcname)?.at(-1) ?? '';
    if (!PLAIN_FUNCTIONS.has(name)) found.builds = true;
    if (ROW_MAKERS.test(name)) found.rowMakers += 1;
  } else if (type === 'A_Expr' && namesOf(body.name)?.at(-1) === '||') found.builds = true;
  // `withClause` is a field that holds its node without a wrapper.
  if (body.recursive === true) found.recursive = true;
};
