import { createHash } from 'node:crypto';
import type { Glossary } from '../contract/glossary.ts';
import { Fault } from '../fault.ts';
import type { ParsePlan } from './parse/parse.ts';
import type { Expr } from './plan.ts';
import type { Schema } from './schema.ts';
import { validatePlan } from './validate.ts';

/** What a term's SQL is: a condition on the rows of one table, or an aggregate over them. Its columns are those of `table`. */
export type Read =
  | { readonly kind: 'condition' | 'aggregate'; readonly table: string; readonly expr: Expr }
  | { readonly kind: 'wrong'; readonly reason: string };

export type ReadTerm = (sql: string, schema: Schema) => Read;

/** By PostgreSQL's own parser, against the live schema, on the one table that has its columns. */
export function createReadTerm(parse: ParsePlan): ReadTerm {
  const known = new WeakMap<Schema, Map<string, Read>>();
  return (sql, schema) => {
    const reads = known.get(schema) ?? new Map<string, Read>();
    known.set(schema, reads);
    const read = reads.get(sql) ?? readTerm(sql, schema, parse);
    reads.set(sql, read);
    return read;
  };
}

function readTerm(sql: string, schema: Schema, parse: ParsePlan): Read {
  const found: Exclude<Read, { kind: 'wrong' }>[] = [];
  let reason = 'The database has no tables.';
  let nearest = Number.POSITIVE_INFINITY;
  for (const { name } of schema.tables) {
    const read = readOn(name, sql, schema, parse);
    if (read.kind !== 'wrong') found.push(read);
    else if (rankOf(read.reason, sql, name) < nearest) {
      nearest = rankOf(read.reason, sql, name);
      reason = read.reason;
    }
  }
  const [only, ...more] = found;
  if (only === undefined) return { kind: 'wrong', reason };
  if (more.length === 0) return only;
  return { kind: 'wrong', reason: `It fits ${found.map(({ table }) => table).join(', ')}: name the table, as in ${only.table}.column.` };
}

/** What is wrong on the table that the SQL itself names says most. */
const rankOf = (_reason: string, sql: string, table: string): number => (sql.includes(`${table}.`) ? 0 : 1);

function readOn(table: string, sql: string, schema: Schema, parse: ParsePlan): Read {
  const from = table
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');
  const failures: string[] = [];
  for (const [kind, text] of [
    ['condition', `SELECT 1 AS one FROM ${from} WHERE (${sql}\n)`],
    ['aggregate', `SELECT (${sql}\n) AS value FROM ${from}`],
  ] as const) {
    try {
      const plan = validatePlan(parse(text, schema), schema);
      if (plan.kind !== 'select' || plan.from?.kind !== 'table' || plan.joins?.length || plan.groupBy?.length || plan.with?.length)
        throw new Fault('llm_failed', { params: { reason: 'It has to be one condition or one aggregate' } });
      const expr = kind === 'condition' ? plan.where : plan.columns[0]?.expr;
      if (!expr || plan.columns.length !== 1 || plan.orderBy || plan.limit !== undefined || (kind === 'aggregate' && plan.where))
        throw new Fault('llm_failed', { params: { reason: 'It has to be one condition or one aggregate' } });
      if (kind === 'aggregate' && expr.kind !== 'aggregate' && !hasAggregate(expr))
        throw new Fault('llm_failed', { params: { reason: 'It is neither a condition nor an aggregate' } });
      return { kind, table: plan.from.table, expr };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const { reason, table: unknown, column, nearest } = error.params ?? {};
      const near = Array.isArray(nearest) && nearest.length > 0 ? ` Nearest: ${nearest.join(', ')}.` : '';
      const name = [unknown, column].filter(Boolean).join('.');
      failures.push(typeof reason === 'string' ? `${reason}.` : `${name || 'A name'} does not exist.${near}`);
    }
  }
  return { kind: 'wrong', reason: failures[0] ?? 'It cannot be read.' };
}

const hasAggregate = (expr: Expr): boolean => JSON.stringify(expr).includes('"kind":"aggregate"');

/** "Active customers" and "active  customer" are one term. */
export const sameTerm = (a: string, b: string): boolean => keyOf(a) === keyOf(b);
const keyOf = (term: string): string => term.toLowerCase().replace(/\s+/g, ' ').trim().replace(/s$/, '');

/** The schema with what its words mean; its fingerprint changes with them. */
export function withGlossary(schema: Schema, glossary: Glossary | null): Schema {
  if (!glossary || (glossary.terms.length === 0 && glossary.notes === '')) return schema;
  return { ...schema, glossary, fingerprint: sha256([schema.fingerprint, glossary]) };
}

export const sha256 = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
