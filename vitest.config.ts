import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['server/**/*.test.ts', 'sandbox/**/*.test.ts', 'dashboard/src/**/*.test.ts'],
    globalSetup: ['server/test/kit/shared-postgres.ts'],
    // Most tests wait for a database, a process or a browser most of the time.
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
