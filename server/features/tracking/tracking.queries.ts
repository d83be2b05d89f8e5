import type { Tx } from '../../db/client.ts';
import { notifiedCompaniesMax, toReadingsChangedSql } from '../../db/notifications.ts';

/** A page view or an order to store. */
export interface EventRow {
  company_id: string;
  id: string;
  kind: 'pageview' | 'order';
  session_id: string | null;
  path: string;
  referrer_host: string;
  browser: string;
  os: string;
  device: string;
  order_id: string | null;
  /** Decimal text, so that SQL never converts money to a binary fraction. */
  amount: string | null;
  /** Whether a page (with an Origin header) or a server sent it. Decides between two reports of an order. */
  source: 'page' | 'server';
  occurred_at: string;
}

/** A session that was seen: the visit to store if it is new, and its current page. */
export interface SessionRow {
  company_id: string;
  session_id: string;
  started_at: string;
  entry_path: string;
  referrer_host: string;
  browser: string;
  os: string;
  device: string;
  page_url: string;
  user_agent: string;
  /** Whether it is shown as active. Beyond a limit, sessions are only counted as visits. */
  is_present: boolean;
}

export interface EventBatch {
  /** Sorted by company and id; no id twice, no order twice. */
  events: EventRow[];
  /** Sorted by company and session; no session twice. */
  sessions: SessionRow[];
  /** Events of the batch that repeat an id with other content. */
  alteredRepeats: EventRow[];
  /** Further reports of an order that is already in the batch. */
  duplicateOrders: EventRow[];
}

/** The events of a batch that were not stored. */
export interface StoredBatch {
  /** Events whose id was sent before with other content. */
  alteredRepeats: Set<EventRow>;
  /** Reports of orders whose number was already reported with another amount or source, or was removed. */
  duplicateOrders: Set<EventRow>;
}

/** Rows with the same id can be this far apart when the time in the event's id was not plausible. */
const sameIdWindowHours = 72;

