import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Tests use real processes, browsers, databases and password hashes, so on a busy machine one may take a minute.
 * Timeouts only detect tests that hang; performance is measured by the benchmarks.
 */
const longTimeouts = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000, interval: 30 } },
};

/** These tests mostly wait for the database, a browser or a constant-time slot. */
const parallel = { maxWorkers: Math.max(3, availableParallelism()), sequence: { groupOrder: 0 } };
/** These tests crash whole servers, so they run one at a time. `npm test` finds their projects by `serial-`. */
const serial = { fileParallelism: false, sequence: { groupOrder: 1 } };

/** Files that take a quarter of a minute or more, the longest first. */
const longFiles = [
  'server/db/upgrade',
  'server/features/stats/exactness',
  'server/platform/mail/mail-queue',
  'server/features/stats/stats-hostile',
  'server/tests/slow-clients-hostile',
  'server/db/transfer/segments-transfer',
  'tracker/test/reports',
  'tracker/test/page-views',
  'server/db/transfer/backup/backup',
  'server/features/segments/view/view',
  'server/features/segments/builder/segment-builder',
  'tracker/test/engagement',
  'server/features/portal/portal-hostile',
  'server/db/transfer/move/move',
  'server/features/stats/lists/lists-together',
  'tracker/test/visitors',
];

/** Starts the longest files first: a worker that began one at the end would leave the others waiting for it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const toPlace = ({ moduleId }: TestSpecification) => {
      const place = longFiles.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return place === -1 ? longFiles.length : place;
    };
    return sorted.toSorted((a, b) => toPlace(a) - toPlace(b));
  }
}

/** Opens documents, one after the other, in a process that has none at first: the server's. */
const ownDocuments = 'web/portal/app/portal-page.test.ts';

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'contract/**/*.test.ts'],
          exclude: ['server/db/embedded/**/*.test.ts'],
          // Files clean up after themselves, and loading the server for each file takes as long as its tests.
          isolate: false,
          globalSetup: ['server/testing/database/global-setup.ts'],
          ...longTimeouts,
          ...parallel,
        },
      },
      {
        test: {
          name: 'serial-embedded',
          include: ['server/db/embedded/**/*.test.ts', 'scripts/**/*.test.mjs'],
          ...longTimeouts,
          ...serial,
        },
      },
      {
        test: {
          name: 'serial-faults',
          include: ['e2e/faults/**/*.test.ts'],
          globalSetup: ['server/testing/database/global-setup.ts'],
          ...longTimeouts,
          ...serial,
        },
      },
      {
        // Every suite of the benchmark at its smallest size, which keeps all processors busy.
        test: { name: 'serial-bench', include: ['bench/**/*.test.ts'], ...longTimeouts, ...serial },
      },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: [ownDocuments],
          // As for the server: importing React and the screens for each file takes a third of the time.
          isolate: false,
          ...longTimeouts,
          ...parallel,
        },
      },
      {
        // Otherwise parts of its documents would stay for the next file.
        test: { name: 'web-documents', include: [ownDocuments], ...longTimeouts, ...parallel },
      },
      {
        test: {
          name: 'tracker',
          include: ['tracker/test/**/*.test.ts'],
          isolate: false,
          ...longTimeouts,
          ...parallel,
        },
      },
    ],
  },
});
