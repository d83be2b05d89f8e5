import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { apiPaths } from '../../contract/paths.ts';
import { statsSummary } from '../../contract/stats/answers.ts';
import { createViewerCookies } from './portals.ts';
import { waitUntil } from './scenario.ts';

/** The metrics of a summary of all time, and those of its events. */
export interface CountedMetrics {
  'page-views': number;
  visits: number;
  visitors: number;
  orders: number;
  revenue: number;
}

/**
 * Asks for the summary of all time and compares it with a recount of the raw events. A 503, or an answer that does not
 * count everything yet, is asked again. Throws on a difference.
 */
export async function expectAnswersEqualRecount(
  url: string,
  databaseUrl: string,
  companyId: string,
): Promise<CountedMetrics> {
  const nextCookie = await createViewerCookies(databaseUrl, companyId);
  const expected = await recountMetrics(databaseUrl, companyId);
  const actual = await askSummary(url, companyId, nextCookie());
  for (const metric of ['page-views', 'visits', 'visitors', 'orders', 'revenue'] as const) {
    if (actual[metric] !== expected[metric])
      throw new Error(`the answer says ${actual[metric]} ${metric}; the events have ${expected[metric]}`);
  }
  return expected;
}

async function askSummary(url: string, companyId: string, cookie: string): Promise<CountedMetrics> {
  const answered: CountedMetrics[] = [];
  await waitUntil('the summary is answered', async () => {
    const answer = await fetch(`${url}${apiPaths.statsSummary(companyId)}?period=all`, {
      headers: { cookie },
      signal: AbortSignal.timeout(20_000),
    });
    const body: unknown = await answer.json();
    if (answer.status === 503) {
      await pause(200);
      return false;
    }
    if (answer.status !== 200) throw new Error(`the summary was answered ${answer.status}`);
    const { metrics, pending } = statsSummary.parse(body);
    if (pending) {
      await pause(200);
      return false;
    }
    const read = (metric: keyof CountedMetrics) => Number(metrics[metric]?.value);
    answered.push({
      'page-views': read('page-views'),
      visits: read('visits'),
      visitors: read('visitors'),
      orders: read('orders'),
      revenue: read('revenue'),
    });
    return true;
  });
  const [metrics] = answered;
  if (!metrics) throw new Error('the summary has no metrics');
  return metrics;
}

async function recountMetrics(databaseUrl: string, companyId: string): Promise<CountedMetrics> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, string>>(recountSql, [companyId]);
    const [row = {}] = rows;
    return {
      'page-views': Number(row.page_views),
      visits: Number(row.visits),
      visitors: Number(row.visitors),
      orders: Number(row.orders),
      revenue: Number(row.revenue),
    };
  } finally {
    await client.end();
  }
}

/** Counts events without engagement, which none of the scenarios sends. */
const recountSql = `
WITH hits AS (
  SELECT e.kind, e.visitor_id, e.occurred_at, (e.occurred_at AT TIME ZONE c.time_zone)::date AS day,
         lag(e.occurred_at) OVER (
           PARTITION BY e.visitor_id, (e.occurred_at AT TIME ZONE c.time_zone)::date ORDER BY e.occurred_at, e.id) AS previous_at
  FROM events e JOIN companies c ON c.id = e.company_id
  WHERE e.company_id = $1
)
SELECT count(*) FILTER (WHERE kind = 'pageview') AS page_views,
       count(*) FILTER (WHERE visitor_id IS NOT NULL
         AND (previous_at IS NULL OR occurred_at - previous_at >= interval '30 minutes')) AS visits,
       count(DISTINCT (day, visitor_id)) FILTER (WHERE visitor_id IS NOT NULL) AS visitors,
       (SELECT count(*) FROM shop_orders WHERE company_id = $1) AS orders,
       (SELECT coalesce(sum(CASE kind WHEN 'order' THEN amount WHEN 'refund' THEN -amount END), 0)
        FROM events WHERE company_id = $1) AS revenue
FROM hits`;