// One statement for each batch: all changes of an event are committed together or not at all.
// Rows are inserted in key order, so that two processes lock them in the same order.
const storeBatchSql = `
WITH sent AS MATERIALIZED (
  SELECT *,
    -- The key contains the time as well; an id whose time was corrected may be stored with another time. A
    -- subquery with a limit stays an index probe: NOT EXISTS becomes a join, for which a plan made while
    -- the table was empty reads three days of events for every batch.
    (SELECT jsonb_build_array(k.kind, k.session_id, k.order_id, k.amount) FROM events k
     WHERE k.company_id = e.company_id AND k.id = e.id AND k.occurred_at >= $4 AND k.occurred_at < $5
     LIMIT 1) AS stored
  FROM json_to_recordset($1) AS e(
    company_id uuid, id uuid, kind text, session_id text, path text, referrer_host text,
    browser text, os text, device text, order_id text, amount numeric(12, 2), source text,
    occurred_at timestamptz)
), event_input AS MATERIALIZED (
  SELECT * FROM sent WHERE stored IS NULL
), session_input AS MATERIALIZED (
  SELECT * FROM json_to_recordset($2) AS s(
    company_id uuid, session_id text, started_at timestamptz, entry_path text, referrer_host text,
    browser text, os text, device text, page_url text, user_agent text, is_present boolean)
), new_orders AS (
  INSERT INTO shop_orders (company_id, order_id, event_id, amount, occurred_at, source, counted_at)
  SELECT company_id, order_id, id, amount, occurred_at, source, $3 FROM event_input e
  WHERE kind = 'order'
    AND (SELECT 1 FROM removed_shop_orders r WHERE r.company_id = e.company_id AND r.order_id = e.order_id) IS NULL
  ORDER BY company_id, order_id
  ON CONFLICT (company_id, order_id) DO NOTHING
  RETURNING company_id, event_id
), new_events AS (
  INSERT INTO events (company_id, id, kind, session_id, path, referrer_host, browser, os, device,
                      order_id, amount, occurred_at)
  SELECT company_id, id, kind, session_id, path, referrer_host, browser, os, device,
         order_id, amount, occurred_at
  FROM event_input e
  WHERE kind = 'pageview'
     OR EXISTS (SELECT 1 FROM new_orders o WHERE o.company_id = e.company_id AND o.event_id = e.id)
  ON CONFLICT (company_id, id, occurred_at) DO NOTHING
  RETURNING company_id, kind, path, referrer_host, browser, os, device, amount, occurred_at
), new_visits AS (
  INSERT INTO visits (company_id, session_id, started_at, entry_path, referrer_host, browser, os, device)
  SELECT company_id, session_id, started_at, entry_path, referrer_host, browser, os, device
  FROM session_input
  ON CONFLICT (company_id, session_id) DO NOTHING
  RETURNING company_id, started_at, entry_path, referrer_host, browser, os, device
), presence AS (
  INSERT INTO active_sessions AS a (company_id, session_id, origin, page_url, user_agent, last_seen)
  SELECT company_id, session_id, 'site', page_url, user_agent, $3 FROM session_input WHERE is_present
  ON CONFLICT (company_id, session_id) DO UPDATE
  SET page_url = excluded.page_url, user_agent = excluded.user_agent,
      last_seen = greatest(a.last_seen, excluded.last_seen)
  WHERE a.page_url <> excluded.page_url OR a.last_seen < excluded.last_seen - interval '5 seconds'
), facts AS (
  SELECT company_id, date_trunc('hour', occurred_at, 'UTC') AS hour, path, referrer_host, browser, os, device,
         1 AS page_views, 0 AS visits
  FROM new_events WHERE kind = 'pageview'
  UNION ALL
  SELECT company_id, date_trunc('hour', started_at, 'UTC'), entry_path, referrer_host, browser, os, device, 0, 1
  FROM new_visits
), rollups AS (
  INSERT INTO rollups_hourly AS r (company_id, dimension, hour, value, page_views, visits)
  SELECT company_id, d.dimension, hour, d.value, sum(page_views), sum(visits)
  FROM facts CROSS JOIN LATERAL (VALUES
    ('total', ''), ('path', path), ('referrer', referrer_host),
    ('browser', browser), ('os', os), ('device', device)) AS d(dimension, value)
  GROUP BY company_id, d.dimension, hour, d.value
  ORDER BY company_id, d.dimension, hour, d.value
  ON CONFLICT (company_id, dimension, hour, value) DO UPDATE
  SET page_views = r.page_views + excluded.page_views, visits = r.visits + excluded.visits
), deltas AS (
  SELECT company_id, sum(page_views)::bigint AS page_views, sum(users)::bigint AS users,
         sum(orders)::bigint AS orders, sum(revenue) AS revenue
  FROM (
    SELECT company_id, (kind = 'pageview')::int AS page_views, 0 AS users,
           (kind = 'order')::int AS orders, coalesce(amount, 0) AS revenue FROM new_events
    UNION ALL SELECT company_id, 0, 1, 0, 0 FROM new_visits
    UNION ALL SELECT company_id, 0, 0, 0, 0 FROM event_input
    UNION ALL SELECT company_id, 0, 0, 0, 0 FROM session_input
  ) AS counted
  GROUP BY company_id
), totals AS (
  INSERT INTO company_totals AS t (company_id, page_views, users, orders, revenue, reading_minute, last_event_at)
  SELECT company_id, page_views, users, orders, revenue, date_trunc('minute', $3::timestamptz), $3
  FROM deltas ORDER BY company_id
  ON CONFLICT (company_id) DO UPDATE
  SET page_views = t.page_views + excluded.page_views, users = t.users + excluded.users,
      orders = t.orders + excluded.orders, revenue = t.revenue + excluded.revenue,
      -- Clocks of several processes differ: a reading never lands before one already written.
      reading_minute = greatest(t.reading_minute, excluded.reading_minute),
      last_event_at = greatest(t.last_event_at, excluded.last_event_at)
  RETURNING company_id, page_views, users, orders, revenue, reading_minute
), readings AS (
  INSERT INTO analytics_data (company_id, source, metric_name, timestamp, metric_value)
  SELECT t.company_id, 'tracked', m.metric_name, t.reading_minute, m.metric_value
  FROM totals t JOIN deltas d USING (company_id)
  CROSS JOIN LATERAL (VALUES
    ('conversion_rate', CASE WHEN t.users > 0 THEN round(t.orders * 100.0 / t.users, 4) ELSE 0 END, d.users + d.orders),
    ('orders', t.orders, d.orders), ('page_views', t.page_views, d.page_views),
    ('revenue', t.revenue, d.orders), ('users', t.users, d.users)) AS m(metric_name, metric_value, change)
  -- A company's first batch writes every metric, so that each chart has its beginning.
  WHERE m.change > 0 OR (t.page_views = d.page_views AND t.users = d.users AND t.orders = d.orders)
  ORDER BY t.company_id, m.metric_name
  ON CONFLICT (company_id, source, metric_name, timestamp) DO UPDATE SET metric_value = excluded.metric_value
)
SELECT 'notified' AS what, NULL AS id,
       ${toReadingsChangedSql("string_agg(company_id::text, ',')")}::text
FROM (SELECT company_id, (row_number() OVER (ORDER BY company_id) - 1) / ${notifiedCompaniesMax} AS part FROM deltas) AS parts
GROUP BY part
UNION ALL
SELECT 'altered-repeat', company_id::text || id::text, NULL FROM sent
WHERE stored IS NOT NULL AND stored <> jsonb_build_array(kind, session_id, order_id, amount)
UNION ALL
-- An order that another process inserted since the snapshot is not visible here and counts as a duplicate.
SELECT 'duplicate-order', e.company_id::text || e.id::text, NULL FROM event_input e
WHERE e.kind = 'order'
  AND NOT EXISTS (SELECT 1 FROM new_orders n WHERE n.company_id = e.company_id AND n.event_id = e.id)
  AND (SELECT 1 FROM shop_orders o WHERE o.company_id = e.company_id AND o.order_id = e.order_id
       AND o.amount = e.amount AND (o.source = 'page' OR e.source = 'server')) IS NULL`;

