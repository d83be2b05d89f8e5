import { type MetricName, metricNames } from '../../../contract/constants.ts';
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

interface StateRow {
  is_simulated: boolean;
  readings: { metric_name: MetricName; at: number; value: number }[] | null;
  last_event_at: Date | null;
}

const stateSql = `
WITH shown AS (
  SELECT EXISTS (SELECT 1 FROM analytics_data WHERE company_id = $1 AND source = 'simulated') AS is_simulated
)
SELECT is_simulated,
  (SELECT json_agg(json_build_object('metric_name', m, 'at', extract(epoch FROM r.timestamp), 'value', r.metric_value))
   FROM unnest($2::text[]) AS m CROSS JOIN LATERAL (
     SELECT timestamp, metric_value FROM analytics_data
     WHERE company_id = $1 AND source = CASE WHEN is_simulated THEN 'simulated' ELSE 'tracked' END AND metric_name = m
     ORDER BY timestamp DESC LIMIT 1) AS r) AS readings,
  (SELECT last_event_at FROM company_totals WHERE company_id = $1) AS last_event_at
FROM shown`;

/** Reads all live values of a portal. */
export async function readPortalState(tx: Tx, companyId: string, now: Date): Promise<PortalState> {
  const found = await tx.query<StateRow>({
    name: 'portal-state',
    text: stateSql,
    values: [companyId, metricNames],
  });
  const [row] = found.rows;
  if (!row) throw new Error('the portal state has no row');
  const latest: LatestReadings = emptyByMetric(() => null);
  for (const reading of row.readings ?? []) latest[reading.metric_name] = [reading.at, reading.value];
  return {
    source: row.is_simulated ? 'simulated' : 'tracked',
    latest,
    present: await readPresentVisitors(tx, companyId, now),
    lastEventAt: row.last_event_at,
  };
}

/** Whether a portal shows demo data, and when the site sent its last event. */
export async function readPortalSource(
  tx: Tx,
  companyId: string,
): Promise<{ source: Source; lastEventAt: Date | null }> {
  const found = await tx.query<{ is_simulated: boolean; last_event_at: Date | null }>({
    name: 'portal-source',
    text: `SELECT EXISTS (SELECT 1 FROM companies WHERE id = $1 AND demo_dataset_id IS NOT NULL) AS is_simulated,
                  (SELECT last_event_at FROM company_totals WHERE company_id = $1) AS last_event_at`,
    values: [companyId],
  });
  const [row] = found.rows;
  return { source: row?.is_simulated ? 'simulated' : 'tracked', lastEventAt: row?.last_event_at ?? null };
}

/** The time of a company's first reading of one source; null if it has no readings. */
export async function findFirstReading(tx: Tx, companyId: string, source: Source): Promise<Date | null> {
  const found = await tx.query<{ first: Date | null }>({
    name: 'first-reading',
    text: `SELECT min(r.timestamp) AS first FROM unnest($3::text[]) AS m CROSS JOIN LATERAL (
             SELECT timestamp FROM analytics_data
             WHERE company_id = $1 AND source = $2 AND metric_name = m ORDER BY timestamp LIMIT 1) AS r`,
    values: [companyId, source, metricNames],
  });
  return found.rows[0]?.first ?? null;
}

interface SeriesQuery {
  companyId: string;
  source: Source;
  from: number;
  to: number;
  bucketSeconds: number;
}

export type Series = Record<MetricName, [number, number][]>;

// One index probe for each bucket and metric: the duration depends on the number of points, not on the number of
// stored readings or events.
const seriesSql = `
SELECT m AS metric_name, extract(epoch FROM r.timestamp)::float8 AS at, r.metric_value::float8 AS value
FROM unnest($3::text[]) AS m
CROSS JOIN generate_series($4::bigint, $5::bigint, $6::bigint) AS bucket
CROSS JOIN LATERAL (
  SELECT timestamp, metric_value FROM analytics_data
  WHERE company_id = $1 AND source = $2 AND metric_name = m
    AND timestamp >= to_timestamp(bucket) AND timestamp < to_timestamp(bucket + $6::bigint)
  ORDER BY timestamp DESC LIMIT 1) AS r
ORDER BY m, bucket`;

/** The last reading of each bucket, oldest first. Times are seconds since 1970; `from` is a bucket's start. */
export async function listSeries(tx: Tx, query: SeriesQuery): Promise<Series> {
  const found = await tx.query<{ metric_name: MetricName; at: number; value: number }>({
    name: 'series',
    text: seriesSql,
    values: [query.companyId, query.source, metricNames, query.from, query.to, query.bucketSeconds],
  });
  const series: Series = emptyByMetric(() => []);
  for (const row of found.rows) series[row.metric_name].push([row.at, row.value]);
  return series;
}

/** The last reading of each metric before a time (seconds since 1970): where a range's curves come from. */
export async function listReadingsBefore(
  tx: Tx,
  companyId: string,
  source: Source,
  before: number,
): Promise<LatestReadings> {
  const found = await tx.query<{ metric_name: MetricName; at: number; value: number }>({
    name: 'readings-before',
    text: `SELECT m AS metric_name, extract(epoch FROM r.timestamp)::float8 AS at, r.metric_value::float8 AS value
           FROM unnest($3::text[]) AS m CROSS JOIN LATERAL (
             SELECT timestamp, metric_value FROM analytics_data
             WHERE company_id = $1 AND source = $2 AND metric_name = m AND timestamp < to_timestamp($4::bigint)
             ORDER BY timestamp DESC LIMIT 1) AS r`,
    values: [companyId, source, metricNames, before],
  });
  const readings: LatestReadings = emptyByMetric(() => null);
  for (const row of found.rows) readings[row.metric_name] = [row.at, row.value];
  return readings;
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
