import type { Tx } from '../../../db/client.ts';
import { toReadingsChangedSql } from '../../../db/notifications.ts';
import type { EventRow } from '../tracking.queries.ts';

/** Reports of one order number with one amount, from pages or from servers. */
export interface OrderReport {
  company_id: string;
  order_id: string;
  source: EventRow['source'];
  amount: string;
  /** Id of the last report. */
  event_id: string;
  host: string;
  count: number;
}

/** Maximum number of different amounts stored for one order, from pages and from servers each. */
const amountsMax = 10;

// One statement for each batch, whatever the number of reports. The orders are locked first, so that the amounts
// compared are those of the latest commit.
const resolveSql = `
WITH candidates AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1) AS e(
    company_id uuid, id uuid, kind text, session_id text, path text, referrer_host text,
    browser text, os text, device text, order_id text, amount numeric(12, 2), source text,
    occurred_at timestamptz)
), reports AS MATERIALIZED (
  SELECT * FROM json_to_recordset($2) AS r(
    company_id uuid, order_id text, source text, amount numeric(12, 2), event_id uuid, host text, count bigint)
), held AS MATERIALIZED (
  SELECT o.company_id, o.order_id, o.event_id, o.amount, o.occurred_at, o.source,
         c.id AS new_event_id, c.amount AS new_amount, c.occurred_at AS new_occurred_at, c.source AS new_source
  FROM candidates c JOIN shop_orders o USING (company_id, order_id)
  ORDER BY o.company_id, o.order_id FOR UPDATE OF o
), replaced AS MATERIALIZED (
  SELECT * FROM held WHERE source = 'server' AND new_source = 'page' AND amount <> new_amount
), replaced_orders AS (
  UPDATE shop_orders o
  SET event_id = r.new_event_id, amount = r.new_amount, occurred_at = r.new_occurred_at, source = 'page',
      earlier_amount = r.amount, amount_since = $3
  FROM replaced r WHERE o.company_id = r.company_id AND o.order_id = r.order_id
), confirmed_orders AS (
  UPDATE shop_orders o SET source = 'page'
  FROM held h WHERE o.company_id = h.company_id AND o.order_id = h.order_id
    AND h.source = 'server' AND h.new_source = 'page' AND h.amount = h.new_amount
), deleted_events AS (
  DELETE FROM events e USING replaced r
  WHERE e.company_id = r.company_id AND e.id = r.event_id AND e.occurred_at = r.occurred_at
), new_events AS (
  INSERT INTO events (company_id, id, kind, session_id, path, referrer_host, browser, os, device,
                      order_id, amount, occurred_at)
  SELECT c.company_id, c.id, c.kind, c.session_id, c.path, c.referrer_host, c.browser, c.os, c.device,
         c.order_id, c.amount, c.occurred_at
  FROM candidates c JOIN replaced r USING (company_id, order_id)
  ON CONFLICT (company_id, id, occurred_at) DO NOTHING
), counted AS (
  SELECT company_id, order_id, amount FROM held h
  WHERE NOT EXISTS (SELECT 1 FROM replaced r WHERE r.company_id = h.company_id AND r.order_id = h.order_id)
  UNION ALL SELECT company_id, order_id, new_amount FROM replaced
), disagreeing AS (
  SELECT r.*, false AS was_counted FROM reports r JOIN counted c USING (company_id, order_id)
  WHERE r.amount <> c.amount
  UNION ALL
  SELECT company_id, order_id, source, amount, event_id, '', 1, true FROM replaced
  UNION ALL
  SELECT r.*, false FROM reports r JOIN removed_shop_orders d ON d.company_id = r.company_id AND d.order_id = r.order_id
), grouped AS (
  SELECT company_id, order_id, source, amount, (array_agg(event_id))[1] AS event_id, max(host) AS host,
         sum(count)::bigint AS count, bool_or(was_counted) AS was_counted,
         row_number() OVER (PARTITION BY company_id, order_id, source ORDER BY amount) AS position
  FROM disagreeing GROUP BY company_id, order_id, source, amount
), conflicts AS (
  INSERT INTO shop_order_conflicts AS k
    (company_id, order_id, source, amount, host, count, last_event_id, first_at, last_at)
  SELECT company_id, order_id, source, amount, host, count, event_id, $3, $3 FROM grouped g
  -- The amount counted until now is always stored: an order is replaced at most once.
  WHERE was_counted OR position + (SELECT count(*) FROM shop_order_conflicts o WHERE o.company_id = g.company_id
                    AND o.order_id = g.order_id AND o.source = g.source) <= ${amountsMax}
     OR EXISTS (SELECT 1 FROM shop_order_conflicts o WHERE o.company_id = g.company_id
                AND o.order_id = g.order_id AND o.source = g.source AND o.amount = g.amount)
  ORDER BY company_id, order_id, source, amount
  ON CONFLICT (company_id, order_id, source, amount) DO UPDATE
  -- A repeated report is not counted again.
  SET count = k.count + CASE WHEN k.last_event_id = excluded.last_event_id THEN 0 ELSE excluded.count END,
      host = excluded.host, last_event_id = excluded.last_event_id, last_at = excluded.last_at
), totals AS (
  UPDATE company_totals t
  SET revenue = t.revenue + d.change,
      reading_minute = greatest(t.reading_minute, date_trunc('minute', $3::timestamptz))
  FROM (SELECT company_id, sum(new_amount - amount) AS change FROM replaced GROUP BY company_id) AS d
  WHERE t.company_id = d.company_id
  RETURNING t.company_id, t.revenue, t.reading_minute
), readings AS (
  INSERT INTO analytics_data (company_id, source, metric_name, timestamp, metric_value)
  SELECT company_id, 'tracked', 'revenue', reading_minute, revenue FROM totals ORDER BY company_id
  ON CONFLICT (company_id, source, metric_name, timestamp) DO UPDATE SET metric_value = excluded.metric_value
)
SELECT (SELECT sum(count) FROM grouped)::bigint AS conflicts,
       (SELECT count(${toReadingsChangedSql('company_id::text')})
        FROM (SELECT DISTINCT company_id FROM replaced) AS changed) AS notified`;

/**
 * Compares reports of orders with the counted orders. Expects at most one candidate for each order. Resolves after COMMIT
 * with the number of reports whose amount differs.
 */
export async function resolveReports(
  tx: Tx,
  candidates: EventRow[],
  reports: OrderReport[],
  now: Date,
): Promise<number> {
  const found = await tx.query<{ conflicts: number | null }>({
    name: 'resolve-order-conflicts',
    text: resolveSql,
    values: [JSON.stringify(candidates), JSON.stringify(reports), now],
  });
  return found.rows[0]?.conflicts ?? 0;
}

/** Deletes conflicts that were last reported before the given time. */
export async function deleteConflictsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.query('DELETE FROM shop_order_conflicts WHERE last_at < $1', [before]);
}
