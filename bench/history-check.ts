import { trackingEvent } from '../contract/tracking.ts';
import { openDb } from '../server/db/client.ts';
import { deleteStaleSessions } from '../server/features/tracking/tracking.queries.ts';
import { createTracking } from '../server/features/tracking/tracking.ts';
import { Metrics } from '../server/platform/metrics/metrics.ts';
import { loadHistory } from './history.ts';
import type { Northlight } from './northlight.ts';

const sampleEvents = 1_500;
const sampleDays = 3;

/** Every column that ingestion fills, except the time a session was last seen, which is exact to a few seconds only. */
const comparedColumns: Record<string, string> = {
  events: '*',
  orders: '*',
  visits: '*',
  active_sessions: 'session_id, origin, page_url, user_agent',
  rollups_hourly: '*',
  analytics_data: '*',
  company_totals: '*',
};

interface Staged {
  id: string;
  kind: 'pageview' | 'order';
  session_id: string;
  path: string;
  referrer_host: string;
  user_agent: string;
  order_id: string | null;
  amount: string | null;
  occurred_at: Date;
}

/**
 * Checks the loader on a sample: sent through the server's tracking code, with its clock set to the time of each
 * event, the same events must leave the same rows. Throws with the first table that differs.
 */
export async function checkLoader(northlight: Northlight): Promise<void> {
  const { client } = northlight;
  const loaded = await northlight.createCompany('Loaded sample');
  const tracked = await northlight.createCompany('Tracked sample');
  const until = new Date();
  await loadHistory(client, { companyId: loaded, events: sampleEvents, days: sampleDays, until });
  const { rows } = await client.query<Staged>('SELECT * FROM staged ORDER BY occurred_at, id');
  if (rows.length !== sampleEvents)
    throw new Error(`The loader made ${rows.length} events, not ${sampleEvents}`);
  await trackAll(northlight.databaseUrl, tracked, rows);

  for (const [table, columns] of Object.entries(comparedColumns)) {
    const rowsOf = (company: string) =>
      `SELECT to_jsonb(stored) - 'company_id' AS row FROM (SELECT ${columns} FROM ${table} WHERE company_id = '${company}') AS stored`;
    const found = await client.query(
      `(SELECT 'loaded only' AS which, row FROM (${rowsOf(loaded)} EXCEPT ALL ${rowsOf(tracked)}) AS l LIMIT 3)
       UNION ALL
       (SELECT 'tracked only', row FROM (${rowsOf(tracked)} EXCEPT ALL ${rowsOf(loaded)}) AS t LIMIT 3)`,
    );
    if (found.rows.length === 0) continue;
    throw new Error(
      `The loader fills ${table} differently from ingestion:\n${JSON.stringify(found.rows, null, 2)}`,
    );
  }
}

async function trackAll(databaseUrl: string, companyId: string, events: Staged[]): Promise<void> {
  const db = openDb({ url: databaseUrl, onError: () => {} });
  let clock = new Date();
  const tracking = createTracking({
    db,
    findCompany: async () => ({ domain: 'shop.test', currency: 'USD', orderAmountMax: 10_000_000 }),
    limits: { companyEventsPerSecond: 1_000_000, distinctValuesPerDay: 100_000 },
    metrics: new Metrics(),
    onRejected: () => {},
    onFailure: (error) => console.error(error),
    now: () => clock,
  });
  try {
    for (const event of events) {
      clock = event.occurred_at;
      const sender = { origin: undefined, userAgent: event.user_agent, address: event.id };
      await tracking.track([toTrackingEvent(companyId, event)], sender);
    }
    await deleteStaleSessions(db, new Date(clock.getTime() - 5 * 60_000));
  } finally {
    await db.close();
  }
}

function toTrackingEvent(companyId: string, event: Staged) {
  const { id, kind, session_id: sessionId, path } = event;
  const url = `https://shop.test${path}`;
  const referrer = event.referrer_host === '' ? '' : `https://${event.referrer_host}/`;
  return trackingEvent.parse(
    kind === 'order'
      ? {
          id,
          companyId,
          eventType: kind,
          metadata: { orderId: event.order_id, amount: Number(event.amount), url, sessionId },
        }
      : { id, companyId, eventType: kind, metadata: { url, referrer, sessionId } },
  );
}
