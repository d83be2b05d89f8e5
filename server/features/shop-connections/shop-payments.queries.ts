import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { shopPayments, type WaitingRefund } from '../../db/schema/shop-orders.ts';

interface Payment {
  companyId: string;
  paymentId: string;
}

export interface PaymentRow {
  order_id: string | null;
  waiting_refunds: WaitingRefund[];
}

/**
 * Finds a payment, or stores it without an order, and locks it: an order and a refund that arrive at the same time see
 * each other.
 */
export async function lockPayment(tx: Tx, { companyId, paymentId }: Payment, at: Date): Promise<PaymentRow> {
  const [row] = await tx.orm
    .insert(shopPayments)
    .values({ company_id: companyId, payment_id: paymentId, created_at: at })
    .onConflictDoUpdate({
      target: [shopPayments.company_id, shopPayments.payment_id],
      set: { payment_id: paymentId },
    })
    .returning({ order_id: shopPayments.order_id, waiting_refunds: shopPayments.waiting_refunds });
  if (!row) throw new Error('the payment was not returned');
  return row;
}

export async function updatePayment(
  tx: Tx,
  { companyId, paymentId }: Payment,
  change: Partial<PaymentRow>,
): Promise<void> {
  await tx.orm
    .update(shopPayments)
    .set(change)
    .where(and(eq(shopPayments.company_id, companyId), eq(shopPayments.payment_id, paymentId)));
}

/** Payments of something else than orders, such as invoices, never get an order. */
export async function deleteOrderlessPayments(tx: Tx, companyId: string, before: Date): Promise<void> {
  await tx.orm
    .delete(shopPayments)
    .where(
      and(
        eq(shopPayments.company_id, companyId),
        isNull(shopPayments.order_id),
        lt(shopPayments.created_at, before),
      ),
    );
}
