import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { trackingEvent } from '../../../contract/tracking.ts';
import { CompanyMachines } from '../../db/cluster/company-machines.ts';
import { Metrics } from '../../platform/metrics/metrics.ts';
import { aPageview, browserUserAgent } from '../../testing/builders.ts';
import { openTestDb } from '../../testing/test-app.ts';
import { testSessionKey, trackedAddress } from '../../testing/tracking-process.ts';
import { createTracking } from './tracking.ts';

let t: Awaited<ReturnType<typeof openTestDb>>;
beforeAll(async () => {
  t = await openTestDb();
});
afterAll(() => t.close());

test('a sender is answered with 503 within two seconds, even if a question to the database never is', async () => {
  const tracking = createTracking({
    db: t.db,
    machines: new CompanyMachines(t.db, () => 'single'),
    findCompany: () => new Promise(() => {}),
    sessionKey: testSessionKey,
    limits: { companyEventsPerSecond: 1_000, distinctValuesPerDay: 1_000, propertyBytesPerDay: 1_000_000 },
    metrics: new Metrics(),
    onRejected: () => {},
    onFailure: () => {},
  });
  vi.useFakeTimers();
  try {
    const event = trackingEvent.parse(aPageview('018f0000-0000-7000-8000-000000000001'));
    const sender = { address: trackedAddress, clientAddress: trackedAddress, userAgent: browserUserAgent };
    const answer = tracking.track([event], { origin: 'https://shop.test', ...sender });
    const refused = expect(answer).rejects.toMatchObject({ status: 503, code: 'unavailable' });
    await vi.advanceTimersByTimeAsync(2_000);
    await refused;
  } finally {
    vi.useRealTimers();
    await tracking.close();
  }
});
