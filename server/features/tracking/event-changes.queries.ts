import type { Tx } from '../../db/client.ts';

/**
 * Changes of a transaction: events that were added or changed, or a range of time (inclusive) in which any event may
 * have changed or been deleted.
 */
export type EventChange = { events: { id: string; occurredAt: Date | string }[] } | { from: Date; to: Date };

/**
 * Records a change of a company's events in the journal and returns the new revision. Call it in the transaction of
 * the change: the row of `dataset_revisions` stays locked until its end, so that revisions are in the order of commits.
 */
export async function recordEventChanges(
  tx: Tx,
  companyId: string,
  change: EventChange,
  now: Date,
): Promise<number> {
  const events = 'events' in change ? change.events : undefined;
  const range = 'events' in change ? undefined : change;
  const found = await tx.query<{ revision: number }>({
    name: 'record-event-changes',
    text: `
WITH revisions AS (
  INSERT INTO dataset_revisions AS r (company_id, revision, last_event_at) VALUES ($1, 1, $2)
  ON CONFLICT (company_id) DO UPDATE SET revision = r.revision + excluded.revision
  RETURNING company_id, revision
)
INSERT INTO event_changes (company_id, revision, event_ids, event_times, range_from, range_to, changed_at)
SELECT company_id, revision, $3::uuid[], $4::timestamptz[], $5::timestamptz, $6::timestamptz, $2::timestamptz FROM revisions
RETURNING revision`,
    values: [
      companyId,
      now,
      events?.map(({ id }) => id) ?? null,
      events?.map(({ occurredAt }) => occurredAt) ?? null,
      range?.from ?? null,
      range?.to ?? null,
    ],
  });
  const [row] = found.rows;
  if (!row) throw new Error('the recorded change was not returned');
  return row.revision;
}
