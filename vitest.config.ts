import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Real processes, browsers and databases: slower than the runner's own idea of a test, never timed. */
const patient = { testTimeout: 30_000, hookTimeout: 60_000 };

/** They wait for the database, a browser or the beat of an answer more than they compute. */
const together = { maxWorkers: Math.max(3, availableParallelism()), sequence: { groupOrder: 0 } };
/** Whole servers that are crashed: one at a time, with the machine to themselves. */
const alone = { fileParallelism: false, sequence: { groupOrder: 1 } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'contract/**/*.test.ts'],
          exclude: ['server/db/embedded*.test.ts'],
          // Each file opens what it needs and closes it; loading the server anew for each cost as much as its tests.
          isolate: false,
          globalSetup: ['server/testing/global-setup.ts'],
          ...patient,
          ...together,
        },
      },
      {
        test: {
          name: 'embedded',
          include: ['server/db/embedded*.test.ts', 'scripts/**/*.test.mjs'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          ...alone,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['e2e/faults/**/*.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 60_000,
          ...alone,
        },
      },
      { test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], ...patient, ...together } },
      { test: { name: 'tracker', include: ['tracker/test/**/*.test.ts'], ...patient, ...together } },
    ],
  },
});
