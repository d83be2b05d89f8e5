import { addDecimals, currencyDigits } from '../../../../contract/rules/decimal.ts';
import type { ListedOrder, RefundRequest, VerifiedOrderInput } from '../../../../contract/shop/orders.ts';
import type { DailyBytes } from '../../../platform/limits/daily-bytes.ts';
import { notAccepted } from '../../access/tokens/token-door.ts';
import type { VerifiedToken } from '../../access/tokens/tokens.ts';
import { requireCompany } from '../../companies/companies.ts';
import { recordOrders } from '../ledger/ledger.ts';
import type { LedgerDeps } from '../ledger/ledger-queue.ts';
import { type ApiRefundResult, refundOrder } from '../ledger/refunds.ts';
import { type RecordedOrder, toStoredBytes } from '../ledger/verified-order.ts';
import { listApiOrders } from './orders-api.queries.ts';

export interface OrdersApiDeps extends LedgerDeps {
  /** The bytes that each token may report in a day. */
  tokenBytes: DailyBytes;
}

/**
 * The company of a token of the order API. Orders name no company, and the ledger knows nothing of the visits that a fixed
 * filter would count.
 */
function requireOneCompany({ companyId, filters }: VerifiedToken): string {
  if (companyId === null)
    throw notAccepted('This token is for several companies. The order API needs a token of one company.');
  if (filters.length > 0)
    throw notAccepted(
      'This token has a fixed filter, which the order API cannot apply. List its orders at /api/companies/{companyId}/stats/orders.',
    );
  return companyId;
}

/**
 * Records the orders that a client's server reports: all or none. See `recordOrders` for the errors.
 * @throws {AppError} 429 if the token has reported too much in a day.
 */
export async function reportOrders(
  deps: OrdersApiDeps,
  token: VerifiedToken,
  orders: readonly VerifiedOrderInput[],
): Promise<RecordedOrder[]> {
  const companyId = requireOneCompany(token);
  await deps.tokenBytes.consume(token.id, toStoredBytes(orders));
  const verified = orders.map(({ occurredAt, ...order }) => ({ ...order, occurredAt: new Date(occurredAt) }));
  return recordOrders(deps, companyId, verified, 'api');
}

/** Records a refund that a client's server reports. Errors as of `refundOrder` and `reportOrders`. */
export async function reportRefund(
  deps: OrdersApiDeps,
  token: VerifiedToken,
  orderId: string,
  refund: RefundRequest,
): Promise<ApiRefundResult> {
  const { refundId, amount, occurredAt } = refund;
  const companyId = requireOneCompany(token);
  await deps.tokenBytes.consume(token.id, toStoredBytes([refund]));
  const at = occurredAt === undefined ? new Date() : new Date(occurredAt);
  return refundOrder(deps, companyId, { orderId, refundId, amount, occurredAt: at });
}

/** A page of a company's orders in the order of their ids. */
export async function listOrders(
  { db }: LedgerDeps,
  token: VerifiedToken,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<{ orders: ListedOrder[]; next: string | null }> {
  const companyId = requireOneCompany(token);
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
