import { Fault } from '../../fault.ts';
import type { PostgresParser } from '../../guard/postgres-parser.ts';
import type { Outcome } from '../planner.ts';
import type { Schema } from '../schema.ts';
import { validatePlan } from '../validate.ts';
import { type BoundSql, withValues } from './bound-sql.ts';
import { looksLikeDdl, type ParseChange } from './ddl.ts';
import type { ParsePlan } from './parse.ts';

interface Options {
  readonly parser: PostgresParser;
  readonly parse: ParsePlan;
  readonly parseChange: ParseChange;
}

/** @throws Fault sql_rejected, schema_mismatch, invalid_value and what else validation refuses */
export type ReadOwn = (own: BoundSql, schema: Schema) => Outcome;

/** A caller's own reading in PostgreSQL's SQL, which goes the way of a model's: parsed to a plan and validated; the text never runs. */
export const createOwnReader =
  (options: Options): ReadOwn =>
  (own, schema) => {
    try {
      return read(options, own, schema);
    } catch (problem) {
      throw problem instanceof Fault && problem.code === 'llm_failed'
        ? refused(String(problem.params?.reason ?? 'It cannot be read.'))
        : problem;
    }
  };

function read({ parser, parse, parseChange }: Options, { sql, values, wholeValues }: BoundSql, schema: Schema): Outcome {
  if (looksLikeDdl(sql)) {
    if (values.length > 0) throw refused('A change of tables takes no bound values: write them out');
    return { kind: 'change', ...parseChange(sql, schema), confidence: null };
  }
  const used = Math.max(0, ...(parser.scan(sql) ?? []).map(({ text, tokenName }) => (tokenName === 'PARAM' ? Number(text.slice(1)) : 0)));
  if (used !== values.length) throw refused(`The statement takes ${used} bound values; ${values.length} came in \`params\``);
  const planOf = (bound: BoundSql['values']) => {
    const text = withValues(parser, sql, bound);
    if (text === null) throw refused('The SQL does not parse');
    return validatePlan(parse(text, schema), schema);
  };
  try {
    return { kind: 'plan', plan: planOf(values), confidence: null, assumptions: [] };
  } catch (problem) {
    // Beside a whole number 2.0 is 2; beside a text it is not.
    if (wholeValues === null) throw problem;
    return { kind: 'plan', plan: planOf(wholeValues), confidence: null, assumptions: [] };
  }
}

const refused = (reason: string): Fault => new Fault('sql_rejected', { params: { reason } });
