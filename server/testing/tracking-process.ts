import { inject } from 'vitest';
import { type TrackingEventInput, trackingEvent } from '../../contract/tracking.ts';
import type { Db } from '../db/client.ts';
import { CompanyMachines } from '../db/cluster/company-machines.ts';
import { createCompanyCache } from '../features/companies/company-cache.ts';
import { makeEventId } from '../features/tracking/event-rows.ts';
import { createTracking } from '../features/tracking/tracking.ts';
import { Metrics } from '../platform/metrics/metrics.ts';
import { browserUserAgent } from './builders.ts';

/** The address of a tracking process's sender. */
export const trackedAddress = '198.51.100.77';

/** The key with which every process of a test hashes session ids. */
export const testSessionKey = Buffer.from('the key of every process of a test');

/** The tracking of a separate process on a database, without a server, with a clock that the test sets. */
export function aTrackingProcess(db: Db, start: Date) {
  let at = start;
  const tracking = createTracking({
    db,
    machines: new CompanyMachines(db, () => (inject('clusterNodes').length > 0 ? 'distributed' : 'single')),
    findCompany: createCompanyCache(db).find,
    sessionKey: testSessionKey,
    limits: { companyEventsPerSecond: 100_000, distinctValuesPerDay: 1_000, propertyBytesPerDay: 50_000_000 },
    metrics: new Metrics(),
    onRejected: () => {},
    onFailure: () => {},
    now: () => at,
  });
  const track = (events: TrackingEventInput[], sender: { clientAddress?: string; userAgent?: string } = {}) =>
    tracking.track(
      events.map((event) => trackingEvent.parse(event)),
      {
        origin: 'https://shop.test',
        userAgent: browserUserAgent,
        address: trackedAddress,
        clientAddress: trackedAddress,
        ...sender,
      },
    );
  return {
    set: (time: Date) => {
      at = time;
    },
    track,
    /** Tracks events that happen now, on this clock. */
    trackNow: (events: TrackingEventInput[]) =>
      track(events.map((event) => ({ ...event, id: makeEventId(at) }))),
  };
}
