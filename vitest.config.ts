import { defineConfig } from 'vitest/config';

const WITHOUT_ENGINES = ['test/unit/**/*.test.ts'];

export default defineConfig({
  test: {
    // One more than the cores of a small machine: a test waits for an engine for a good part of its time.
    maxWorkers: 3,
    pool: 'forks',
    projects: [
      { extends: true, test: { name: 'unit', include: WITHOUT_ENGINES, testTimeout: 60_000, hookTimeout: 120_000 } },
      {
        extends: true,
        test: {
          name: 'engines',
          include: ['test/**/*.test.ts'],
          exclude: WITHOUT_ENGINES,
          globalSetup: ['test/support/built.ts', 'test/support/postgres.ts'],
          setupFiles: ['test/support/log-watch-each.ts'],
          // For hangs alone: a busy machine is no failure.
          testTimeout: 180_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
