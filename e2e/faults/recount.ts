import pg from 'pg';

export interface Recount {
  pageViews: number;
  eventIds: Set<string>;
  mismatches: string[];
}

/** Counts a company's raw rows and compares the results with its totals, journal and latest readings. */
export async function recount(url: string, companyId: string): Promise<Recount> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: events } = await client.query<{ id: string; kind: string; amount: string | null }>(
      'SELECT id, kind, amount FROM events WHERE company_id = $1',
      [companyId],
    );
    const { rows: derived } = await client.query<Record<string, string | null>>(derivedSql, [companyId]);
    const raw = derived[0] ?? {};
    const pageViews = events.filter((event) => event.kind === 'pageview').length;
    const mismatches: string[] = [];
    const expectSame = (name: string, left: unknown, right: unknown) => {
      if (Number(left) !== Number(right)) mismatches.push(`${name}: ${left} is not ${right}`);
    };
    expectSame('total page views', raw.total_page_views, pageViews);
    expectSame('total users', raw.total_users, raw.visitors);
    expectSame('total orders', raw.total_orders, raw.orders);
    expectSame('total revenue', raw.total_revenue, raw.order_amounts);
    expectSame('counted visitors', raw.counted_visitors, raw.visitors);
    // The oldest changes are deleted once every segment store has processed them.
    if (raw.last_change !== null) {
      expectSame('revision of the last change', raw.last_change, raw.revision);
      expectSame(
        'changes in the journal',
        raw.changes,
        Number(raw.last_change) - Number(raw.first_change) + 1,
      );
    }
    expectSame('reading of page views', raw.reading_page_views, pageViews);
    expectSame('reading of users', raw.reading_users, raw.visitors);
    const eventIds = new Set(events.map((event) => event.id));
    expectSame('distinct event ids', eventIds.size, events.length);
    return { pageViews, eventIds, mismatches };
  } finally {
    await client.end();
  }
}

/** Returns the number of stored events. Throws if an acknowledged event is missing, stored twice or counted wrongly. */
export async function expectNothingLost(
  url: string,
  companyId: string,
  acknowledged: string[],
): Promise<number> {
  const counted = await recount(url, companyId);
  const lost = acknowledged.filter((id) => !counted.eventIds.has(id));
  if (lost.length > 0)
    throw new Error(`${lost.length} of ${acknowledged.length} acknowledged events are lost`);
  if (counted.mismatches.length > 0) throw new Error(counted.mismatches.join('; '));
  return counted.eventIds.size;
}

const derivedSql = `
SELECT
  (SELECT page_views FROM dataset_revisions WHERE company_id = $1) AS total_page_views,
  (SELECT users FROM dataset_revisions WHERE company_id = $1) AS total_users,
  (SELECT orders FROM dataset_revisions WHERE company_id = $1) AS total_orders,
  (SELECT revenue FROM dataset_revisions WHERE company_id = $1) AS total_revenue,
  (SELECT count(DISTINCT visitor_id) FROM events WHERE company_id = $1 AND kind <> 'engagement')
    + (SELECT count(DISTINCT session_id) FROM events WHERE company_id = $1) AS visitors,
  (SELECT count(*) FROM daily_visitors WHERE company_id = $1) AS counted_visitors,
  (SELECT revision FROM dataset_revisions WHERE company_id = $1) AS revision,
  (SELECT count(*) FROM event_changes WHERE company_id = $1) AS changes,
  (SELECT min(revision) FROM event_changes WHERE company_id = $1) AS first_change,
  (SELECT max(revision) FROM event_changes WHERE company_id = $1) AS last_change,
  (SELECT count(*) FROM shop_orders WHERE company_id = $1) AS orders,
  (SELECT coalesce(sum(CASE WHEN e.kind = 'refund' THEN -e.amount ELSE e.amount END), 0)
   FROM events e JOIN companies c ON c.id = e.company_id
   WHERE e.company_id = $1 AND e.kind IN ('order', 'refund') AND (e.currency IS NULL OR e.currency = c.currency)) AS order_amounts,
  (SELECT metric_value FROM analytics_data WHERE company_id = $1 AND source = 'tracked' AND metric_name = 'page_views'
   ORDER BY timestamp DESC LIMIT 1) AS reading_page_views,
  (SELECT metric_value FROM analytics_data WHERE company_id = $1 AND source = 'tracked' AND metric_name = 'users'
   ORDER BY timestamp DESC LIMIT 1) AS reading_users`;
