import pg from 'pg';

export interface Recount {
  pageViews: number;
  eventIds: Set<string>;
  mismatches: string[];
}

/** Counts a company's events and compares them with its shop orders, visitors and journal. */
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
    expectSame('shop orders', raw.shop_orders, raw.orders);
    expectSame('amounts of shop orders', raw.shop_amounts, raw.amounts);
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
  (SELECT count(DISTINCT visitor_id) FROM events WHERE company_id = $1 AND kind <> 'engagement')
    + (SELECT count(DISTINCT session_id) FROM events WHERE company_id = $1) AS visitors,
  (SELECT count(*) FROM daily_visitors WHERE company_id = $1) AS counted_visitors,
  (SELECT revision FROM dataset_revisions WHERE company_id = $1) AS revision,
  (SELECT count(*) FROM event_changes WHERE company_id = $1) AS changes,
  (SELECT min(revision) FROM event_changes WHERE company_id = $1) AS first_change,
  (SELECT max(revision) FROM event_changes WHERE company_id = $1) AS last_change,
  (SELECT count(*) FROM shop_orders WHERE company_id = $1) AS shop_orders,
  (SELECT coalesce(sum(amount - refunded_amount), 0) FROM shop_orders WHERE company_id = $1) AS shop_amounts,
  (SELECT count(*) FROM events WHERE company_id = $1 AND kind = 'order') AS orders,
  (SELECT coalesce(sum(CASE kind WHEN 'order' THEN amount ELSE -amount END), 0)
   FROM events WHERE company_id = $1 AND kind IN ('order', 'refund')) AS amounts`;
