import { Fault } from '../fault.ts';
import type { GuardScope, Verdict } from '../guard/guard.ts';
import type { Schema } from '../plan/schema.ts';
import type { Engine, GrantTarget, Target } from './engine.ts';

/** What whoever was granted a part is told of everything but reads. */
export const readsOnly = (): Fault =>
  new Fault('forbidden', {
    params: { reason: 'This database is granted to you: you may ask it and run reads. Only its owner may do this.' },
  });

/**
 * The engine as a grantee has it. Everything goes as the grant's own login, which can read what is granted and nothing
 * else; before that the guard knows the granted names alone, and what is no read is refused here.
 */
export function grantedEngine(engine: Engine, grant: GrantTarget): Engine {
  const { name, typeNames, compile, refuseCondition } = engine;
  const of = (target: Target): Target => ({ dbId: target.dbId, grant });
  const told = grant.tables.every(isPlain) ? <T>(work: Promise<T>): Promise<T> => work : withoutEstimate;
  const scopeOf = createScopes(grant);
  const refuse = async (): Promise<never> => {
    throw readsOnly();
  };
  return {
    name,
    typeNames,
    refusal: readsOnly,
    part: grant.login,
    compile,
    refuseCondition,
    guard: async (sql, { schema }, at) => readAlone(await engine.guard(sql, scopeOf(schema), { ...at, target: of(at.target) })),
    introspect: (target, signal) => engine.introspect(of(target), signal),
    schemaVersion: (target, signal) => engine.schemaVersion(of(target), signal),
    distinctValues: (target, schema, signal) => engine.distinctValues(of(target), schema, signal),
    bound: (target, statement, signal) => engine.bound(of(target), statement, signal),
    read: (target, statement, options) => told(engine.read(of(target), statement, options)),
    readPortions: (target, statement, options, take) => told(engine.readPortions(of(target), statement, options, take)),
    provision: refuse,
    drop: refuse,
    hosted: refuse,
    heal: refuse,
    makeGrant: refuse,
    endGrant: refuse,
    write: refuse,
    replay: refuse,
    preview: refuse,
    apply: refuse,
    previewChange: refuse,
    applyChange: refuse,
    runKept: refuse,
    insertRows: refuse,
    remember: refuse,
    sweepMemory: refuse,
    vectors: null,
    undoneBy: refuse,
    undo: refuse,
    handOver: refuse,
    close: refuse,
  };
}

/** One scope for each schema, since verdicts are remembered by it. */
function createScopes({ login, tables }: GrantTarget): (schema: Schema | null) => GuardScope {
  const relations = new Set(tables.map(({ table }) => table.name));
  const shared = { relations, home: login, explains: tables.every(isPlain) };
  const without: GuardScope = { ...shared, schema: null };
  const scopes = new WeakMap<Schema, GuardScope>();
  return (schema) => {
    if (schema === null) return without;
    const scope = scopes.get(schema) ?? { ...shared, schema };
    scopes.set(schema, scope);
    return scope;
  };
}

/** Of anything else a plan names what stands behind the view, and how many rows its condition leaves out. */
const isPlain = ({ table, where, hides }: GrantTarget['tables'][number]): boolean => table.kind === 'table' && where === null && !hides;

/** The planner's estimate counts the rows behind a view, so that its number would tell how many are hidden. */
async function withoutEstimate<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Fault) || error.params?.estimate === undefined) throw error;
    const { estimate: _estimate, ...params } = error.params;
    throw new Fault(error.code, { params, cause: error });
  }
}

const readAlone = (verdict: Verdict): Verdict =>
  verdict.kind === 'allow' && verdict.class === 'write'
    ? { kind: 'deny', reason: 'This database is granted to you, for reads alone: send a SELECT without FOR UPDATE' }
    : verdict;
