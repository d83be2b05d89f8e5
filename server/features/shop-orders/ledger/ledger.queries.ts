import type { OrderItem, OrderPart } from '../../../../contract/shop/orders.ts';
import type { Tx } from '../../../db/client.ts';

/** Parts of an order's amount; null where the shop did not send them. */
export type OrderPartAmounts = Record<OrderPart, string | null>;

/** A verified order as it is stored. */
export interface LedgerRow extends OrderPartAmounts {
  order_id: string;
  event_id: string;
  amount: string;
  currency: string;
  /** Null for the company's currency. */
  foreign_currency: string | null;
  occurred_at: Date;
  provider_changed_at: Date | null;
  /** Hexadecimal. */
  customer_hash: string | null;
  items: OrderItem[] | null;
  /** Decimal text of the visitor whose visit the order belongs to. */
  visitor_id: string | null;
}

export interface VerifiedAs {
  by: string;
  now: Date;
}

export interface KnownOrder extends OrderPartAmounts {
  order_id: string;
  event_id: string;
  amount: string;
  foreign_currency: string | null;
  /** Exact to the microsecond, so that it matches the event. */
  occurred_at: string;
  source: 'page' | 'server' | 'verified';
  verified_by: string | null;
  verified_at: Date | null;
  provider_changed_at: Date | null;
  counted_at: Date;
  refunded_amount: string;
}

/** Finds the orders that count and locks them until the transaction ends, in the order of their ids. */
export async function lockOrders(
  tx: Tx,
  companyId: string,
  orderIds: readonly string[],
): Promise<Map<string, KnownOrder>> {
  const found = await tx.query<KnownOrder>({
    name: 'lock-shop-orders',
    text: `SELECT order_id, event_id, amount::text, tax::text, shipping::text, net::text, foreign_currency,
                  occurred_at::text, source, verified_by, verified_at, provider_changed_at,
                  coalesce(counted_at, occurred_at) AS counted_at, refunded_amount::text
           FROM shop_orders WHERE company_id = $1 AND order_id = ANY ($2::text[]) ORDER BY order_id FOR UPDATE`,
    values: [companyId, orderIds],
  });
  return new Map(found.rows.map((row) => [row.order_id, row]));
}

export interface UncountedOrder {
  order_id: string;
  /** `pending` and `cancelled`, `removed` by an administrator, or `refunded` before it was recorded. */
  status: 'pending' | 'cancelled' | 'removed' | 'refunded';
  amount: string;
  currency: string;
  provider_changed_at: Date | null;
  /** Whether a removed order was verified. */
  was_verified: boolean;
}

/** Lists the states of orders apart from those that count. An order can have several such rows. */
export async function listUncounted(
  tx: Tx,
  companyId: string,
  orderIds: readonly string[],
): Promise<UncountedOrder[]> {
  const found = await tx.query<UncountedOrder>({
    name: 'list-uncounted-orders',
    text: `SELECT order_id, status, amount::text, currency, provider_changed_at, true AS was_verified
           FROM unpaid_shop_orders WHERE company_id = $1 AND order_id = ANY ($2::text[])
           UNION ALL
           SELECT order_id, 'removed', amount::text, '', NULL, was_verified
           FROM removed_shop_orders WHERE company_id = $1 AND order_id = ANY ($2::text[])
           UNION ALL
           SELECT DISTINCT order_id, 'refunded', '0', '', NULL::timestamptz, false FROM shop_order_refunds
           WHERE company_id = $1 AND order_id = ANY ($2::text[]) AND event_id IS NULL`,
    values: [companyId, orderIds],
  });
  return found.rows;
}

