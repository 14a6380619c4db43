import { expect, test } from 'vitest';
import { createKnownPlans } from '../../src/ask/known-plans.ts';
import { compilePostgres } from '../../src/engines/postgres/compile.ts';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';

test('plans that cannot be read do not fail the question', async () => {
  const warned: string[] = [];
  const rows = {
    list: () => Promise.reject(new Error('the control plane is away')),
    keep: () => Promise.resolve(),
    forget: () => Promise.resolve(),
  };
  const known = createKnownPlans({
    rows,
    compile: compilePostgres,
    log: { warn: (_facts, text) => warned.push(text) },
    now: () => new Date(),
    version: '1.0.0',
  });
  const found = await known.find({ ownerId: 'o', dbId: 'd' }, 'all customers', { fingerprint: '', tables: [] }, buildValueIndex([]));
  expect(found).toBeNull();
  expect(warned).toEqual(['known plans were not read']);
});
