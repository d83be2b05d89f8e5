import type pg from 'pg';
import { toTx } from '../server/db/client.ts';
import { parseUserAgent } from '../server/features/tracking/event-rules/user-agent.ts';
import { ensurePartitions } from '../server/features/tracking/partitions/partitions.ts';
import { userAgents } from './load/workload.ts';

export interface History {
  companyId: string;
  events: number;
  days: number;
  until: Date;
}

const referrerHosts = [
  '',
  '',
  '',
  'google.com',
  'google.com',
  'news.example',
  'mail.example',
  'social.example',
];

// Each day has a busy afternoon; sessions have one to twelve page views some seconds apart, few pages
// have most of the views, and one of forty sessions has an order.
const stageSql = `
CREATE TEMP TABLE staged AS
WITH sessions AS MATERIALIZED (
  SELECT n, 1 + n % array_length($4::text[], 1) AS agent, 1 + (random() * (array_length($5::text[], 1) - 1))::int AS referrer,
         1 + floor(12 * power(random(), 2.5))::int AS views, 8000 + floor(random() * 90000)::bigint AS gap,
         $2::bigint + floor(($3 - 1) * 86400000::float8 * random())::bigint
           + floor(86400000 * (u - 0.12 * sin(2 * pi() * u)))::bigint AS started
  FROM (SELECT n, random() AS u FROM generate_series(1, $1::int) AS n OFFSET 0) AS numbers
), moments AS MATERIALIZED (
  SELECT n, agent, referrer, views, view, started + (view - 1) * gap + view AS at,
         replace(gen_random_uuid()::text, '-', '') AS digits
  FROM sessions CROSS JOIN LATERAL generate_series(1, views + (n % 40 = 0)::int) AS view
  WHERE started + view * gap <= $2::bigint + $3 * 86400000::bigint
  LIMIT $1::int
)
SELECT (substr(t, 1, 8) || '-' || substr(t, 9, 4) || '-7' || substr(digits, 1, 3) || '-8' || substr(digits, 4, 3)
         || '-' || substr(digits, 7, 12))::uuid AS id,
       CASE WHEN view > views THEN 'order' ELSE 'pageview' END AS kind,
       to_hex(n) || '-visit' AS session_id,
       '/catalogue/item-' || floor(200 * power(random(), 2))::int AS path,
       CASE WHEN view > views THEN '' ELSE ($5::text[])[referrer] END AS referrer_host,
       ($4::text[])[agent] AS user_agent, ($6::text[])[agent] AS browser, ($7::text[])[agent] AS os,
       ($8::text[])[agent] AS device,
       CASE WHEN view > views THEN 'order-' || n END AS order_id,
       CASE WHEN view > views THEN round((20 + random() * 180)::numeric, 2) END AS amount,
       to_timestamp(at / 1000) + (at % 1000) * interval '1 millisecond' AS occurred_at
FROM moments CROSS JOIN LATERAL (SELECT lpad(to_hex(at), 12, '0') AS t) AS time`;

