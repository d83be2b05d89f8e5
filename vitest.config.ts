import { defineConfig } from 'vitest/config';

/** Real processes, browsers and databases: slower than the runner's own idea of a test, never timed. */
const patient = { testTimeout: 30_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'contract/**/*.test.ts'],
          exclude: ['server/db/embedded*.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          ...patient,
        },
      },
      {
        test: {
          name: 'embedded',
          include: ['server/db/embedded*.test.ts', 'scripts/**/*.test.mjs'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['e2e/faults/**/*.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 60_000,
          // Whole servers: one at a time on a small machine.
          fileParallelism: false,
        },
      },
      { test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], ...patient } },
      { test: { name: 'tracker', include: ['tracker/test/**/*.test.ts'], ...patient } },
    ],
  },
});
