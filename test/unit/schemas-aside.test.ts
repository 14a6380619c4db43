import { expect, test } from 'vitest';
import { createSchemas } from '../../src/ask/schemas.ts';
import type { Engine } from '../../src/engines/engine.ts';
import type { Schema } from '../../src/plan/schema.ts';

const column = { nativeType: 'text', type: 'text', nullable: true, hasDefault: false, generated: false, comment: null } as const;
const SCHEMA: Schema = {
  fingerprint: 'one',
  tables: [
    {
      name: 'orders',
      kind: 'table',
      comment: null,
      columns: [
        { ...column, name: 'city' },
        { ...column, name: 'status', labels: ['open'] },
      ],
      primaryKey: [],
      uniques: [],
      foreignKeys: [],
      rowEstimate: 1,
    },
  ],
};
const { signal } = new AbortController();
const target = { dbId: 'db' };

/** Its values are there when the test says so. */
function slowEngine() {
  let reads = 0;
  let tell: (error?: Error) => void = () => undefined;
  const engine = {
    valuesFreshMs: 60_000,
    schemaVersion: async () => 'one',
    introspect: async () => SCHEMA,
    distinctValues: () => {
      reads += 1;
      return new Promise((resolve, reject) => {
        tell = (error) => (error ? reject(error) : resolve([{ table: 'orders', column: 'city', values: ['Lisbon'] }]));
      });
    },
  } as unknown as Engine;
  return { engine, reads: () => reads, tell: (error?: Error) => tell(error) };
}

test('an ask does not wait for values that take long, and one that does not get on without them does', async () => {
  const { engine, reads, tell } = slowEngine();
  const schemas = createSchemas();
  const early = await schemas.withValues(engine, target, signal);
  expect([early.fresh, early.values.find('Lisbon').length, early.values.find('open').length]).toEqual([false, 0, 1]);
  const waiting = schemas.withFreshValues(engine, target, signal);
  tell();
  const late = await waiting;
  expect([late.fresh, late.values.find('Lisbon').length, reads()]).toEqual([true, 1, 1]);
  expect((await schemas.withValues(engine, target, signal)).values).toBe(late.values);
  expect((await schemas.withFreshValues(engine, target, signal)).values).toBe(late.values);
  expect(reads()).toBe(1);
  schemas.written('db');
  expect((await schemas.withValues(engine, target, signal)).values).toBe(late.values);
  expect(reads()).toBe(2);
});

test('values that cannot be read fail who waits for them, and are tried again by the next', async () => {
  const { engine, reads, tell } = slowEngine();
  const schemas = createSchemas();
  const first = schemas.withValues(engine, target, signal);
  await Promise.resolve();
  setTimeout(() => tell(new Error('away')), 10);
  await expect(first).rejects.toThrow('away');
  const second = schemas.withFreshValues(engine, target, signal);
  setTimeout(tell, 10);
  expect((await second).values.find('Lisbon')).toHaveLength(1);
  expect(reads()).toBe(2);
});
