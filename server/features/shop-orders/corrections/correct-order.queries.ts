import { type SQL, sql } from 'drizzle-orm';
import {
  type OrderSource,
  orderConflictsMax,
  type ShopOrder,
  type ShopOrdersSort,
  shopOrdersMax,
} from '../../../../contract/shop/reported-orders.ts';
import type { Tx } from '../../../db/client.ts';
import {
  inheritedColumns,
  type OwnColumn,
  ownColumns,
  toValueWithoutVisit,
} from '../../tracking/event-columns.ts';

const eventColumnList = sql.raw([...ownColumns, ...inheritedColumns].join(', '));
const valuesWithoutVisit = sql.raw(inheritedColumns.map(toValueWithoutVisit).join(', '));

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
     FROM shop_order_conflicts k LEFT JOIN LATERAL (
       SELECT * FROM shop_orders s WHERE s.company_id = $1 AND s.order_id = k.order_id OFFSET 0
     ) AS o ON true
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
  /** Times are text, exact to the microsecond, so that they match the event. */
  occurred_at: string;
  source: OrderSource;
  /** Null for the company's currency. */
  foreign_currency: string | null;
}

/** Finds the order and locks it until the transaction ends. */
export async function lockShopOrder(
  tx: Tx,
  companyId: string,
  orderId: string,
): Promise<LockedOrder | undefined> {
  const found = await tx.orm.execute<LockedOrder & Record<string, unknown>>(sql`
    SELECT event_id, amount::text, occurred_at::text, source, foreign_currency
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

/** Deletes the refunds of an order with their events, and returns the times of the events. */
export async function removeRefunds(tx: Tx, companyId: string, orderId: string): Promise<Date[]> {
  const removed = await tx.orm.execute<{ occurred_at: string; event_id: string | null }>(sql`
    DELETE FROM shop_order_refunds WHERE company_id = ${companyId} AND order_id = ${orderId}
    RETURNING occurred_at, event_id`);
  const times: Date[] = [];
  for (const row of removed.rows) {
    if (row.event_id === null) continue;
    const occurredAt = new Date(row.occurred_at);
    times.push(occurredAt);
    await tx.orm.execute(sql`
      DELETE FROM events WHERE company_id = ${companyId} AND id = ${row.event_id} AND occurred_at = ${occurredAt}`);
  }
  return times;
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
    UPDATE shop_orders SET amount = ${amount}::numeric, source = 'page'
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
  const eventValues: Record<OwnColumn, SQL> = {
    id: sql`last_event_id`,
    kind: sql`'order'`,
    session_id: sql`NULL`,
    visitor_id: sql`NULL`,
    tab_id: sql`NULL`,
    occurred_at: sql`${now}::timestamptz`,
    event_name: sql`NULL`,
    properties: sql`NULL`,
    engaged_ms: sql`NULL`,
    order_id: sql`order_id`,
    amount: sql`amount`,
    currency: sql`NULL`,
  };
  const ownValues = sql.join(
    ownColumns.map((name) => eventValues[name]),
    sql`, `,
  );
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
      INSERT INTO events (company_id, ${eventColumnList})
      SELECT company_id, ${ownValues}, ${valuesWithoutVisit} FROM allowed
      ON CONFLICT (company_id, id, occurred_at) DO NOTHING
    )
    INSERT INTO shop_orders (company_id, order_id, event_id, amount, occurred_at, source, counted_at)
    SELECT company_id, order_id, last_event_id, amount, ${now}, 'page', ${now} FROM allowed
    RETURNING event_id`);
  return restored.rows[0]?.event_id;
}
