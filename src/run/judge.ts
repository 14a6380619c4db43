import type { Schemas } from '../ask/schemas.ts';
import type { Call } from '../call.ts';
import type { Engine, Target } from '../engines/engine.ts';
import type { GuardScope, Verdict } from '../guard/guard.ts';
import type { Schema } from '../plan/schema.ts';

/** Every relation of the caller's own database; one object, since verdicts are remembered by it. */
const OWN_RELATIONS = { relations: null, schema: null } as const;
const scopes = new WeakMap<Schema, GuardScope>();

interface Request {
  readonly sql: string;
  readonly params: readonly unknown[];
  readonly engine: Engine;
  readonly schemas: Schemas;
  readonly target: Target;
  /** Its signal is made when it is asked for. */
  readonly call: Pick<Call, 'signal' | 'leaving'>;
}

/** The guard's word on a caller's own SQL. Few statements name a schema beside `public`: for theirs alone it is looked up. */
export async function judge({ sql, params, engine, schemas, target, call }: Request): Promise<Verdict> {
  const at = { target, signal: call.leaving, params };
  const verdict = await engine.guard(sql, OWN_RELATIONS, at);
  if (verdict.kind !== 'deny' || !verdict.otherSchema) return verdict;
  const schema = await schemas.of(engine, target.dbId, call.signal);
  const scope = scopes.get(schema) ?? { relations: null, schema };
  scopes.set(schema, scope);
  return await engine.guard(sql, scope, at);
}
