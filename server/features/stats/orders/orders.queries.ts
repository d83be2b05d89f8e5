import type { OrderItem } from '../../../../contract/shop/orders.ts';
import type { Tx } from '../../../db/client.ts';

export interface StoredOrderRow {
  order_id: string;
  amount: string;
  foreign_currency: string | null;
  refunded_amount: string;
  tax: string | null;
  shipping: string | null;
  net: string | null;
  /** The amount of open and lost disputes. */
  disputed_amount: string;
  source: 'page' | 'server' | 'verified';
  verified_by: 'api' | 'stripe' | 'woocommerce' | 'shopify' | null;
  verified_at: Date | null;
  occurred_at: Date;
  counted_at: Date;
  items: OrderItem[] | null;
}

/** The orders with these ids that count. */
export async function listOrderRows(
  tx: Tx,
  companyId: string,
  orderIds: readonly string[],
): Promise<Map<string, StoredOrderRow>> {
  const found = await tx.query<StoredOrderRow>(
    `SELECT o.order_id, o.amount::text, o.foreign_currency, o.refunded_amount::text, o.tax::text, o.shipping::text,
            o.net::text, o.source, o.verified_by, o.verified_at, o.occurred_at, coalesce(o.counted_at, o.occurred_at) AS counted_at, o.items,
            (SELECT coalesce(sum(r.amount), 0)::text FROM shop_order_refunds r
             WHERE r.company_id = $1 AND r.order_id = o.order_id AND r.kind <> 'refund' AND r.event_id IS NOT NULL)
              AS disputed_amount
     FROM shop_orders o WHERE o.company_id = $1 AND o.order_id = ANY ($2::text[])`,
    [companyId, orderIds],
  );
  return new Map(found.rows.map((row) => [row.order_id, row]));
}

export interface RefundRow {
  refund_id: string;
  kind: 'refund' | 'dispute' | 'dispute-won';
  amount: string;
  occurred_at: Date;
  verified_by: 'api' | 'stripe' | 'woocommerce' | 'shopify';
}

export async function listRefundRows(tx: Tx, companyId: string, orderId: string): Promise<RefundRow[]> {
  const found = await tx.query<RefundRow>(
    `SELECT refund_id, kind, amount::text, occurred_at, verified_by FROM shop_order_refunds
     WHERE company_id = $1 AND order_id = $2 ORDER BY occurred_at, refund_id`,
    [companyId, orderId],
  );
  return found.rows;
}

export interface HistoryRow {
  at: Date;
  kind: 'reported' | 'verified' | 'pending' | 'cancelled' | 'amount-changed' | 'removed';
  reporter: string;
  amount: string;
  currency: string;
}

export async function listHistoryRows(tx: Tx, companyId: string, orderId: string): Promise<HistoryRow[]> {
  const found = await tx.query<HistoryRow>(
    `SELECT at, kind, reporter, amount::text, currency FROM shop_order_history
     WHERE company_id = $1 AND order_id = $2 ORDER BY at, id LIMIT 200`,
    [companyId, orderId],
  );
  return found.rows;
}

/** The status of an order that does not count: removed, pending or cancelled. Undefined if it was never stored. */
export async function findUncountedStatus(
  tx: Tx,
  companyId: string,
  orderId: string,
): Promise<'removed' | 'pending' | 'cancelled' | undefined> {
  const found = await tx.query<{ status: 'removed' | 'pending' | 'cancelled' }>(
    `SELECT status FROM unpaid_shop_orders WHERE company_id = $1 AND order_id = $2
     UNION ALL SELECT 'removed' FROM removed_shop_orders WHERE company_id = $1 AND order_id = $2 LIMIT 1`,
    [companyId, orderId],
  );
  return found.rows[0]?.status;
}
