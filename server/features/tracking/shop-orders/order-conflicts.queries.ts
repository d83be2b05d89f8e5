import type { Tx } from '../../../db/client.ts';
import { toReadingsChangedSql } from '../../../db/notifications.ts';
import type { EventRow } from '../event-batch.ts';
import { eventColumnList, eventColumnNames, eventRecordTypes } from '../event-columns.ts';

/** Reports of one order number with one amount, from pages or from servers. */
export interface OrderReport {
  company_id: string;
  order_id: string;
  source: EventRow['reporter'];
  amount: string;
  /** Id of the last report. */
  event_id: string;
  host: string;
  count: number;
}

/** A report that may replace the counted one, with the network of its visitor if that is not counted yet. */
export interface OrderCandidate extends EventRow {
  network_id?: string | undefined;
}

/** A page's report this long before or after a verified order can name its visit. */
const attachedHours = 48;

/** The amount that counts, which for a verified order is not that of the page. */
const candidateColumnNames = eventColumnList
  .map((name) => {
    if (name === 'amount') return 'r.new_amount';
    if (name === 'currency') return 'coalesce(r.event_currency, candidates.currency)';
    return name === 'occurred_at' || name === 'order_id' ? `candidates.${name}` : name;
  })
  .join(', ');

/** Maximum number of different amounts stored for one order, from pages and from servers each. */
const amountsMax = 10;

