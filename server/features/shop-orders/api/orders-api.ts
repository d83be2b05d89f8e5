import { addDecimals, currencyDigits } from '../../../../contract/rules/decimal.ts';
import type { ListedOrder, RefundRequest, VerifiedOrderInput } from '../../../../contract/shop/orders.ts';
import type { DailyBytes } from '../../../platform/limits/daily-bytes.ts';
import { requireCompany } from '../../companies/companies.ts';
import type { VerifiedKey } from '../api-keys/api-keys.ts';
import { recordOrders } from '../ledger/ledger.ts';
import type { LedgerDeps } from '../ledger/ledger-queue.ts';
import { type ApiRefundResult, refundOrder } from '../ledger/refunds.ts';
import { type RecordedOrder, toStoredBytes } from '../ledger/verified-order.ts';
import { listApiOrders } from './orders-api.queries.ts';

export interface OrdersApiDeps extends LedgerDeps {
  /** The bytes that each API key may report in a day. */
  keyBytes: DailyBytes;
}

/**
 * Records the orders that a client's server reports: all or none. See `recordOrders` for the errors.
 * @throws {AppError} 429 if the key has reported too much in a day.
 */
export async function reportOrders(
  deps: OrdersApiDeps,
  { id: keyId, companyId }: VerifiedKey,
  orders: readonly VerifiedOrderInput[],
): Promise<RecordedOrder[]> {
  await deps.keyBytes.consume(keyId, toStoredBytes(orders));
  const verified = orders.map(({ occurredAt, ...order }) => ({ ...order, occurredAt: new Date(occurredAt) }));
  return recordOrders(deps, companyId, verified, 'api');
}

/** Records a refund that a client's server reports. Errors as of `refundOrder` and `reportOrders`. */
export async function reportRefund(
  deps: OrdersApiDeps,
  { id: keyId, companyId }: VerifiedKey,
  orderId: string,
  refund: RefundRequest,
): Promise<ApiRefundResult> {
  const { refundId, amount, occurredAt } = refund;
  await deps.keyBytes.consume(keyId, toStoredBytes([refund]));
  const at = occurredAt === undefined ? new Date() : new Date(occurredAt);
  return refundOrder(deps, companyId, { orderId, refundId, amount, occurredAt: at });
}

/** A page of a company's orders in the order of their ids. */
export async function listOrders(
  { db }: LedgerDeps,
  companyId: string,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<{ orders: ListedOrder[]; next: string | null }> {
  const company = await requireCompany(db, companyId);
  const rows = await listApiOrders(db, companyId, { after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const orders = shown.map((row): ListedOrder => {
    const currency = row.foreign_currency ?? company.currency;
    const toText = (amount: string) => addDecimals([amount], Math.max(currencyDigits(currency), 0));
    const toPart = (amount: string | null) => (amount === null ? null : toText(amount));
    return {
      orderId: row.order_id,
      amount: toText(row.amount),
      currency,
      refunded: toText(row.refunded_amount),
      tax: toPart(row.tax),
      shipping: toPart(row.shipping),
      net: toPart(row.net),
      status: row.status,
      isVerified: row.is_verified,
      occurredAt: row.occurred_at.toISOString(),
    };
  });
  return { orders, next: rows.length > limit ? (shown.at(-1)?.order_id ?? null) : null };
}
