import { fromMinorUnits } from '../../../../contract/rules/decimal.ts';
import type { Tx } from '../../../db/client.ts';

/** Decimals of the running revenue: the most that a currency has. */
export const revenueDigits = 4;

/** What the events of a few minutes add to the running totals. */
export interface TotalsChange {
  /** The minute of the last of these events. */
  minute: Date;
  pageViews: number;
  users: number;
  orders: number;
  /** In ten-thousandths of the currency's unit. */
  revenueUnits: bigint;
}

/** Stores visitors with the time they were first seen. Returns the ids of those that were not stored before. */
export async function insertDailyVisitors(
  tx: Tx,
  companyId: string,
  firstSeen: Map<bigint, Date>,
): Promise<Set<bigint>> {
  const found = await tx.query<{ visitor_id: string }>(
    `INSERT INTO daily_visitors (company_id, visitor_id, first_seen_at)
     SELECT $1::uuid, v.visitor_id, v.first_seen_at
     FROM unnest($2::bigint[], $3::timestamptz[]) AS v(visitor_id, first_seen_at)
     ORDER BY v.visitor_id
     ON CONFLICT (company_id, visitor_id) DO NOTHING
     RETURNING visitor_id::text AS visitor_id`,
    [companyId, [...firstSeen.keys()].map(String), [...firstSeen.values()]],
  );
  return new Set(found.rows.map(({ visitor_id }) => BigInt(visitor_id)));
}

/** The minute of the newest reading, if there are totals. Locks them until the transaction ends. */
export async function lockReadingMinute(tx: Tx, companyId: string): Promise<Date | undefined> {
  const found = await tx.query<{ reading_minute: Date }>(
    'SELECT reading_minute FROM company_totals WHERE company_id = $1 FOR UPDATE',
    [companyId],
  );
  return found.rows[0]?.reading_minute;
}

/**
 * Adds to the running totals. Writes readings for the changes, oldest first, that are newer than the newest reading;
 * older ones only raise the newest one, because a reading that was shown does not change.
 */
export async function addToTotals(
  tx: Tx,
  companyId: string,
  changes: TotalsChange[],
  { lastEventAt, readingMinute }: { lastEventAt: Date; readingMinute: Date | undefined },
): Promise<void> {
  const values = [
    companyId,
    changes.map(({ minute }) => minute),
    changes.map(({ pageViews }) => pageViews),
    changes.map(({ users }) => users),
    changes.map(({ orders }) => orders),
    changes.map(({ revenueUnits }) => fromMinorUnits(revenueUnits, revenueDigits)),
  ];
  await tx.query(
    `INSERT INTO company_totals AS t
       (company_id, page_views, users, orders, revenue, reading_minute, last_event_at)
     SELECT $1::uuid, sum(c.page_views), sum(c.users), sum(c.orders), sum(c.revenue), max(c.minute),
            $7::timestamptz
     FROM unnest($2::timestamptz[], $3::bigint[], $4::bigint[], $5::bigint[], $6::numeric[])
       AS c(minute, page_views, users, orders, revenue)
     ON CONFLICT (company_id) DO UPDATE
     SET page_views = t.page_views + excluded.page_views, users = t.users + excluded.users,
         orders = t.orders + excluded.orders, revenue = t.revenue + excluded.revenue,
         reading_minute = greatest(t.reading_minute, excluded.reading_minute),
         last_event_at = greatest(t.last_event_at, excluded.last_event_at)`,
    [...values, lastEventAt],
  );
  // The value at a minute is the new total without what was added later.
  await tx.query(
    `INSERT INTO analytics_data (company_id, source, metric_name, timestamp, metric_value)
     SELECT $1::uuid, 'tracked', m.metric_name, greatest(minute, coalesce($7::timestamptz, minute)), m.metric_value
     FROM (
       SELECT c.minute, row_number() OVER (ORDER BY c.minute DESC) AS age,
              t.page_views - coalesce(sum(c.page_views) OVER later, 0) AS page_views,
              t.users - coalesce(sum(c.users) OVER later, 0) AS users,
              t.orders - coalesce(sum(c.orders) OVER later, 0) AS orders,
              t.revenue - coalesce(sum(c.revenue) OVER later, 0) AS revenue
       FROM unnest($2::timestamptz[], $3::bigint[], $4::bigint[], $5::bigint[], $6::numeric[])
         AS c(minute, page_views, users, orders, revenue)
       CROSS JOIN (SELECT * FROM company_totals WHERE company_id = $1) AS t
       WINDOW later AS (ORDER BY c.minute ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)
     ) AS at_minute
     CROSS JOIN LATERAL (VALUES
       ('conversion_rate', CASE WHEN users > 0 THEN round(orders * 100.0 / users, 4) ELSE 0 END),
       ('orders', orders), ('page_views', page_views), ('revenue', revenue), ('users', users)
     ) AS m(metric_name, metric_value)
     WHERE age = 1 OR minute > $7 OR $7 IS NULL
     ON CONFLICT (company_id, source, metric_name, timestamp) DO UPDATE SET metric_value = excluded.metric_value`,
    [...values, readingMinute ?? null],
  );
}