// One statement for each batch, whatever the number of reports. The orders are locked first, so that the amounts
// compared are those of the latest commit.
const resolveSql = `
WITH candidates AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1) AS candidate(
    company_id uuid, ${eventRecordTypes}, reporter text, foreign_currency text, network_id bigint)
), reports AS MATERIALIZED (
  SELECT * FROM json_to_recordset($2) AS report(
    company_id uuid, order_id text, source text, amount numeric, event_id uuid, host text, count bigint)
), held AS MATERIALIZED (
  SELECT o.company_id, o.order_id, o.event_id, o.amount, o.foreign_currency, o.occurred_at, o.source,
         c.id AS new_event_id, c.amount AS new_amount, c.foreign_currency AS new_foreign_currency,
         c.occurred_at AS new_occurred_at, c.reporter AS new_source, c.visitor_id AS new_visitor_id
  FROM candidates c JOIN shop_orders o USING (company_id, order_id)
  ORDER BY o.company_id, o.order_id FOR UPDATE OF o
), replaced AS MATERIALIZED (
  SELECT company_id, order_id, event_id, amount, foreign_currency, occurred_at, new_event_id, new_amount,
         new_foreign_currency, new_occurred_at, false AS is_verified, NULL AS event_currency
  FROM held WHERE source = 'server' AND new_source = 'page'
    AND (amount <> new_amount OR foreign_currency IS DISTINCT FROM new_foreign_currency)
  UNION ALL
  -- The page knows the visit of a verified order, whose amount stays.
  SELECT h.company_id, h.order_id, h.event_id, h.amount, h.foreign_currency, h.occurred_at, h.new_event_id, h.amount,
         h.foreign_currency, h.new_occurred_at, true, e.currency
  FROM held h JOIN events e ON e.company_id = h.company_id AND e.id = h.event_id AND e.occurred_at = h.occurred_at
  WHERE h.source = 'verified' AND h.new_source = 'page' AND h.new_visitor_id IS NOT NULL AND e.visitor_id IS NULL
    AND h.new_occurred_at BETWEEN h.occurred_at - interval '${attachedHours} hours' AND h.occurred_at + interval '${attachedHours} hours'
), replaced_orders AS (
  UPDATE shop_orders o
  SET event_id = r.new_event_id, amount = r.new_amount, foreign_currency = r.new_foreign_currency,
      occurred_at = r.new_occurred_at,
      source = CASE WHEN r.is_verified THEN o.source ELSE 'page' END,
      earlier_amount = CASE WHEN r.is_verified THEN o.earlier_amount ELSE r.amount END,
      amount_since = CASE WHEN r.is_verified THEN o.amount_since ELSE $3 END
  FROM replaced r WHERE o.company_id = r.company_id AND o.order_id = r.order_id
), confirmed_orders AS (
  UPDATE shop_orders o SET source = 'page'
  FROM held h WHERE o.company_id = h.company_id AND o.order_id = h.order_id
    AND h.source = 'server' AND h.new_source = 'page' AND h.amount = h.new_amount
    AND h.foreign_currency IS NOT DISTINCT FROM h.new_foreign_currency
), deleted_events AS (
  DELETE FROM events e USING replaced r
  WHERE e.company_id = r.company_id AND e.id = r.event_id AND e.occurred_at = r.occurred_at
), new_events AS (
  INSERT INTO events (company_id, ${eventColumnNames})
  SELECT company_id, ${candidateColumnNames} FROM candidates
  JOIN replaced r USING (company_id, order_id)
  ON CONFLICT (company_id, id, occurred_at) DO NOTHING
), new_visitors AS (
  -- An order may be the first event of its visitor. The visitor was not counted while the order was a duplicate.
  INSERT INTO daily_visitors (company_id, visitor_id, network_id, first_seen_at)
  SELECT c.company_id, c.visitor_id, max(c.network_id), $3::timestamptz FROM candidates c
  WHERE c.visitor_id IS NOT NULL
    AND ((c.company_id, c.order_id) IN (SELECT company_id, order_id FROM replaced)) IS TRUE
  GROUP BY c.company_id, c.visitor_id
  ON CONFLICT (company_id, visitor_id) DO NOTHING
  RETURNING company_id
), counted AS (
  SELECT company_id, order_id, amount FROM held h
  WHERE NOT EXISTS (SELECT 1 FROM replaced r WHERE r.company_id = h.company_id AND r.order_id = h.order_id)
  UNION ALL SELECT company_id, order_id, new_amount FROM replaced
), disagreeing AS (
  SELECT r.*, false AS was_counted FROM reports r JOIN counted c USING (company_id, order_id)
  WHERE r.amount <> c.amount
  UNION ALL
  SELECT company_id, order_id, 'server', amount, event_id, '', 1, true FROM replaced WHERE NOT is_verified
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
  SET revenue = t.revenue + d.change, users = t.users + d.users, revision = t.revision + 1,
      reading_minute = greatest(t.reading_minute, date_trunc('minute', $3::timestamptz, 'UTC'))
  FROM (
    SELECT r.company_id,
           sum(CASE WHEN r.new_foreign_currency IS NULL THEN r.new_amount ELSE 0 END
               - CASE WHEN r.foreign_currency IS NULL THEN r.amount ELSE 0 END) AS change,
           (SELECT count(*) FROM new_visitors v WHERE v.company_id = r.company_id) AS users
    FROM replaced r GROUP BY r.company_id
  ) AS d
  WHERE t.company_id = d.company_id
  RETURNING t.company_id, t.revenue, t.users, t.orders, t.reading_minute, t.revision
), journal AS (
  INSERT INTO event_changes (company_id, revision, event_ids, event_times, changed_at)
  SELECT t.company_id, t.revision, array_agg(x.id), array_agg(x.occurred_at), $3
  FROM totals t JOIN (
    SELECT company_id, event_id AS id, occurred_at FROM replaced
    UNION ALL SELECT company_id, new_event_id, new_occurred_at FROM replaced
  ) AS x USING (company_id)
  GROUP BY t.company_id, t.revision
), readings AS (
  INSERT INTO analytics_data (company_id, source, metric_name, timestamp, metric_value)
  SELECT t.company_id, 'tracked', m.metric_name, t.reading_minute, m.metric_value
  FROM totals t CROSS JOIN LATERAL (VALUES
    ('conversion_rate', CASE WHEN t.users > 0 THEN round(t.orders * 100.0 / t.users, 4) ELSE 0 END),
    ('revenue', t.revenue), ('users', t.users)) AS m(metric_name, metric_value)
  ORDER BY t.company_id, m.metric_name
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
  candidates: OrderCandidate[],
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
