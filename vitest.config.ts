import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * Real processes, browsers, databases and password hashes: on a busy machine a test may take a minute. A time
 * limit only finds what hangs; how fast something is belongs to the bench.
 */
const patient = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000, interval: 30 } },
};

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
          exclude: ['server/db/embedded/**/*.test.ts'],
          // Each file opens what it needs and closes it; loading the server anew for each cost as much as its tests.
          isolate: false,
          globalSetup: ['server/testing/database/global-setup.ts'],
          ...patient,
          ...together,
        },
      },
      {
        test: {
          name: 'embedded',
          include: ['server/db/embedded/**/*.test.ts', 'scripts/**/*.test.mjs'],
          ...patient,
          ...alone,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['e2e/faults/**/*.test.ts'],
          globalSetup: ['server/testing/database/global-setup.ts'],
          ...patient,
          ...alone,
        },
      },
      { test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], ...patient, ...together } },
      { test: { name: 'tracker', include: ['tracker/test/**/*.test.ts'], ...patient, ...together } },
    ],
  },
});
