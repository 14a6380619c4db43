import { expect, test } from 'vitest';
import type { ImportError } from '../../src/contract/packs.ts';
import { Fault } from '../../src/fault.ts';
import { createRunner } from '../../src/packs/runner.ts';
import { NO_PROGRESS, newState } from '../../src/packs/state.ts';

type Needs = Parameters<typeof createRunner>[0];

/** Why an import stands still whose first write fails so. */
async function standsStillAfter(failure: unknown): Promise<ImportError | null> {
  const row = { id: 'imp_1', owner_id: 'owner', pack_id: 'tabular', db_id: 'db_1', phase: 'inspecting', attempts: 1 };
  let told: unknown = null;
  const needs = {
    imports: {
      lease: async () => ({ ...row, progress: NO_PROGRESS, state: newState() }),
      find: async () => row,
      release: async (_id: string, _lease: string, error: unknown) => {
        told = error;
      },
    },
    databases: { find: async () => ({ id: 'db_1' }) },
    engine: () => ({
      write: async () => {
        throw failure;
      },
    }),
    phases: { tabular: { inspecting: (job: { write: (name: string, work: () => unknown) => unknown }) => job.write('rows', () => null) } },
    requireRoom: async () => undefined,
    onWritten: () => undefined,
    log: { error: () => undefined },
  };
  await createRunner(needs as unknown as Needs).run('imp_1', 'phase');
  return told as ImportError | null;
}

test('a step that ran out of time is passing, and nobody is told to narrow a question', async () => {
  const error = await standsStillAfter(new Fault('query_timeout', { params: { limitMs: 30_000 } }));
  expect(error).toMatchObject({ code: 'overloaded', retryable: true, params: { limitMs: 30_000 } });
  expect(error?.params?.reason).toContain('nothing of it is there');
  expect(error?.action).not.toContain('Narrow');
});

test('another failure is told as it is', async () => {
  const error = await standsStillAfter(new Fault('write_constraint', { params: { table: 'sales' } }));
  expect(error).toMatchObject({ code: 'write_constraint', retryable: false });
});
