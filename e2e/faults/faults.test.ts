import { expect, inject, test } from 'vitest';
import type { Environment } from './scenario.ts';
import { scenarios } from './scenarios.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseAdminUrl: string;
  }
}

// Short versions of the scenarios of `npm run faults`.
for (const { name, promise, run, isLong } of Object.values(scenarios)) {
  if (isLong) continue;
  test(`${name}: ${promise}`, async ({ annotate }) => {
    const environment: Environment = {
      adminUrl: inject('databaseAdminUrl'),
      ownsDatabase: process.platform === 'linux',
      isQuick: true,
      log: () => {},
    };
    const { acknowledged, found, skipped } = await run(environment);
    if (skipped) await annotate(`skipped: ${skipped}`);
    if (acknowledged !== undefined) expect(found).toBeGreaterThanOrEqual(acknowledged);
  });
}
