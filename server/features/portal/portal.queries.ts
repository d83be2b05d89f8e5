import type { Tx } from '../../db/client.ts';

export type Source = 'tracked' | 'simulated';

/** The dataset that a portal shows, and how current it is. */
export interface PortalSource {
  source: Source;
  /** The revision of the dataset that the portal shows; 0 before the first event. */
  revision: number;
  /** When the site sent its last event. */
  lastEventAt: Date | null;
}

export async function readPortalSource(tx: Tx, companyId: string): Promise<PortalSource> {
  const found = await tx.query<{
    demo_dataset_id: string | null;
    revision: number | null;
    last_event_at: Date | null;
  }>({
    name: 'portal-source',
    text: `SELECT (SELECT demo_dataset_id FROM companies WHERE id = $1) AS demo_dataset_id,
                  (SELECT revision FROM dataset_revisions WHERE company_id = $1) AS revision,
                  (SELECT last_event_at FROM dataset_revisions WHERE company_id = $1) AS last_event_at`,
    values: [companyId],
  });
  const [row] = found.rows;
  const lastEventAt = row?.last_event_at ?? null;
  if (!row?.demo_dataset_id) return { source: 'tracked', revision: row?.revision ?? 0, lastEventAt };
  // On a cluster the demo dataset may be on another machine.
  const revision = await readRevision(tx, row.demo_dataset_id);
  return { source: 'simulated', revision, lastEventAt };
}

async function readRevision(tx: Tx, datasetId: string): Promise<number> {
  const found = await tx.query<{ revision: number }>({
    name: 'dataset-revision',
    text: 'SELECT revision FROM dataset_revisions WHERE company_id = $1',
    values: [datasetId],
  });
  return found.rows[0]?.revision ?? 0;
}

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

/** Updates when tabs were last seen. Returns those that have a row. */
export async function refreshPortalSessions(
  tx: Tx,
  { companyId, sessionIds, now }: { companyId: string; sessionIds: string[]; now: Date },
): Promise<Set<string>> {
  const found = await tx.query<{ session_id: string }>({
    name: 'refresh-portal-sessions',
    text: `UPDATE active_sessions SET last_seen = $3
           WHERE company_id = $1 AND session_id = ANY ($2::text[]) AND origin = 'portal' RETURNING session_id`,
    values: [companyId, sessionIds, now],
  });
  return new Set(found.rows.map((row) => row.session_id));
}

/** Deletes the row of a tab. `seenUpTo`: only if it was last seen at that time or before. */
export async function deletePortalSession(
  tx: Tx,
  row: { companyId: string; sessionId: string; viewerId: string; seenUpTo?: Date },
): Promise<void> {
  await tx.query({
    name: 'delete-portal-session',
    text: `DELETE FROM active_sessions WHERE company_id = $1 AND session_id = $2 AND viewer_id = $3
           AND ($4::timestamptz IS NULL OR last_seen <= $4)`,
    values: [row.companyId, row.sessionId, row.viewerId, row.seenUpTo ?? null],
  });
}
