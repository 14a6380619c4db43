import { expect, test } from 'vitest';
import { createSchemas } from '../../src/ask/schemas.ts';
import { type Call, Continued } from '../../src/call.ts';
import { createDescribeDatabase } from '../../src/databases/describe.ts';
import type { Engine } from '../../src/engines/engine.ts';
import type { Schema } from '../../src/plan/schema.ts';

const schemaOf = (names: readonly string[]): Schema =>
  ({
    fingerprint: names.join(),
    tables: names.map((name) => ({
      ...{ name, kind: 'table', comment: null, rowEstimate: 0, columns: [], primaryKey: [], uniques: [], foreignKeys: [] },
    })),
  }) as unknown as Schema;

/** A database of which the readings of its tables are counted. */
function listing(names: readonly string[]) {
  const seen = { names, readings: 0 };
  const engine = {
    introspect: async () => {
      seen.readings += 1;
      return schemaOf(seen.names);
    },
    schemaVersion: async () => seen.names.join(),
  } as unknown as Engine;
  const describe = createDescribeDatabase({
    databases: { find: async () => ({ id: 'db', engine: 'postgres' }) },
    grants: {},
    engine: () => engine,
    glossaries: { of: async () => null },
    schemas: createSchemas(),
  } as unknown as Parameters<typeof createDescribeDatabase>[0]);
  const call = { caller: { kind: 'owner', ownerId: 'me' }, signal: new AbortController().signal } as unknown as Call;
  const page = async (cursor?: string): Promise<{ names: string[]; next: string | undefined }> => {
    const found = await describe({ id: 'db', table: undefined, limit: 10, cursor }, call);
    const reply = (found instanceof Continued ? found.reply : found) as { tables: { name: string }[] };
    return { names: reply.tables.map(({ name }) => name), next: found instanceof Continued ? (found.next ?? undefined) : undefined };
  };
  const all = async (): Promise<string[]> => {
    const told: string[] = [];
    let next: string | undefined;
    do {
      const found = await page(next);
      told.push(...found.names);
      next = found.next;
    } while (next !== undefined);
    return told;
  };
  return { seen, page, all };
}

const NAMES = Array.from({ length: 60 }, (_, at) => `t${at + 10}`);

test('a listing reads the tables for its first page, and once for all others', async () => {
  const { seen, all } = listing(NAMES);
  expect(await all()).toEqual(NAMES);
  expect(seen.readings).toBe(2);
  await all();
  expect(seen.readings).toBe(3);
});

test('tables that changed between two pages are read again', async () => {
  const { seen, page } = listing(NAMES);
  const { next } = await page();
  await page(next);
  seen.names = NAMES.map((name) => (name === 't20' ? 't20_new' : name));
  expect((await page(next)).names[0]).toBe('t20_new');
});
