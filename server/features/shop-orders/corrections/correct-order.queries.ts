import { sql } from 'drizzle-orm';
import {
  type OrderSource,
  orderConflictsMax,
  type ShopOrder,
  type ShopOrdersSort,
  shopOrdersMax,
} from '../../../../contract/shop/reported-orders.ts';
import type { Tx } from '../../../db/client.ts';

interface ShopOrderRow {
  order_id: string;
  amount: string;
  foreign_currency: ShopOrder['foreignCurrency'];
  source: OrderSource;
  counted_at: Date;
}

const orderOf: Record<ShopOrdersSort, string> = {
  latest: 'coalesce(counted_at, occurred_at) DESC, order_id',
  largest: 'amount DESC, order_id',
};

export async function listShopOrders(
  tx: Tx,
  companyId: string,
  { sort, orderId }: { sort: ShopOrdersSort; orderId: string | undefined },
): Promise<ShopOrderRow[]> {
  const found = await tx.query<ShopOrderRow>(
    `SELECT order_id, amount::text, foreign_currency, source, coalesce(counted_at, occurred_at) AS counted_at FROM shop_orders
     WHERE company_id = $1 AND ($2::text IS NULL OR order_id = $2)
     ORDER BY ${orderOf[sort]} LIMIT ${shopOrdersMax}`,
    [companyId, orderId ?? null],
  );
  return found.rows;
}

interface ConflictRow {
  order_id: string;
  amount: string;
  source: OrderSource;
  host: string;
  count: number;
  last_at: Date;
  counted_amount: string | null;
  counted_source: OrderSource | null;
}

/** Conflicts that involve a page's report come first, because anyone can invent the others; then most recent first. */
export async function listConflicts(tx: Tx, companyId: string): Promise<ConflictRow[]> {
  const found = await tx.query<ConflictRow>(
    `SELECT k.order_id, k.amount::text, k.source, k.host, k.count, k.last_at,
            o.amount::text AS counted_amount, o.source AS counted_source
     FROM shop_order_conflicts k LEFT JOIN shop_orders o ON o.company_id = k.company_id AND o.order_id = k.order_id
     WHERE k.company_id = $1
     ORDER BY (k.source = 'page' OR o.source = 'page') IS NOT TRUE, k.last_at DESC, k.order_id, k.source, k.amount
     LIMIT ${orderConflictsMax}`,
    [companyId],
  );
  return found.rows;
}

export interface LockedOrder {
  event_id: string;
  amount: string;
  /** Times are text, exact to the microsecond, so that they match the event and the readings. */
  occurred_at: string;
  source: OrderSource;
  /** The minute of the first reading that has the order. */
  counted_minute: string;
  earlier_amount: string | null;
  /** The minute of the first reading that has the amount instead of the earlier one. */
  amount_minute: string | null;
  /** Null for the company's currency, in which alone revenue is counted. */
  foreign_currency: string | null;
}

/** Finds the order and locks it until the transaction ends. */
export async function lockShopOrder(
  tx: Tx,
  companyId: string,
  orderId: string,
): Promise<LockedOrder | undefined> {
  const found = await tx.orm.execute<LockedOrder & Record<string, unknown>>(sql`
    SELECT event_id, amount::text, occurred_at::text, source,
           date_trunc('minute', coalesce(counted_at, occurred_at), 'UTC')::text AS counted_minute,
           earlier_amount::text, date_trunc('minute', amount_since, 'UTC')::text AS amount_minute, foreign_currency
    FROM shop_orders WHERE company_id = ${companyId} AND order_id = ${orderId} FOR UPDATE`);
  return found.rows[0];
}

export async function hasConflict(
  tx: Tx,
  companyId: string,
  orderId: string,
  amount: string,
): Promise<boolean> {
  const found = await tx.orm.execute(sql`
    SELECT 1 FROM shop_order_conflicts
    WHERE company_id = ${companyId} AND order_id = ${orderId} AND amount = ${amount}::numeric LIMIT 1`);
  return found.rows.length > 0;
}

interface RemovedRefund {
  amount: string;
  occurred_at: Date;
  received_at: Date;
}

