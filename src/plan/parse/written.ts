import type { PostgresParser } from '../../guard/postgres-parser.ts';
import { readStatement } from '../../guard/postgres-statement.ts';
import { type Delete, type Insert, isWrite, type Update } from '../plan.ts';
import type { Schema } from '../schema.ts';
import { validatePlan } from '../validate.ts';
import type { ParsePlan } from './parse.ts';
import { listOf, nodeOf, recordOf, textOf } from './tree.ts';

/** A write in SQL as far as a plan can say it. */
export interface Written {
  readonly plan: Insert | Update | Delete;
  /** What the statement calls its table. */
  readonly alias: string;
  /** Names of what it gives back; empty for a statement without RETURNING. */
  readonly returns: readonly string[];
}

/** Null where no plan says it, or not surely the same. */
export type ReadWritten = (sql: string, params: readonly unknown[], schema: Schema) => Written | null;

/** Reads which rows a write in SQL is about; the statement that runs stays the caller's own. `bound` gives a value as it is bound. */
export const createWrittenReader = (parser: PostgresParser, parse: ParsePlan, bound: (value: unknown) => string | null): ReadWritten => {
  return (sql, params, schema) => {
    const text = withValues(parser, sql, params.map(bound));
    const reading = text === null ? null : readStatement(parser, text);
    if (text === null || reading?.kind !== 'statement') return null;
    try {
      const plan = validatePlan(parse(text, schema), schema);
      if (!isWrite(plan)) return null;
      const body = nodeOf(reading.raw.stmt).body;
      const relation = recordOf(body.relation);
      const alias = relation.alias === undefined ? textOf(relation.relname) : textOf(recordOf(relation.alias).aliasname);
      const clause = recordOf(body.returningClause);
      const isReturning = listOf(clause.exprs ?? body.returningList).length > 0;
      return { plan, alias, returns: isReturning ? (plan.returning ?? []).map(({ as }) => as) : [] };
    } catch {
      return null;
    }
  };
};

/** The statement with its bound values written out as the untyped literals that they are to the engine. */
export function withValues(parser: PostgresParser, sql: string, params: readonly (string | null)[]): string | null {
  const tokens = parser.scan(sql);
  if (tokens === null) return null;
  const bytes = Buffer.from(sql);
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text, tokenName } of tokens) {
    if (tokenName !== 'PARAM') continue;
    parts.push(bytes.subarray(from, start).toString(), literal(params[Number(text.slice(1)) - 1] ?? null));
    from = end;
  }
  return parts.join('') + bytes.subarray(from).toString();
}

const literal = (value: string | null): string =>
  value === null ? 'NULL' : ` ${value.includes('\\') ? 'E' : ''}'${value.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;
