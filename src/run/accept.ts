import type { Schemas } from '../ask/schemas.ts';
import type { Call } from '../call.ts';
import { isScoped } from '../databases/target.ts';
import type { CallersWrite, Engine, Statement, Target } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import type { Verdict } from '../guard/guard.ts';
import type { SqlAsking } from '../plan/apart/readers.ts';
import type { Written } from '../plan/parse/written.ts';
import type { Schema } from '../plan/schema.ts';
import { judge } from './judge.ts';
import { placeIn } from './place.ts';

interface Asked {
  readonly sql: string;
  readonly params?: readonly unknown[] | undefined;
}

interface Circumstances {
  readonly engine: Engine;
  readonly schemas: Schemas;
  readonly target: Target;
  readonly call: Pick<Call, 'signal' | 'leaving'>;
}

export interface Accepted {
  /** As the caller sent it. */
  readonly text: string;
  readonly verdict: Extract<Verdict, { kind: 'allow' }>;
  /** What the engine is given of it. */
  readonly given: Statement;
}

/** A caller's own statement, allowed by the guard and with a value for each parameter. @throws Fault sql_rejected, invalid_body, invalid_value */
export async function accept({ sql, params = [] }: Asked, { engine, schemas, target, call }: Circumstances): Promise<Accepted> {
  const verdict = await judge({ sql, params, engine, schemas, target, call });
  if (verdict.kind === 'deny')
    throw rejected(verdict.reason, {
      ...(verdict.position === undefined ? {} : placeIn(sql, verdict.position)),
      ...(verdict.nearest ? { nearest: verdict.nearest } : {}),
    });
  // It counts the rows that the scope leaves out, and estimates with what is known of all of them.
  if (verdict.verb === 'explain' && isScoped(target)) throw rejected(EXPLAINS_ALL);
  if (params.length < verdict.paramCount)
    throw rejected(
      `The statement uses ${parameter(engine, verdict.paramCount)}, and ${params.length} bound values came; send each in \`params\`.`,
    );
  if (params.length > verdict.paramCount)
    throw new Fault('invalid_body', {
      params: {
        issues: [
          {
            path: 'params',
            message: `The statement takes ${verdict.paramCount} bound ${verdict.paramCount === 1 ? 'value' : 'values'}; ${params.length} came.${engine.name === 'clickhouse' ? CLICKHOUSE_PARAMETERS : ''}`,
          },
        ],
      },
    });
  const unstorable = params.findIndex(holdsHalfCharacter);
  if (unstorable >= 0)
    throw new Fault('invalid_value', {
      params: { reason: `params[${unstorable}] holds half of a surrogate pair, which is no character.` },
    });
  return { text: sql, verdict, given: { sql: verdict.sql, params } };
}

/** Which rows a statement that writes is about; null where no plan says it. */
export type ReadWritten = (statement: Statement, asking: SqlAsking) => Written | null | Promise<Written | null>;

/** An accepted statement that writes, with its values as the engine binds them and the plan that tells which rows it is about. */
export async function asWrite(
  { verdict, given }: Accepted,
  { engine, target, call }: Pick<Circumstances, 'engine' | 'target'> & { readonly call: Pick<Call, 'leaving' | 'caller'> },
  { schema, readWritten }: { readonly schema: Schema; readonly readWritten: ReadWritten },
): Promise<CallersWrite> {
  const statement = await engine.bound(target, given, call.leaving);
  const verb = verdict.verb === 'update' || verdict.verb === 'delete' ? verdict.verb : 'insert';
  return { statement, verb, written: await readWritten(statement, { schema, party: call.caller.ownerId, signal: call.leaving }) };
}

const parameter = ({ name }: Engine, number: number): string => (name === 'clickhouse' ? `{p${number}:Type}` : `$${number}`);

const CLICKHOUSE_PARAMETERS = ' On ClickHouse they stand in the statement as {p1:String}, {p2:Int64} and so on, each with its type.';

const rejected = (reason: string, more: object = {}): Fault => new Fault('sql_rejected', { params: { reason, ...more } });

const EXPLAINS_ALL =
  'EXPLAIN tells of rows that are not of this agent, end user or thread: leave agentId, endUserId and threadId out to explain the statement';

/** PostgreSQL would be sent another character in its place, and stores that (Unicode 16, 3.9, D92). */
const holdsHalfCharacter = (value: unknown): boolean =>
  typeof value === 'string' ? /\p{Surrogate}/u.test(value) : Array.isArray(value) && value.some(holdsHalfCharacter);
