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
    guard: (sql, { schema }) => readAlone(engine.guard(sql, scopeOf(schema))),
    introspect: (target, signal) => engine.introspect(of(target), signal),
    schemaVersion: (target, signal) => engine.schemaVersion(of(target), signal),
    distinctValues: (target, schema, signal) => engine.distinctValues(of(target), schema, signal),
    bound: (target, statement, signal) => engine.bound(of(target), statement, signal),
    read: (target, statement, options) => engine.read(of(target), statement, options),
    readPortions: (target, statement, options, take) => engine.readPortions(of(target), statement, options, take),
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
    undoneBy: refuse,
    undo: refuse,
    handOver: refuse,
    close: refuse,
  };
}

/** One scope for each schema, since verdicts are remembered by it. */
function createScopes({ login, tables }: GrantTarget): (schema: Schema | null) => GuardScope {
  const relations = new Set(tables.map(({ table }) => table.name));
  // A plan names what stands behind a view, and how many rows its condition leaves out.
  const isPlain = tables.every(({ table, where, hides }) => table.kind === 'table' && where === null && !hides);
  const shared = { relations, home: login, explains: isPlain };
  const without: GuardScope = { ...shared, schema: null };
  const scopes = new WeakMap<Schema, GuardScope>();
  return (schema) => {
    if (schema === null) return without;
    const scope = scopes.get(schema) ?? { ...shared, schema };
    scopes.set(schema, scope);
    return scope;
  };
}

const readAlone = (verdict: Verdict): Verdict =>
  verdict.kind === 'allow' && verdict.class === 'write'
    ? { kind: 'deny', reason: 'This database is granted to you, for reads alone: send a SELECT without FOR UPDATE' }
    : verdict;