/** Deletes the refunds of an order with their events, and returns those that counted. */
export async function removeRefunds(tx: Tx, companyId: string, orderId: string): Promise<RemovedRefund[]> {
  const removed = await tx.orm.execute<
    RemovedRefund & { event_id: string | null } & Record<string, unknown>
  >(sql`
    DELETE FROM shop_order_refunds WHERE company_id = ${companyId} AND order_id = ${orderId}
    RETURNING amount::text, occurred_at, received_at, event_id`);
  const counted: RemovedRefund[] = [];
  for (const row of removed.rows) {
    if (row.event_id === null) continue;
    const [occurredAt, receivedAt] = [new Date(row.occurred_at), new Date(row.received_at)];
    counted.push({ amount: row.amount, occurred_at: occurredAt, received_at: receivedAt });
    await tx.orm.execute(sql`
      DELETE FROM events WHERE company_id = ${companyId} AND id = ${row.event_id} AND occurred_at = ${occurredAt}`);
  }
  return counted;
}

/** Adds what a removed refund had taken to revenue and to the readings since it was counted. */
export async function giveBackRefund(tx: Tx, companyId: string, refund: RemovedRefund): Promise<void> {
  await tx.orm.execute(sql`
    UPDATE company_totals SET revenue = revenue + ${refund.amount}::numeric WHERE company_id = ${companyId}`);
  await tx.orm.execute(sql`
    UPDATE analytics_data SET metric_value = metric_value + ${refund.amount}::numeric
    WHERE company_id = ${companyId} AND source = 'tracked' AND metric_name = 'revenue'
      AND timestamp >= date_trunc('minute', ${refund.received_at}::timestamptz, 'UTC')`);
}

/** Deletes an order and its event, and stores its number so that it is not counted again. */
export async function removeShopOrder(
  tx: Tx,
  companyId: string,
  orderId: string,
  order: LockedOrder,
  now: Date,
): Promise<void> {
  await tx.orm.execute(
    sql`DELETE FROM shop_orders WHERE company_id = ${companyId} AND order_id = ${orderId}`,
  );
  await tx.orm.execute(sql`
    DELETE FROM events WHERE company_id = ${companyId} AND id = ${order.event_id}
      AND occurred_at = ${order.occurred_at}::timestamptz`);
  await tx.orm.execute(sql`
    INSERT INTO removed_shop_orders (company_id, order_id, amount, removed_at, was_verified)
    VALUES (${companyId}, ${orderId}, ${order.amount}::numeric, ${now}, ${order.source === 'verified'})
    ON CONFLICT (company_id, order_id) DO UPDATE
    SET amount = excluded.amount, removed_at = excluded.removed_at, was_verified = excluded.was_verified`);
  await tx.orm.execute(
    sql`DELETE FROM shop_order_conflicts WHERE company_id = ${companyId} AND order_id = ${orderId}`,
  );
}

/** Counts another amount. No later report replaces it, and the earlier amount is stored as a conflict. */
export async function replaceAmount(
  tx: Tx,
  companyId: string,
  orderId: string,
  { order, amount, now }: { order: LockedOrder; amount: string; now: Date },
): Promise<void> {
  await tx.orm.execute(sql`
    UPDATE shop_orders SET amount = ${amount}::numeric, source = 'page', earlier_amount = NULL, amount_since = NULL
    WHERE company_id = ${companyId} AND order_id = ${orderId}`);
  await tx.orm.execute(sql`
    UPDATE events SET amount = ${amount}::numeric WHERE company_id = ${companyId} AND id = ${order.event_id}
      AND occurred_at = ${order.occurred_at}::timestamptz`);
  await tx.orm.execute(sql`
    DELETE FROM shop_order_conflicts
    WHERE company_id = ${companyId} AND order_id = ${orderId} AND amount = ${amount}::numeric`);
  await tx.orm.execute(sql`
    INSERT INTO shop_order_conflicts AS k
      (company_id, order_id, source, amount, host, count, last_event_id, first_at, last_at)
    VALUES (${companyId}, ${orderId}, ${order.source}, ${order.amount}::numeric, '', 1, ${order.event_id}, ${now}, ${now})
    ON CONFLICT (company_id, order_id, source, amount) DO UPDATE SET last_at = excluded.last_at`);
}

/**
 * Removes an order from `removed_shop_orders` and counts an amount that was reported for it later. Returns the id of its
 * event, or undefined if the order is not in that table or the amount was never reported. The order gets the current
 * time, because the partition for the month of its report may already be deleted.
 */