/** Keeps an order that is cancelled from being counted when pages report it. */
export async function insertRemovedMark(
  tx: Tx,
  companyId: string,
  { order_id: orderId, amount }: LedgerRow,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO removed_shop_orders (company_id, order_id, amount, removed_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (company_id, order_id) DO NOTHING`,
    [companyId, orderId, amount, now],
  );
}

/** The number of an order that only pages had reported is the shop's own after all. */
export async function deleteRemovedMark(tx: Tx, companyId: string, orderId: string): Promise<void> {
  await tx.query('DELETE FROM removed_shop_orders WHERE company_id = $1 AND order_id = $2', [
    companyId,
    orderId,
  ]);
}

export async function deleteUnpaidOrder(tx: Tx, companyId: string, orderId: string): Promise<void> {
  await tx.query('DELETE FROM unpaid_shop_orders WHERE company_id = $1 AND order_id = $2', [
    companyId,
    orderId,
  ]);
}

export async function upsertUnpaidOrder(
  tx: Tx,
  companyId: string,
  row: LedgerRow & { status: string },
  { by, now }: VerifiedAs,
): Promise<void> {
  await tx.query(
    `INSERT INTO unpaid_shop_orders AS u
       (company_id, order_id, status, amount, currency, occurred_at, verified_by, provider_changed_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (company_id, order_id) DO UPDATE
     SET status = excluded.status, amount = excluded.amount, currency = excluded.currency,
         occurred_at = excluded.occurred_at, verified_by = excluded.verified_by,
         provider_changed_at = excluded.provider_changed_at, updated_at = excluded.updated_at`,
    [
      ...[companyId, row.order_id, row.status, row.amount, row.currency, row.occurred_at],
      ...[by, row.provider_changed_at, now],
    ],
  );
}

/**
 * Makes an order that counts already verified, or changes the amount of a verified one: parts of the earlier amount go with
 * it. Its event keeps time and visit; a visit is only added where it had none.
 */
export async function updateVerifiedOrder(
  tx: Tx,
  companyId: string,
  row: LedgerRow,
  { by, now }: VerifiedAs,
): Promise<void> {
  await tx.query(
    `UPDATE shop_orders
     SET amount = $3, tax = $10, shipping = $11, net = $12, foreign_currency = $4, source = 'verified',
         verified_by = coalesce(verified_by, $5), verified_at = coalesce(verified_at, $8),
         provider_changed_at = coalesce($6, provider_changed_at),
         customer_hash = coalesce(decode($7, 'hex'), customer_hash), items = coalesce($9::jsonb, items)
     WHERE company_id = $1 AND order_id = $2`,
    [
      ...[companyId, row.order_id, row.amount, row.foreign_currency, by, row.provider_changed_at],
      ...[row.customer_hash, now, row.items === null ? null : JSON.stringify(row.items)],
      ...[row.tax, row.shipping, row.net],
    ],
  );
}

/** Stores that a provider reported a verified order again later, with the same amount. */
export async function updateProviderChange(
  tx: Tx,
  companyId: string,
  { order_id, provider_changed_at: changedAt, items }: LedgerRow,
): Promise<void> {
  await tx.query(
    `UPDATE shop_orders SET provider_changed_at = $3, items = coalesce($4::jsonb, items)
     WHERE company_id = $1 AND order_id = $2`,
    [companyId, order_id, changedAt, items === null ? null : JSON.stringify(items)],
  );
}

/** Stores parts of an amount that did not change. */
export async function updateParts(
  tx: Tx,
  companyId: string,
  orderId: string,
  { tax, shipping, net }: OrderPartAmounts,
): Promise<void> {
  await tx.query(
    'UPDATE shop_orders SET tax = $3, shipping = $4, net = $5 WHERE company_id = $1 AND order_id = $2',
    [companyId, orderId, tax, shipping, net],
  );
}

export async function updateOrderEvent(
  tx: Tx,
  companyId: string,
  event: { id: string; occurredAt: string },
  { amount, currency, visitor_id: visitorId }: LedgerRow,
): Promise<void> {
  await tx.query(
    `UPDATE events SET amount = $4, currency = $5, visitor_id = coalesce(visitor_id, $6::bigint)
     WHERE company_id = $1 AND id = $2 AND occurred_at = $3`,
    [companyId, event.id, event.occurredAt, amount, currency, visitorId],
  );
}

/** Deletes an order that only pages had reported and that its shop cancelled, with its event. */
export async function deleteReportedOrder(tx: Tx, companyId: string, order: KnownOrder): Promise<void> {
  await tx.query('DELETE FROM shop_orders WHERE company_id = $1 AND order_id = $2', [
    companyId,
    order.order_id,
  ]);
  await tx.query('DELETE FROM events WHERE company_id = $1 AND id = $2 AND occurred_at = $3', [
    companyId,
    order.event_id,
    order.occurred_at,
  ]);
}

export interface HistoryEntry {
  id: string;
  at: Date;
  orderId: string;
  kind: 'reported' | 'verified' | 'pending' | 'cancelled' | 'amount-changed' | 'removed';
  reporter: string;
  amount: string;
  currency: string;
}

/** Whether the amount of a verified order was changed before. */
export async function hasAmountHistory(tx: Tx, companyId: string, orderId: string): Promise<boolean> {
  const found = await tx.query(
    `SELECT 1 FROM shop_order_history
     WHERE company_id = $1 AND order_id = $2 AND kind IN ('verified', 'amount-changed') LIMIT 1`,
    [companyId, orderId],
  );
  return found.rows.length > 0;
}

export async function insertHistory(
  tx: Tx,
  companyId: string,
  { id, at, orderId, kind, reporter, amount, currency }: HistoryEntry,
): Promise<void> {
  await tx.query(
    `INSERT INTO shop_order_history (company_id, order_id, id, at, kind, reporter, amount, currency)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [companyId, orderId, id, at, kind, reporter, amount, currency],
  );
}

/** Whether a visitor did something shortly before or after an order, so that it belongs to the visit. */
export async function isInVisit(
  tx: Tx,
  companyId: string,
  visitorId: string,
  { from, to, ids }: { from: Date; to: Date; ids: { from: string; to: string } },
): Promise<boolean> {
  const found = await tx.query(
    `SELECT 1 FROM daily_visitors WHERE company_id = $1 AND visitor_id = $2::bigint
     AND EXISTS (SELECT 1 FROM events WHERE company_id = $1 AND visitor_id = $2::bigint AND id BETWEEN $5 AND $6
                 AND occurred_at BETWEEN $3 AND $4 AND kind IN ('pageview', 'event', 'order') LIMIT 1)`,
    [companyId, visitorId, from, to, ids.from, ids.to],
  );
  return found.rows.length > 0;
}
