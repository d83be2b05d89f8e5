import type { Tx } from '../../../db/client.ts';
import { toReadingsChangedSql } from '../../../db/notifications/notifications.ts';

export interface OrderChanges {
  /** What is added to the number of orders and to revenue in the company's currency. Both may be negative. */
  orders: number;
  revenue: string;
  /** Rows of `events` that were added or changed. */
  events: { id: string; occurredAt: Date | string }[];
}

/**
 * Adds changes of orders to the running totals, with readings, the journal and the notification of open portals. Locks
 * the totals until the transaction ends, so it comes last.
 */
export async function addOrderChanges(
  tx: Tx,
  companyId: string,
  { orders, revenue, events }: OrderChanges,
  now: Date,
): Promise<void> {
  await tx.query({
    name: 'add-order-changes',
    text: `
WITH totals AS (
  INSERT INTO company_totals AS t
    (company_id, page_views, users, orders, revenue, reading_minute, last_event_at, revision)
  VALUES ($1, 0, 0, $2, $3, date_trunc('minute', $4::timestamptz, 'UTC'), $4, 1)
  ON CONFLICT (company_id) DO UPDATE
  SET orders = t.orders + excluded.orders, revenue = t.revenue + excluded.revenue, revision = t.revision + 1,
      reading_minute = greatest(t.reading_minute, excluded.reading_minute),
      -- Open portals ask again when it changes.
      last_event_at = greatest(t.last_event_at, excluded.last_event_at)
  RETURNING company_id, page_views, users, orders, revenue, reading_minute, revision
), journal AS (
  INSERT INTO event_changes (company_id, revision, event_ids, event_times, changed_at)
  SELECT company_id, revision, $5::uuid[], $6::timestamptz[], $4 FROM totals
), readings AS (
  INSERT INTO analytics_data (company_id, source, metric_name, timestamp, metric_value)
  SELECT t.company_id, 'tracked', m.metric_name, t.reading_minute, m.metric_value
  FROM totals t CROSS JOIN LATERAL (VALUES
    ('conversion_rate', CASE WHEN t.users > 0 THEN round(t.orders * 100.0 / t.users, 4) ELSE 0 END, true),
    ('orders', t.orders, true), ('revenue', t.revenue, true),
    -- Every chart of a company that has only orders has its beginning.
    ('page_views', t.page_views, t.page_views = 0), ('users', t.users, t.users = 0)) AS m(metric_name, metric_value, is_written)
  WHERE m.is_written
  ON CONFLICT (company_id, source, metric_name, timestamp) DO UPDATE SET metric_value = excluded.metric_value
)
SELECT ${toReadingsChangedSql('company_id::text')} FROM totals`,
    values: [
      companyId,
      orders,
      revenue,
      now,
      events.map(({ id }) => id),
      events.map(({ occurredAt }) => occurredAt),
    ],
  });
}