/** Stores a batch and updates totals, rollups and readings. Resolves after COMMIT. Repeating it changes nothing. */
export async function storeBatch(tx: Tx, batch: EventBatch, now: Date): Promise<StoredBatch> {
  const reach = sameIdWindowHours * 3_600_000;
  const found = await tx.query<{
    what: 'notified' | 'altered-repeat' | 'duplicate-order';
    id: string | null;
  }>({
    name: 'store-batch',
    text: storeBatchSql,
    values: [
      JSON.stringify(batch.events),
      JSON.stringify(batch.sessions),
      now,
      new Date(now.getTime() - reach),
      new Date(now.getTime() + reach),
    ],
  });
  const stored: StoredBatch = {
    alteredRepeats: new Set(batch.alteredRepeats),
    duplicateOrders: new Set(batch.duplicateOrders),
  };
  if (found.rows.every(({ what }) => what === 'notified')) return stored;
  const byId = new Map(batch.events.map((event) => [event.company_id + event.id, event]));
  for (const { what, id } of found.rows) {
    const event = byId.get(id ?? '');
    if (event && what === 'altered-repeat') stored.alteredRepeats.add(event);
    if (event && what === 'duplicate-order') stored.duplicateOrders.add(event);
  }
  return stored;
}

/** Deletes sessions last seen before the given time. Returns how many. */
export async function deleteStaleSessions(tx: Tx, seenBefore: Date): Promise<number> {
  const deleted = await tx.query('DELETE FROM active_sessions WHERE last_seen < $1', [seenBefore]);
  return deleted.rowCount ?? 0;
}
