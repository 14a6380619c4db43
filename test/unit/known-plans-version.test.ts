import { expect, test } from 'vitest';
import { createKnownPlans } from '../../src/ask/known-plans.ts';
import { compilePostgres } from '../../src/engines/postgres/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { KnownPlanRows } from '../../src/store/known-plans.ts';
import { shopSchema as schema, shopValues as values } from '../support/shop-schema.ts';

const TENANCY = { ownerId: 'o', dbId: 'd' };
const PLAN: Plan = {
  kind: 'select',
  columns: [{ expr: { kind: 'column', table: 'customers', column: 'name' }, as: 'name' }],
  from: { kind: 'table', table: 'customers', as: 'customers' },
};

/** Services of several versions on one control plane. */
function services(): (version: string) => ReturnType<typeof createKnownPlans> {
  const kept = new Map<string, unknown>();
  const rows: KnownPlanRows = {
    list: async () => [...kept.values()],
    keep: async (_owner, _db, hash, known) => void kept.set(hash, known),
    forget: async (_owner, _db, hashes) => {
      for (const hash of hashes) kept.delete(hash);
    },
  };
  return (version) => createKnownPlans({ rows, compile: compilePostgres, log: { warn: () => undefined }, now: () => new Date(), version });
}

test('a question that the built-in planner read is read anew by the next version, and still known to its own', async () => {
  const service = services();
  service('1.0.0').keep(TENANCY, 'all customers', { schema, values }, { plan: PLAN, confidence: 0.98, assumptions: [], model: 'builtin' });
  expect(await service('1.0.0').find(TENANCY, 'all customers', schema, values)).toMatchObject({ model: 'cache', confidence: 0.98 });
  expect(await service('1.1.0').find(TENANCY, 'all customers', schema, values)).toBeNull();
  expect(await service('1.0.0').find(TENANCY, 'all customers', schema, values)).not.toBeNull();
});

test('so is one that it read without a measure of how sure it is, as of an agent memory', async () => {
  const service = services();
  service('1.0.0').keep(TENANCY, 'all customers', { schema, values }, { plan: PLAN, confidence: null, assumptions: [], model: 'builtin' });
  expect(await service('1.0.0').find(TENANCY, 'all customers', schema, values)).toMatchObject({ model: 'cache' });
  expect(await service('1.1.0').find(TENANCY, 'all customers', schema, values)).toBeNull();
});

test('what a model or the caller read is known to every version', async () => {
  const service = services();
  service('1.0.0').keep(TENANCY, 'all customers', { schema, values }, { plan: PLAN, confidence: null, assumptions: [], model: 'openai/x' });
  expect(await service('1.1.0').find(TENANCY, 'all customers', schema, values)).toMatchObject({ model: 'cache' });
});
