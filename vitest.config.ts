import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['server/**/*.test.ts', 'sandbox/**/*.test.ts', 'dashboard/src/**/*.test.ts'],
    globalSetup: ['server/test/kit/shared-postgres.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