/** Writes what ingestion would, for a company without events; `$1` is the company. */
const loadSql = [
  `INSERT INTO events (company_id, id, kind, session_id, path, referrer_host, browser, os, device, order_id, amount, occurred_at)
   SELECT $1, id, kind, session_id, path, referrer_host, browser, os, device, order_id, amount, occurred_at
   FROM staged ORDER BY occurred_at, id`,
  `INSERT INTO shop_orders (company_id, order_id, event_id, amount, occurred_at, source, counted_at)
   SELECT $1, order_id, id, amount, occurred_at, 'server', occurred_at FROM staged
   WHERE kind = 'order' ORDER BY occurred_at`,
  `INSERT INTO visits (company_id, session_id, started_at, entry_path, referrer_host, browser, os, device)
   SELECT DISTINCT ON (session_id) $1::uuid, session_id, occurred_at, path, referrer_host, browser, os, device
   FROM staged WHERE kind = 'pageview' ORDER BY session_id, occurred_at, id`,
  `INSERT INTO active_sessions (company_id, session_id, origin, page_url, user_agent, last_seen)
   SELECT DISTINCT ON (session_id) $1::uuid, session_id, 'site', path, user_agent, occurred_at FROM staged
   WHERE kind = 'pageview' AND occurred_at >= (SELECT max(occurred_at) FROM staged) - interval '5 minutes'
   ORDER BY session_id, occurred_at DESC, id DESC`,
  `INSERT INTO rollups_hourly (company_id, dimension, hour, value, page_views, visits)
   SELECT $1, d.dimension, hour, d.value, sum(page_views), sum(visits)
   FROM (
     SELECT date_trunc('hour', occurred_at, 'UTC') AS hour, path, referrer_host, browser, os, device, 1 AS page_views, 0 AS visits
     FROM staged WHERE kind = 'pageview'
     UNION ALL
     SELECT date_trunc('hour', started_at, 'UTC'), entry_path, referrer_host, browser, os, device, 0, 1
     FROM visits WHERE company_id = $1
   ) AS facts CROSS JOIN LATERAL (VALUES
     ('total', ''), ('path', path), ('referrer', referrer_host),
     ('browser', browser), ('os', os), ('device', device)) AS d(dimension, value)
   GROUP BY d.dimension, hour, d.value`,
  `CREATE TEMP TABLE minutes AS
   SELECT minute, page_views, users, orders, sum(page_views) OVER so_far AS all_page_views, sum(users) OVER so_far AS all_users,
          sum(orders) OVER so_far AS all_orders, sum(revenue) OVER so_far AS all_revenue, row_number() OVER so_far AS nth
   FROM (
     SELECT date_trunc('minute', at) AS minute, sum(page_views) AS page_views, sum(users) AS users, sum(orders) AS orders,
            sum(revenue) AS revenue
     FROM (
       SELECT occurred_at AS at, (kind = 'pageview')::int AS page_views, 0 AS users, (kind = 'order')::int AS orders,
              coalesce(amount, 0) AS revenue
       FROM staged
       UNION ALL SELECT started_at, 0, 1, 0, 0 FROM visits WHERE company_id = $1
     ) AS changes GROUP BY 1
   ) AS by_minute
   WINDOW so_far AS (ORDER BY minute)`,
  `INSERT INTO analytics_data (company_id, source, metric_name, timestamp, metric_value)
   SELECT $1, 'tracked', m.metric_name, minute, m.metric_value
   FROM minutes CROSS JOIN LATERAL (VALUES
     ('conversion_rate', CASE WHEN all_users > 0 THEN round(all_orders * 100.0 / all_users, 4) ELSE 0 END, users + orders),
     ('orders', all_orders, orders), ('page_views', all_page_views, page_views),
     ('revenue', all_revenue, orders), ('users', all_users, users)) AS m(metric_name, metric_value, change)
   WHERE m.change > 0 OR nth = 1
   ORDER BY minute, m.metric_name`,
  `INSERT INTO company_totals (company_id, page_views, users, orders, revenue, reading_minute, last_event_at)
   SELECT $1, all_page_views, all_users, all_orders, all_revenue, minute, (SELECT max(occurred_at) FROM staged)
   FROM minutes ORDER BY minute DESC LIMIT 1`,
];

/**
 * Loads a history of events for a company without events, with the rows that ingestion would have written at the
 * time of each event. The events stay in the connection's temporary table `staged` until the next call.
 */
export async function loadHistory(client: pg.Client, history: History): Promise<void> {
  const { companyId, events, days, until } = history;
  const agents = userAgents.map(parseUserAgent);
  await client.query(`SET work_mem = '256MB'`);
  await ensurePartitions(toTx(client), until, Math.ceil(days / 28));
  await client.query('DROP TABLE IF EXISTS staged, minutes');
  await client.query(stageSql, [
    events,
    until.getTime() - days * 86_400_000,
    days,
    userAgents,
    referrerHosts,
    agents.map((agent) => agent.browser),
    agents.map((agent) => agent.os),
    agents.map((agent) => agent.device),
  ]);
  for (const statement of loadSql) {
    await client.query(statement, statement.includes('$1') ? [companyId] : []);
  }
}

/** Does what autovacuum would have done while the tables grew. */
export async function vacuumTables(client: pg.Client): Promise<void> {
  await client.query(
    'VACUUM (ANALYZE) events, visits, orders, active_sessions, rollups_hourly, analytics_data, company_totals',
  );
}
