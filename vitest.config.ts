import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const UNIT = ['test/unit/**/*.test.ts'];
const PROPERTY = ['test/property/**/*.test.ts'];

export default defineConfig({
  test: {
    // Half as many again as the cores of a small machine: a test waits for an engine for a part of its time.
    maxWorkers: 3,
    pool: 'forks',
    // What a process has loaded serves all of its files, and what was compiled serves the next run: together a third of the time.
    isolate: false,
    experimental: { fsModuleCache: true },
    // A new generation with room for a large reply spends half as long on garbage.
    execArgv: ['--max-semi-space-size=64'],
    projects: [
      { extends: true, test: { name: 'unit', include: UNIT, testTimeout: 60_000, hookTimeout: 120_000 } },
      { extends: true, test: { name: 'property', include: PROPERTY, testTimeout: 600_000, hookTimeout: 600_000 } },
      {
        extends: true,
        resolve: {
          alias: [
            {
              find: /^.*\/lib\/start-worker\.ts$/,
              replacement: fileURLToPath(new URL('test/support/start-built-worker.ts', import.meta.url)),
            },
          ],
        },
        test: {
          name: 'engines',
          include: ['test/**/*.test.ts'],
          exclude: [...UNIT, ...PROPERTY],
          globalSetup: ['test/support/built.ts', 'test/support/postgres.ts'],
          setupFiles: ['test/support/log-watch-each.ts'],
          // For hangs alone: a busy machine is no failure.
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
