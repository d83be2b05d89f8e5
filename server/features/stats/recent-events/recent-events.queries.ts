import { type RecentEvent, recentEventsMax } from '../../../../contract/company/recent-events.ts';
import type { Tx } from '../../../db/client.ts';

/** How long an event is recent. */
export const recentMinutes = 30;
/** Commits and events that are read at most, however many came at once. */
const commitsMax = 60;
const eventsMax = 300;

interface RecentEventRow {
  kind: 'pageview' | 'event' | 'order';
  path: string;
  event_name: string | null;
  amount: string | null;
  currency: RecentEvent['currency'];
  source: string | null;
  country: string | null;
  device: string;
  occurred_at: Date;
}

const kinds = { pageview: 'page-view', event: 'event', order: 'order' } as const;

// The journal of changes names the newest events, so that no index on the time of events is needed. OFFSET keeps the
// lateral join, without which PostgreSQL would read all events of a company that its statistics do not know yet.
const recentEventsSql = `
WITH commits AS MATERIALIZED (
  SELECT revision, event_ids, event_times FROM event_changes
  WHERE company_id = $1 ORDER BY revision DESC LIMIT ${commitsMax}
), newest AS MATERIALIZED (
  SELECT changed.id, changed.at FROM commits
  CROSS JOIN LATERAL unnest(event_ids, event_times) AS changed (id, at)
  WHERE changed.at >= $2 ORDER BY revision DESC, changed.at DESC LIMIT ${eventsMax}
)
SELECT e.kind, e.path, e.event_name, e.amount::text AS amount, e.currency, e.source, e.country, e.device, e.occurred_at
FROM newest CROSS JOIN LATERAL (
  SELECT * FROM events n WHERE n.company_id = $1 AND n.id = newest.id AND n.occurred_at = newest.at OFFSET 0
) AS e
WHERE e.kind IN ('pageview', 'event', 'order')
ORDER BY e.occurred_at DESC LIMIT ${recentEventsMax}`;

/** The newest events of a site in the last half hour, newest first. */
export async function listRecentEvents(tx: Tx, companyId: string, now: Date): Promise<RecentEvent[]> {
  const { rows } = await tx.query<RecentEventRow>({
    name: 'recent-events',
    text: recentEventsSql,
    values: [companyId, new Date(now.getTime() - recentMinutes * 60_000)],
  });
  return rows.map(({ kind, event_name, occurred_at, ...row }) => ({
    ...row,
    kind: kinds[kind],
    name: event_name,
    at: new Date(Math.floor(occurred_at.getTime() / 1000) * 1000).toISOString(),
  }));
}
