import { type MetricName, metricNames } from '../../contract/constants.ts';
import type { Tx } from '../db/client.ts';
import { toStoredSession } from '../features/tracking/visitors/stored-tab.ts';
import { testSessionKey } from './tracking-process.ts';

export interface Totals {
  page_views: number;
  users: number;
  orders: number;
  /** Decimal text: money is compared exactly. */
  revenue: string;
}

export async function findTotals(tx: Tx, companyId: string): Promise<Totals | undefined> {
  const found = await tx.query<Totals>(
    'SELECT page_views, users, orders, revenue::numeric(20, 2)::text AS revenue FROM dataset_revisions WHERE company_id = $1',
    [companyId],
  );
  return found.rows[0];
}

/** The totals recounted from the raw rows. */
export async function recountTotals(tx: Tx, companyId: string): Promise<Totals> {
  const found = await tx.query<Totals>(
    `SELECT (SELECT count(*) FROM events WHERE company_id = $1 AND kind = 'pageview') AS page_views,
            (SELECT count(DISTINCT visitor_id) FROM events WHERE company_id = $1 AND kind <> 'engagement')
              + (SELECT count(DISTINCT session_id) FROM events WHERE company_id = $1) AS users,
            (SELECT count(*) FROM events WHERE company_id = $1 AND kind = 'order') AS orders,
            (SELECT coalesce(sum(CASE WHEN e.kind = 'refund' THEN -e.amount ELSE e.amount END), 0)::numeric(20, 2)::text
             FROM events e JOIN companies c ON c.id = e.company_id
             WHERE e.company_id = $1 AND (e.currency IS NULL OR e.currency = c.currency)) AS revenue`,
    [companyId],
  );
  const [row] = found.rows;
  if (!row) throw new Error('the recount returned no row');
  return row;
}

export async function countEvents(tx: Tx, companyId: string): Promise<number> {
  const found = await tx.query<{ n: number }>('SELECT count(*) AS n FROM events WHERE company_id = $1', [
    companyId,
  ]);
  return found.rows[0]?.n ?? 0;
}

/**
 * Which of these sessions `aTrackingProcess` has shown as active on the company's site. A row of none of them is listed as
 * it is stored.
 */
export async function listPresentSessions(
  tx: Tx,
  companyId: string,
  sessionIds = ['s', 't'],
): Promise<string[]> {
  const known = new Map(
    sessionIds.map((sessionId) => [
      toStoredSession(testSessionKey, { companyId, sessionId, origin: 'site' }),
      sessionId,
    ]),
  );
  const { rows } = await tx.query<{ session_id: string }>(
    'SELECT session_id FROM active_sessions WHERE company_id = $1',
    [companyId],
  );
  return rows.map((row) => known.get(row.session_id) ?? row.session_id).sort();
}

/** All rows of a company's events as text, to check that something is not stored. */
export async function dumpCompanyRows(tx: Tx, companyId: string): Promise<string> {
  const tables = [
    'events',
    'daily_visitors',
    'active_sessions',
    'shop_orders',
    'shop_order_conflicts',
    'removed_shop_orders',
    'unpaid_shop_orders',
    'shop_order_refunds',
    'shop_order_history',
    'analytics_data',
    'rejected_events',
  ];
  const rows = await Promise.all(
    tables.map((table) =>
      tx.query(`SELECT * FROM ${table} AS t WHERE company_id = $1 ORDER BY t::text`, [companyId]),
    ),
  );
  return JSON.stringify(rows.map((found) => found.rows));
}

/** The newest tracked reading of each metric, as decimal text. */
export async function findReadings(tx: Tx, companyId: string): Promise<Record<MetricName, string>> {
  const found = await tx.query<{ metric_name: MetricName; value: string }>(
    `SELECT DISTINCT ON (metric_name) metric_name, trim_scale(metric_value)::text AS value FROM analytics_data
     WHERE company_id = $1 AND source = 'tracked' ORDER BY metric_name, timestamp DESC`,
    [companyId],
  );
  const readings = { revenue: '', users: '', orders: '', conversion_rate: '', page_views: '' };
  for (const row of found.rows) readings[row.metric_name] = row.value;
  if (found.rows.length > 0 && found.rows.length !== metricNames.length)
    throw new Error('a metric is missing');
  return readings;
}
