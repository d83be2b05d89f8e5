import type { MetricName } from '../../../contract/constants.ts';
import type { LatestReadings } from '../../../contract/live.ts';
import type { Tx } from '../../db/client.ts';
import { type PresentVisitors, readPresentVisitors } from './live/live-visitors.queries.ts';

export type Source = 'tracked' | 'simulated';

export interface PortalState {
  source: Source;
  latest: LatestReadings;
  present: PresentVisitors;
  lastEventAt: Date | null;
}

/** Reads all live values of a portal. */
export async function readPortalState(tx: Tx, companyId: string, now: Date): Promise<PortalState> {
  const { source, lastEventAt } = await readPortalSource(tx, companyId);
  const present = await readPresentVisitors(tx, companyId, now);
  return { source, latest: emptyByMetric(() => null), present, lastEventAt };
}

/** Whether a portal shows demo data, and when the site sent its last event. */
export async function readPortalSource(
  tx: Tx,
  companyId: string,
): Promise<{ source: Source; lastEventAt: Date | null }> {
  const found = await tx.query<{ is_simulated: boolean; last_event_at: Date | null }>({
    name: 'portal-source',
    text: `SELECT EXISTS (SELECT 1 FROM companies WHERE id = $1 AND demo_dataset_id IS NOT NULL) AS is_simulated,
                  (SELECT last_event_at FROM dataset_revisions WHERE company_id = $1) AS last_event_at`,
    values: [companyId],
  });
  const [row] = found.rows;
  return { source: row?.is_simulated ? 'simulated' : 'tracked', lastEventAt: row?.last_event_at ?? null };
}

export type Series = Record<MetricName, [number, number][]>;

export const emptySeries = (): Series => emptyByMetric(() => []);

/** Maximum number of tabs of one viewer that count as active on a portal: as many as a session may have streams. */
const viewerTabsMax = 6;

/** Stores that a viewer's tab is open. Of more than six tabs of a viewer, those seen longest ago are deleted. */
export async function upsertPortalSession(
  tx: Tx,
  row: {
    companyId: string;
    sessionId: string;
    viewerId: string;
    pageUrl: string;
    userAgent: string;
    now: Date;
  },
): Promise<void> {
  await tx.query({
    name: 'upsert-portal-session',
    text: `WITH forgotten AS (
             DELETE FROM active_sessions WHERE company_id = $1 AND session_id IN (
               SELECT session_id FROM active_sessions
               WHERE company_id = $1 AND viewer_id = $6 AND session_id <> $2
               ORDER BY last_seen DESC, session_id OFFSET ${viewerTabsMax - 1})
           )
           INSERT INTO active_sessions AS a
             (company_id, session_id, origin, page_url, user_agent, last_seen, viewer_id)
           VALUES ($1, $2, 'portal', $3, $4, $5, $6)
           ON CONFLICT (company_id, session_id) DO UPDATE
           SET page_url = excluded.page_url, user_agent = excluded.user_agent, last_seen = excluded.last_seen
           WHERE a.viewer_id = excluded.viewer_id`,
    values: [row.companyId, row.sessionId, row.pageUrl, row.userAgent, row.now, row.viewerId],
  });
}

export async function deletePortalSession(
  tx: Tx,
  companyId: string,
  sessionId: string,
  viewerId: string,
): Promise<void> {
  await tx.query('DELETE FROM active_sessions WHERE company_id = $1 AND session_id = $2 AND viewer_id = $3', [
    companyId,
    sessionId,
    viewerId,
  ]);
}

function emptyByMetric<Value>(make: () => Value): Record<MetricName, Value> {
  return { revenue: make(), users: make(), orders: make(), conversion_rate: make(), page_views: make() };
}
