import { expect, inject, test } from 'vitest';
import type { Ground } from './ground.ts';
import { scenarios } from './scenarios.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseAdminUrl: string;
  }
}

// Quick rounds of what `npm run faults` tries at length.
for (const { name, promise, run, isLong } of Object.values(scenarios)) {
  if (isLong) continue;
  test(`${name}: ${promise}`, async ({ annotate }) => {
    const ground: Ground = {
      adminUrl: inject('databaseAdminUrl'),
      isOwn: process.platform === 'linux',
      isQuick: true,
      say: () => {},
    };
    const { acknowledged, found, notTried } = await run(ground);
    if (notTried) await annotate(`not tried: ${notTried}`);
    if (acknowledged !== undefined) expect(found).toBeGreaterThanOrEqual(acknowledged);
  });
}
