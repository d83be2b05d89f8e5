import type { Tx } from '../../../db/client.ts';
import { encodeNotification, sendPayloadSql } from '../../../db/notifications/notifications.ts';

/** A row of `events` that was added or changed. */
export interface ChangedEvent {
  id: string;
  occurredAt: Date | string;
}

/**
 * Records changed events of orders and refunds in the journal and notifies open portals. Locks the revision of the company
 * until the transaction ends, so it comes last.
 */
export async function recordOrderEvents(
  tx: Tx,
  companyId: string,
  events: readonly ChangedEvent[],
  now: Date,
): Promise<void> {
  await tx.query({
    name: 'record-order-events',
    text: `
WITH revisions AS (
  INSERT INTO dataset_revisions AS t (company_id, revision, last_event_at) VALUES ($1, 1, $2)
  ON CONFLICT (company_id) DO UPDATE
  SET revision = t.revision + 1, last_event_at = greatest(t.last_event_at, excluded.last_event_at)
  RETURNING company_id, revision
), journal AS (
  INSERT INTO event_changes (company_id, revision, event_ids, event_times, changed_at)
  SELECT company_id, revision, $3::uuid[], $4::timestamptz[], $2 FROM revisions
)
SELECT ${sendPayloadSql('$5')} FROM revisions`,
    values: [
      companyId,
      now,
      events.map(({ id }) => id),
      events.map(({ occurredAt }) => occurredAt),
      encodeNotification({ kind: 'activity-changed', companyIds: [companyId] }),
    ],
  });
}
