import type { Tx } from '../../../db/client.ts';
import { toRefundKey } from './refund-key.ts';

/** Columns of an order that only the ledger has, and those that tell whether it changed. */
export interface LedgerOrderRow {
  order_id: string;
  amount: string;
  foreign_currency: string | null;
  tax: string | null;
  shipping: string | null;
  net: string | null;
  source: 'page' | 'server' | 'verified';
  verified_by: string | null;
}

export async function listLedgerOrders(
  tx: Tx,
  companyId: string,
  orderIds: readonly string[],
): Promise<Map<string, LedgerOrderRow>> {
  const found = await tx.query<LedgerOrderRow>({
    name: 'list-ledger-orders',
    text: `SELECT order_id, amount::text, foreign_currency, tax::text, shipping::text, net::text, source, verified_by
           FROM shop_orders WHERE company_id = $1 AND order_id = ANY ($2::text[])`,
    values: [companyId, orderIds],
  });
  return new Map(found.rows.map((row) => [row.order_id, row]));
}

export interface LedgerRefundRow {
  order_id: string;
  refund_id: string;
  kind: 'refund' | 'dispute' | 'dispute-won';
  verified_by: string;
}

/** The refunds of these orders, by `toRefundKey`. */
export async function listLedgerRefunds(
  tx: Tx,
  companyId: string,
  orderIds: readonly string[],
): Promise<Map<string, LedgerRefundRow>> {
  const found = await tx.query<LedgerRefundRow>({
    name: 'list-ledger-refunds',
    text: `SELECT order_id, refund_id, kind, verified_by
           FROM shop_order_refunds WHERE company_id = $1 AND order_id = ANY ($2::text[])`,
    values: [companyId, orderIds],
  });
  return new Map(found.rows.map((row) => [toRefundKey(row.order_id, row.refund_id), row]));
}