export async function restoreShopOrder(
  tx: Tx,
  companyId: string,
  orderId: string,
  { amount, now }: { amount: string; now: Date },
): Promise<string | undefined> {
  // One statement, so that of two concurrent calls the second finds nothing to delete.
  const restored = await tx.orm.execute<{ event_id: string }>(sql`
    WITH report AS (
      SELECT company_id, order_id, amount, last_event_id FROM shop_order_conflicts
      WHERE company_id = ${companyId} AND order_id = ${orderId} AND amount = ${amount}::numeric
      ORDER BY source LIMIT 1
    ), allowed AS (
      DELETE FROM removed_shop_orders d USING report r
      WHERE d.company_id = ${companyId} AND d.company_id = r.company_id AND d.order_id = r.order_id
      RETURNING r.company_id, r.order_id, r.amount, r.last_event_id
    ), reported AS (
      DELETE FROM shop_order_conflicts k USING allowed a
      WHERE k.company_id = ${companyId} AND k.order_id = a.order_id AND k.amount = a.amount
    ), new_event AS (
      INSERT INTO events (company_id, id, kind, path, referrer_host, browser, os, device, order_id, amount, occurred_at)
      SELECT company_id, last_event_id, 'order', '', '', 'Other', 'Other', 'other', order_id, amount, ${now}
      FROM allowed
      ON CONFLICT (company_id, id, occurred_at) DO NOTHING
    )
    INSERT INTO shop_orders (company_id, order_id, event_id, amount, occurred_at, source, counted_at)
    SELECT company_id, order_id, last_event_id, amount, ${now}, 'page', ${now} FROM allowed
    RETURNING event_id`);
  const [row] = restored.rows;
  if (!row) return undefined;
  await tx.orm.execute(sql`
    WITH totals AS (
      UPDATE company_totals
      SET orders = orders + 1, revenue = revenue + ${amount}::numeric,
          reading_minute = greatest(reading_minute, date_trunc('minute', ${now}::timestamptz, 'UTC'))
      WHERE company_id = ${companyId}
      RETURNING company_id, orders, revenue, users, reading_minute
    )
    INSERT INTO analytics_data (company_id, source, metric_name, timestamp, metric_value)
    SELECT t.company_id, 'tracked', m.metric_name, t.reading_minute, m.metric_value
    FROM totals t CROSS JOIN LATERAL (VALUES
      ('conversion_rate', CASE WHEN t.users > 0 THEN round(t.orders * 100.0 / t.users, 4) ELSE 0 END),
      ('orders', t.orders), ('revenue', t.revenue)) AS m(metric_name, metric_value)
    ON CONFLICT (company_id, source, metric_name, timestamp) DO UPDATE SET metric_value = excluded.metric_value`);
  return row.event_id;
}

/**
 * Corrects totals and readings as if the order had always counted `amount`, or had never counted (null). Updates the
 * totals first, because ingestion locks in that order too.
 */
export async function correctTotalsAndReadings(
  tx: Tx,
  companyId: string,
  { order, amount }: { order: LockedOrder; amount: string | null },
): Promise<void> {
  const orders = amount === null ? -1 : 0;
  const isForeign = order.foreign_currency !== null;
  const newAmount = isForeign ? '0' : (amount ?? '0');
  const oldAmount = isForeign ? '0' : order.amount;
  await tx.orm.execute(sql`
    UPDATE company_totals
    SET orders = orders + ${orders}, revenue = revenue + ${newAmount}::numeric - ${oldAmount}::numeric
    WHERE company_id = ${companyId}`);
  // Until a page's report replaced a server's, the earlier amount was counted.
  await tx.orm.execute(sql`
    UPDATE analytics_data
    SET metric_value = metric_value + ${newAmount}::numeric - CASE
      WHEN timestamp < ${order.amount_minute}::timestamptz
      THEN coalesce(${order.earlier_amount}::numeric, ${oldAmount}::numeric)
      ELSE ${oldAmount}::numeric END
    WHERE company_id = ${companyId} AND source = 'tracked' AND metric_name = 'revenue'
      AND timestamp >= ${order.counted_minute}::timestamptz`);
  if (orders === 0) return;
  await tx.orm.execute(sql`
    UPDATE analytics_data SET metric_value = greatest(0, metric_value - 1)
    WHERE company_id = ${companyId} AND source = 'tracked' AND metric_name = 'orders'
      AND timestamp >= ${order.counted_minute}::timestamptz`);
  const latest = (metric: string) => sql`(
    SELECT r.metric_value FROM analytics_data r
    WHERE r.company_id = ${companyId} AND r.source = 'tracked' AND r.metric_name = ${metric}
      AND r.timestamp <= c.timestamp
    ORDER BY r.timestamp DESC LIMIT 1)`;
  await tx.orm.execute(sql`
    UPDATE analytics_data c
    SET metric_value = coalesce(round(${latest('orders')} * 100 / nullif(${latest('users')}, 0), 4), 0)
    WHERE c.company_id = ${companyId} AND c.source = 'tracked' AND c.metric_name = 'conversion_rate'
      AND c.timestamp >= ${order.counted_minute}::timestamptz`);
}
