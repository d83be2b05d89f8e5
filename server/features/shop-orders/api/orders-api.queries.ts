import type { Tx } from '../../../db/client.ts';

export interface ApiOrderRow {
  order_id: string;
  amount: string;
  /** Null for the company's currency. */
  foreign_currency: string | null;
  refunded_amount: string;
  tax: string | null;
  shipping: string | null;
  net: string | null;
  status: 'paid' | 'pending' | 'cancelled';
  is_verified: boolean;
  occurred_at: Date;
}

/** Orders after an id, in the order of their ids. */
export async function listApiOrders(
  tx: Tx,
  companyId: string,
  { after, limit }: { after: string; limit: number },
): Promise<ApiOrderRow[]> {
  const found = await tx.query<ApiOrderRow>(
    `SELECT * FROM (
       SELECT order_id, amount::text, foreign_currency, refunded_amount::text, tax::text, shipping::text,
              net::text, 'paid' AS status,
              source = 'verified' AS is_verified, occurred_at
       FROM shop_orders WHERE company_id = $1 AND order_id > $2 ORDER BY order_id LIMIT $3) AS counted
     UNION ALL
     SELECT * FROM (
       SELECT order_id, amount::text, currency, '0', NULL, NULL, NULL, status, true, occurred_at
       FROM unpaid_shop_orders WHERE company_id = $1 AND order_id > $2 ORDER BY order_id LIMIT $3) AS unpaid
     ORDER BY order_id LIMIT $3`,
    [companyId, after, limit],
  );
  return found.rows;
}
