import { Fault } from '../../fault.ts';
import { STATEMENT_NAMES } from '../../guard/postgres-nodes.ts';
import { createPostgresParser, type PostgresParser } from '../../guard/postgres-parser.ts';
import { readStatement } from '../../guard/postgres-statement.ts';
import type { Plan } from '../plan.ts';
import type { Schema } from '../schema.ts';
import { deeper, readExpr } from './expr.ts';
import type { Place } from './place.ts';
import { unsupported } from './refuse.ts';
import { readQuery } from './select.ts';
import { checkSize } from './size.ts';
import { nodeOf } from './tree.ts';
import { readDelete, readInsert, readUpdate } from './write.ts';

/**
 * One statement of PostgreSQL's SQL, untrusted, as a plan whose names are the schema's own. The plan still has to be
 * validated: types are looked at only where SQL's meaning depends on them.
 * @throws Fault schema_mismatch with `known` and `nearest`; llm_failed with `reason` and `construct`
 */
export type ParsePlan = (sql: string, schema: Schema) => Plan;

/** Loads PostgreSQL's own parser (some 50 ms once); what it gives back is synchronous. */
export const createPlanParser = async (shared?: PostgresParser): Promise<ParsePlan> => {
  const parser = shared ?? (await createPostgresParser());
  return (sql, schema) => {
    try {
      return parsePlan(parser, sql, schema);
    } catch (error) {
      // The depth is bounded, but how much stack is left is the caller's affair.
      if (error instanceof RangeError) throw unsupported('SQL nested this deep');
      throw error;
    }
  };
};

function parsePlan(parser: PostgresParser, sql: string, schema: Schema): Plan {
  const reading = readStatement(parser, sql);
  if (reading.kind !== 'statement') {
    const nearest = reading.kind === 'refused' && reading.nearest ? { nearest: reading.nearest } : {};
    throw new Fault('llm_failed', { params: { reason: reading.reason, construct: 'the statement', ...nearest } });
  }
  const { type, body } = nodeOf(reading.raw.stmt);
  if (!Object.hasOwn(STATEMENTS, type)) {
    const name = STATEMENT_NAMES[type] ?? type.replace(/Stmt$/, '').toUpperCase();
    throw unsupported(name, `${name} is not supported; write SELECT, INSERT, UPDATE or DELETE`);
  }
  return checkSize(STATEMENTS[type as keyof typeof STATEMENTS](body, placeFor(sql, schema)));
}

const STATEMENTS = {
  SelectStmt: (body, place) => place.lower.query(body, place).query,
  InsertStmt: readInsert,
  UpdateStmt: readUpdate,
  DeleteStmt: readDelete,
} as const satisfies Record<string, (body: Readonly<Record<string, unknown>>, place: Place) => Plan>;

const placeFor = (sql: string, schema: Schema): Place => ({
  schema,
  scope: null,
  ctes: new Map(),
  windows: new Map(),
  depth: 0,
  rows: null,
  statement: { text: sql.toLowerCase(), cteNames: new Set(), madeNames: new Set(), hiddenNames: new Set(), types: new WeakMap() },
  lower: { expr: readExpr, query: (select, place) => readQuery(select, { ...deeper(place), rows: null }) },
});
