import type { Call } from '../../call.ts';
import type { SelectedDb } from '../../contract/ask.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Input } from '../../contract/operations.ts';
import type { Engine, Statement, Target } from '../../engines/engine.ts';
import { Fault } from '../../fault.ts';
import type { GuardScope } from '../../guard/guard.ts';
import type { Delete, Insert, Query, Update } from '../../plan/plan.ts';
import type { Schema } from '../../plan/schema.ts';
import type { Stopwatch } from '../../trace.ts';

/** What every branch of an ask works on, once the database is chosen. */
export interface Asked {
  readonly text: string;
  /** What was read: `text`, or of a follow-up the whole question. */
  readonly question: string;
  /** Whose last question this becomes; null outside a thread. */
  readonly thread: string | null;
  /** What of the text was read before any planner saw it: assumptions of this request, and of no plan. */
  readonly naming: readonly string[];
  readonly input: Input<'ask'>;
  readonly call: Call;
  readonly watch: Stopwatch;
  readonly dbId: string;
  /** The database as this request may see it. */
  readonly target: Target;
  readonly engine: Engine;
  readonly schema: Schema;
  readonly selected: SelectedDb | null;
  /** Takes the version of the schema that rows were read by; null where it was asked for before. */
  readonly versions: string[] | null;
}

/** The reply's field that says which database the service chose; nothing when the caller pinned one. */
export const selectedField = ({ selected }: Asked): { selected_db?: SelectedDb } => (selected ? { selected_db: selected } : {});

/** The statement that is about to run, told to the trace. @throws Fault internal_error as `guarded` */
export async function compileGuarded(asked: Asked, plan: Query | Insert | Update | Delete, expected: 'read' | 'write'): Promise<Statement> {
  const statement = await guarded(asked, plan, expected);
  asked.watch.step('validated', { sql: statement.sql, params: statement.params });
  asked.watch.step('executing');
  return statement;
}

/** Our own compiler's text goes through the same guard as everybody's: a plan that got it wrong does not run. @throws Fault sql_rejected for too many values */
export async function guarded(
  { engine, schema, target, call }: Asked,
  plan: Query | Insert | Update | Delete,
  expected: 'read' | 'write',
): Promise<Statement> {
  const statement = compiledBefore(plan, schema) ?? keepCompiled(plan, schema, engine.compile(plan, schema));
  const values = statement.params.length;
  if (values > LIMITS.paramsMax)
    throw new Fault('sql_rejected', { params: { reason: `${TOO_MANY} ${values} values; many rows go through POST /v1/insert.` } });
  const verdict = await engine.guard(statement.sql, scopeOf(schema), { target, signal: call.leaving });
  if (verdict.kind === 'deny' || verdict.class !== expected) {
    throw new Fault('internal_error', {
      cause: new Error(`The compiled statement was refused: ${verdict.kind === 'deny' ? verdict.reason : verdict.class}`),
    });
  }
  return statement;
}

const TOO_MANY = `A statement may have at most ${LIMITS.paramsMax} values, and this has`;

/** By the schema, which belongs to one database and engine: a known plan that is asked again is the same object. */
const compiled = new WeakMap<Schema, WeakMap<object, Statement>>();
const compiledBefore = (plan: object, schema: Schema): Statement | undefined => compiled.get(schema)?.get(plan);
function keepCompiled(plan: object, schema: Schema, statement: Statement): Statement {
  let statements = compiled.get(schema);
  if (!statements) {
    statements = new WeakMap();
    compiled.set(schema, statements);
  }
  statements.set(plan, statement);
  return statement;
}

/** One object a schema, since verdicts are remembered by it. */
const scopes = new WeakMap<Schema, GuardScope>();
function scopeOf(schema: Schema): GuardScope {
  let scope = scopes.get(schema);
  if (!scope) {
    scope = { relations: new Set(schema.tables.map((table) => table.name)), schema };
    scopes.set(schema, scope);
  }
  return scope;
}
