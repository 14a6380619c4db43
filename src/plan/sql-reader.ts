import { Fault } from '../fault.ts';
import type { PostgresParser } from '../guard/postgres-parser.ts';
import { withoutEmptyFraction } from '../lib/exact-number.ts';
import { looksLikeDdl, type ParseChange } from './parse/ddl.ts';
import type { ParsePlan } from './parse/parse.ts';
import { withValues } from './parse/written.ts';
import type { Outcome, Planner, Question } from './planner.ts';
import { validatePlan } from './validate.ts';

interface Options {
  readonly parser: PostgresParser;
  readonly parse: ParsePlan;
  readonly parseChange: ParseChange;
  /** A value as it is bound. */
  readonly bound: (value: unknown) => string | null;
}

/** SQL that came with a request, with the values of its $1..$n. */
export interface OwnReading {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** The planner of a request whose caller has read it already, in PostgreSQL's SQL. */
export type SqlReader = (reading: OwnReading) => Planner;

/**
 * The caller's own reading, which goes the way of a model's: parsed to a plan, validated, compiled; the text never runs.
 * Its values are not looked up, since whoever writes SQL means its every word.
 */
export const createSqlReader =
  (options: Options): SqlReader =>
  ({ sql, params }) => ({
    name: CALLER,
    local: true,
    async plan(question) {
      try {
        return read(options, { sql, params }, question);
      } catch (problem) {
        throw problem instanceof Fault && problem.code === 'llm_failed'
          ? refused(String(problem.params?.reason ?? 'It cannot be read.'))
          : problem;
      }
    },
  });

/** What `trace.model` says of such a plan. */
const CALLER = 'caller';

function read({ parser, parse, parseChange, bound }: Options, { sql, params }: OwnReading, { schema }: Question): Outcome {
  if (looksLikeDdl(sql)) {
    if (params.length > 0) throw refused('A change of tables takes no bound values: write them out');
    return { kind: 'change', ...parseChange(sql, schema), confidence: null };
  }
  const used = Math.max(0, ...(parser.scan(sql) ?? []).map(({ text, tokenName }) => (tokenName === 'PARAM' ? Number(text.slice(1)) : 0)));
  if (used !== params.length) throw refused(`The statement takes ${used} bound values; ${params.length} came in \`params\``);
  const planOf = (values: readonly unknown[]) => {
    const text = withValues(parser, sql, values.map(bound));
    if (text === null) throw refused('The SQL does not parse');
    return validatePlan(parse(text, schema), schema);
  };
  const whole = params.map(withoutEmptyFraction);
  try {
    return { kind: 'plan', plan: planOf(params), confidence: null, assumptions: [] };
  } catch (problem) {
    // Beside a whole number 2.0 is 2; beside a text it is not.
    if (whole.every((value, index) => value === params[index])) throw problem;
    return { kind: 'plan', plan: planOf(whole), confidence: null, assumptions: [] };
  }
}

const refused = (reason: string): Fault => new Fault('sql_rejected', { params: { reason } });
