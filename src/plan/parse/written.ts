import type { PostgresParser } from '../../guard/postgres-parser.ts';
import { readStatement } from '../../guard/postgres-statement.ts';
import { type Delete, type Insert, isWrite, type Update } from '../plan.ts';
import type { Schema } from '../schema.ts';
import { validatePlan } from '../validate.ts';
import { type BoundSql, withValues } from './bound-sql.ts';
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
export type ReadWritten = (statement: BoundSql, schema: Schema) => Written | null;

/** Reads which rows a write in SQL is about; the statement that runs stays the caller's own. */
export const createWrittenReader =
  (parser: PostgresParser, parse: ParsePlan): ReadWritten =>
  ({ sql, values }, schema) => {
    const text = withValues(parser, sql, values);
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
